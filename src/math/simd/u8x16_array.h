// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Sixteen bytes in a plain array: the portable vector, and what the others are held against. A pair
// is two bytes as a 16-bit number, a word four as a 32-bit number, the lowest byte first.
#pragma once

#include <cstdint>
#include <cstring>

namespace sinew::SINEW_TARGET {

struct u8x16 {
  std::uint8_t lane[16];
};

static inline u8x16 LoadBytes(const std::uint8_t* from) {
  u8x16 a;
  std::memcpy(a.lane, from, sizeof a.lane);
  return a;
}
// Eight bytes from each.
static inline u8x16 LoadHalves(const std::uint8_t* low, const std::uint8_t* high) {
  u8x16 a;
  std::memcpy(a.lane, low, 8);
  std::memcpy(a.lane + 8, high, 8);
  return a;
}
static inline void StoreBytes(std::uint8_t* to, u8x16 a) { std::memcpy(to, a.lane, sizeof a.lane); }
static inline u8x16 SplatByte(std::uint8_t a) {
  u8x16 all;
  std::memset(all.lane, a, sizeof all.lane);
  return all;
}
static inline u8x16 SplatHalves(std::uint8_t low, std::uint8_t high) {
  u8x16 both;
  std::memset(both.lane, low, 8);
  std::memset(both.lane + 8, high, 8);
  return both;
}
// The word at `from`, four times.
static inline u8x16 SplatWord(const std::uint8_t* from) {
  u8x16 all;
  for (int i = 0; i < 16; i += 4) std::memcpy(all.lane + i, from, 4);
  return all;
}

static inline std::uint32_t PairOf(const u8x16& a, int pair) {
  return a.lane[2 * pair] | std::uint32_t{a.lane[2 * pair + 1]} << 8;
}
static inline void SetPair(u8x16& a, int pair, std::uint32_t value) {
  a.lane[2 * pair] = static_cast<std::uint8_t>(value);
  a.lane[2 * pair + 1] = static_cast<std::uint8_t>(value >> 8);
}

static inline u8x16 And(u8x16 a, u8x16 b) {
  for (int i = 0; i < 16; ++i) a.lane[i] = static_cast<std::uint8_t>(a.lane[i] & b.lane[i]);
  return a;
}
static inline u8x16 Or(u8x16 a, u8x16 b) {
  for (int i = 0; i < 16; ++i) a.lane[i] = static_cast<std::uint8_t>(a.lane[i] | b.lane[i]);
  return a;
}
static inline u8x16 Xor(u8x16 a, u8x16 b) {
  for (int i = 0; i < 16; ++i) a.lane[i] = static_cast<std::uint8_t>(a.lane[i] ^ b.lane[i]);
  return a;
}
// b where the mask is 0, else 0.
static inline u8x16 AndNot(u8x16 mask, u8x16 b) {
  for (int i = 0; i < 16; ++i) b.lane[i] = static_cast<std::uint8_t>(~mask.lane[i] & b.lane[i]);
  return b;
}

// Sums wrap around.
static inline u8x16 AddBytes(u8x16 a, u8x16 b) {
  for (int i = 0; i < 16; ++i) a.lane[i] = static_cast<std::uint8_t>(a.lane[i] + b.lane[i]);
  return a;
}
static inline u8x16 AddPairs(u8x16 a, u8x16 b) {
  for (int i = 0; i < 8; ++i) SetPair(a, i, PairOf(a, i) + PairOf(b, i));
  return a;
}

// 0, 1, 2, 3 ... become 0, -1, 1, -2 ...
static inline u8x16 UnzigzagBytes(u8x16 a) {
  for (std::uint8_t& lane : a.lane) lane = static_cast<std::uint8_t>((lane >> 1) ^ -(lane & 1));
  return a;
}
static inline u8x16 UnzigzagPairs(u8x16 a) {
  for (int i = 0; i < 8; ++i) {
    const std::uint32_t pair = PairOf(a, i);
    SetPair(a, i, (pair >> 1) ^ (0u - (pair & 1)));
  }
  return a;
}

// Every pair divided by 2^bits, rounded down.
static inline u8x16 ShiftPairsRight(u8x16 a, int bits) {
  for (int i = 0; i < 8; ++i) SetPair(a, i, PairOf(a, i) >> bits);
  return a;
}
// Every word rotated right; bits from 0 to 31.
static inline u8x16 RotateWordsRight(u8x16 a, int bits) {
  for (int i = 0; i < 8; i += 2) {
    const std::uint32_t word = PairOf(a, i) | PairOf(a, i + 1) << 16;
    const std::uint32_t turned = word >> bits | word << ((32 - bits) & 31);
    SetPair(a, i, turned);
    SetPair(a, i + 1, turned >> 16);
  }
  return a;
}

// 0xFF where the lanes are equal, else 0.
static inline u8x16 EqualBytes(u8x16 a, u8x16 b) {
  for (int i = 0; i < 16; ++i) a.lane[i] = a.lane[i] == b.lane[i] ? 0xFF : 0;
  return a;
}
// The highest bit of every lane, the first lane's in the lowest bit.
static inline std::uint32_t BitsOf(u8x16 a) {
  std::uint32_t bits = 0;
  for (int i = 0; i < 16; ++i) bits |= std::uint32_t{a.lane[i]} >> 7 << i;
  return bits;
}
// Lane i is a's lane number control[i], or 0 where that is 0x80 or more. Not from 0x10 to 0x7F.
static inline u8x16 ShuffleBytes(u8x16 a, u8x16 control) {
  u8x16 shuffled;
  for (int i = 0; i < 16; ++i) {
    shuffled.lane[i] = control.lane[i] < 0x80 ? a.lane[control.lane[i] & 15] : std::uint8_t{0};
  }
  return shuffled;
}

// a0 b0 a1 b1 ... of the first eight bytes; of the last eight; likewise of four pairs each.
static inline u8x16 InterleaveBytesLow(u8x16 a, u8x16 b) {
  u8x16 both;
  for (int i = 0; i < 8; ++i) {
    both.lane[2 * i] = a.lane[i];
    both.lane[2 * i + 1] = b.lane[i];
  }
  return both;
}
static inline u8x16 InterleaveBytesHigh(u8x16 a, u8x16 b) {
  u8x16 both;
  for (int i = 0; i < 8; ++i) {
    both.lane[2 * i] = a.lane[8 + i];
    both.lane[2 * i + 1] = b.lane[8 + i];
  }
  return both;
}
static inline u8x16 InterleavePairsLow(u8x16 a, u8x16 b) {
  u8x16 both;
  for (int i = 0; i < 4; ++i) {
    SetPair(both, 2 * i, PairOf(a, i));
    SetPair(both, 2 * i + 1, PairOf(b, i));
  }
  return both;
}
static inline u8x16 InterleavePairsHigh(u8x16 a, u8x16 b) {
  u8x16 both;
  for (int i = 0; i < 4; ++i) {
    SetPair(both, 2 * i, PairOf(a, 4 + i));
    SetPair(both, 2 * i + 1, PairOf(b, 4 + i));
  }
  return both;
}

// Words move one or two lanes up; zeros come in below.
static inline u8x16 OneWordUp(u8x16 a) {
  u8x16 moved{};
  std::memcpy(moved.lane + 4, a.lane, 12);
  return moved;
}
static inline u8x16 TwoWordsUp(u8x16 a) {
  u8x16 moved{};
  std::memcpy(moved.lane + 8, a.lane, 8);
  return moved;
}
static inline u8x16 SplatLastWord(u8x16 a) { return SplatWord(a.lane + 12); }

// Word i goes to `to` + i * stride.
static inline void StoreWords(std::uint8_t* to, std::size_t stride, u8x16 a) {
  for (std::size_t i = 0; i < 4; ++i) std::memcpy(to + i * stride, a.lane + 4 * i, 4);
}

}  // namespace sinew::SINEW_TARGET
