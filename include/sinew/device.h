// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The device of a fantasy console: a game loads meshes and skeletons, sets bones and draws. The
// device records what was drawn. It knows nothing of a GPU: back ends read its draw list.
//
//   Device console({.log = {&Print}});
//   const uint32_t mesh = console.LoadMeshIndexedPacked(VERTICES, VERTEX_COUNT, INDICES, FORMAT);
//   const uint32_t skeleton = console.LoadSkeleton(INVERSE_BIND_MATRICES, BONE_COUNT);
//   console.BeginFrame();
//   console.BindSkeleton(skeleton);
//   console.SetBones(bone_model, BONE_COUNT);
//   console.DrawMesh(mesh);
//   for (const DeviceDraw& draw : console.draws()) ...
//
//   Handles  1, 2, 3 and so on, in the order of loading; 0 is no handle.
//   State    the bound skeleton, the bones and the transform stay as they are until they are set
//            again. BeginFrame clears the draw list alone. A draw keeps the state it was made with.
//   Space    bones are in model space: relative to the mesh's origin. The transform places the
//            skinned mesh in the world, after skinning, so one pose can be drawn many times.
//   Layout   a bone is 12 floats: the three rows of a 3x4 matrix, as an Affine has them.
//   Errors   a call that cannot be carried out tells the log and changes nothing. Calls that return
//            a handle return 0. Numbers that are not finite or exceed 1e18 are refused.
//   Memory   loading allocates, from the hooks (hooks.h). The other calls allocate only while a
//            frame has more draws or bones than every frame before it.
//   Threads  one at a time.
//   Names    messages use the console's names: load_skeleton, skeleton_bind and so on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "sinew/hooks.h"
#include "sinew/math.h"
#include "sinew/result.h"
#include "sinew/skinned_mesh.h"
#include "sinew/skinning.h"

namespace sinew {

inline constexpr std::uint32_t kMaxDeviceBones = 256;  // Of a skeleton, and of one SetBones.

enum class DeviceSeverity : std::uint8_t {
  kWarning,  // The call was carried out, in part or with a repair.
  kError,    // It was not.
};

// Receives messages. `message` ends with a zero byte and is valid during the call. Without a
// function messages are dropped.
struct DeviceLog {
  void (*function)(DeviceSeverity severity, const char* message, void* context) = nullptr;
  void* context = nullptr;
};

// What a game may make the device hold.
struct DeviceOptions {
  DeviceLog log{};
  // Meshes and skeletons: the bytes they were loaded from, and what the CPU back end made of them.
  std::uint64_t max_resource_bytes = std::uint64_t{256} << 20;
  std::uint32_t max_draws = 65'536;     // Per frame.
  std::uint32_t max_bones = 1'048'576;  // Per frame: of all SetBones that were drawn with.
};

enum class SkinningMode : std::uint32_t {
  kRaw = 0,          // A bone is the final matrix.
  kInverseBind = 1,  // The final matrix is bone * inverse bind matrix.
};

// One recorded draw, with the state at that moment.
struct DeviceDraw {
  std::uint32_t mesh = 0;  // A handle.
  SkinningMode mode = SkinningMode::kRaw;
  std::uint32_t skeleton = 0;  // A handle; 0 in raw mode.
  // The draw's bones are Device::bones()[first_bone .. first_bone + bone_count). Draws that share
  // them have the same first_bone. 0 bones: the mesh is not skinned, or no bones were set.
  std::uint32_t first_bone = 0;
  std::uint32_t bone_count = 0;
  // In mode kInverseBind, their inverse bind matrices begin here in Device::inverse_binds().
  std::uint32_t first_inverse_bind = 0;
  Affine world_from_model{};

  bool operator==(const DeviceDraw&) const = default;
};

// A mesh as it was loaded. Borrowed from the device; valid until the next LoadMesh or Load.
struct DeviceMesh {
  std::uint32_t format = 0;  // Flags of vertex_format.h.
  bool is_packed = false;    // Vertices as EncodeVerticesJob writes them; else floats.
  std::uint32_t stride_bytes = 0;
  std::uint32_t vertex_count = 0;
  std::span<const std::byte> vertices{};
  std::span<const std::uint16_t> indices{};  // Triangles; empty: three vertices after another.
  std::uint32_t joint_bound = 0;  // One more than the largest bone that a vertex names; 0: none.
  SkinnedMeshView prepared;       // For the CPU.
};

// The bytes of one float vertex. Attributes follow each other in this order, each where its flag is
// set: position float x 3, uv (1) float x 2, colour (2) float x 3, normal (4) float x 3, tangent
// (16) float x 4, skin (8) joints uint8 x 4 and weights float x 4.
std::uint32_t FloatVertexStride(std::uint32_t format);

// What a snapshot holds.
enum class SnapshotContent : std::uint32_t {
  kAll = 0,    // Everything: it can be loaded by any device.
  kState = 1,  // All but the data of meshes and skeletons: small, for rollback. It can be loaded by
               // a device that has loaded the same meshes and skeletons; what was loaded after the
               // snapshot is dropped.
};

class Device {
 public:
  explicit Device(const DeviceOptions& options = {});
  Device(Device&& other) noexcept;
  Device& operator=(Device&& other) noexcept;
  ~Device();

  // --- resources: copied, so that the caller's arrays may go ---

  // Vertices of floats (FloatVertexStride), or packed (VertexStride of vertex_format.h, with joints
  // of 8 bits and four weights). Without indices, every three vertices are a triangle. Weights of a
  // vertex are scaled to a sum of one; a vertex without weights stays where it is.
  std::uint32_t LoadMesh(std::span<const std::byte> vertices, std::uint32_t vertex_count,
                         std::uint32_t format);
  std::uint32_t LoadMesh(std::span<const float> vertices, std::uint32_t vertex_count,
                         std::uint32_t format) {
    return LoadMesh(std::as_bytes(vertices), vertex_count, format);
  }
  std::uint32_t LoadMeshIndexed(std::span<const std::byte> vertices, std::uint32_t vertex_count,
                                std::span<const std::uint16_t> indices, std::uint32_t format);
  std::uint32_t LoadMeshIndexed(std::span<const float> vertices, std::uint32_t vertex_count,
                                std::span<const std::uint16_t> indices, std::uint32_t format) {
    return LoadMeshIndexed(std::as_bytes(vertices), vertex_count, indices, format);
  }
  std::uint32_t LoadMeshPacked(std::span<const std::byte> vertices, std::uint32_t vertex_count,
                               std::uint32_t format);
  std::uint32_t LoadMeshPacked(std::span<const std::uint8_t> vertices, std::uint32_t vertex_count,
                               std::uint32_t format) {
    return LoadMeshPacked(std::as_bytes(vertices), vertex_count, format);
  }
  std::uint32_t LoadMeshIndexedPacked(std::span<const std::byte> vertices,
                                      std::uint32_t vertex_count,
                                      std::span<const std::uint16_t> indices, std::uint32_t format);
  std::uint32_t LoadMeshIndexedPacked(std::span<const std::uint8_t> vertices,
                                      std::uint32_t vertex_count,
                                      std::span<const std::uint16_t> indices,
                                      std::uint32_t format) {
    return LoadMeshIndexedPacked(std::as_bytes(vertices), vertex_count, indices, format);
  }

  // Inverse bind matrices: 1 to 256 bones of 12 floats each.
  std::uint32_t LoadSkeleton(std::span<const float> inverse_bind, std::uint32_t bone_count);
  std::uint32_t LoadSkeleton(std::span<const Affine> inverse_bind);

  // --- state ---

  // A handle: bones are model-space transforms from now on. 0: bones are final matrices. A handle
  // that does not exist is a warning, and the old skeleton stays bound.
  void BindSkeleton(std::uint32_t skeleton);

  // The console's call: more than 256 bones are cut off with a warning, 0 bones are an error, and a
  // count other than the bound skeleton's is a warning. Bones that the skeleton has and the call
  // does not set are at rest: they leave vertices where the bind pose has them.
  void SetBones(std::span<const float> bones, std::uint32_t count);
  // The same, 16 floats per bone: column-major 4x4. The last row must be 0, 0, 0, 1.
  void SetBones4x4(std::span<const float> bones, std::uint32_t count);
  // The C++ call: kTooManyBones, kNoBones and kValueNotFinite change nothing.
  Error SetBones(std::span<const Affine> bones);

  void TransformIdentity();
  void TransformSetPosition(float x, float y, float z);  // Rotation and scale stay.
  void TransformSet(std::span<const float> matrix);      // 16 floats, column-major 4x4, affine.

  // --- frames ---

  void BeginFrame();  // Forgets the draws of the last frame, and nothing else.
  void DrawMesh(std::uint32_t mesh);

  // --- what was recorded; valid until the next call that changes it ---

  std::span<const DeviceDraw> draws() const&;
  std::span<const DeviceDraw> draws() const&& = delete;
  // All bones that the draws of this frame use, one run per SetBones.
  std::span<const Affine> bones() const&;
  std::span<const Affine> bones() const&& = delete;
  // Of all skeletons, one after another: uploaded once, when they are loaded.
  std::span<const Affine> inverse_binds() const&;
  std::span<const Affine> inverse_binds() const&& = delete;

  std::uint32_t mesh_count() const;
  std::uint32_t skeleton_count() const;
  DeviceMesh mesh(std::uint32_t handle) const&;  // Of a handle that exists: another asserts.
  DeviceMesh mesh(std::uint32_t handle) const&& = delete;
  std::span<const Affine> skeleton(std::uint32_t handle) const&;  // Its inverse bind matrices.
  std::span<const Affine> skeleton(std::uint32_t handle) const&& = delete;
  std::uint32_t bound_skeleton() const;  // 0: raw mode.
  const Affine& transform() const&;
  const Affine& transform() const&& = delete;

  // --- snapshots: the same bytes on every machine ---

  std::size_t snapshot_bytes(SnapshotContent content) const;
  // kStateSize unless `bytes` is exactly snapshot_bytes(content) long.
  Error Save(SnapshotContent content, std::span<std::byte> bytes) const;
  // Bytes of Save, or of anybody: every number is checked. Allocates. kStateSize, kStateVersion,
  // kStateBroken, kOtherResources: the device is unchanged.
  Error Load(std::span<const std::byte> bytes);
  // Of all that a snapshot holds: equal devices have equal hashes.
  std::uint64_t Hash() const;

  struct Body;  // Internal.

 private:
  std::unique_ptr<Body> body_;
};

// The CPU back end: one recorded draw as vertices in world space, in the order of the loaded mesh.
// Normals and tangents need the mesh's. Nothing is allocated.
//   final[i] = bones[i] * inverse_binds[i], or bones[i] in raw mode; the identity for bones that
//   the draw does not have. A vertex is blended from these, then moved by world_from_model.
struct DeviceVerticesJob {
  const Device& device;
  DeviceDraw draw;  // One of device.draws().
  NormalRule normal_rule = NormalRule::kByPalette;
  std::span<Vec3> positions;   // Out. One per vertex.
  std::span<Vec3> normals{};   // Out, unit. Empty: not wanted.
  std::span<Vec4> tangents{};  // Out, unit, w the handedness. Empty: not wanted.

  Error Validate() const;
  Error Run() const;  // On any error nothing is written.
};

}  // namespace sinew
