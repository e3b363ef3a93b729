// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "io/meshopt/index_sequence.h"

#include "io/meshopt/store_index.h"
#include "io/meshopt/stream_failures.h"
#include "io/meshopt/stream_header.h"
#include "io/meshopt/varint.h"

namespace sinew::meshopt {

using io::Words;

namespace {

constexpr std::size_t kTailBytes = 4;

// Fills the target; returns the place after the last number, or null at the first that is broken,
// where `data` then is.
template <std::uint32_t kIndexBytes>
const std::uint8_t* DecodeNumbers(const std::uint8_t*& data, const std::uint8_t* end,
                                  std::uint32_t count, std::uint8_t* target) {
  std::uint32_t last[2] = {0, 0};
  const std::uint8_t* at = data;
  for (std::uint32_t i = 0; i < count; ++i) {
    data = at;
    std::uint32_t number;
    if (!ReadVarint(at, end, number)) return nullptr;
    std::uint32_t& base = last[number & 1];
    base += Unzigzag(number >> 1);
    StoreIndex<kIndexBytes>(target, base);
    target += kIndexBytes;
  }
  return at;
}

}  // namespace

std::optional<Failure> DecodeIndexSequence(const MeshoptRequest& request) {
  const Result<std::uint32_t> version = ReadVersion(request.source, kSequenceCodec);
  if (!version.ok()) return version.failure();
  const std::size_t size = request.source.size();
  if (size - 1 < kTailBytes || size - 1 - kTailBytes < request.count) {
    return BrokenAt(size, Words("The meshopt index sequence ends early: ", size,
                                " bytes cannot hold ", request.count, " indices."));
  }
  const auto* const source = reinterpret_cast<const std::uint8_t*>(request.source.data());
  const std::uint8_t* const end = source + size - kTailBytes;
  auto* const target = reinterpret_cast<std::uint8_t*>(request.target.data());
  const std::uint8_t* data = source + 1;
  const std::uint8_t* const after = request.stride_bytes == 2
                                        ? DecodeNumbers<2>(data, end, request.count, target)
                                        : DecodeNumbers<4>(data, end, request.count, target);
  if (after == nullptr) {
    return BrokenAt(static_cast<std::size_t>(data - source),
                    "The meshopt index sequence ends early, or has a number of more than 5 bytes.");
  }
  if (after != end) {
    return BrokenAt(static_cast<std::size_t>(after - source),
                    Words("The meshopt index sequence has ", end - after,
                          " bytes left over after its ", request.count, " indices."));
  }
  return std::nullopt;
}

}  // namespace sinew::meshopt
