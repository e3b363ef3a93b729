// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Sixteen bytes in an SSE register. Needs SSE4.1; u8x16_array.h says what each function means.
#pragma once

#include <immintrin.h>

#include <cstdint>
#include <cstring>

namespace sinew::SINEW_TARGET {

struct u8x16 {
  __m128i v;
};

static inline u8x16 LoadBytes(const std::uint8_t* from) {
  return {_mm_loadu_si128(reinterpret_cast<const __m128i*>(from))};
}
static inline u8x16 LoadHalves(const std::uint8_t* low, const std::uint8_t* high) {
  return {_mm_unpacklo_epi64(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(low)),
                             _mm_loadl_epi64(reinterpret_cast<const __m128i*>(high)))};
}
static inline void StoreBytes(std::uint8_t* to, u8x16 a) {
  _mm_storeu_si128(reinterpret_cast<__m128i*>(to), a.v);
}
static inline u8x16 SplatByte(std::uint8_t a) { return {_mm_set1_epi8(static_cast<char>(a))}; }
static inline u8x16 SplatHalves(std::uint8_t low, std::uint8_t high) {
  return {_mm_unpacklo_epi64(SplatByte(low).v, SplatByte(high).v)};
}
static inline u8x16 SplatWord(const std::uint8_t* from) {
  int word;
  std::memcpy(&word, from, sizeof word);
  return {_mm_set1_epi32(word)};
}

static inline u8x16 And(u8x16 a, u8x16 b) { return {_mm_and_si128(a.v, b.v)}; }
static inline u8x16 Or(u8x16 a, u8x16 b) { return {_mm_or_si128(a.v, b.v)}; }
static inline u8x16 Xor(u8x16 a, u8x16 b) { return {_mm_xor_si128(a.v, b.v)}; }
static inline u8x16 AndNot(u8x16 mask, u8x16 b) { return {_mm_andnot_si128(mask.v, b.v)}; }
static inline u8x16 AddBytes(u8x16 a, u8x16 b) { return {_mm_add_epi8(a.v, b.v)}; }
static inline u8x16 AddPairs(u8x16 a, u8x16 b) { return {_mm_add_epi16(a.v, b.v)}; }

static inline u8x16 UnzigzagBytes(u8x16 a) {
  const __m128i sign = _mm_sub_epi8(_mm_setzero_si128(), _mm_and_si128(a.v, _mm_set1_epi8(1)));
  const __m128i half = _mm_and_si128(_mm_srli_epi16(a.v, 1), _mm_set1_epi8(0x7F));
  return {_mm_xor_si128(half, sign)};
}
static inline u8x16 UnzigzagPairs(u8x16 a) {
  const __m128i sign = _mm_sub_epi16(_mm_setzero_si128(), _mm_and_si128(a.v, _mm_set1_epi16(1)));
  return {_mm_xor_si128(_mm_srli_epi16(a.v, 1), sign)};
}

static inline u8x16 ShiftPairsRight(u8x16 a, int bits) { return {_mm_srli_epi16(a.v, bits)}; }
static inline u8x16 RotateWordsRight(u8x16 a, int bits) {
  // A shift by 32 gives zero.
  return {_mm_or_si128(_mm_srl_epi32(a.v, _mm_cvtsi32_si128(bits)),
                       _mm_sll_epi32(a.v, _mm_cvtsi32_si128(32 - bits)))};
}

static inline u8x16 EqualBytes(u8x16 a, u8x16 b) { return {_mm_cmpeq_epi8(a.v, b.v)}; }
static inline std::uint32_t BitsOf(u8x16 a) {
  return static_cast<std::uint32_t>(_mm_movemask_epi8(a.v));
}
static inline u8x16 ShuffleBytes(u8x16 a, u8x16 control) {
  return {_mm_shuffle_epi8(a.v, control.v)};
}

static inline u8x16 InterleaveBytesLow(u8x16 a, u8x16 b) { return {_mm_unpacklo_epi8(a.v, b.v)}; }
static inline u8x16 InterleaveBytesHigh(u8x16 a, u8x16 b) { return {_mm_unpackhi_epi8(a.v, b.v)}; }
static inline u8x16 InterleavePairsLow(u8x16 a, u8x16 b) { return {_mm_unpacklo_epi16(a.v, b.v)}; }
static inline u8x16 InterleavePairsHigh(u8x16 a, u8x16 b) { return {_mm_unpackhi_epi16(a.v, b.v)}; }

static inline u8x16 OneWordUp(u8x16 a) { return {_mm_slli_si128(a.v, 4)}; }
static inline u8x16 TwoWordsUp(u8x16 a) { return {_mm_slli_si128(a.v, 8)}; }
static inline u8x16 SplatLastWord(u8x16 a) { return {_mm_shuffle_epi32(a.v, 0xFF)}; }

static inline void StoreWords(std::uint8_t* to, std::size_t stride, u8x16 a) {
  const int words[4] = {_mm_cvtsi128_si32(a.v), _mm_extract_epi32(a.v, 1),
                        _mm_extract_epi32(a.v, 2), _mm_extract_epi32(a.v, 3)};
  for (std::size_t i = 0; i < 4; ++i) std::memcpy(to + i * stride, &words[i], 4);
}

}  // namespace sinew::SINEW_TARGET
