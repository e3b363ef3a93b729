// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/device.h"

#include <algorithm>
#include <utility>

#include "math/usable.h"
#include "runtime/device/device_body.h"
#include "runtime/device/device_message.h"
#include "sinew/assertion.h"
#include "sinew/floating_point.h"
#include "sinew/hash.h"
#include "sinew/matrix_layouts.h"
#include "sinew/vertex_format.h"

namespace sinew {
namespace {

using device::kNotInFrame;
using device::MeshBytes;
using device::Message;
using device::StoredMesh;
using device::StoredSkeleton;

constexpr std::size_t kRowMajorFloats = 12;
constexpr std::size_t kColumnMajorFloats = 16;

Affine BoneAt(std::span<const float> floats, std::size_t bone) {
  std::array<float, kRowMajorFloats> rows;
  std::copy_n(floats.begin() + static_cast<std::ptrdiff_t>(bone * kRowMajorFloats), kRowMajorFloats,
              rows.begin());
  return FromRowMajor3x4(rows);
}

// A column-major 4x4 matrix whose last row is that of an affine transform, or nothing.
std::optional<Affine> AffineAt(std::span<const float> floats, std::size_t matrix) {
  std::array<float, kColumnMajorFloats> columns;
  std::copy_n(floats.begin() + static_cast<std::ptrdiff_t>(matrix * kColumnMajorFloats),
              kColumnMajorFloats, columns.begin());
  const bool is_affine =
      columns[3] == 0.0f && columns[7] == 0.0f && columns[11] == 0.0f && columns[15] == 1.0f;
  if (!is_affine) return std::nullopt;
  return FromColumnMajor4x4(columns);
}

std::uint32_t Load(const MeshBytes& bytes, Device::Body& body) {
  const FloatEnvironmentGuard guard;
  std::optional<StoredMesh> mesh = device::ReadMesh(bytes, body);
  if (!mesh) return 0;
  device::AddMesh(*std::move(mesh), body);
  return static_cast<std::uint32_t>(body.meshes.size());
}

// Takes over `count` bones from `bone_at`, or tells the log.
template <typename BoneAtIndex>
void TakeBones(Device::Body& body, std::uint32_t count, const BoneAtIndex& bone_at) {
  std::array<Affine, kMaxDeviceBones> bones;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::optional<Affine> bone = bone_at(i);
    if (!bone) {
      return body.Fail(Message("set_bones: the last row of bone ", i, " is not 0, 0, 0, 1").text());
    }
    if (!scalar::IsUsable(*bone)) {
      return body.Fail(
          Message("set_bones: bone ", i, " has a number that is not finite or exceeds 1e18")
              .text());
    }
    bones[i] = *bone;
  }
  std::copy_n(bones.begin(), count, body.current_bones.begin());
  body.current_bone_count = count;
  body.current_first_bone = kNotInFrame;
  if (body.bound_skeleton == 0) return;
  const std::uint32_t expected = body.skeletons[body.bound_skeleton - 1].bone_count;
  if (count != expected) {
    body.Warn(
        Message("set_bones: ", count, " bones for a skeleton of ", expected, " bones").text());
  }
}

// What is left of `count` bones after the console's rules; nothing: the call is an error.
std::optional<std::uint32_t> CheckedCount(const Device::Body& body, std::span<const float> floats,
                                          std::uint32_t count, std::size_t floats_each) {
  if (count == 0) {
    body.Fail("set_bones: there are no bones to set");
    return std::nullopt;
  }
  if (count > kMaxDeviceBones) {
    body.Warn(Message("set_bones: ", count, " bones, only the first ", kMaxDeviceBones, " are set")
                  .text());
    count = kMaxDeviceBones;
  }
  if (floats.data() == nullptr) {
    body.Fail("set_bones: the pointer to the bones is null");
    return std::nullopt;
  }
  if (floats.size() / floats_each < count) {
    body.Fail(Message("set_bones: ", count, " bones are more than the ", floats.size(),
                      " floats there are")
                  .text());
    return std::nullopt;
  }
  return count;
}

// Puts the current bones into the frame, once, whichever draw needs them first.
bool PutBonesInFrame(Device::Body& body) {
  if (body.current_first_bone != kNotInFrame || body.current_bone_count == 0) return true;
  if (body.current_bone_count > body.options.max_bones - body.frame_bones.size()) {
    body.Fail(Message("draw_mesh: the frame has more than ", body.options.max_bones, " bones, ",
                      "the limit max_bones")
                  .text());
    return false;
  }
  body.current_first_bone = static_cast<std::uint32_t>(body.frame_bones.size());
  const auto current = std::span(body.current_bones).first(body.current_bone_count);
  body.frame_bones.insert(body.frame_bones.end(), current.begin(), current.end());
  return true;
}

}  // namespace

namespace device {

void AddMesh(StoredMesh mesh, Device::Body& body) {
  Hash64 hash;
  const std::uint64_t before = body.meshes.empty() ? 0 : body.meshes.back().hash_so_far;
  hash.Add(static_cast<std::uint32_t>(before)).Add(static_cast<std::uint32_t>(before >> 32));
  hash.Add(mesh.format).Add(std::uint32_t{mesh.is_packed}).Add(mesh.vertex_count);
  hash.Add(std::span<const std::byte>(mesh.vertices));
  hash.Add(static_cast<std::uint32_t>(mesh.indices.size()));
  for (const std::uint16_t index : mesh.indices) hash.Add(std::uint32_t{index});
  mesh.hash_so_far = hash.value();
  body.resource_bytes += mesh.size_bytes();
  body.meshes.push_back(std::move(mesh));
}

void AddSkeleton(std::span<const Affine> inverse_bind, Device::Body& body) {
  Hash64 hash;
  const std::uint64_t before = body.skeletons.empty() ? 0 : body.skeletons.back().hash_so_far;
  hash.Add(static_cast<std::uint32_t>(before)).Add(static_cast<std::uint32_t>(before >> 32));
  hash.Add(static_cast<std::uint32_t>(inverse_bind.size())).Add(inverse_bind);
  body.skeletons.push_back(
      {.first_inverse_bind = static_cast<std::uint32_t>(body.inverse_binds.size()),
       .bone_count = static_cast<std::uint32_t>(inverse_bind.size()),
       .hash_so_far = hash.value()});
  body.inverse_binds.insert(body.inverse_binds.end(), inverse_bind.begin(), inverse_bind.end());
  body.resource_bytes += inverse_bind.size_bytes();
}

void KeepResources(std::uint32_t mesh_count, std::uint32_t skeleton_count, Device::Body& body) {
  while (body.meshes.size() > mesh_count) {
    body.resource_bytes -= body.meshes.back().size_bytes();
    body.meshes.pop_back();
  }
  while (body.skeletons.size() > skeleton_count) {
    body.resource_bytes -= body.skeletons.back().bone_count * sizeof(Affine);
    body.inverse_binds.resize(body.skeletons.back().first_inverse_bind);
    body.skeletons.pop_back();
  }
}

}  // namespace device

Device::Device(const DeviceOptions& options) : body_(std::make_unique<Body>(options)) {}
Device::Device(Device&& other) noexcept = default;
Device& Device::operator=(Device&& other) noexcept = default;
Device::~Device() = default;

std::uint32_t Device::LoadMesh(std::span<const std::byte> vertices, std::uint32_t vertex_count,
                               std::uint32_t format) {
  return sinew::Load(
      {.call = "load_mesh", .vertices = vertices, .vertex_count = vertex_count, .format = format},
      *body_);
}

std::uint32_t Device::LoadMeshIndexed(std::span<const std::byte> vertices,
                                      std::uint32_t vertex_count,
                                      std::span<const std::uint16_t> indices,
                                      std::uint32_t format) {
  return sinew::Load({.call = "load_mesh_indexed",
                      .vertices = vertices,
                      .vertex_count = vertex_count,
                      .indices = indices,
                      .format = format},
                     *body_);
}

std::uint32_t Device::LoadMeshPacked(std::span<const std::byte> vertices,
                                     std::uint32_t vertex_count, std::uint32_t format) {
  return sinew::Load({.call = "load_mesh_packed",
                      .vertices = vertices,
                      .vertex_count = vertex_count,
                      .format = format,
                      .is_packed = true},
                     *body_);
}

std::uint32_t Device::LoadMeshIndexedPacked(std::span<const std::byte> vertices,
                                            std::uint32_t vertex_count,
                                            std::span<const std::uint16_t> indices,
                                            std::uint32_t format) {
  return sinew::Load({.call = "load_mesh_indexed_packed",
                      .vertices = vertices,
                      .vertex_count = vertex_count,
                      .indices = indices,
                      .format = format,
                      .is_packed = true},
                     *body_);
}

std::uint32_t Device::LoadSkeleton(std::span<const float> inverse_bind, std::uint32_t bone_count) {
  if (bone_count > kMaxDeviceBones) {  // Before anything is copied.
    body_->Fail(
        Message("load_skeleton: ", bone_count, " bones, the most is ", kMaxDeviceBones).text());
    return 0;
  }
  if (bone_count != 0 && inverse_bind.data() == nullptr) {
    body_->Fail("load_skeleton: the pointer to the inverse bind matrices is null");
    return 0;
  }
  if (inverse_bind.size() / kRowMajorFloats < bone_count) {
    body_->Fail(Message("load_skeleton: ", bone_count, " bones are more than the ",
                        inverse_bind.size(), " floats there are")
                    .text());
    return 0;
  }
  std::array<Affine, kMaxDeviceBones> matrices;
  for (std::uint32_t i = 0; i < bone_count; ++i) matrices[i] = BoneAt(inverse_bind, i);
  return LoadSkeleton(std::span(matrices).first(bone_count));
}

std::uint32_t Device::LoadSkeleton(std::span<const Affine> inverse_bind) {
  if (inverse_bind.empty()) {
    body_->Fail("load_skeleton: there are no bones");
    return 0;
  }
  if (inverse_bind.size() > kMaxDeviceBones) {
    body_->Fail(
        Message("load_skeleton: ", inverse_bind.size(), " bones, the most is ", kMaxDeviceBones)
            .text());
    return 0;
  }
  for (std::size_t i = 0; i < inverse_bind.size(); ++i) {
    if (scalar::IsUsable(inverse_bind[i])) continue;
    body_->Fail(
        Message("load_skeleton: bone ", i, " has a number that is not finite or exceeds 1e18")
            .text());
    return 0;
  }
  if (inverse_bind.size_bytes() > body_->options.max_resource_bytes - body_->resource_bytes) {
    body_->Fail(Message("load_skeleton: the device's ", body_->options.max_resource_bytes,
                        " bytes for meshes and skeletons are used up")
                    .text());
    return 0;
  }
  device::AddSkeleton(inverse_bind, *body_);
  return static_cast<std::uint32_t>(body_->skeletons.size());
}

void Device::BindSkeleton(std::uint32_t skeleton) {
  if (skeleton > body_->skeletons.size()) {
    return body_->Warn(
        Message("skeleton_bind: there is no skeleton ", skeleton, ", the old one stays bound")
            .text());
  }
  body_->bound_skeleton = skeleton;
}

void Device::SetBones(std::span<const float> bones, std::uint32_t count) {
  const auto checked = CheckedCount(*body_, bones, count, kRowMajorFloats);
  if (!checked) return;
  TakeBones(*body_, *checked,
            [&](std::uint32_t i) { return std::optional<Affine>(BoneAt(bones, i)); });
}

void Device::SetBones4x4(std::span<const float> bones, std::uint32_t count) {
  const auto checked = CheckedCount(*body_, bones, count, kColumnMajorFloats);
  if (!checked) return;
  TakeBones(*body_, *checked, [&](std::uint32_t i) { return AffineAt(bones, i); });
}

Error Device::SetBones(std::span<const Affine> bones) {
  if (bones.empty()) return Error::kNoBones;
  if (bones.size() > kMaxDeviceBones) return Error::kTooManyBones;
  if (!scalar::AllUsable(bones)) return Error::kValueNotFinite;
  TakeBones(*body_, static_cast<std::uint32_t>(bones.size()),
            [&](std::uint32_t i) { return std::optional<Affine>(bones[i]); });
  return Error::kNone;
}

void Device::TransformIdentity() { body_->world_from_model = Affine{}; }

void Device::TransformSetPosition(float x, float y, float z) {
  if (!scalar::IsUsable(Vec3{x, y, z})) {
    return body_->Fail(
        "transform_set_position: a coordinate is not finite or exceeds 1e18, nothing is changed");
  }
  body_->world_from_model.m[0][3] = x;
  body_->world_from_model.m[1][3] = y;
  body_->world_from_model.m[2][3] = z;
}

void Device::TransformSet(std::span<const float> matrix) {
  if (matrix.size() < kColumnMajorFloats) {
    return body_->Fail(
        Message("transform_set: ", matrix.size(), " floats, a 4x4 matrix has 16").text());
  }
  const std::optional<Affine> affine = AffineAt(matrix, 0);
  if (!affine) return body_->Fail("transform_set: the last row is not 0, 0, 0, 1");
  if (!scalar::IsUsable(*affine)) {
    return body_->Fail("transform_set: a number is not finite or exceeds 1e18");
  }
  body_->world_from_model = *affine;
}

void Device::BeginFrame() {
  body_->draws.clear();
  body_->frame_bones.clear();
  body_->current_first_bone = kNotInFrame;
}

void Device::DrawMesh(std::uint32_t mesh) {
  Body& body = *body_;
  if (mesh == 0 || mesh > body.meshes.size()) {
    return body.Fail(Message("draw_mesh: there is no mesh ", mesh).text());
  }
  if (body.draws.size() >= body.options.max_draws) {
    return body.Fail(Message("draw_mesh: the frame has more than ", body.options.max_draws,
                             " draws, the limit max_draws")
                         .text());
  }
  DeviceDraw draw{.mesh = mesh, .world_from_model = body.world_from_model};
  if ((body.meshes[mesh - 1].format & kVertexSkinned) != 0) {
    if (!PutBonesInFrame(body)) return;
    draw.bone_count = body.current_bone_count;
    draw.first_bone = draw.bone_count == 0 ? 0 : body.current_first_bone;
    if (body.bound_skeleton != 0) {
      const StoredSkeleton& skeleton = body.skeletons[body.bound_skeleton - 1];
      draw.mode = SkinningMode::kInverseBind;
      draw.skeleton = body.bound_skeleton;
      draw.first_inverse_bind = skeleton.first_inverse_bind;
      draw.bone_count = std::min(draw.bone_count, skeleton.bone_count);
    }
  }
  body.draws.push_back(draw);
}

std::span<const DeviceDraw> Device::draws() const& { return body_->draws; }
std::span<const Affine> Device::bones() const& { return body_->frame_bones; }
std::span<const Affine> Device::inverse_binds() const& { return body_->inverse_binds; }

std::uint32_t Device::mesh_count() const {
  return static_cast<std::uint32_t>(body_->meshes.size());
}
std::uint32_t Device::skeleton_count() const {
  return static_cast<std::uint32_t>(body_->skeletons.size());
}

DeviceMesh Device::mesh(std::uint32_t handle) const& {
  SINEW_ASSERT(handle != 0 && handle <= body_->meshes.size());
  const StoredMesh& mesh = body_->meshes[handle - 1];
  return {.format = mesh.format,
          .is_packed = mesh.is_packed,
          .stride_bytes = mesh.stride_bytes,
          .vertex_count = mesh.vertex_count,
          .vertices = mesh.vertices,
          .indices = mesh.indices,
          .joint_bound = (mesh.format & kVertexSkinned) != 0 ? mesh.prepared.joint_bound() : 0,
          .prepared = mesh.prepared};
}

std::span<const Affine> Device::skeleton(std::uint32_t handle) const& {
  SINEW_ASSERT(handle != 0 && handle <= body_->skeletons.size());
  const StoredSkeleton& skeleton = body_->skeletons[handle - 1];
  return std::span(body_->inverse_binds).subspan(skeleton.first_inverse_bind, skeleton.bone_count);
}

std::uint32_t Device::bound_skeleton() const { return body_->bound_skeleton; }
const Affine& Device::transform() const& { return body_->world_from_model; }

}  // namespace sinew
