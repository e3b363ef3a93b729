// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "device_scene.h"

#include <cstddef>
#include <cstring>
#include <vector>

#include "scene.h"
#include "sinew/device.h"
#include "sinew/vertex_format.h"

namespace sinew::hash_scenes {
namespace {

constexpr std::uint32_t kVertexCount = 60;
constexpr std::uint32_t kBoneCount = 24;

// Float vertices of any format, with one to four weights that do not quite sum to one.
std::vector<std::byte> AnyVertices(Wild& wild, std::uint32_t format) {
  const std::uint32_t stride = FloatVertexStride(format);
  std::vector<std::byte> bytes(std::size_t{kVertexCount} * stride);
  for (std::uint32_t v = 0; v < kVertexCount; ++v) {
    std::byte* const vertex = bytes.data() + std::size_t{v} * stride;
    const bool is_skinned = (format & kVertexSkinned) != 0;
    const std::uint32_t floats = (stride - (is_skinned ? 20 : 0)) / 4;
    for (std::uint32_t i = 0; i < floats; ++i) {
      const float value = wild.Between(-1.0f, 1.0f);
      std::memcpy(vertex + std::size_t{i} * 4, &value, sizeof value);
    }
    if (!is_skinned) continue;
    for (std::uint32_t k = 0; k < 4; ++k) {
      const auto joint = static_cast<std::uint8_t>(wild.Bits() % 30);  // Some are not there.
      const float weight = k <= v % 4 ? wild.Between(0.1f, 0.5f) : 0.0f;
      std::memcpy(vertex + floats * 4 + k, &joint, 1);
      std::memcpy(vertex + floats * 4 + 4 + std::size_t{k} * 4, &weight, sizeof weight);
    }
  }
  return bytes;
}

Affine AnyMatrix(Wild& wild) {
  Transform t;
  t.translation = wild.Vector(2.0f);
  const Vec3 axis = NormalizeOr(wild.Vector(1.0f), {0, 1, 0});
  t.rotation = QuatOf(axis, wild.Between(-3.0f, 3.0f));
  const float scale = wild.Between(0.5f, 1.5f);
  const float height = wild.Between(0.5f, 1.5f);
  t.scale = {scale, height, -scale};
  return AffineOf(t);
}

std::vector<Affine> AnyMatrices(Wild& wild, std::uint32_t count) {
  std::vector<Affine> matrices(count);
  for (Affine& matrix : matrices) matrix = AnyMatrix(wild);
  return matrices;
}

void AddVertices(const Device& device, const DeviceDraw& draw, Hash64& hash) {
  const DeviceMesh mesh = device.mesh(draw.mesh);
  std::vector<Vec3> positions(mesh.vertex_count);
  std::vector<Vec3> normals((mesh.format & kVertexNormal) != 0 ? mesh.vertex_count : 0);
  std::vector<Vec4> tangents((mesh.format & kVertexTangent) != 0 ? mesh.vertex_count : 0);
  Require(DeviceVerticesJob{.device = device,
                            .draw = draw,
                            .positions = positions,
                            .normals = normals,
                            .tangents = tangents}
              .Run());
  hash.Add(std::span<const Vec3>(positions));
  hash.Add(std::span<const Vec3>(normals));
  hash.Add(std::span<const Vec4>(tangents));
}

}  // namespace

void PlayDevice() {
  Wild wild(18);
  Device device;
  for (std::uint32_t format = 0; format < 32; ++format) {
    Require(device.LoadMesh(AnyVertices(wild, format), kVertexCount, format) == format + 1,
            "a mesh of the device was refused");
  }
  for (int i = 0; i < 2; ++i) {
    Require(device.LoadSkeleton(AnyMatrices(wild, kBoneCount)) != 0, "a skeleton was refused");
  }
  Hash64 vertices, states;
  std::vector<std::byte> saved;
  for (int frame = 0; frame < 8; ++frame) {
    device.BeginFrame();
    for (std::uint32_t mesh = 1; mesh <= 32; ++mesh) {
      device.BindSkeleton(mesh % 3);
      if (mesh % 5 == 0) Require(device.SetBones(AnyMatrices(wild, kBoneCount - mesh % 2)));
      const Vec3 place = wild.Vector(4.0f);
      device.TransformSetPosition(place.x, place.y, place.z);
      device.DrawMesh(mesh);
    }
    for (const DeviceDraw& draw : device.draws()) AddVertices(device, draw, vertices);
    Add(device.Hash(), states);
    saved.resize(device.snapshot_bytes(SnapshotContent::kAll));
    Require(device.Save(SnapshotContent::kAll, saved));
    states.Add(std::span<const std::byte>(saved));
    Device other;  // Goes on from the bytes.
    Require(other.Load(saved));
    device = std::move(other);
  }
  Print("device", "vertices", vertices);
  Print("device", "states", states);
}

}  // namespace sinew::hash_scenes
