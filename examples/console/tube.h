// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A tube in the console's float layout, with bones along it: a rig for games that make their own
// motion. It hangs from the origin along -Y. Bone i begins at -i * length.
//
//   Format   12: normal (4) and skinned (8); docs/console.md has the layout.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "sinew/device.h"
#include "sinew/math.h"
#include "sinew/vertex_format.h"

namespace console_examples {

inline constexpr std::uint32_t kTubeFormat = sinew::kVertexNormal | sinew::kVertexSkinned;

struct Tube {
  std::vector<std::byte> vertices{};
  std::uint32_t vertex_count = 0;
  std::vector<std::uint16_t> indices{};
  std::vector<sinew::Affine> inverse_bind{};
};

namespace tube_parts {

template <typename T>
void Append(const T& value, std::vector<std::byte>& to) {
  to.resize(to.size() + sizeof value);
  std::memcpy(to.data() + to.size() - sizeof value, &value, sizeof value);
}

}  // namespace tube_parts

// Rings of four corners, two per bone and one at the end. A ring between two bones is moved by
// both.
inline Tube MakeTube(std::uint32_t bone_count, float length, float radius) {
  Tube tube;
  constexpr std::array<sinew::Vec3, 4> kSides{sinew::Vec3{1, 0, 0}, sinew::Vec3{0, 0, 1},
                                              sinew::Vec3{-1, 0, 0}, sinew::Vec3{0, 0, -1}};
  const std::uint32_t ring_count = 2 * bone_count + 1;
  for (std::uint32_t ring = 0; ring < ring_count; ++ring) {
    const std::uint32_t bone = ring / 2 < bone_count ? ring / 2 : bone_count - 1;
    const bool is_between = ring % 2 == 0 && ring != 0 && ring + 1 != ring_count;
    for (const sinew::Vec3& side : kSides) {
      const float y = -0.5f * length * static_cast<float>(ring);
      tube_parts::Append(sinew::Vec3{radius * side.x, y, radius * side.z}, tube.vertices);
      tube_parts::Append(side, tube.vertices);
      const auto above = static_cast<std::uint8_t>(is_between ? bone - 1 : bone);
      const std::array<std::uint8_t, 4> joints{above, static_cast<std::uint8_t>(bone), 0, 0};
      const std::array<float, 4> weights =
          is_between ? std::array<float, 4>{0.5f, 0.5f, 0, 0} : std::array<float, 4>{1, 0, 0, 0};
      tube_parts::Append(joints, tube.vertices);
      tube_parts::Append(weights, tube.vertices);
      ++tube.vertex_count;
    }
  }
  for (std::uint32_t ring = 0; ring + 1 < ring_count; ++ring) {
    for (std::uint32_t side = 0; side < 4; ++side) {
      const std::uint32_t next = (side + 1) % 4;
      for (const std::uint32_t corner :
           {4 * ring + side, 4 * ring + next, 4 * ring + 4 + side, 4 * ring + next,
            4 * ring + 4 + next, 4 * ring + 4 + side}) {
        tube.indices.push_back(static_cast<std::uint16_t>(corner));
      }
    }
  }
  for (std::uint32_t bone = 0; bone < bone_count; ++bone) {
    sinew::Affine joint_from_model;
    joint_from_model.m[1][3] = length * static_cast<float>(bone);
    tube.inverse_bind.push_back(joint_from_model);
  }
  return tube;
}

// The bone from `head` to `tail` in model space: turned so that -Y, along which the tube hangs,
// points at the tail.
inline sinew::Affine BoneBetween(sinew::Vec3 head, sinew::Vec3 tail) {
  const sinew::Vec3 down = sinew::NormalizeOr({tail.x - head.x, tail.y - head.y, tail.z - head.z},
                                              sinew::Vec3{0, -1, 0});
  const sinew::Vec3 side = sinew::NormalizeOr(sinew::Cross(down, {0, 0, 1}), sinew::Vec3{-1, 0, 0});
  const sinew::Vec3 x{-side.x, -side.y, -side.z}, y{-down.x, -down.y, -down.z};
  const sinew::Vec3 z = sinew::Cross(x, y);
  sinew::Affine model_from_bone;
  model_from_bone.m[0] = {x.x, y.x, z.x, head.x};
  model_from_bone.m[1] = {x.y, y.y, z.y, head.y};
  model_from_bone.m[2] = {x.z, y.z, z.z, head.z};
  return model_from_bone;
}

// Where the vertices of the frame's first draw are, in world space.
inline std::vector<sinew::Vec3> FirstDraw(const sinew::Device& device) {
  const sinew::DeviceDraw& draw = device.draws()[0];
  std::vector<sinew::Vec3> positions(device.mesh(draw.mesh).vertex_count);
  const sinew::DeviceVerticesJob job{.device = device, .draw = draw, .positions = positions};
  if (job.Run() != sinew::Error::kNone) positions.clear();
  return positions;
}

}  // namespace console_examples
