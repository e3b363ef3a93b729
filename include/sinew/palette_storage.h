// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Where a palette lies on the GPU: planned once a skin, from the number of its joints alone.
// Nothing here talks to a GPU.
//
//   Layout   a joint is 48 bytes: the three rows of an Affine, as PaletteJob writes them. So a
//            uniform block holds them as vec4 [3 * joint_count], and in a texture a row of a matrix
//            is a texel of RGBA32F. The bytes of the palette are uploaded as they are.
//   Limits   those that OpenGL ES 3, WebGL 2 and WebGPU guarantee: uniform blocks of 16 KiB,
//            textures of 2048 by 2048.
#pragma once

#include <cstdint>

#include "sinew/result.h"

namespace sinew {

inline constexpr std::uint32_t kPaletteJointBytes = 48;
inline constexpr std::uint32_t kMostUniformJoints = 341;       // Of 16,384 bytes.
inline constexpr std::uint32_t kMostJointsInTextureRow = 682;  // Of 2048 texels, three a joint.
inline constexpr std::uint32_t kMostTextureJoints = kMostJointsInTextureRow * 2048;

struct PaletteStorage {
  enum class Kind : std::uint8_t {
    kUniformBlock,  // All joints in one block.
    kTexture,       // RGBA32F, sampled without filter. A joint's three texels lie side by side.
  } kind = Kind::kUniformBlock;
  std::uint32_t size_bytes = 0;  // To allocate: of a texture, its last row whole.
  // Of a texture, in texels; otherwise 0. Joint j begins at texel (3 * (j % joints_per_row),
  // j / joints_per_row), so rows are filled one after another by the palette's bytes.
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::uint32_t joints_per_row = 0;
  bool operator==(const PaletteStorage&) const = default;
};

// A uniform block while the joints fit into one, else a texture (L31, L32). Fails with kLimit
// beyond kMostTextureJoints. A skin without joints gets a block of one: empty ones cannot be bound.
Result<PaletteStorage> PlanPaletteStorage(std::uint32_t joint_count);

}  // namespace sinew
