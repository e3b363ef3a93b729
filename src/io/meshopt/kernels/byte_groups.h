// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The lowest layer of the attribute codec: groups of sixteen bytes, of which most are small. A
// group stores 0, 1, 2, 4 or 8 bits per byte. Below 8 bits the largest value stands for a byte that
// follows the group in full.
//
// For the target that the including file has chosen. Reads up to kMeshoptReadBeyondBytes from where
// a group begins.
#pragma once

#include "io/meshopt/kernels/kernels.h"
#include "math/simd/u8x16.h"

namespace sinew::SINEW_TARGET {

// How a group stores its bytes; the order is that of the format's version 1.
enum GroupWidth : std::uint32_t { kNoBits, kOneBit, kTwoBits, kFourBits, kEightBits };

// Eight bytes as sixteen halves, the high half first.
SINEW_INLINE u8x16 SplitBytes(u8x16 a, int half_bits, std::uint8_t half_mask) {
  return And(InterleaveBytesLow(ShiftPairsRight(a, half_bits), a), SplatByte(half_mask));
}

// The lanes of the mask's bits take the bytes from `bytes` on, one after the other; others are 0.
SINEW_INLINE u8x16 TakeBytes(std::uint32_t mask, const std::uint8_t* bytes) {
  const std::uint32_t low = mask & 0xFF, high = mask >> 8;
  const u8x16 available = LoadHalves(bytes, bytes + kMeshoptExpand.taken[low]);
  const u8x16 from = LoadHalves(kMeshoptExpand.from[low], kMeshoptExpand.from[high]);
  return ShuffleBytes(available, Or(from, SplatHalves(0, 8)));
}

SINEW_INLINE std::uint32_t BitCount(std::uint32_t mask) {
  return std::uint32_t{kMeshoptExpand.taken[mask & 0xFF]} + kMeshoptExpand.taken[mask >> 8];
}

// Values that were split from `packed_bytes` bytes; the largest is replaced by bytes in full.
SINEW_INLINE const std::uint8_t* StoreSplit(u8x16 values, std::uint8_t largest,
                                            const std::uint8_t* full, std::uint8_t* target) {
  const u8x16 replaced = EqualBytes(values, SplatByte(largest));
  const std::uint32_t mask = BitsOf(replaced);
  StoreBytes(target, Or(AndNot(replaced, values), TakeBytes(mask, full)));
  return full + BitCount(mask);
}

// Unpacks one group to sixteen bytes; returns the place after it.
SINEW_INLINE const std::uint8_t* UnpackGroup(std::uint32_t width, const std::uint8_t* data,
                                             std::uint8_t* target) {
  switch (width) {
    case kNoBits:
      StoreBytes(target, SplatByte(0));
      return data;
    case kOneBit: {  // The lowest bit first, unlike the others.
      const std::uint32_t mask = data[0] | std::uint32_t{data[1]} << 8;
      StoreBytes(target, TakeBytes(mask, data + 2));
      return data + 2 + BitCount(mask);
    }
    case kTwoBits: {
      const u8x16 fours = SplitBytes(LoadBytes(data), 4, 15);
      return StoreSplit(SplitBytes(fours, 2, 3), 3, data + 4, target);
    }
    case kFourBits:
      return StoreSplit(SplitBytes(LoadBytes(data), 4, 15), 15, data + 8, target);
    default:
      StoreBytes(target, LoadBytes(data));
      return data + 16;
  }
}

}  // namespace sinew::SINEW_TARGET
