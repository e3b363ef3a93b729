// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The device as bytes: little-endian, without padding, the same on every machine. What is written
// is said once, in WriteSnapshot; counting, writing and hashing are three sinks of it.
//
//   head        magic, version, content, meshes, skeletons (numbers, and the hash of all of them)
//   resources   in SnapshotContent::kAll: skeletons, meshes
//   state       bound skeleton, bones, transform
//   frame       bones, draws
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <memory>
#include <utility>

#include "base/bytes.h"
#include "math/usable.h"
#include "runtime/device/device_body.h"
#include "sinew/floating_point.h"
#include "sinew/hash.h"
#include "sinew/vertex_format.h"

namespace sinew {
namespace {

using device::kNotInFrame;
using device::MeshBytes;
using device::StoredMesh;
using device::StoredSkeleton;

constexpr std::uint32_t kMagic = 0x44574E53;  // "SNWD"
constexpr std::uint32_t kVersion = 1;

class CountingSink {
 public:
  void Put(std::span<const std::byte> bytes) { count_ += bytes.size(); }
  std::size_t count() const { return count_; }

 private:
  std::size_t count_ = 0;
};

class WritingSink {
 public:
  explicit WritingSink(std::span<std::byte> to) : to_(to) {}
  void Put(std::span<const std::byte> bytes) {
    if (bytes.empty()) return;
    std::memcpy(to_.data(), bytes.data(), bytes.size());
    to_ = to_.subspan(bytes.size());
  }

 private:
  std::span<std::byte> to_;
};

class HashingSink {
 public:
  void Put(std::span<const std::byte> bytes) { hash_.Add(bytes); }
  std::uint64_t value() const { return hash_.value(); }

 private:
  Hash64 hash_;
};

template <typename Sink>
void Put(Sink& sink, std::uint32_t value) {
  const std::array<std::byte, 4> bytes{
      static_cast<std::byte>(value), static_cast<std::byte>(value >> 8),
      static_cast<std::byte>(value >> 16), static_cast<std::byte>(value >> 24)};
  sink.Put(bytes);
}

template <typename Sink>
void Put(Sink& sink, std::uint64_t value) {
  Put(sink, static_cast<std::uint32_t>(value));
  Put(sink, static_cast<std::uint32_t>(value >> 32));
}

template <typename Sink>
void Put(Sink& sink, std::span<const Affine> matrices) {
  for (const Affine& matrix : matrices) {
    for (const std::array<float, 4>& row : matrix.m) {
      for (const float entry : row) Put(sink, std::bit_cast<std::uint32_t>(entry));
    }
  }
}

template <typename Sink>
void PutCounted(Sink& sink, std::span<const Affine> matrices) {
  Put(sink, static_cast<std::uint32_t>(matrices.size()));
  Put(sink, matrices);
}

std::uint64_t MeshHash(const Device::Body& body, std::size_t count) {
  return count == 0 ? 0 : body.meshes[count - 1].hash_so_far;
}
std::uint64_t SkeletonHash(const Device::Body& body, std::size_t count) {
  return count == 0 ? 0 : body.skeletons[count - 1].hash_so_far;
}

template <typename Sink>
void WriteResources(const Device::Body& body, Sink& sink) {
  for (const StoredSkeleton& skeleton : body.skeletons) {
    PutCounted(
        sink,
        std::span(body.inverse_binds).subspan(skeleton.first_inverse_bind, skeleton.bone_count));
  }
  for (const StoredMesh& mesh : body.meshes) {
    Put(sink, mesh.format);
    Put(sink, std::uint32_t{mesh.is_packed});
    Put(sink, mesh.vertex_count);
    Put(sink, static_cast<std::uint32_t>(mesh.indices.size()));
    sink.Put(mesh.vertices);
    for (const std::uint16_t index : mesh.indices) {
      const std::array<std::byte, 2> bytes{static_cast<std::byte>(index),
                                           static_cast<std::byte>(index >> 8)};
      sink.Put(bytes);
    }
  }
}

template <typename Sink>
void WriteSnapshot(const Device::Body& body, SnapshotContent content, Sink& sink) {
  Put(sink, kMagic);
  Put(sink, kVersion);
  Put(sink, static_cast<std::uint32_t>(content));
  Put(sink, static_cast<std::uint32_t>(body.meshes.size()));
  Put(sink, static_cast<std::uint32_t>(body.skeletons.size()));
  Put(sink, MeshHash(body, body.meshes.size()));
  Put(sink, SkeletonHash(body, body.skeletons.size()));
  if (content == SnapshotContent::kAll) WriteResources(body, sink);

  Put(sink, body.bound_skeleton);
  PutCounted(sink, std::span(body.current_bones).first(body.current_bone_count));
  Put(sink, body.current_first_bone);
  Put(sink, std::span(&body.world_from_model, 1));

  PutCounted(sink, body.frame_bones);
  Put(sink, static_cast<std::uint32_t>(body.draws.size()));
  for (const DeviceDraw& draw : body.draws) {
    Put(sink, draw.mesh);
    Put(sink, draw.skeleton);
    Put(sink, draw.first_bone);
    Put(sink, draw.bone_count);
    Put(sink, std::span(&draw.world_from_model, 1));
  }
}

// Reads bytes of unknown origin. After the first that is missing, all that is read is zero.
class Source {
 public:
  explicit Source(std::span<const std::byte> bytes) : left_(bytes) {}

  bool is_whole() const { return whole_; }
  bool is_at_end() const { return left_.empty(); }

  std::span<const std::byte> Take(std::uint64_t size_bytes) {
    if (size_bytes > left_.size()) {
      whole_ = false;
      left_ = {};
      return {};
    }
    const std::span<const std::byte> taken = left_.first(static_cast<std::size_t>(size_bytes));
    left_ = left_.subspan(taken.size());
    return taken;
  }
  std::uint32_t Take32() {
    const std::span<const std::byte> bytes = Take(4);
    if (bytes.empty()) return 0;
    std::uint32_t value = 0;
    for (std::size_t i = 4; i-- > 0;)
      value = (value << 8) | std::to_integer<std::uint32_t>(bytes[i]);
    return value;
  }
  std::uint64_t Take64() {
    const std::uint64_t low = Take32();
    return low | (std::uint64_t{Take32()} << 32);
  }
  // False where they are missing or a number cannot be used.
  bool Take(std::span<Affine> matrices) {
    if (left_.size() / sizeof(Affine) < matrices.size()) return whole_ = false;
    for (Affine& matrix : matrices) {
      for (std::array<float, 4>& row : matrix.m) {
        for (float& entry : row) entry = std::bit_cast<float>(Take32());
      }
      if (!scalar::IsUsable(matrix)) return whole_ = false;
    }
    return true;
  }
  // A count and as many matrices, `most` at most.
  bool TakeCounted(HookVector<Affine>& matrices, std::uint64_t most) {
    const std::uint32_t count = Take32();
    if (count > most || left_.size() / sizeof(Affine) < count) return whole_ = false;
    matrices.resize(count);
    return Take(std::span(matrices));
  }

 private:
  std::span<const std::byte> left_;
  bool whole_ = true;
};

struct Head {
  SnapshotContent content{};
  std::uint32_t mesh_count = 0, skeleton_count = 0;
  std::uint64_t mesh_hash = 0, skeleton_hash = 0;
};

// The state and the frame. `resources` has at least the meshes and skeletons that the head counts.
bool ReadState(Source& source, const Head& head, const Device::Body& resources, Device::Body& to) {
  to.bound_skeleton = source.Take32();
  if (to.bound_skeleton > head.skeleton_count) return false;
  to.current_bone_count = source.Take32();
  if (to.current_bone_count > kMaxDeviceBones) return false;
  if (!source.Take(std::span(to.current_bones).first(to.current_bone_count))) return false;
  to.current_first_bone = source.Take32();
  if (!source.Take(std::span(&to.world_from_model, 1))) return false;
  if (!source.TakeCounted(to.frame_bones, to.options.max_bones)) return false;
  const auto in_frame = [&](std::uint32_t first, std::uint32_t count) {
    return RangeFits(first, count, to.frame_bones.size());
  };
  if (to.current_first_bone != kNotInFrame &&
      (to.current_bone_count == 0 || !in_frame(to.current_first_bone, to.current_bone_count))) {
    return false;
  }
  const std::uint32_t draw_count = source.Take32();
  if (draw_count > to.options.max_draws) return false;
  for (std::uint32_t i = 0; i < draw_count; ++i) {
    DeviceDraw draw;
    draw.mesh = source.Take32();
    draw.skeleton = source.Take32();
    draw.first_bone = source.Take32();
    draw.bone_count = source.Take32();
    if (!source.Take(std::span(&draw.world_from_model, 1))) return false;
    const bool exists =
        draw.mesh != 0 && draw.mesh <= head.mesh_count && draw.skeleton <= head.skeleton_count &&
        draw.bone_count <= kMaxDeviceBones && in_frame(draw.first_bone, draw.bone_count);
    if (!exists) return false;
    const bool is_skinned = (resources.meshes[draw.mesh - 1].format & kVertexSkinned) != 0;
    if (!is_skinned && (draw.skeleton != 0 || draw.bone_count != 0)) return false;
    if (draw.skeleton != 0) {
      const StoredSkeleton& skeleton = resources.skeletons[draw.skeleton - 1];
      if (draw.bone_count > skeleton.bone_count) return false;
      draw.mode = SkinningMode::kInverseBind;
      draw.first_inverse_bind = skeleton.first_inverse_bind;
    }
    to.draws.push_back(draw);
  }
  return source.is_whole();
}

bool ReadResources(Source& source, const Head& head, Device::Body& to) {
  for (std::uint32_t i = 0; i < head.skeleton_count; ++i) {
    HookVector<Affine> inverse_bind;
    if (!source.TakeCounted(inverse_bind, kMaxDeviceBones) || inverse_bind.empty()) return false;
    if (inverse_bind.size() * sizeof(Affine) > to.options.max_resource_bytes - to.resource_bytes) {
      return false;
    }
    device::AddSkeleton(inverse_bind, to);
  }
  for (std::uint32_t i = 0; i < head.mesh_count; ++i) {
    MeshBytes bytes{.call = "snapshot"};
    bytes.format = source.Take32();
    const std::uint32_t packed = source.Take32();
    bytes.is_packed = packed == 1;
    bytes.vertex_count = source.Take32();
    const std::uint32_t index_count = source.Take32();
    if ((bytes.format & ~kVertexFlags) != 0 || packed > 1) return false;
    const std::uint32_t stride =
        bytes.is_packed ? VertexStride({.flags = bytes.format}) : FloatVertexStride(bytes.format);
    bytes.vertices = source.Take(std::uint64_t{bytes.vertex_count} * stride);
    const std::span<const std::byte> index_bytes = source.Take(std::uint64_t{index_count} * 2);
    if (!source.is_whole()) return false;
    HookVector<std::uint16_t> indices(index_count);
    for (std::size_t k = 0; k < indices.size(); ++k) {
      indices[k] =
          static_cast<std::uint16_t>(std::to_integer<unsigned>(index_bytes[2 * k]) |
                                     (std::to_integer<unsigned>(index_bytes[2 * k + 1]) << 8));
    }
    if (index_count != 0) bytes.indices = indices;
    std::optional<StoredMesh> mesh = device::ReadMesh(bytes, to);
    if (!mesh) return false;
    device::AddMesh(*std::move(mesh), to);
  }
  return true;
}

}  // namespace

std::size_t Device::snapshot_bytes(SnapshotContent content) const {
  CountingSink sink;
  WriteSnapshot(*body_, content, sink);
  return sink.count();
}

Error Device::Save(SnapshotContent content, std::span<std::byte> bytes) const {
  if (bytes.size() != snapshot_bytes(content)) return Error::kStateSize;
  WritingSink sink(bytes);
  WriteSnapshot(*body_, content, sink);
  return Error::kNone;
}

Error Device::Load(std::span<const std::byte> bytes) {
  const FloatEnvironmentGuard guard;
  Source source(bytes);
  const std::uint32_t magic = source.Take32();
  const std::uint32_t version = source.Take32();
  if (!source.is_whole()) return Error::kStateSize;
  if (magic != kMagic || version != kVersion) return Error::kStateVersion;
  Head head;
  const std::uint32_t content = source.Take32();
  if (content > static_cast<std::uint32_t>(SnapshotContent::kState)) return Error::kStateBroken;
  head.content = static_cast<SnapshotContent>(content);
  head.mesh_count = source.Take32();
  head.skeleton_count = source.Take32();
  head.mesh_hash = source.Take64();
  head.skeleton_hash = source.Take64();
  if (!source.is_whole()) return Error::kStateSize;

  auto loaded = std::make_unique<Body>(body_->options);
  const bool is_all = head.content == SnapshotContent::kAll;
  if (is_all && !ReadResources(source, head, *loaded)) return Error::kStateBroken;
  const Body& resources = is_all ? *loaded : *body_;
  const bool are_there = head.mesh_count <= resources.meshes.size() &&
                         head.skeleton_count <= resources.skeletons.size() &&
                         MeshHash(resources, head.mesh_count) == head.mesh_hash &&
                         SkeletonHash(resources, head.skeleton_count) == head.skeleton_hash;
  if (!are_there) return is_all ? Error::kStateBroken : Error::kOtherResources;
  if (!ReadState(source, head, resources, *loaded)) return Error::kStateBroken;
  if (!source.is_at_end()) return Error::kStateSize;
  if (!is_all) {
    device::KeepResources(head.mesh_count, head.skeleton_count, *body_);
    loaded->meshes = std::move(body_->meshes);
    loaded->skeletons = std::move(body_->skeletons);
    loaded->inverse_binds = std::move(body_->inverse_binds);
    loaded->resource_bytes = body_->resource_bytes;
  }
  body_ = std::move(loaded);
  return Error::kNone;
}

std::uint64_t Device::Hash() const {
  HashingSink sink;  // The resources are in it through their own hashes.
  WriteSnapshot(*body_, SnapshotContent::kState, sink);
  return sink.value();
}

}  // namespace sinew
