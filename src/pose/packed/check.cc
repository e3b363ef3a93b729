// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A packed clip from outside is believed nothing: kernels and specification read it without
// questions, so every question is asked here.
#include "pose/packed/check.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <string>

#include "base/arithmetic.h"
#include "base/bytes.h"
#include "math/usable.h"
#include "pose/packed/layout.h"
#include "sinew/clip.h"
#include "sinew/transform_block.h"

namespace sinew {
namespace {

// Eight lanes of one component.
using Row = std::array<float, kBlockSize>;
constexpr std::uint32_t kRowBytes = sizeof(Row);
// What kernels load at once of codes, however few there are.
constexpr std::uint32_t kLoadBytes = 16;
// Codes were rounded from usable numbers: their ends may be a little beyond.
constexpr float kLargestDecoded = kLargest * 1.001f;

Failure Broken(const char* message) { return {FailureCode::kInvalid, "header", message}; }
Failure Broken(std::uint32_t stream, const char* message) {
  return {FailureCode::kInvalid, "streams/" + std::to_string(stream), message};
}

float SquaredLength(const std::array<Row, 4>& rows, std::uint32_t lane) {
  float sum = 0.0f;
  for (const Row& row : rows) sum = sum + row[lane] * row[lane];
  return sum;
}

// --- the frame ---

// Nothing where the parts before the data do not fit.
std::optional<PackedView> ViewOfChecked(std::span<const std::byte> bytes) {
  if (bytes.size() < sizeof(PackedHeader) + kPackedSlack) return std::nullopt;
  if (bytes.size() > 0xffffffffu) return std::nullopt;  // Offsets have 32 bits.
  const auto& header = *reinterpret_cast<const PackedHeader*>(bytes.data());
  // Sums of a few products of 32 bits: 64 hold them.
  const std::uint64_t streams =
      std::uint64_t{header.joint_stream_count} + header.morph_stream_count;
  const std::uint64_t size = sizeof(PackedHeader) + std::uint64_t{header.knot_count} * 4 +
                             (std::uint64_t{header.cell_count} + 1) * 4 +
                             ((std::uint64_t{header.block_count} + 3) & ~std::uint64_t{3}) +
                             streams * sizeof(PackedStream) + kPackedSlack;
  if (size > bytes.size() || header.block_count > 0xfffffffcu || header.cell_count == 0xffffffffu) {
    return std::nullopt;
  }
  return ViewOfPacked(bytes.data());
}

bool TimesAreRight(const PackedView& packed) {
  const PackedHeader& header = *packed.header;
  const std::span<const float> knots(packed.knots, header.knot_count);
  if (!scalar::AllUsable(knots) || !(knots[0] >= 0.0f)) return false;
  for (std::size_t i = 1; i < knots.size(); ++i) {
    if (!(knots[i] >= knots[i - 1])) return false;
  }
  if (!(header.cells_per_s >= 0.0f) || !scalar::IsUsable(header.cells_per_s)) return false;
  const std::span<const std::uint32_t> cells(packed.cells, std::size_t{header.cell_count} + 1);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (cells[i] >= header.knot_count || (i > 0 && cells[i] < cells[i - 1])) return false;
  }
  return true;
}

// Every property of a block that is said to move has one stream, and no other has. Looks at a
// stretch of blocks at a time: no memory is needed.
bool MovesWhatItSays(const PackedView& packed) {
  constexpr std::uint32_t kStretch = 4096;
  const PackedHeader& header = *packed.header;
  std::array<std::uint8_t, kStretch> found;
  for (std::uint32_t first = 0; first < header.block_count;) {
    const std::uint32_t count = std::min(kStretch, header.block_count - first);
    found.fill(0);
    for (std::uint32_t i = 0; i < header.joint_stream_count; ++i) {
      const PackedStream& stream = packed.streams[i];
      if (stream.block < first || stream.block - first >= count) continue;
      const auto bit = static_cast<std::uint8_t>(1u << stream.property);
      if ((found[stream.block - first] & bit) != 0) return false;
      found[stream.block - first] |= bit;
    }
    if (std::memcmp(found.data(), packed.moving + first, count) != 0) return false;
    first += count;
  }
  return true;
}

// --- a stream ---

// What a stream says of itself. `is_morph` by its place among the streams.
bool KindIsRight(const PackedStream& stream, bool is_morph, std::uint32_t joint_bound,
                 std::uint32_t morph_bound) {
  const auto property = static_cast<std::uint32_t>(stream.property);
  const bool is_rotation = property == static_cast<std::uint32_t>(Property::kRotation);
  if (is_morph != (property == static_cast<std::uint32_t>(Property::kMorphWeights)) ||
      property > static_cast<std::uint32_t>(Property::kMorphWeights) ||
      stream.storage > PackedStorage::kU8 || stream.fourth > PackedFourth::kOfMixed) {
    return false;
  }
  const bool is_coded = stream.storage >= PackedStorage::kU16;
  if (stream.fourth != PackedFourth::kStored && !(is_rotation && is_coded)) return false;
  const bool is_whole = stream.fourth == PackedFourth::kStored;
  const std::uint32_t components = is_morph ? 1u : is_rotation && is_whole ? 4u : 3u;
  if (stream.component_count != components) return false;
  const std::uint32_t twice = (stream.left_out[0] & stream.left_out[1]) |
                              (stream.left_out[0] & stream.left_out[2]) |
                              (stream.left_out[1] & stream.left_out[2]);
  const std::uint32_t any = stream.left_out[0] | stream.left_out[1] | stream.left_out[2];
  if (is_whole ? any != 0 : twice != 0) return false;
  const std::uint32_t bound = is_morph ? morph_bound : joint_bound;
  if (stream.block >= BlockCount(bound)) return false;
  if (!is_morph) return stream.written_lanes == 0;
  const std::uint32_t lanes_here = std::min(bound - stream.block * kBlockSize, kBlockSize);
  return stream.written_lanes != 0 && stream.written_lanes >> lanes_here == 0;
}

// Reads the rows of a stream whose kind is right, having checked where they lie.
class StreamRows {
 public:
  StreamRows(std::span<const std::byte> bytes, const PackedView& packed, const PackedStream& stream)
      : bytes_(bytes), packed_(packed), stream_(stream) {}

  // Whether everything lies inside the bytes, kernels' loads included. Finds the number of rows.
  bool Fit() {
    const std::uint64_t available = bytes_.size();
    const bool is_constant = stream_.storage == PackedStorage::kConstant;
    const bool is_float = stream_.storage == PackedStorage::kFloat32;
    const std::uint32_t value_rows = is_constant ? stream_.component_count
                                     : is_float  ? 0u
                                                 : 2u * stream_.component_count;
    if (stream_.values_offset % sizeof(float) != 0 ||
        !RangeFits(stream_.values_offset, std::uint64_t{value_rows} * kRowBytes, available)) {
      return false;
    }
    if (is_constant) return stream_.kept_offset == kAllKept;
    if (!FindRowCount()) return false;
    if (is_float && (stream_.component_bytes != kRowBytes || stream_.rows_offset % 4 != 0 ||
                     stream_.row_bytes % 4 != 0)) {
      return false;
    }
    if (!is_float && !LaneBytesAreRight()) return false;
    // From the first component of a row to the end of what is loaded of its last.
    const std::uint64_t row =
        std::uint64_t{stream_.component_bytes} * (stream_.component_count - std::uint64_t{1}) +
        (is_float ? kRowBytes : kLoadBytes);
    return FitsIn(stream_.rows_offset, row_count_, stream_.row_bytes, row, available);
  }

  std::uint32_t row_count() const { return row_count_; }

  Row ValuesAt(std::uint32_t row) const {
    Row values;
    std::memcpy(values.data(), bytes_.data() + stream_.values_offset + std::size_t{row} * kRowBytes,
                kRowBytes);
    return values;
  }

  // What one component of a row means, lane by lane.
  Row Decoded(std::uint32_t row, std::uint32_t component) const {
    const auto* at = packed_.bytes + stream_.rows_offset + std::size_t{row} * stream_.row_bytes +
                     std::size_t{component} * stream_.component_bytes;
    Row decoded;
    if (stream_.storage == PackedStorage::kFloat32) {
      std::memcpy(decoded.data(), at, kRowBytes);
      return decoded;
    }
    const Row zero = ValuesAt(component);
    const Row step = ValuesAt(component + stream_.component_count);
    for (std::uint32_t lane = 0; lane < kBlockSize; ++lane) {
      decoded[lane] = zero[lane] + static_cast<float>(CodeAt(at, lane)) * step[lane];
    }
    return decoded;
  }

  // What the largest code of a component comes to, of a stream of codes: not the largest that may
  // stand there, but no code is larger.
  Row EndsAt(std::uint32_t component) const {
    const Row zero = ValuesAt(component);
    const Row step = ValuesAt(component + stream_.component_count);
    const float largest = stream_.storage == PackedStorage::kU8 ? 255.0f : 65535.0f;
    Row ends;
    for (std::uint32_t lane = 0; lane < kBlockSize; ++lane) {
      const bool is_even_u12 = stream_.storage == PackedStorage::kU12 && lane % 2 == 0;
      ends[lane] = zero[lane] + step[lane] * (is_even_u12 ? 4095.0f : largest);
    }
    return ends;
  }

  // When the row after it comes; false: at the same moment, and nothing is mixed.
  bool IsMixedWithNext(std::uint32_t row) const {
    return packed_.knots[KnotOf(row + 1)] > packed_.knots[KnotOf(row)];
  }

 private:
  bool FindRowCount() {
    const std::uint32_t knot_count = packed_.header->knot_count;
    row_count_ = knot_count;
    if (stream_.kept_offset == kAllKept) return true;
    const std::uint32_t words = knot_count / kKnotsAWord + (knot_count % kKnotsAWord != 0 ? 1 : 0);
    if (stream_.kept_offset % sizeof(std::uint32_t) != 0 ||
        !RangeFits(stream_.kept_offset, std::uint64_t{words} * sizeof(PackedKept), bytes_.size())) {
      return false;
    }
    row_count_ = 0;
    for (std::uint32_t i = 0; i < words; ++i) {
      const PackedKept kept = KeptAt(i);
      if ((kept.bits & 1) == 0 || kept.rows_before != row_count_) return false;
      row_count_ += static_cast<std::uint32_t>(std::popcount(kept.bits));
    }
    const std::uint32_t last = (knot_count - 1) % kKnotsAWord;
    return KeptAt(words - 1).bits >> last == 1;  // The last knot has a row, none beyond it.
  }

  PackedKept KeptAt(std::uint32_t word) const {
    PackedKept kept;
    std::memcpy(&kept, bytes_.data() + stream_.kept_offset + std::size_t{word} * sizeof kept,
                sizeof kept);
    return kept;
  }

  bool LaneBytesAreRight() const {
    const bool is_u8 = stream_.storage == PackedStorage::kU8;
    for (std::uint32_t i = 0; i < 16; ++i) {
      const std::uint8_t from = stream_.lane_bytes[i];
      if (from != 0x80 && (from >= kLoadBytes || (is_u8 && i >= kBlockSize))) return false;
    }
    return true;
  }

  std::uint32_t CodeAt(const std::uint8_t* component, std::uint32_t lane) const {
    const auto byte = [&](std::uint32_t i) -> std::uint32_t {
      return (stream_.lane_bytes[i] & 0x80) != 0 ? 0u : component[stream_.lane_bytes[i]];
    };
    if (stream_.storage == PackedStorage::kU8) return byte(lane);
    const std::uint32_t pair = byte(2 * lane) | byte(2 * lane + 1) << 8;
    if (stream_.storage == PackedStorage::kU16) return pair;
    return pair & (lane % 2 == 0 ? kU12EvenBits : kU12OddBits);
  }

  std::uint32_t KnotOf(std::uint32_t row) const {
    if (stream_.kept_offset == kAllKept) return row;
    // Rows are asked for in their order, so the word is the one of before or the next.
    while (row < KeptAt(word_).rows_before) --word_;
    while ((word_ + 1) * kKnotsAWord < packed_.header->knot_count &&
           KeptAt(word_ + 1).rows_before <= row) {
      ++word_;
    }
    const PackedKept kept = KeptAt(word_);
    std::uint32_t bits = kept.bits;
    for (std::uint32_t i = kept.rows_before; i < row; ++i) bits &= bits - 1;
    return word_ * kKnotsAWord + static_cast<std::uint32_t>(std::countr_zero(bits));
  }

  std::span<const std::byte> bytes_;
  const PackedView& packed_;
  const PackedStream& stream_;
  std::uint32_t row_count_ = 0;
  mutable std::uint32_t word_ = 0;
};

// --- what the rows say ---

bool AllUsable(const Row& row) { return scalar::AllUsable(std::span<const float>(row)); }

// Translations, scales and morph weights: usable at every row, and so between them.
bool NumbersAreUsable(const PackedStream& stream, const StreamRows& rows) {
  if (stream.storage == PackedStorage::kFloat32) {
    std::uint32_t unusable = 0;
    for (std::uint32_t row = 0; row < rows.row_count(); ++row) {
      for (std::uint32_t i = 0; i < stream.component_count; ++i) {
        unusable |= AllUsable(rows.Decoded(row, i)) ? 0u : 1u;
      }
    }
    return unusable == 0;
  }
  for (std::uint32_t i = 0; i < stream.component_count; ++i) {
    if (!AllUsable(rows.ValuesAt(i))) return false;
    if (stream.storage == PackedStorage::kConstant) continue;
    for (const float end : rows.EndsAt(i)) {
      if (!(end >= -kLargestDecoded && end <= kLargestDecoded)) return false;
    }
  }
  return true;
}

// Rotations are unit once they have been mixed and finished, at every row and between any two:
//
//   fourth worked out  what three components leave of one: their squares sum to no more than one at
//                      every row, and then on every line between rows, the ball being convex
//   made unit          by its length, which must not vanish: rows are near unit, and no row is
//                      nearly the opposite of the next one: the cosine between them is above -0.9
//
// Codes are mixed before they become numbers, so these must not be far from unit either: else what
// rounding leaves of their mixture would be anything.
bool CodesAreNearUnit(const PackedStream& stream, const StreamRows& rows) {
  constexpr float kMost = 1.01f;
  for (std::uint32_t i = 0; i < stream.component_count; ++i) {
    const Row zero = rows.ValuesAt(i), end = rows.EndsAt(i);
    for (std::uint32_t lane = 0; lane < kBlockSize; ++lane) {
      const bool is_near =
          zero[lane] >= -kMost && zero[lane] <= kMost && end[lane] >= -kMost && end[lane] <= kMost;
      if (!is_near) return false;
    }
  }
  return true;
}

bool RotationsAreUnit(const PackedStream& stream, const StreamRows& rows) {
  if (stream.storage == PackedStorage::kConstant) {
    std::array<Row, 4> q;
    for (std::uint32_t i = 0; i < 4; ++i) q[i] = rows.ValuesAt(i);
    for (std::uint32_t lane = 0; lane < kBlockSize; ++lane) {
      const float off = SquaredLength(q, lane) - 1.0f;
      if (!(off <= 2e-5f && off >= -2e-5f)) return false;
    }
    return true;
  }
  if (stream.storage >= PackedStorage::kU16 && !CodesAreNearUnit(stream, rows)) return false;
  std::array<Row, 4> before{};
  Row squared_before{};
  for (std::uint32_t row = 0; row < rows.row_count(); ++row) {
    std::array<Row, 4> q{};
    for (std::uint32_t i = 0; i < stream.component_count; ++i) q[i] = rows.Decoded(row, i);
    const bool follows =
        row > 0 && stream.fourth != PackedFourth::kOfMixed && rows.IsMixedWithNext(row - 1);
    std::uint32_t wrong = 0;
    for (std::uint32_t lane = 0; lane < kBlockSize; ++lane) {
      const float squared = SquaredLength(q, lane);
      if (stream.fourth == PackedFourth::kStored) {
        wrong |= squared >= 0.8f && squared <= 1.2f ? 0u : 1u;
      } else {
        wrong |= squared <= 1.0f ? 0u : 1u;
        q[3][lane] = std::sqrt(1.0f - squared);
      }
      const float whole = stream.fourth == PackedFourth::kStored ? squared : 1.0f;
      float dot = 0.0f;
      for (std::uint32_t i = 0; i < 4; ++i) dot = dot + q[i][lane] * before[i][lane];
      const bool is_opposed = dot < 0.0f && dot * dot >= 0.81f * whole * squared_before[lane];
      wrong |= follows && is_opposed ? 1u : 0u;
      squared_before[lane] = whole;
    }
    if (wrong != 0) return false;
    before = q;
  }
  return true;
}

}  // namespace

std::optional<Failure> CheckPacked(std::span<const std::byte> bytes, std::uint32_t joint_bound,
                                   std::uint32_t morph_bound) {
  if (reinterpret_cast<std::uintptr_t>(bytes.data()) % alignof(PackedHeader) != 0) {
    return Broken("lies at an address that four does not divide");
  }
  const std::optional<PackedView> packed = ViewOfChecked(bytes);
  if (!packed) return Broken("counts more than there are bytes for");
  const PackedHeader& header = *packed->header;
  if (header.knot_count == 0 || header.cell_count == 0) return Broken("has no knot");
  if (!TimesAreRight(*packed)) return Broken("knots or cells do not ascend");
  const std::uint32_t stream_count = header.joint_stream_count + header.morph_stream_count;
  std::uint32_t thinned = 0;
  std::uint64_t row_count = 0;
  for (std::uint32_t i = 0; i < stream_count; ++i) {
    const PackedStream& stream = packed->streams[i];
    const bool is_morph = i >= header.joint_stream_count;
    if (!KindIsRight(stream, is_morph, joint_bound, morph_bound)) {
      return Broken(i, "is of no kind that exists, or for joints beyond the bound");
    }
    if (!is_morph && stream.block >= header.block_count) return Broken(i, "is of no block");
    StreamRows rows(bytes, *packed, stream);
    if (!rows.Fit()) return Broken(i, "lies outside the clip");
    if (stream.kept_offset != kAllKept) ++thinned;
    // A row takes a byte and more, and no two streams share one: else looking at all of them would
    // take a time that has nothing to do with the size of the clip.
    if (stream.storage != PackedStorage::kConstant) row_count += rows.row_count();
    if (row_count > bytes.size()) return Broken(i, "shares its rows with others");
    const bool is_rotation = stream.property == static_cast<std::uint8_t>(Property::kRotation);
    if (!is_rotation && !NumbersAreUsable(stream, rows)) return Broken(i, "has unusable numbers");
    if (is_rotation && !RotationsAreUnit(stream, rows)) return Broken(i, "has no unit rotations");
  }
  if (thinned != header.thinned_stream_count) return Broken("counts thinned streams wrongly");
  if (!MovesWhatItSays(*packed)) return Broken("does not move what it says");
  return std::nullopt;
}

}  // namespace sinew
