// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <draco/compression/decode.h>
#include <fmt/format.h>

#include <exception>

#include "decoders.h"

namespace sinew::cli {
namespace {

Failure Broken(std::string message) { return {FailureCode::kInvalid, "", std::move(message)}; }

Result<DracoAttribute> Extract(const draco::Mesh& mesh, std::uint32_t unique_id) {
  const draco::PointAttribute* const source = mesh.GetAttributeByUniqueId(unique_id);
  if (source == nullptr) {
    return Broken(fmt::format("the Draco mesh has no attribute of unique id {}", unique_id));
  }
  const int width = source->num_components();
  if (width < 1 || width > 16) {
    return Broken(fmt::format("Draco attribute {} has {} components", unique_id, width));
  }
  DracoAttribute attribute{
      .unique_id = unique_id, .component_count = static_cast<std::uint32_t>(width), .values = {}};
  attribute.values.resize(std::size_t{mesh.num_points()} * attribute.component_count);
  float* out = attribute.values.data();
  for (draco::PointIndex point(0); point < mesh.num_points(); ++point, out += width) {
    const draco::AttributeValueIndex entry = source->mapped_index(point);
    if (entry.value() >= source->size() ||
        !source->ConvertValue<float>(entry, static_cast<std::int8_t>(width), out)) {
      return Broken(
          fmt::format("Draco attribute {} has no value for point {}", unique_id, point.value()));
    }
  }
  return attribute;
}

Result<DracoMesh> Decode(const DracoRequest& request) {
  draco::DecoderBuffer buffer;
  buffer.Init(reinterpret_cast<const char*>(request.source.data()), request.source.size());
  const auto type = draco::Decoder::GetEncodedGeometryType(&buffer);
  if (!type.ok()) return Broken(fmt::format("Draco: {}", type.status().error_msg_string()));
  if (type.value() != draco::TRIANGULAR_MESH) return Broken("the Draco stream is not a mesh");
  draco::Decoder decoder;
  auto decoded = decoder.DecodeMeshFromBuffer(&buffer);
  if (!decoded.ok()) return Broken(fmt::format("Draco: {}", decoded.status().error_msg_string()));
  const draco::Mesh& source = *decoded.value();

  const std::uint64_t index_count = std::uint64_t{source.num_faces()} * 3;
  if (source.num_points() > request.max_points || index_count > request.max_indices) {
    return Failure{
        FailureCode::kLimit, "",
        fmt::format("the Draco mesh has {} points and {} indices; at most {} and {} are "
                    "expected",
                    source.num_points(), index_count, request.max_points, request.max_indices)};
  }
  DracoMesh mesh;
  mesh.point_count = source.num_points();
  mesh.indices.reserve(index_count);
  for (draco::FaceIndex face(0); face < source.num_faces(); ++face) {
    for (const draco::PointIndex& point : source.face(face)) {
      if (point.value() >= mesh.point_count) {
        return Broken(fmt::format("Draco face {} names point {} of {}", face.value(), point.value(),
                                  mesh.point_count));
      }
      mesh.indices.push_back(point.value());
    }
  }
  for (const std::uint32_t unique_id : request.unique_ids) {
    Result<DracoAttribute> attribute = Extract(source, unique_id);
    if (!attribute.ok()) return attribute.failure();
    mesh.attributes.push_back(std::move(attribute).value());
  }
  return mesh;
}

}  // namespace

Result<DracoMesh> DecodeDraco(const DracoRequest& request) {
  try {  // A damaged stream can ask for more memory than there is.
    return Decode(request);
  } catch (const std::exception& trouble) {
    return Broken(fmt::format("Draco: {}", trouble.what()));
  }
}

}  // namespace sinew::cli
