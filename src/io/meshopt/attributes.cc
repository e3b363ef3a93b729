// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "io/meshopt/attributes.h"

#include <algorithm>
#include <cstring>

#include "io/meshopt/kernels/kernels.h"
#include "io/meshopt/stream_failures.h"
#include "io/meshopt/stream_header.h"

namespace sinew::meshopt {

using io::Words;

namespace {

// The end of the stream. Its size is padded, so that decoders may read groups of fixed size.
struct Tail {
  std::size_t used_bytes;    // The base element and, in version 1, a byte per channel.
  std::size_t padded_bytes;  // With the padding before them.
};

Tail TailOf(std::uint32_t version, std::size_t stride) {
  const std::size_t used = version == 0 ? stride : stride + stride / 4;
  const std::size_t least = version == 0 ? 32 : 24;
  return {used, std::max(used, least)};
}
static_assert(kMeshoptReadBeyondBytes <= 24);

std::uint32_t BlockElements(std::uint32_t stride) {
  return std::min(8192 / stride / 16 * 16, kMeshoptBlockElements);
}

// The channel modes that the format has: 0 and 1 alone, 2 with a rotation in the high half.
bool IsChannelMode(std::uint8_t mode) { return mode <= 1 || (mode & 15) == 2; }

}  // namespace

std::optional<Failure> DecodeAttributes(Isa isa, const MeshoptRequest& request) {
  const Result<std::uint32_t> version = ReadVersion(request.source, kAttributeCodec);
  if (!version.ok()) return version.failure();
  const std::size_t size = request.source.size();
  const std::uint32_t stride = request.stride_bytes;
  const Tail tail = TailOf(*version, stride);
  if (size - 1 < tail.padded_bytes) {
    return BrokenAt(size, Words("The meshopt attribute stream ends early: ", size,
                                " bytes do not hold its tail of ", tail.padded_bytes, "."));
  }
  const auto* const source = reinterpret_cast<const std::uint8_t*>(request.source.data());
  const std::uint8_t* const base = source + size - tail.used_bytes;
  const std::uint8_t* const channels = *version == 0 ? nullptr : base + stride;
  for (std::uint32_t c = 0; channels != nullptr && c < stride / 4; ++c) {
    if (!IsChannelMode(channels[c])) {
      return BrokenAt(
          static_cast<std::size_t>(channels + c - source),
          Words("Channel ", c, " of the meshopt attribute stream has the mode ", channels[c],
                "; modes are 0, 1, and 2 with a rotation in the high four bits."));
    }
  }

  const DecodeMeshoptBlock decode = MeshoptKernelsOf(isa).decode_block;
  auto* target = reinterpret_cast<std::uint8_t*>(request.target.data());
  MeshoptBlock block{.data = source + 1,
                     .end = source + size - tail.padded_bytes,
                     .target = target,
                     .count = 0,
                     .stride_bytes = stride,
                     .before = base,
                     .channels = channels};
  for (std::uint32_t done = 0; done < request.count; done += block.count) {
    block.count = std::min(request.count - done, BlockElements(stride));
    const std::uint8_t* const after = decode(block);
    if (after == nullptr) {
      return BrokenAt(
          static_cast<std::size_t>(block.data - source),
          Words("The meshopt attribute stream ends early, within the block of elements ", done,
                " to ", done + block.count - 1, " of ", request.count, "."));
    }
    block.data = after;
    block.target += std::size_t{block.count} * stride;
    block.before = block.target - stride;
  }
  if (block.data != block.end) {
    return BrokenAt(static_cast<std::size_t>(block.data - source),
                    Words("The meshopt attribute stream has ", block.end - block.data,
                          " bytes left over after its ", request.count, " elements."));
  }
  return std::nullopt;
}

}  // namespace sinew::meshopt
