// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <tuple>

#include "base/arithmetic.h"
#include "pose/packed/codes.h"
#include "pose/packed/plan.h"
#include "sinew/assertion.h"

namespace sinew::packing {
namespace {

std::uint64_t Aligned(std::uint64_t bytes) { return (bytes + 3) & ~std::uint64_t{3}; }

// Bytes that grow, to no more than 32 bits count; every part begins at a multiple of four.
class Bytes {
 public:
  explicit Bytes(std::size_t most) { bytes_.reserve(most); }
  std::uint32_t size() const { return static_cast<std::uint32_t>(bytes_.size()); }
  void Align() { bytes_.resize(static_cast<std::size_t>(Aligned(bytes_.size()))); }
  template <typename T>
  void Add(const T& value) {
    const auto raw = std::bit_cast<std::array<std::byte, sizeof(T)>>(value);
    bytes_.insert(bytes_.end(), raw.begin(), raw.end());
  }
  void AddZeros(std::size_t count) { bytes_.resize(bytes_.size() + count); }
  template <typename T>
  void Put(std::uint32_t offset, const T& value) {
    std::memcpy(bytes_.data() + offset, &value, sizeof(T));
  }
  std::byte* at(std::uint32_t offset) { return bytes_.data() + offset; }
  std::vector<std::byte> Take() { return std::move(bytes_); }

 private:
  std::vector<std::byte> bytes_;
};

// Where the codes of the moving lanes lie within one component of a row.
struct CodeLayout {
  std::array<std::uint8_t, kBlockSize> first_byte{};  // Of moving lanes.
  std::uint32_t bytes = 0;
  std::array<std::uint8_t, 16> lane_bytes{};
};

// 12-bit codes lie two in three bytes: an even lane's in the low 12 bits of the first two, an odd
// lane's in the high 12 of the last two.
CodeLayout LayOut(PackedStorage storage, std::uint8_t lanes) {
  CodeLayout layout;
  layout.lane_bytes.fill(0x80);
  const auto moves = [&](std::uint32_t lane) { return (lanes >> lane & 1) != 0; };
  std::uint32_t at = 0;
  if (storage == PackedStorage::kU12) {
    std::vector<std::uint32_t> even, odd;
    for (std::uint32_t lane = 0; lane < kBlockSize; ++lane) {
      if (moves(lane)) (lane % 2 == 0 ? even : odd).push_back(lane);
    }
    for (std::size_t i = 0; i < std::max(even.size(), odd.size()); ++i) {
      const bool both = i < even.size() && i < odd.size();
      if (i < even.size()) layout.first_byte[even[i]] = static_cast<std::uint8_t>(at);
      if (i < odd.size()) layout.first_byte[odd[i]] = static_cast<std::uint8_t>(both ? at + 1 : at);
      at += both ? 3 : 2;
    }
  } else {
    for (std::uint32_t lane = 0; lane < kBlockSize; ++lane) {
      if (!moves(lane)) continue;
      layout.first_byte[lane] = static_cast<std::uint8_t>(at);
      at += storage == PackedStorage::kU16 ? 2 : 1;
    }
  }
  layout.bytes = at;
  for (std::uint32_t lane = 0; lane < kBlockSize; ++lane) {
    if (!moves(lane)) continue;
    if (storage == PackedStorage::kU8) {
      layout.lane_bytes[lane] = layout.first_byte[lane];
    } else {
      layout.lane_bytes[2 * lane] = layout.first_byte[lane];
      layout.lane_bytes[2 * lane + 1] = static_cast<std::uint8_t>(layout.first_byte[lane] + 1);
    }
  }
  return layout;
}

void PutCode(PackedStorage storage, std::uint32_t lane, std::uint32_t code, std::byte* at) {
  const auto low = static_cast<std::byte>(code & 0xff), high = static_cast<std::byte>(code >> 8);
  switch (storage) {
    case PackedStorage::kU8:
      at[0] = low;
      break;
    case PackedStorage::kU16:
      at[0] = low;
      at[1] = high;
      break;
    default:
      if (lane % 2 == 0) {
        at[0] = low;
        at[1] |= high;  // The low nibble; the high one is an odd lane's.
      } else {
        at[0] |= static_cast<std::byte>(code << 4 & 0xf0);
        at[1] = static_cast<std::byte>(code >> 4);
      }
  }
}

struct Scale {
  float zero, step;
};

Scale ScaleOf(const StreamPlan& plan, std::uint32_t component, std::uint32_t lane) {
  const CodeRange range = RangeOf(plan, component, lane);
  return {range.smallest, range.StepOf(plan.storage)};
}

std::uint32_t CodeOf(float value, Scale scale, std::uint32_t largest) {
  if (!(scale.step > 0.0f)) return 0;
  const double steps = (static_cast<double>(value) - static_cast<double>(scale.zero)) /
                       static_cast<double>(scale.step);
  const double nearest = steps + 0.5;
  if (!(nearest > 0.0)) return 0;
  return nearest >= static_cast<double>(largest) ? largest : static_cast<std::uint32_t>(nearest);
}

// Writes the rows of one stream, a knot at a time.
class RowWriter {
 public:
  // Fills in what the stream says of its rows, and adds what codes mean.
  RowWriter(const StreamPlan& plan, PackedStream& stream, Bytes& bytes) : plan_(plan) {
    if (plan.storage == PackedStorage::kFloat32) {
      stream.component_bytes = kBlockSize * 4;
    } else {
      layout_ = LayOut(plan.storage, plan.source->moving_lanes);
      std::copy(layout_.lane_bytes.begin(), layout_.lane_bytes.end(), stream.lane_bytes);
      stream.component_bytes = layout_.bytes;
      stream.values_offset = bytes.size();
      AddScales(bytes);
    }
    component_bytes_ = stream.component_bytes;
  }

  std::uint32_t row_bytes() const { return component_bytes_ * plan_.component_count; }

  void Write(std::uint32_t knot, std::byte* row) const {
    for (std::uint32_t i = 0; i < plan_.component_count; ++i, row += component_bytes_) {
      for (std::uint32_t lane = 0; lane < kBlockSize; ++lane) {
        const float value = plan_.Stored(knot * kGridStep, i, lane);
        if (plan_.storage == PackedStorage::kFloat32) {
          std::memcpy(row + lane * sizeof value, &value, sizeof value);
        } else if ((plan_.source->moving_lanes >> lane & 1) != 0) {
          const std::uint32_t code =
              CodeOf(value, scales_[i * kBlockSize + lane], LargestCode(plan_.storage));
          PutCode(plan_.storage, lane, code, row + layout_.first_byte[lane]);
        }
      }
    }
  }

 private:
  void AddScales(Bytes& bytes) {
    for (std::uint32_t i = 0; i < plan_.component_count; ++i) {
      for (std::uint32_t lane = 0; lane < kBlockSize; ++lane) {
        scales_.push_back(ScaleOf(plan_, i, lane));
        bytes.Add(scales_.back().zero);
      }
    }
    for (std::size_t i = 0; i < scales_.size(); ++i) {
      const bool in_high_bits = plan_.storage == PackedStorage::kU12 && i % 2 == 1;
      bytes.Add(in_high_bits ? scales_[i].step * (1.0f / 16.0f) : scales_[i].step);
    }
  }

  const StreamPlan& plan_;
  CodeLayout layout_;
  std::vector<Scale> scales_;
  std::uint32_t component_bytes_ = 0;
};

// Streams that have a row for every knot share their rows: what is read together lies together.
class SharedRows {
 public:
  // `stream` is the index of a stream whose rows these are.
  void Add(std::uint32_t stream, RowWriter writer) {
    parts_.push_back({stream, bytes_, std::move(writer)});
    bytes_ = (bytes_ + parts_.back().writer.row_bytes() + 3) & ~3u;
  }

  void Write(std::uint32_t knot_count, std::vector<PackedStream>& streams, Bytes& bytes) const {
    const std::uint32_t begin = bytes.size();
    bytes.AddZeros(std::size_t{bytes_} * knot_count);
    for (const Part& part : parts_) {
      streams[part.stream].rows_offset = begin + part.offset;
      streams[part.stream].row_bytes = bytes_;
      for (std::uint32_t knot = 0; knot < knot_count; ++knot) {
        part.writer.Write(knot, bytes.at(begin + part.offset + knot * bytes_));
      }
    }
  }

 private:
  struct Part {
    std::uint32_t stream;
    std::uint32_t offset;  // Within a row.
    RowWriter writer;
  };
  std::vector<Part> parts_;
  std::uint32_t bytes_ = 0;  // Of a row.
};

void AddKept(const Source& source, const StreamPlan& plan, PackedStream& stream, Bytes& bytes) {
  stream.kept_offset = bytes.size();
  std::vector<PackedKept> words((source.knots.size() + kKnotsAWord - 1) / kKnotsAWord);
  for (const std::uint32_t knot : plan.kept)
    words[knot / kKnotsAWord].bits |= 1u << knot % kKnotsAWord;
  std::uint32_t rows = 0;
  for (PackedKept& word : words) {
    word.rows_before = rows;
    rows += static_cast<std::uint32_t>(std::popcount(word.bits));
    bytes.Add(word);
  }
}

PackedStream StreamOf(const StreamPlan& plan) {
  PackedStream stream{};
  stream.block = plan.source->block;
  stream.property = static_cast<std::uint8_t>(plan.source->property);
  stream.storage = plan.storage;
  stream.component_count = static_cast<std::uint8_t>(plan.component_count);
  stream.fourth = plan.fourth;
  if (plan.source->property == Property::kMorphWeights) {
    stream.written_lanes = plan.source->written_lanes;
  }
  stream.kept_offset = kAllKept;
  if (plan.source->property == Property::kRotation && plan.component_count == 3) {
    for (std::uint32_t lane = 0; lane < kBlockSize; ++lane) {
      const std::uint8_t left_out = plan.left_out[lane];
      if (left_out < 3) stream.left_out[left_out] |= static_cast<std::uint8_t>(1u << lane);
    }
  }
  return stream;
}

// Morph weights last, streams of one kind together, then by block.
std::vector<const StreamPlan*> Sorted(std::span<const StreamPlan> plans) {
  std::vector<const StreamPlan*> sorted;
  sorted.reserve(plans.size());
  for (const StreamPlan& plan : plans) sorted.push_back(&plan);
  const auto order = [](const StreamPlan* plan) {
    return std::tuple(plan->source->property, plan->storage, plan->component_count, plan->fourth,
                      plan->source->block);
  };
  std::sort(sorted.begin(), sorted.end(),
            [&](const StreamPlan* a, const StreamPlan* b) { return order(a) < order(b); });
  return sorted;
}

std::vector<PackedStream> AddData(const Source& source, std::span<const StreamPlan> plans,
                                  Bytes& bytes) {
  std::vector<PackedStream> streams;
  streams.reserve(plans.size());
  SharedRows shared;
  for (const StreamPlan* each : Sorted(plans)) {
    const StreamPlan& plan = *each;
    PackedStream& stream = streams.emplace_back(StreamOf(plan));
    if (plan.storage == PackedStorage::kConstant) {
      stream.values_offset = bytes.size();
      for (const float value : plan.values) bytes.Add(value);
      continue;
    }
    RowWriter writer(plan, stream, bytes);
    if (plan.row_count() == plan.knot_count) {
      shared.Add(static_cast<std::uint32_t>(streams.size()) - 1, std::move(writer));
      continue;
    }
    AddKept(source, plan, stream, bytes);
    stream.row_bytes = writer.row_bytes();
    stream.rows_offset = bytes.size();
    for (const std::uint32_t knot : plan.kept) {
      const std::uint32_t row = bytes.size();
      bytes.AddZeros(stream.row_bytes);
      writer.Write(knot, bytes.at(row));
    }
    bytes.Align();
  }
  shared.Write(static_cast<std::uint32_t>(source.knots.size()), streams, bytes);
  return streams;
}

std::uint32_t ComponentBytes(const StreamPlan& plan) {
  return plan.storage == PackedStorage::kFloat32
             ? kBlockSize * 4
             : LayOut(plan.storage, plan.source->moving_lanes).bytes;
}

// What AddData adds for one stream, its part of the shared rows included.
std::uint64_t DataBytes(const StreamPlan& plan) {
  if (plan.storage == PackedStorage::kConstant) return plan.values.size_bytes();
  const std::uint64_t row = std::uint64_t{ComponentBytes(plan)} * plan.component_count;
  const std::uint64_t scales = plan.storage == PackedStorage::kFloat32
                                   ? 0
                                   : std::uint64_t{plan.component_count} * kBlockSize * 8;
  if (plan.row_count() == plan.knot_count) return scales + Aligned(row) * plan.knot_count;
  const std::uint64_t words = (std::uint64_t{plan.knot_count} + kKnotsAWord - 1) / kKnotsAWord;
  return scales + words * sizeof(PackedKept) + Aligned(row * plan.row_count());
}

// As many cells as knots: where those stand evenly, each cell has one.
void AddCells(const Source& source, PackedHeader& header, Bytes& bytes) {
  const std::vector<float>& knots = source.knots;
  const double length_s = static_cast<double>(knots.back()) - static_cast<double>(knots.front());
  header.cell_count = static_cast<std::uint32_t>(knots.size());
  header.cells_per_s =
      length_s > 0.0 ? static_cast<float>(static_cast<double>(header.cell_count) / length_s) : 0.0f;
  std::uint32_t knot = 0;
  for (std::uint32_t cell = 0; cell <= header.cell_count; ++cell) {
    const double begin_s = static_cast<double>(knots.front()) + length_s * cell / header.cell_count;
    while (knot + 1 < knots.size() && static_cast<double>(knots[knot + 1]) <= begin_s) ++knot;
    bytes.Add(knot);
  }
}

}  // namespace

std::uint64_t EncodedBytes(const Source& source, std::span<const StreamPlan> plans) {
  const std::uint64_t knots = source.knots.size();
  std::uint64_t bytes = sizeof(PackedHeader) + knots * sizeof(float) +
                        (knots + 1) * sizeof(std::uint32_t) + Aligned(source.block_count) +
                        plans.size() * sizeof(PackedStream) + kPackedSlack;
  for (const StreamPlan& plan : plans) bytes += DataBytes(plan);
  return bytes;
}

std::optional<std::vector<std::byte>> Encode(const Source& source,
                                             std::span<const StreamPlan> plans) {
  const std::uint64_t size = EncodedBytes(source, plans);
  if (size > kMostEncodedBytes) return std::nullopt;
  PackedHeader header{};
  header.knot_count = static_cast<std::uint32_t>(source.knots.size());
  header.block_count = source.block_count;
  std::vector<std::uint8_t> moving(source.block_count, 0);
  for (const StreamPlan& plan : plans) {
    const Property property = plan.source->property;
    const bool moves = plan.storage != PackedStorage::kConstant;
    if (moves && plan.row_count() < plan.knot_count) ++header.thinned_stream_count;
    if (property == Property::kMorphWeights) {
      ++header.morph_stream_count;
    } else {
      ++header.joint_stream_count;
      moving[plan.source->block] |=
          static_cast<std::uint8_t>(1u << static_cast<std::uint32_t>(property));
    }
  }
  Bytes bytes(static_cast<std::size_t>(size));
  bytes.Add(header);
  for (const float knot : source.knots) bytes.Add(knot);
  AddCells(source, header, bytes);
  bytes.Put(0, header);
  for (const std::uint8_t bits : moving) bytes.Add(bits);
  bytes.Align();
  std::uint32_t stream_at = bytes.size();
  bytes.AddZeros(plans.size() * sizeof(PackedStream));
  for (const PackedStream& stream : AddData(source, plans, bytes)) {
    bytes.Put(stream_at, stream);
    stream_at += sizeof(PackedStream);
  }
  bytes.AddZeros(kPackedSlack);
  SINEW_ASSERT(bytes.size() == size);
  return bytes.Take();
}

}  // namespace sinew::packing
