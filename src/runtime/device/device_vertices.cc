// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <algorithm>
#include <array>

#include "base/job_environment.h"
#include "math/affine.h"
#include "sinew/device.h"
#include "sinew/vertex_format.h"
#include "skin/linear_blend.h"

namespace sinew {
namespace {

using FinalMatrices = std::array<Affine, kMaxDeviceBones>;

// The identity where the draw has no bone.
void MakeFinalMatrices(const Device& device, const DeviceDraw& draw, FinalMatrices& final) {
  const std::span<const Affine> bones = device.bones().subspan(draw.first_bone, draw.bone_count);
  std::copy(bones.begin(), bones.end(), final.begin());
  if (draw.mode == SkinningMode::kRaw) return;
  const std::span<const Affine> inverse_binds =
      device.inverse_binds().subspan(draw.first_inverse_bind, draw.bone_count);
  for (std::size_t i = 0; i < bones.size(); ++i) {
    final[i] = scalar::Multiply(bones[i], inverse_binds[i]);
  }
}

bool IsIn(std::uint32_t first, std::uint32_t count, std::size_t size) {
  return first <= size && count <= size - first;
}

}  // namespace

Error DeviceVerticesJob::Validate() const {
  if (!JobsMayCompute()) return Error::kFloatEnvironment;
  if (draw.mesh == 0 || draw.mesh > device.mesh_count()) return Error::kOptionOutOfRange;
  const bool bones_exist = draw.bone_count <= kMaxDeviceBones &&
                           IsIn(draw.first_bone, draw.bone_count, device.bones().size());
  const bool binds_exist =
      draw.mode == SkinningMode::kRaw ||
      IsIn(draw.first_inverse_bind, draw.bone_count, device.inverse_binds().size());
  if (!bones_exist || !binds_exist) return Error::kMatricesTooSmall;
  const DeviceMesh mesh = device.mesh(draw.mesh);
  const std::size_t count = mesh.vertex_count;
  if (!normals.empty() && (mesh.format & kVertexNormal) == 0) return Error::kAttributeMissing;
  if (!tangents.empty() && (mesh.format & kVertexTangent) == 0) return Error::kAttributeMissing;
  if (positions.size() < count || (!normals.empty() && normals.size() < count) ||
      (!tangents.empty() && tangents.size() < count)) {
    return Error::kVerticesTooSmall;
  }
  return Error::kNone;
}

Error DeviceVerticesJob::Run() const {
  if (const Error error = Validate(); error != Error::kNone) return error;
  const DeviceMesh mesh = device.mesh(draw.mesh);
  SkinJob skin{.mesh = mesh.prepared,
               .normal_rule = normal_rule,
               .order = VertexOrder::kFile,
               .positions = positions.first(mesh.vertex_count),
               .normals = normals.empty() ? normals : normals.first(mesh.vertex_count),
               .tangents = tangents.empty() ? tangents : tangents.first(mesh.vertex_count)};
  if ((mesh.format & kVertexSkinned) == 0) {
    skin.rigid = &draw.world_from_model;
    return skin.Run();
  }
  FinalMatrices final;
  MakeFinalMatrices(device, draw, final);
  skin.palette = final;
  if (const Error error = skin.Run(); error != Error::kNone) return error;

  const Affine& place = draw.world_from_model;
  const scalar::SurfaceTurn turn = scalar::SurfaceTurnOf(place);
  for (std::uint32_t v = 0; v < mesh.vertex_count; ++v) {
    positions[v] = scalar::TransformPoint(place, positions[v]);
    if (!normals.empty()) normals[v] = scalar::SkinNormal(turn, normals[v], normals[v]);
    if (!tangents.empty()) {
      const Vec4 tangent = tangents[v];
      tangents[v] = scalar::SkinTangent(place, turn, {tangent.x, tangent.y, tangent.z}, tangent);
    }
  }
  return Error::kNone;
}

}  // namespace sinew
