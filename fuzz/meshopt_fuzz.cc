// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Any bytes as a meshopt request and its stream: every kernel refuses it with the same words, or
// decodes it to the same bytes; and as elements of a filter, whose kernels all equal its
// specification. A kernel that differs, a failure without a message, and a count
// that the stream cannot hold are findings.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <span>
#include <vector>

#include "io/meshopt/decode_meshopt.h"
#include "io/meshopt/filters.h"

namespace {

using namespace sinew;

[[noreturn]] void Find(const char* what) {
  std::fprintf(stderr, "finding: %s\n", what);
  std::abort();
}

struct Decoded {
  std::optional<Failure> failure;
  std::vector<std::byte> bytes;
};

Decoded Decode(Isa isa, MeshoptRequest request) {
  Decoded decoded{std::nullopt,
                  std::vector<std::byte>(std::size_t{request.count} * request.stride_bytes)};
  request.target = decoded.bytes;
  decoded.failure = meshopt::DecodeWith(isa, request);
  return decoded;
}

// The scalar functions are the specifications.
void CompareFilters(std::span<const std::byte> bytes) {
  const std::vector<std::byte> elements(bytes.begin(), bytes.end() - bytes.size() % 8);
  for (const auto filter :
       {meshopt::FilterOctahedral8, meshopt::FilterOctahedral16, meshopt::FilterQuaternion}) {
    std::vector<std::byte> expected = elements;
    filter(Isa::kScalar, expected);
    for (const Isa isa : AvailableIsas()) {
      std::vector<std::byte> filtered = elements;
      filter(isa, filtered);
      if (filtered != expected) Find("a filter's kernel differs from its specification");
    }
  }
}

}  // namespace

// Four bytes of request: mode and filter, stride, count. The rest is the stream; half of the time
// its first byte is made one of the mode's own.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 4) return 0;
  std::vector<std::byte> stream(size - 4);
  if (!stream.empty()) std::memcpy(stream.data(), data + 4, stream.size());
  CompareFilters(stream);
  MeshoptRequest request;
  request.mode = static_cast<MeshoptRequest::Mode>(data[0] % 3);
  request.filter = static_cast<MeshoptRequest::Filter>(data[0] / 3 % 5);
  request.stride_bytes = data[1];
  if (request.mode == MeshoptRequest::Mode::kAttributes && data[1] < 192) {
    request.stride_bytes = 4 * (1 + data[1] % 64u);  // Mostly one that is allowed.
  }
  request.count = data[2] | (data[3] & 15u) << 8;
  if (data[0] >= 128 && !stream.empty()) {
    constexpr unsigned kHeads[] = {0xA0, 0xE0, 0xD0};
    stream[0] = static_cast<std::byte>(kHeads[data[0] % 3] + (data[3] >> 7));
  }
  request.source = stream;
  const Decoded scalar = Decode(Isa::kScalar, request);
  if (scalar.failure && scalar.failure->message.empty()) Find("a failure without a message");
  if (!scalar.failure && request.mode != MeshoptRequest::Mode::kAttributes) {
    const bool is_triangles = request.mode == MeshoptRequest::Mode::kTriangles;
    if (stream.size() < request.count / (is_triangles ? 3u : 1u)) Find("more indices than bytes");
  }
  for (const Isa isa : AvailableIsas()) {
    const Decoded other = Decode(isa, request);
    if (scalar.failure.has_value() != other.failure.has_value()) Find("kernels disagree");
    if (scalar.failure && Describe(*scalar.failure) != Describe(*other.failure)) {
      Find("kernels fail in different words");
    }
    if (!scalar.failure && scalar.bytes != other.bytes) Find("kernels decode to different bytes");
  }
  return 0;
}
