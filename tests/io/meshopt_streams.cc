// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "meshopt_streams.h"

#include <meshoptimizer.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <memory>

#include "io/meshopt/decode_meshopt.h"

namespace sinew::testing {
namespace {

constexpr std::uint32_t kGroup = 16;

void Put(Bytes& stream, std::uint32_t byte) { stream.push_back(static_cast<std::byte>(byte)); }

unsigned char* Raw(Bytes& bytes) { return reinterpret_cast<unsigned char*>(bytes.data()); }

// One group in this many bits per byte.
void PutGroup(Bytes& stream, std::span<const std::uint8_t> group, std::uint32_t bits) {
  if (bits == 0) return;
  if (bits == 8) {
    for (const std::uint8_t value : group) Put(stream, value);
    return;
  }
  const std::uint32_t largest = (1u << bits) - 1, per_byte = 8 / bits;
  for (std::uint32_t i = 0; i < kGroup; i += per_byte) {
    std::uint32_t byte = 0;
    for (std::uint32_t k = 0; k < per_byte; ++k) {
      const std::uint32_t value = std::min<std::uint32_t>(group[i + k], largest);
      byte |= value << (bits == 1 ? k : 8 - bits * (k + 1));
    }
    Put(stream, byte);
  }
  for (const std::uint8_t value : group) {
    if (value >= largest) Put(stream, value);
  }
}

void PutPlane(Bytes& stream, std::span<const std::uint8_t> plane,
              const std::array<std::uint32_t, 4>& widths, SplitMix64& random) {
  const std::size_t groups = plane.size() / kGroup;
  std::vector<std::uint32_t> chosen(groups);
  for (std::size_t g = 0; g < groups; ++g) {
    const auto group = plane.subspan(g * kGroup, kGroup);
    const bool is_zero = std::ranges::all_of(group, [](std::uint8_t v) { return v == 0; });
    do chosen[g] = random.Below(4);
    while (widths[chosen[g]] == 0 && !is_zero);
  }
  for (std::size_t g = 0; g < groups; g += 4) {
    std::uint32_t byte = 0;
    for (std::size_t k = g; k < std::min(g + 4, groups); ++k) byte |= chosen[k] << 2 * (k - g);
    Put(stream, byte);
  }
  for (std::size_t g = 0; g < groups; ++g) {
    PutGroup(stream, plane.subspan(g * kGroup, kGroup), widths[chosen[g]]);
  }
}

// The four bytes that a channel stores for one element.
std::uint32_t Delta(std::uint32_t mode, std::uint32_t now, std::uint32_t before) {
  std::uint32_t delta = 0;
  switch (mode & 15) {
    case 0:
      for (int shift = 0; shift < 32; shift += 8) {
        const auto d = static_cast<std::int8_t>((now >> shift) - (before >> shift));
        delta |= static_cast<std::uint32_t>(static_cast<std::uint8_t>((d << 1) ^ (d >> 7)))
                 << shift;
      }
      return delta;
    case 1:
      for (int shift = 0; shift < 32; shift += 16) {
        const auto d = static_cast<std::int16_t>((now >> shift) - (before >> shift));
        delta |= static_cast<std::uint32_t>(static_cast<std::uint16_t>((d << 1) ^ (d >> 15)))
                 << shift;
      }
      return delta;
    default:
      return std::rotl(now ^ before, static_cast<int>(mode >> 4));
  }
}

std::uint32_t WordAt(const std::byte* from) {
  std::uint32_t word;
  std::memcpy(&word, from, sizeof word);
  return word;
}

}  // namespace

Elements MakeElements(std::uint32_t count, std::uint32_t stride, Texture texture,
                      std::uint64_t seed) {
  SplitMix64 random(seed);
  Elements elements{count, stride, Bytes(std::size_t{count} * stride)};
  std::vector<std::uint32_t> state(stride, 0);
  for (std::size_t at = 0; at < elements.bytes.size(); ++at) {
    std::uint32_t& value = state[at % stride];
    switch (texture) {
      case Texture::kNoise:
        value = random.Below(256);
        break;
      case Texture::kSteps:  // Small differences; now and then a large one.
        value += random.Below(20) == 0 ? random.Below(256) : random.Below(5) - 2;
        break;
      case Texture::kWaves:  // Bytes of a slope, with quiet stretches.
        value += at / stride / 40 % 3 == 0 ? 0 : static_cast<std::uint32_t>(at % stride % 7);
        break;
      case Texture::kConstant:
        value = 0x5A;
        break;
    }
    elements.bytes[at] = static_cast<std::byte>(value);
  }
  return elements;
}

Bytes PackagedAttributes(const Elements& elements) {
  Bytes stream(meshopt_encodeVertexBufferBound(elements.count, elements.stride));
  meshopt_encodeVertexVersion(0);
  stream.resize(meshopt_encodeVertexBuffer(Raw(stream), stream.size(), elements.bytes.data(),
                                           elements.count, elements.stride));
  return stream;
}

Bytes PackagedTriangles(std::span<const std::uint32_t> indices, int version) {
  const std::uint32_t vertices = 1 + *std::ranges::max_element(indices);
  Bytes stream(meshopt_encodeIndexBufferBound(indices.size(), vertices));
  meshopt_encodeIndexVersion(version);
  stream.resize(
      meshopt_encodeIndexBuffer(Raw(stream), stream.size(), indices.data(), indices.size()));
  return stream;
}

Bytes PackagedSequence(std::span<const std::uint32_t> indices, int version) {
  const std::uint32_t vertices = 1 + *std::ranges::max_element(indices);
  Bytes stream(meshopt_encodeIndexSequenceBound(indices.size(), vertices));
  meshopt_encodeIndexVersion(version);
  stream.resize(
      meshopt_encodeIndexSequence(Raw(stream), stream.size(), indices.data(), indices.size()));
  return stream;
}

Bytes RandomlyEncodedAttributes(std::uint32_t version, const Elements& elements,
                                std::uint64_t seed) {
  constexpr std::array<std::uint32_t, 4> kWidths0 = {0, 2, 4, 8};
  constexpr std::array<std::array<std::uint32_t, 4>, 2> kWidths1 = {{{0, 1, 2, 4}, {1, 2, 4, 8}}};
  SplitMix64 random(seed);
  const std::uint32_t stride = elements.stride, channel_count = stride / 4;
  std::vector<std::uint32_t> modes(channel_count, 0);
  if (version == 1) {
    for (std::uint32_t& mode : modes) {
      mode = random.Below(3);
      if (mode == 2) mode |= random.Below(16) << 4;
    }
  }
  Bytes base(stride);
  for (std::byte& byte : base) byte = static_cast<std::byte>(random.Below(256));

  Bytes stream;
  Put(stream, 0xA0 + version);
  const std::uint32_t block = std::min(8192 / stride & ~15u, 256u);
  const std::byte* before = base.data();
  for (std::uint32_t first = 0; first < elements.count; first += block) {
    const std::uint32_t count = std::min(block, elements.count - first);
    const std::uint32_t padded = (count + kGroup - 1) / kGroup * kGroup;
    const std::byte* const start = elements.bytes.data() + std::size_t{first} * stride;
    std::vector<std::vector<std::uint8_t>> planes(stride, std::vector<std::uint8_t>(padded));
    for (std::uint32_t c = 0; c < channel_count; ++c) {
      std::uint32_t last = WordAt(before + 4 * c);
      for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t now = WordAt(start + std::size_t{i} * stride + 4 * c);
        const std::uint32_t delta = Delta(modes[c], now, last);
        for (std::uint32_t k = 0; k < 4; ++k) {
          planes[4 * c + k][i] = static_cast<std::uint8_t>(delta >> 8 * k);
        }
        last = now;
      }
    }
    std::vector<std::uint32_t> forms(stride, 0);
    if (version == 1) {
      for (std::uint32_t k = 0; k < stride; ++k) {
        const bool is_zero =
            std::ranges::all_of(planes[k], [](std::uint8_t value) { return value == 0; });
        do forms[k] = random.Below(4);
        while (forms[k] == 2 && !is_zero);
      }
      for (std::uint32_t c = 0; c < channel_count; ++c) {
        Put(stream,
            forms[4 * c] | forms[4 * c + 1] << 2 | forms[4 * c + 2] << 4 | forms[4 * c + 3] << 6);
      }
    }
    for (std::uint32_t k = 0; k < stride; ++k) {
      if (forms[k] == 3) {
        for (std::uint32_t i = 0; i < count; ++i) Put(stream, planes[k][i]);
      } else if (forms[k] != 2) {
        PutPlane(stream, planes[k], version == 0 ? kWidths0 : kWidths1[forms[k]], random);
      }
    }
    before = start + std::size_t{count - 1} * stride;
  }
  const std::size_t used = version == 0 ? stride : stride + channel_count;
  const std::size_t least = version == 0 ? 32 : 24;
  if (used < least) stream.resize(stream.size() + least - used);
  stream.insert(stream.end(), base.begin(), base.end());
  for (std::uint32_t c = 0; version == 1 && c < channel_count; ++c) Put(stream, modes[c]);
  return stream;
}

std::vector<std::uint32_t> GridTriangles(std::uint32_t width, std::uint64_t seed) {
  std::vector<std::uint32_t> grid;
  for (std::uint32_t y = 0; y + 1 < width; ++y) {
    for (std::uint32_t x = 0; x + 1 < width; ++x) {
      const std::uint32_t a = y * width + x, b = a + width;
      grid.insert(grid.end(), {a, a + 1, b, a + 1, b + 1, b});
    }
  }
  std::vector<std::uint32_t> indices(grid.size());
  meshopt_optimizeVertexCache(indices.data(), grid.data(), grid.size(), std::size_t{width} * width);
  meshopt_optimizeVertexFetchRemap(grid.data(), indices.data(), indices.size(),
                                   std::size_t{width} * width);
  meshopt_remapIndexBuffer(indices.data(), indices.data(), indices.size(), grid.data());
  SplitMix64 random(seed);
  for (std::uint32_t i = 0; i < 3 * width; ++i) {
    indices.push_back(random.Below(4) == 0 ? random.Below(1u << 20) : random.Below(width * width));
  }
  return indices;
}

Decoded DecodeExactly(Isa isa, MeshoptRequest::Mode mode, std::uint32_t count, std::uint32_t stride,
                      std::span<const std::byte> stream, MeshoptRequest::Filter filter) {
  const auto exact = std::make_unique<std::byte[]>(stream.size());
  std::ranges::copy(stream, exact.get());
  Decoded decoded{std::nullopt, Bytes(std::size_t{count} * stride)};
  decoded.failure = meshopt::DecodeWith(isa, {.mode = mode,
                                              .filter = filter,
                                              .count = count,
                                              .stride_bytes = stride,
                                              .source = {exact.get(), stream.size()},
                                              .target = decoded.bytes});
  return decoded;
}

Bytes IndexBytes(std::span<const std::uint32_t> indices, std::uint32_t stride) {
  Bytes bytes;
  for (const std::uint32_t index : indices) {
    for (std::uint32_t k = 0; k < stride; ++k) Put(bytes, index >> 8 * k & 0xFF);
  }
  return bytes;
}

}  // namespace sinew::testing
