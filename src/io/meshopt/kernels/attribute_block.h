// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A block of the attribute codec. Four bytes of the element at a time, which is a channel: the
// deltas of each byte lie together as a plane; they are unpacked, brought back to elements, and
// summed from the element before the block on.
//
// For the target that the including file has chosen.
#pragma once

#include "io/meshopt/kernels/byte_groups.h"

namespace sinew::SINEW_TARGET {

// What a channel's deltas are; the low half of its mode byte.
enum ChannelMode : std::uint32_t {
  kByteDeltas,  // Four 8-bit differences.
  kPairDeltas,  // Two 16-bit differences.
  kWordXors,    // One 32-bit difference in bits, rotated by the high half of the mode byte.
};

// How a plane is stored, in version 1. 0 and 1 are groups of different widths.
enum PlaneForm : std::uint32_t { kZeroPlane = 2, kLiteralPlane = 3 };

static constexpr std::uint32_t kGroupBytes = 16;

struct ChannelPlanes {
  std::uint8_t plane[4][kMeshoptBlockElements];
};

// One plane of groups. The widths of the groups come first, two bits each: an entry of `widths`.
SINEW_INLINE const std::uint8_t* UnpackPlane(const std::uint8_t* data, const std::uint8_t* end,
                                             std::uint32_t count, const std::uint8_t* widths,
                                             std::uint8_t* plane) {
  const std::uint32_t group_count = (count + kGroupBytes - 1) / kGroupBytes;
  const std::uint32_t head_bytes = (group_count + 3) / 4;
  if (static_cast<std::size_t>(end - data) < head_bytes) return nullptr;
  const std::uint8_t* const head = data;
  data += head_bytes;
  for (std::uint32_t group = 0; group < group_count; ++group) {
    const std::uint32_t width = head[group / 4] >> (group % 4 * 2) & 3;
    data = UnpackGroup(widths[width], data, plane + group * kGroupBytes);
    if (data > end) return nullptr;
  }
  return data;
}

SINEW_INLINE u8x16 Combine(std::uint32_t mode, u8x16 a, u8x16 b) {
  if (mode == kByteDeltas) return AddBytes(a, b);
  if (mode == kPairDeltas) return AddPairs(a, b);
  return Xor(a, b);
}

// Sixteen elements' words of a channel, from its planes; `last` is the word before, four times.
struct ChannelWords {
  u8x16 words[4];
};
SINEW_INLINE ChannelWords SumDeltas(std::uint32_t mode, int rotation, const ChannelPlanes& planes,
                                    std::uint32_t first, u8x16& last) {
  u8x16 bytes[4];
  for (int k = 0; k < 4; ++k) {
    bytes[k] = LoadBytes(planes.plane[k] + first);
    if (mode == kByteDeltas) bytes[k] = UnzigzagBytes(bytes[k]);
  }
  u8x16 pairs[4] = {InterleaveBytesLow(bytes[0], bytes[1]), InterleaveBytesLow(bytes[2], bytes[3]),
                    InterleaveBytesHigh(bytes[0], bytes[1]),
                    InterleaveBytesHigh(bytes[2], bytes[3])};
  if (mode == kPairDeltas) {
    for (u8x16& pair : pairs) pair = UnzigzagPairs(pair);
  }
  ChannelWords sums = {
      {InterleavePairsLow(pairs[0], pairs[1]), InterleavePairsHigh(pairs[0], pairs[1]),
       InterleavePairsLow(pairs[2], pairs[3]), InterleavePairsHigh(pairs[2], pairs[3])}};
  for (u8x16& words : sums.words) {
    if (mode == kWordXors) words = RotateWordsRight(words, rotation);
    words = Combine(mode, words, OneWordUp(words));
    words = Combine(mode, words, TwoWordsUp(words));
    words = Combine(mode, words, last);
    last = SplatLastWord(words);
  }
  return sums;
}

// Writes a channel of all elements; `channel_bytes` is where it begins within an element.
SINEW_INLINE void StoreChannel(std::uint32_t mode, int rotation, const ChannelPlanes& planes,
                               const MeshoptBlock& block, std::uint32_t channel_bytes) {
  u8x16 last = SplatWord(block.before + channel_bytes);
  const std::size_t stride = block.stride_bytes;
  std::uint8_t* to = block.target + channel_bytes;
  const std::uint32_t whole = block.count / kGroupBytes * kGroupBytes;
  for (std::uint32_t first = 0; first < whole; first += kGroupBytes) {
    const ChannelWords sums = SumDeltas(mode, rotation, planes, first, last);
    for (const u8x16& words : sums.words) {
      StoreWords(to, stride, words);
      to += 4 * stride;
    }
  }
  if (whole == block.count) return;
  const ChannelWords sums = SumDeltas(mode, rotation, planes, whole, last);
  std::uint8_t rest[4 * kGroupBytes];
  for (std::uint32_t k = 0; k < 4; ++k) StoreBytes(rest + k * kGroupBytes, sums.words[k]);
  for (std::uint32_t i = 0; whole + i < block.count; ++i) {
    std::memcpy(to + i * stride, rest + 4 * i, 4);
  }
}

// Modes apart, so that each has a loop of its own.
SINEW_INLINE void StoreChannelOf(std::uint8_t mode, const ChannelPlanes& planes,
                                 const MeshoptBlock& block, std::uint32_t channel_bytes) {
  switch (mode & 15) {
    case kByteDeltas:
      return StoreChannel(kByteDeltas, 0, planes, block, channel_bytes);
    case kPairDeltas:
      return StoreChannel(kPairDeltas, 0, planes, block, channel_bytes);
    default:
      return StoreChannel(kWordXors, mode >> 4, planes, block, channel_bytes);
  }
}

static const std::uint8_t* DecodeBlock(const MeshoptBlock& block) {
  static constexpr std::uint8_t kWidthsOfVersion0[4] = {kNoBits, kTwoBits, kFourBits, kEightBits};
  static constexpr std::uint8_t kWidthsOfVersion1[2][4] = {
      {kNoBits, kOneBit, kTwoBits, kFourBits}, {kOneBit, kTwoBits, kFourBits, kEightBits}};
  const std::uint8_t* data = block.data;
  const bool has_forms = block.channels != nullptr;
  const std::uint8_t* const forms = data;  // Two bits per plane.
  if (has_forms) {
    const std::uint32_t form_bytes = block.stride_bytes / 4;
    if (static_cast<std::size_t>(block.end - data) < form_bytes) return nullptr;
    data += form_bytes;
  }
  ChannelPlanes planes;
  for (std::uint32_t channel = 0; channel < block.stride_bytes / 4; ++channel) {
    for (std::uint32_t k = 0; k < 4; ++k) {
      std::uint8_t* const plane = planes.plane[k];
      const std::uint32_t form = has_forms ? forms[channel] >> (2 * k) & 3u : 0u;
      if (form == kZeroPlane) {
        std::memset(plane, 0, kMeshoptBlockElements);
      } else if (form == kLiteralPlane) {
        if (static_cast<std::size_t>(block.end - data) < block.count) return nullptr;
        std::memcpy(plane, data, block.count);
        std::memset(plane + block.count, 0, kMeshoptBlockElements - block.count);
        data += block.count;
      } else {
        data = UnpackPlane(data, block.end, block.count,
                           has_forms ? kWidthsOfVersion1[form] : kWidthsOfVersion0, plane);
        if (data == nullptr) return nullptr;
      }
    }
    StoreChannelOf(has_forms ? block.channels[channel] : std::uint8_t{0}, planes, block,
                   4 * channel);
  }
  return data;
}

}  // namespace sinew::SINEW_TARGET
