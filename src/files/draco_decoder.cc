// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The packaged Draco library. It gets hostile input: what it will need to hold is checked first.
// The one file of the library that is compiled with exceptions, because Draco throws; nothing it
// throws leaves this file.
#include <draco/compression/decode.h>
#include <draco/compression/point_cloud/point_cloud_decoder.h>
#include <draco/core/varint_decoding.h>
#include <draco/metadata/geometry_metadata.h>
#include <draco/metadata/metadata_decoder.h>

#include <exception>
#include <optional>

#include "io/words.h"
#include "sinew/files.h"

namespace sinew {
namespace {

using io::Words;

Failure BrokenDraco(std::string message) { return {FailureCode::kInvalid, "", std::move(message)}; }

std::optional<Failure> CheckCounts(std::uint64_t points, std::uint64_t faces,
                                   const DracoRequest& request) {
  if (points <= request.max_points && faces <= request.max_indices / 3) return std::nullopt;
  return Failure{FailureCode::kLimit, "",
                 Words("the Draco mesh has ", points, " points and ", faces, " triangles; at most ",
                       request.max_points, " and ", request.max_indices / 3, " are expected")};
}

// Reads the stream's counts, which the decoder would allocate by before it looks at anything else,
// and refuses what is more than asked for. (How much an attribute will need is not known before the
// triangles are decoded; Draco's interface leaves no gap there to look.)
std::optional<Failure> CheckHead(const DracoRequest& request) {
  draco::DecoderBuffer buffer;
  buffer.Init(reinterpret_cast<const char*>(request.source.data()), request.source.size());
  draco::DracoHeader header;
  const draco::Status status = draco::PointCloudDecoder::DecodeHeader(&buffer, &header);
  if (!status.ok()) return BrokenDraco(Words("Draco: ", status.error_msg_string()));
  if (header.encoder_type != draco::TRIANGULAR_MESH) {
    return BrokenDraco("the Draco stream is not a mesh");
  }
  if (header.version_major != 2 || header.version_minor != 2) {
    return Failure{FailureCode::kUnsupported, "",
                   Words("Draco bitstream version ", int{header.version_major}, ".",
                         int{header.version_minor}, " is needed; glTF has 2.2")};
  }
  buffer.set_bitstream_version(DRACO_BITSTREAM_VERSION(2, 2));
  if ((header.flags & METADATA_FLAG_MASK) != 0) {
    draco::GeometryMetadata metadata;
    draco::MetadataDecoder decoder;
    if (!decoder.DecodeGeometryMetadata(&buffer, &metadata)) {
      return BrokenDraco("the Draco stream's metadata is damaged");
    }
  }
  // Vertices come first in one method and faces in the other. Vertices are split into points
  // later, so there are at least as many points.
  std::uint32_t faces = 0, points = 0;
  std::uint8_t traversal = 0;
  const bool whole =
      header.encoder_method == draco::MESH_EDGEBREAKER_ENCODING
          ? buffer.Decode(&traversal) && draco::DecodeVarint(&points, &buffer) &&
                draco::DecodeVarint(&faces, &buffer)
          : draco::DecodeVarint(&faces, &buffer) && draco::DecodeVarint(&points, &buffer);
  if (!whole) return BrokenDraco("the Draco stream ends inside its head");
  return CheckCounts(points, faces, request);
}

Result<DracoAttribute> Extract(const draco::Mesh& mesh, std::uint32_t unique_id) {
  const draco::PointAttribute* const source = mesh.GetAttributeByUniqueId(unique_id);
  if (source == nullptr) {
    return BrokenDraco(Words("the Draco mesh has no attribute of unique id ", unique_id));
  }
  const int width = source->num_components();
  if (width < 1 || width > 4) {  // No attribute of glTF is wider.
    return BrokenDraco(Words("Draco attribute ", unique_id, " has ", width, " components"));
  }
  DracoAttribute attribute{
      .unique_id = unique_id, .component_count = static_cast<std::uint32_t>(width), .values = {}};
  attribute.values.resize(std::size_t{mesh.num_points()} * attribute.component_count);
  float* out = attribute.values.data();
  for (draco::PointIndex point(0); point < mesh.num_points(); ++point, out += width) {
    const draco::AttributeValueIndex entry = source->mapped_index(point);
    if (entry.value() >= source->size() ||
        !source->ConvertValue<float>(entry, static_cast<std::int8_t>(width), out)) {
      return BrokenDraco(
          Words("Draco attribute ", unique_id, " has no value for point ", point.value()));
    }
  }
  return attribute;
}

Result<DracoMesh> Decode(const DracoRequest& request) {
  if (auto failure = CheckHead(request)) return *std::move(failure);
  draco::DecoderBuffer buffer;
  buffer.Init(reinterpret_cast<const char*>(request.source.data()), request.source.size());
  draco::Decoder decoder;
  auto decoded = decoder.DecodeMeshFromBuffer(&buffer);
  if (!decoded.ok()) return BrokenDraco(Words("Draco: ", decoded.status().error_msg_string()));
  const draco::Mesh& source = *decoded.value();

  if (auto failure = CheckCounts(source.num_points(), source.num_faces(), request)) {
    return *std::move(failure);
  }
  DracoMesh mesh;
  mesh.point_count = source.num_points();
  mesh.indices.reserve(std::size_t{source.num_faces()} * 3);
  for (draco::FaceIndex face(0); face < source.num_faces(); ++face) {
    for (const draco::PointIndex& point : source.face(face)) {
      if (point.value() >= mesh.point_count) {
        return BrokenDraco(Words("Draco face ", face.value(), " names point ", point.value(),
                                 " of ", mesh.point_count));
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

Result<DracoMesh> DecodeSafely(const DracoRequest& request) {
  try {  // A damaged stream can ask for more memory than there is.
    return Decode(request);
  } catch (const std::exception& trouble) {
    return BrokenDraco(Words("Draco: ", std::string_view(trouble.what())));
  }
}

}  // namespace

std::function<Result<DracoMesh>(const DracoRequest&)> DracoDecoder() { return DecodeSafely; }

}  // namespace sinew
