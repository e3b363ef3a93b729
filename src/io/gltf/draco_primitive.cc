// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "io/gltf/draco_primitive.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "io/gltf/words.h"

namespace sinew::gltf {
namespace {

constexpr std::string_view kExtension = "KHR_draco_mesh_compression";

// The file may hold everything a second time, unpacked.
bool HasFallback(const Document& document, const PrimitiveDef& primitive) {
  if (IsRequired(document, kExtension)) return false;
  const auto has_bytes = [&document](std::int32_t accessor) {
    if (accessor < 0) return false;
    const Accessor& one = document.accessors[static_cast<std::size_t>(accessor)];
    return one.buffer_view >= 0 || one.sparse >= 0;
  };
  for (const Attribute& attribute : primitive.attributes) {
    if (!has_bytes(attribute.accessor)) return false;
  }
  return primitive.indices < 0 || has_bytes(primitive.indices);
}

}  // namespace

bool DecodeDraco(Build& build, const PrimitiveDef& primitive, const std::string& pointer,
                 DecodedDraco& out) {
  const DracoPrimitive& draco = *primitive.draco;
  const std::string place = pointer + "/extensions/" + std::string(kExtension);
  const auto refuse = [&](FailureCode code, std::string message) {
    build.judge.Refuse(code, place, std::move(message));
    return false;
  };
  if (!build.options.decoders.draco) {
    if (HasFallback(build.document, primitive)) return true;
    return refuse(FailureCode::kUnsupported, Words("The file needs a decoder for ", kExtension,
                                                   ", and this program has none."));
  }
  if (draco.buffer_view < 0) {
    return refuse(FailureCode::kInvalid, "The compressed bytes do not exist.");
  }
  const ViewBytes& source = build.resources.view(draco.buffer_view);
  if (!source.whole) {
    build.resources.RefuseView(draco.buffer_view, build.judge);
    return false;
  }
  // What the accessors declare is taken from the budget. Encoders split vertices after they are
  // counted, so that a stream may hold more points: as many as there are corners, within what is
  // left of the budget.
  std::uint64_t points = 0;
  std::vector<std::uint32_t> unique_ids;
  for (const Attribute& attribute : draco.attributes) {
    if (attribute.accessor < 0) continue;
    unique_ids.push_back(static_cast<std::uint32_t>(attribute.accessor));
    out.semantics.push_back(attribute.semantic);
    for (const Attribute& declared : primitive.attributes) {
      if (declared.semantic != attribute.semantic || declared.accessor < 0) continue;
      points = std::max(points, build.accessors.at(declared.accessor).count);
    }
  }
  const std::uint64_t indices =
      primitive.indices < 0 ? 0 : build.accessors.at(primitive.indices).count;
  const std::uint64_t point_bytes = unique_ids.size() * 4 * sizeof(float);
  if (!build.Take(points, point_bytes, place) ||
      !build.Take(indices, sizeof(std::uint32_t), place)) {
    return false;
  }
  const std::uint64_t more =
      indices > points && point_bytes != 0
          ? std::min(indices - points, build.budget.left_bytes() / point_bytes)
          : 0;
  const std::uint64_t max_points = points + more;
  const std::uint64_t input = build.budget.input_bytes();
  const std::uint64_t held = build.options.limits.max_draco_bytes;
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
  constexpr std::uint64_t kPerByte = 16;
  Result<DracoMesh> mesh = build.options.decoders.draco(
      {.source = source.bytes,
       .unique_ids = unique_ids,
       .max_points = max_points,
       .max_indices = indices,
       .max_bytes = input > (kMost - held) / kPerByte ? kMost : held + input * kPerByte});
  if (!mesh.ok()) return refuse(mesh.failure().code, Describe(mesh.failure()));
  if (mesh->attributes.size() != unique_ids.size() || mesh->point_count > max_points ||
      mesh->indices.size() > indices) {
    return refuse(FailureCode::kInvalid,
                  "The compressed mesh does not hold what its primitive declares.");
  }
  if (mesh->point_count != points) {
    const std::uint64_t extra = mesh->point_count > points ? mesh->point_count - points : 0;
    if (!build.Take(extra, point_bytes, place)) return false;
    build.judge.Mended("draco-point-count", place);
  }
  out.mesh = std::move(*mesh);
  out.decoded = true;
  return true;
}

}  // namespace sinew::gltf
