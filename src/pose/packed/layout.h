// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// How a packed clip lies in memory: one run of little-endian bytes, used in place.
//
//   header
//   knots          float seconds, ascending; equal neighbours are a STEP
//   cells          uint32: for each cell of a uniform grid over the knots, the last knot at or
//                  before its beginning; one more at the end
//   moving         uint8 a block of joints: bit p is set where property p has a stream
//   streams        of joints, then of morph weights; each sorted by kind, so that kernels meet runs
//                  of streams that are read alike, then by block
//   data           of the streams, in their order: what codes mean, which knots have rows, the rows
//   shared rows    one a knot: the rows of all streams that have one for every knot, side by side,
//                  as they are read together
//   slack          kPackedSlack bytes that kernels may read
//
// Every part begins at a multiple of four bytes.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace sinew {

static_assert(std::endian::native == std::endian::little,
              "packed clips are used in place: a big-endian machine would have to turn them");

inline constexpr std::uint32_t kPackedSlack = 16;

struct PackedHeader {
  std::uint32_t knot_count;  // At least 1.
  std::uint32_t cell_count;
  float cells_per_s;          // 0 where all knots stand at one moment.
  std::uint32_t block_count;  // How many entries `moving` has.
  std::uint32_t joint_stream_count;
  std::uint32_t morph_stream_count;
  std::uint32_t thinned_stream_count;  // How many have rows for some knots only.
};

enum class PackedStorage : std::uint8_t { kConstant, kFloat32, kU16, kU12, kU8 };

// A 12-bit code lies in two bytes of which it shares one. Even lanes have it in the low bits; odd
// lanes in the high ones, where it stays: their numbers are sixteen times the code, and their steps
// a sixteenth.
inline constexpr std::uint32_t kU12EvenBits = 0x0fff, kU12OddBits = 0xfff0;

// Where the fourth component of rotations comes from. Where three are stored, it is what they leave
// of one.
enum class PackedFourth : std::uint8_t {
  kStored,   // All four are stored. Also of what is no rotation.
  kOfRows,   // Worked out at both rows, then all four are mixed: nearest to a turn at even speed.
  kOfMixed,  // Worked out once, from the three that were mixed, and so unit at once: twice as fast,
             // good where rows are not far apart.
};

// One property of eight joints, or eight morph slots.
struct PackedStream {
  std::uint32_t block;
  std::uint8_t property;  // A Property.
  PackedStorage storage;
  std::uint8_t component_count;  // 3; 4 for rotations stored whole; 1 for morph weights.
  PackedFourth fourth;
  // Rotations of three components: where one of the first three is the component that is left out,
  // its lane's bit is set there, and its place holds the fourth instead.
  std::uint8_t left_out[3];
  std::uint8_t written_lanes;   // Of morph weights: the slots that the clip writes. Else 0.
  std::uint32_t kept_offset;    // PackedKept, one for 32 knots; kAllKept: every knot has a row.
  std::uint32_t values_offset;  // Constant: a row of floats. Codes: a row of values of code 0,
                                // then a row of steps.
  std::uint32_t rows_offset;
  std::uint32_t row_bytes;        // From one row to the next.
  std::uint32_t component_bytes;  // From one component of a row to the next.
  std::uint8_t lane_bytes[16];  // Codes: from where each byte of eight lanes comes; 0x80: nowhere.
};
static_assert(sizeof(PackedStream) == 48);

inline constexpr std::uint32_t kAllKept = 0xffffffffu;

// Which of 32 knots a stream has rows for. The first of them always has one, and so has the last
// knot of all: then a look at one of these finds the rows on both sides of any knot.
inline constexpr std::uint32_t kKnotsAWord = 32;
struct PackedKept {
  std::uint32_t bits;
  std::uint32_t rows_before;  // Of the knots before these.
};

// The parts, found once.
struct PackedView {
  const PackedHeader* header;
  const float* knots;
  const std::uint32_t* cells;
  const std::uint8_t* moving;
  const PackedStream* streams;
  const std::uint8_t* bytes;  // What offsets count from.
};

static inline PackedView ViewOfPacked(const std::byte* bytes) {
  const auto* at = reinterpret_cast<const std::uint8_t*>(bytes);
  PackedView view;
  view.bytes = at;
  view.header = reinterpret_cast<const PackedHeader*>(at);
  at += sizeof(PackedHeader);
  view.knots = reinterpret_cast<const float*>(at);
  at += sizeof(float) * view.header->knot_count;
  view.cells = reinterpret_cast<const std::uint32_t*>(at);
  at += sizeof(std::uint32_t) * (view.header->cell_count + 1);
  view.moving = at;
  at += (view.header->block_count + 3u) & ~3u;
  view.streams = reinterpret_cast<const PackedStream*>(at);
  return view;
}

// --- finding the time ---

// The last knot at or before a time; the first where all are later.
static inline std::uint32_t KnotAt(const PackedView& packed, double time_s) {
  const float* knots = packed.knots;
  const std::uint32_t last = packed.header->knot_count - 1;
  const double since_s = time_s - static_cast<double>(knots[0]);
  if (!(since_s > 0.0)) {
    // At the first moment itself a STEP may have a second knot.
    std::uint32_t knot = 0;
    while (knot < last && static_cast<double>(knots[knot + 1]) <= time_s) ++knot;
    return knot;
  }
  if (time_s >= static_cast<double>(knots[last])) return last;
  const double cell_place = since_s * static_cast<double>(packed.header->cells_per_s);
  const auto most = static_cast<double>(packed.header->cell_count - 1);
  const auto cell = static_cast<std::uint32_t>(cell_place < most ? cell_place : most);
  std::uint32_t low = packed.cells[cell];
  std::uint32_t high = packed.cells[cell + 1] + 1;  // Beyond the answer, but for rounding.
  // The cell's border was rounded: a knot may stand on the other side of it by a hair.
  while (low > 0 && static_cast<double>(knots[low]) > time_s) --low;
  while (high - low > 4) {
    const std::uint32_t middle = low + (high - low) / 2;
    if (static_cast<double>(knots[middle]) <= time_s) {
      low = middle;
    } else {
      high = middle;
    }
  }
  while (static_cast<double>(knots[low + 1]) <= time_s) ++low;
  return low;
}

// Two rows of a stream and how far between them a time is.
struct RowPlace {
  std::uint32_t row;
  std::uint32_t next_row;
  float blend;  // In [0, 1]; 0 where the rows are one.
};

static inline float BlendBetween(double begin_s, double end_s, double time_s) {
  const double length_s = end_s - begin_s;
  const double since_s = time_s - begin_s;
  if (!(since_s > 0.0) || !(length_s > 0.0)) return 0.0f;
  return static_cast<float>(since_s / length_s);
}

// Of a stream that has a row for every knot.
static inline RowPlace PlaceOfAll(const PackedView& packed, std::uint32_t knot, double time_s) {
  if (knot + 1 >= packed.header->knot_count) return {knot, knot, 0.0f};
  return {knot, knot + 1,
          BlendBetween(static_cast<double>(packed.knots[knot]),
                       static_cast<double>(packed.knots[knot + 1]), time_s)};
}

// Of a stream that has rows for some. No branches: which knots have rows nobody can foretell.
static inline RowPlace PlaceOfKept(const PackedView& packed, const PackedStream& stream,
                                   std::uint32_t knot, double time_s) {
  const auto* words = reinterpret_cast<const PackedKept*>(packed.bytes + stream.kept_offset);
  const std::uint32_t first = knot & ~(kKnotsAWord - 1);
  const PackedKept kept = words[knot / kKnotsAWord];
  const std::uint32_t up_to_knot = 0xffffffffu >> (31 - knot % kKnotsAWord);
  const std::uint32_t before = kept.bits & up_to_knot;
  const std::uint32_t after = kept.bits & ~up_to_knot;
  const std::uint32_t row =
      kept.rows_before + static_cast<std::uint32_t>(__builtin_popcount(before)) - 1;
  const std::uint32_t begin = first + 31 - static_cast<std::uint32_t>(__builtin_clz(before));
  // Without one after it in this word: the first of the next. At the last knot of all: itself.
  const std::uint32_t last = packed.header->knot_count - 1;
  const std::uint32_t next = static_cast<std::uint32_t>(__builtin_ctz(after | 0x80000000u)) +
                             (after == 0 ? 1u : 0u) + first;
  const std::uint32_t end = next < last ? next : last;
  return {row, row + (end > begin ? 1u : 0u),
          BlendBetween(static_cast<double>(packed.knots[begin]),
                       static_cast<double>(packed.knots[end]), time_s)};
}

}  // namespace sinew
