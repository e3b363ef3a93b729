// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The kernels of the attribute codec and its filters, as the decoder sees them: one table per
// instruction set.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sinew/isa.h"

namespace sinew {

// Elements of a block at most, and bytes of an element at most.
inline constexpr std::uint32_t kMeshoptBlockElements = 256;
inline constexpr std::uint32_t kMeshoptElementBytes = 256;
// So many bytes after `end` must be readable: groups are read without asking how long they are.
inline constexpr std::uint32_t kMeshoptReadBeyondBytes = 24;

// One block of an attribute stream.
struct MeshoptBlock {
  const std::uint8_t* data;    // The block's first byte,
  const std::uint8_t* end;     // and the end of all blocks, from where the tail begins.
  std::uint8_t* target;        // Out: count * stride_bytes.
  std::uint32_t count;         // From 1 to kMeshoptBlockElements.
  std::uint32_t stride_bytes;  // A multiple of 4, up to kMeshoptElementBytes.
  const std::uint8_t* before;  // The element before the first: stride_bytes.
  const std::uint8_t*
      channels;  // Version 1: the checked mode of every four bytes. Version 0: null.
};

// The place after the block, or null where the stream ends inside of it.
using DecodeMeshoptBlock = const std::uint8_t* (*)(const MeshoptBlock&);

// Filters elements in place; `count` of them.
using FilterMeshopt = void (*)(std::uint8_t* elements, std::size_t count);

struct MeshoptKernels {
  DecodeMeshoptBlock decode_block;
  FilterMeshopt octahedral8;   // 4 bytes per element.
  FilterMeshopt octahedral16;  // 8 bytes per element,
  FilterMeshopt quaternion;    // and here.
};

// One element at a time: what the kernels of every instruction set are compared with.
namespace spec {
void FilterOctahedral8(std::uint8_t* elements, std::size_t count);
void FilterOctahedral16(std::uint8_t* elements, std::size_t count);
void FilterQuaternion(std::uint8_t* elements, std::size_t count);
}  // namespace spec

// Eight lanes, some of which take the next byte of a list; a mask says which, its lowest bit for
// the first lane.
struct MeshoptExpandTable {
  std::uint8_t from[256][8];  // By mask and lane: which byte of the list, or 0x80 for none.
  std::uint8_t taken[256];    // By mask: how many bytes.
};
extern const MeshoptExpandTable kMeshoptExpand;

namespace scalar_target {
extern const MeshoptKernels kMeshoptKernels;
}
#if defined(__x86_64__)
namespace sse4_target {
extern const MeshoptKernels kMeshoptKernels;
}
namespace avx2_target {
extern const MeshoptKernels kMeshoptKernels;
}
#elif defined(__aarch64__)
namespace neon_target {
extern const MeshoptKernels kMeshoptKernels;
}
#elif defined(__wasm_simd128__)
namespace wasm_target {
extern const MeshoptKernels kMeshoptKernels;
}
#endif

const MeshoptKernels& MeshoptKernelsOf(Isa isa);

}  // namespace sinew
