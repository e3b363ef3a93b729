// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What a Device is made of: resources that are only ever added, the state that draws capture, and
// the frame that was recorded.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "sinew/device.h"

namespace sinew {

namespace device {

// A mesh as it was loaded, and prepared for the CPU.
struct StoredMesh {
  std::uint32_t format = 0;
  bool is_packed = false;
  std::uint32_t stride_bytes = 0;
  std::uint32_t vertex_count = 0;
  HookVector<std::byte> vertices{};
  HookVector<std::uint16_t> indices{};
  SkinnedMesh prepared;
  std::uint64_t hash_so_far = 0;  // Of this mesh and all before it.

  std::uint64_t size_bytes() const {
    return vertices.size() + indices.size() * sizeof(std::uint16_t) + prepared.size_bytes();
  }
};

struct StoredSkeleton {
  std::uint32_t first_inverse_bind = 0;
  std::uint32_t bone_count = 0;
  std::uint64_t hash_so_far = 0;  // Of this skeleton and all before it.
};

// Bytes of a mesh, before anybody looked at them.
struct MeshBytes {
  const char* call = "";  // The console's name of the call, for messages.
  std::span<const std::byte> vertices{};
  std::uint32_t vertex_count = 0;
  std::optional<std::span<const std::uint16_t>> indices{};  // None: not indexed.
  std::uint32_t format = 0;
  bool is_packed = false;
};

// Checks every number, and prepares the mesh. Nothing where it was refused: the log was told.
std::optional<StoredMesh> ReadMesh(const MeshBytes& bytes, const Device::Body& body);

// The offset of a draw's bones in the frame while they are not part of it yet.
inline constexpr std::uint32_t kNotInFrame = 0xFFFFFFFFu;

}  // namespace device

struct Device::Body : FromHooks {
  explicit Body(const DeviceOptions& given) : options(given) {}

  void Warn(const char* message) const { Tell(DeviceSeverity::kWarning, message); }
  void Fail(const char* message) const { Tell(DeviceSeverity::kError, message); }

  DeviceOptions options;

  HookVector<device::StoredMesh> meshes{};
  HookVector<device::StoredSkeleton> skeletons{};
  HookVector<Affine> inverse_binds{};
  std::uint64_t resource_bytes = 0;

  std::uint32_t bound_skeleton = 0;
  std::uint32_t current_bone_count = 0;
  std::array<Affine, kMaxDeviceBones> current_bones{};
  // Where the current bones lie in frame_bones, once a draw of this frame has used them.
  std::uint32_t current_first_bone = device::kNotInFrame;
  Affine world_from_model{};

  HookVector<DeviceDraw> draws{};
  HookVector<Affine> frame_bones{};

 private:
  void Tell(DeviceSeverity severity, const char* message) const {
    if (options.log.function != nullptr) {
      options.log.function(severity, message, options.log.context);
    }
  }
};

namespace device {

// Adds resources, with their hashes and their bytes. They were checked before.
void AddMesh(StoredMesh mesh, Device::Body& body);
void AddSkeleton(std::span<const Affine> inverse_bind, Device::Body& body);
// Drops what was loaded later.
void KeepResources(std::uint32_t mesh_count, std::uint32_t skeleton_count, Device::Body& body);

}  // namespace device
}  // namespace sinew
