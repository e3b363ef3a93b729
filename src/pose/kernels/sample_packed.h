// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Sampling a packed clip, eight joints at once. The order of operations is that of
// spec::PackedValue.
#pragma once

#include <cstddef>
#include <cstring>

#include "math/simd/target.h"
#include "pose/kernels/kernels.h"
#include "pose/packed/layout.h"

namespace sinew::SINEW_TARGET {

SINEW_INLINE f32x8 Mix(f32x8 a, f32x8 b, f32x8 blend) { return a + (b - a) * blend; }

// Two rows of a stream, and what their codes mean.
struct StreamReader {
  const std::uint8_t* a;
  const std::uint8_t* b;
  const float* values;  // Of codes: what code 0 means, then how large a step is.
  std::uint32_t component_bytes;
  std::uint32_t component_count;
  bytes32 lanes;  // Of codes: from which bytes of a component each comes.
  f32x8 blend;
};

// The codes of one component of a row, or the floats themselves.
template <PackedStorage kStorage>
SINEW_INLINE f32x8 ReadStored(const std::uint8_t* row, const StreamReader& reader,
                              std::uint32_t component) {
  const std::uint8_t* at = row + component * reader.component_bytes;
  if constexpr (kStorage == PackedStorage::kFloat32) {
    return Load8(reinterpret_cast<const float*>(at));
  } else if constexpr (kStorage == PackedStorage::kU12) {
    return FloatsOfU32(KeepBits8(Rearrange8(at, reader.lanes), kU12EvenBits, kU12OddBits));
  } else {
    return FloatsOfU32(Rearrange8(at, reader.lanes));
  }
}

template <PackedStorage kStorage>
SINEW_INLINE f32x8 ValueOf(const StreamReader& reader, std::uint32_t component, f32x8 stored) {
  if constexpr (kStorage == PackedStorage::kFloat32) {
    return stored;
  } else {
    const float* zero = reader.values + component * kBlockSize;
    const float* step = zero + reader.component_count * kBlockSize;
    return Load8(zero) + stored * Load8(step);
  }
}

// Codes are mixed before they become values: one multiplication instead of two.
template <PackedStorage kStorage>
SINEW_INLINE f32x8 ReadMixed(const StreamReader& reader, std::uint32_t component) {
  return ValueOf<kStorage>(reader, component,
                           Mix(ReadStored<kStorage>(reader.a, reader, component),
                               ReadStored<kStorage>(reader.b, reader, component), reader.blend));
}

SINEW_INLINE f32x8 FourthOf(f32x8 a, f32x8 b, f32x8 c) {
  const f32x8 zero = Splat8(0.0f);
  const f32x8 left = Splat8(1.0f) - (a * a + b * b + c * c);
  return Sqrt(Select(Less(left, zero), zero, left));
}

// Each component in its place: where x, y or z is the one that is left out, the fourth (d) goes
// there and what stood there is w.
SINEW_INLINE void StoreRotation(TransformBlock& block, const PackedStream& stream, f32x8 a, f32x8 b,
                                f32x8 c, f32x8 d) {
  if ((stream.left_out[0] | stream.left_out[1] | stream.left_out[2]) != 0) {
    const mask8 no_x = MaskOfBits8(stream.left_out[0]), no_y = MaskOfBits8(stream.left_out[1]);
    const mask8 no_z = MaskOfBits8(stream.left_out[2]);
    const f32x8 w = Select(no_x, a, Select(no_y, b, Select(no_z, c, d)));
    a = Select(no_x, d, a);
    b = Select(no_y, d, b);
    c = Select(no_z, d, c);
    d = w;
  }
  Store8(block.rotation[0], a);
  Store8(block.rotation[1], b);
  Store8(block.rotation[2], c);
  Store8(block.rotation[3], d);
}

SINEW_INLINE void StoreMadeUnit(TransformBlock& block, const PackedStream& stream, f32x8 a, f32x8 b,
                                f32x8 c, f32x8 d) {
  const f32x8 scale = Splat8(1.0f) / Sqrt(a * a + b * b + c * c + d * d);
  StoreRotation(block, stream, a * scale, b * scale, c * scale, d * scale);
}

template <PackedStorage kStorage, PackedFourth kFourth>
SINEW_INLINE void SampleRotations(const PackedStream& stream, const StreamReader& reader,
                                  TransformBlock& block) {
  if constexpr (kFourth == PackedFourth::kStored) {
    StoreMadeUnit(block, stream, ReadMixed<kStorage>(reader, 0), ReadMixed<kStorage>(reader, 1),
                  ReadMixed<kStorage>(reader, 2), ReadMixed<kStorage>(reader, 3));
  } else if constexpr (kFourth == PackedFourth::kOfMixed) {
    const f32x8 a = ReadMixed<kStorage>(reader, 0), b = ReadMixed<kStorage>(reader, 1);
    const f32x8 c = ReadMixed<kStorage>(reader, 2);
    StoreRotation(block, stream, a, b, c, FourthOf(a, b, c));
  } else {
    f32x8 from[3], to[3];
    for (std::uint32_t i = 0; i < 3; ++i) {
      from[i] = ValueOf<kStorage>(reader, i, ReadStored<kStorage>(reader.a, reader, i));
      to[i] = ValueOf<kStorage>(reader, i, ReadStored<kStorage>(reader.b, reader, i));
    }
    StoreMadeUnit(
        block, stream, Mix(from[0], to[0], reader.blend), Mix(from[1], to[1], reader.blend),
        Mix(from[2], to[2], reader.blend),
        Mix(FourthOf(from[0], from[1], from[2]), FourthOf(to[0], to[1], to[2]), reader.blend));
  }
}

SINEW_INLINE void SampleThree(float (*rows)[kBlockSize], f32x8 x, f32x8 y, f32x8 z) {
  Store8(rows[0], x);
  Store8(rows[1], y);
  Store8(rows[2], z);
}

static inline void CopyRows(const float (*from)[kBlockSize], float (*to)[kBlockSize], int count) {
  for (int i = 0; i < count; ++i) Store8(to[i], Load8(from[i]));
}

static inline void CopyConstant(const PackedStream& stream, const float* values,
                                TransformBlock& block) {
  const auto* rows = reinterpret_cast<const float(*)[kBlockSize]>(values);
  if (stream.property == 0) CopyRows(rows, block.translation, 3);
  if (stream.property == 1) CopyRows(rows, block.rotation, 4);
  if (stream.property == 2) CopyRows(rows, block.scale, 3);
}

// What all streams share; copied by each loop, so that it stays in registers.
struct Sampling {
  PackedView packed;
  std::uint32_t knot;
  double time_s;
  RowPlace place_of_all;
  const RowPlace* places;  // Of the streams from first_stream on, as far as they are thinned.
  std::uint32_t first_stream, end_stream;
  const std::uint8_t* wanted_blocks;
  TransformBlock* pose;

  bool Wants(const PackedStream& stream) const {
    return wanted_blocks == nullptr || wanted_blocks[stream.block] != 0;
  }
};

// Finding rows is a chain of lookups, and so is what is done with them: in one loop each stream
// would wait for both. So the rows of many streams are found beforehand.
static inline void FindPlaces(const Sampling& sampling, RowPlace* places) {
  for (std::uint32_t i = sampling.first_stream; i < sampling.end_stream; ++i) {
    const PackedStream& stream = sampling.packed.streams[i];
    if (stream.kept_offset == kAllKept) continue;
    places[i - sampling.first_stream] =
        PlaceOfKept(sampling.packed, stream, sampling.knot, sampling.time_s);
  }
}

template <PackedStorage kStorage>
SINEW_INLINE StreamReader ReaderOf(const Sampling& sampling, std::uint32_t i) {
  const PackedStream& stream = sampling.packed.streams[i];
  const RowPlace place = stream.kept_offset == kAllKept
                             ? sampling.place_of_all
                             : sampling.places[i - sampling.first_stream];
  const std::uint8_t* rows = sampling.packed.bytes + stream.rows_offset;
  return {rows + static_cast<std::size_t>(place.row) * stream.row_bytes,
          rows + static_cast<std::size_t>(place.next_row) * stream.row_bytes,
          reinterpret_cast<const float*>(sampling.packed.bytes + stream.values_offset),
          stream.component_bytes,
          stream.component_count,
          kStorage == PackedStorage::kU8 ? WidenedU8(LoadBytes16(stream.lane_bytes))
                                         : WidenedU16(LoadBytes16(stream.lane_bytes)),
          Splat8(place.blend)};
}

// Property, storage, component count and fourth of a stream of joints, as one number.
static inline std::uint32_t KindOf(const PackedStream& stream) {
  std::uint32_t kind;
  static_assert(offsetof(PackedStream, fourth) - offsetof(PackedStream, property) == 3);
  std::memcpy(&kind, &stream.property, sizeof kind);
  return kind;
}

// The streams from `i` on that are of one kind, in one loop without questions. Returns the index
// after them.
template <PackedStorage kStorage, std::uint32_t kProperty,
          PackedFourth kFourth = PackedFourth::kStored>
static std::uint32_t SampleRun(const Sampling& of_all, std::uint32_t i) {
  const Sampling sampling = of_all;
  const PackedStream* const streams = sampling.packed.streams;
  const std::uint32_t end = sampling.end_stream;
  const std::uint32_t kind = KindOf(streams[i]);
  for (; i < end && KindOf(streams[i]) == kind; ++i) {
    const PackedStream& stream = streams[i];
    if (!sampling.Wants(stream)) continue;
    StreamReader reader = ReaderOf<kStorage>(sampling, i);
    reader.component_count = kProperty == 1 && kFourth == PackedFourth::kStored ? 4 : 3;
    if constexpr (kStorage == PackedStorage::kFloat32) {
      reader.component_bytes = kBlockSize * sizeof(float);
    }
    TransformBlock& block = sampling.pose[stream.block];
    if constexpr (kProperty == 1) {
      SampleRotations<kStorage, kFourth>(stream, reader, block);
    } else {
      SampleThree(kProperty == 0 ? block.translation : block.scale, ReadMixed<kStorage>(reader, 0),
                  ReadMixed<kStorage>(reader, 1), ReadMixed<kStorage>(reader, 2));
    }
  }
  return i;
}

template <PackedStorage kStorage>
static inline std::uint32_t SampleRunOf(const Sampling& sampling, std::uint32_t i) {
  const PackedStream& first = sampling.packed.streams[i];
  if (first.property == 0) return SampleRun<kStorage, 0>(sampling, i);
  if (first.property == 2) return SampleRun<kStorage, 2>(sampling, i);
  if constexpr (kStorage != PackedStorage::kFloat32) {
    if (first.fourth == PackedFourth::kOfMixed) {
      return SampleRun<kStorage, 1, PackedFourth::kOfMixed>(sampling, i);
    }
    if (first.fourth == PackedFourth::kOfRows) {
      return SampleRun<kStorage, 1, PackedFourth::kOfRows>(sampling, i);
    }
  }
  return SampleRun<kStorage, 1>(sampling, i);
}

template <PackedStorage kStorage>
static inline f32x8 MorphsOf(const Sampling& sampling, std::uint32_t i) {
  return ReadMixed<kStorage>(ReaderOf<kStorage>(sampling, i), 0);
}

static inline void SampleMorphs(const Sampling& sampling, std::uint32_t i, float* morphs) {
  const PackedStream& stream = sampling.packed.streams[i];
  f32x8 values = Splat8(0.0f);
  switch (stream.storage) {
    case PackedStorage::kConstant:
      values = Load8(reinterpret_cast<const float*>(sampling.packed.bytes + stream.values_offset));
      break;
    case PackedStorage::kFloat32:
      values = MorphsOf<PackedStorage::kFloat32>(sampling, i);
      break;
    case PackedStorage::kU16:
      values = MorphsOf<PackedStorage::kU16>(sampling, i);
      break;
    case PackedStorage::kU12:
      values = MorphsOf<PackedStorage::kU12>(sampling, i);
      break;
    case PackedStorage::kU8:
      values = MorphsOf<PackedStorage::kU8>(sampling, i);
      break;
  }
  float lanes[kBlockSize];
  Store8(lanes, values);
  for (std::uint32_t lane = 0; lane < kBlockSize; ++lane) {
    if ((stream.written_lanes >> lane & 1) != 0) {
      morphs[stream.block * kBlockSize + lane] = lanes[lane];
    }
  }
}

// What does not move stands as the skeleton rests.
static inline void RestWhatIsStill(const SamplePackedArgs& args, const PackedView& packed) {
  for (std::uint32_t block = 0; block < args.block_count; ++block) {
    const std::uint32_t moving = block < packed.header->block_count ? packed.moving[block] : 0u;
    if (moving == 7) continue;
    if (args.wanted_blocks != nullptr && args.wanted_blocks[block] == 0) continue;
    const TransformBlock& rest = args.rest[block];
    TransformBlock& out = args.pose[block];
    if ((moving & 1) == 0) CopyRows(rest.translation, out.translation, 3);
    if ((moving & 2) == 0) CopyRows(rest.rotation, out.rotation, 4);
    if ((moving & 4) == 0) CopyRows(rest.scale, out.scale, 3);
  }
}

// Streams of joints from first_stream to end_stream.
static inline void SampleJoints(const Sampling& sampling) {
  const PackedView& packed = sampling.packed;
  for (std::uint32_t i = sampling.first_stream; i < sampling.end_stream;) {
    const PackedStream& stream = packed.streams[i];
    switch (stream.storage) {
      case PackedStorage::kConstant:
        if (sampling.Wants(stream)) {
          const auto* values = reinterpret_cast<const float*>(packed.bytes + stream.values_offset);
          CopyConstant(stream, values, sampling.pose[stream.block]);
        }
        ++i;
        break;
      case PackedStorage::kFloat32:
        i = SampleRunOf<PackedStorage::kFloat32>(sampling, i);
        break;
      case PackedStorage::kU16:
        i = SampleRunOf<PackedStorage::kU16>(sampling, i);
        break;
      case PackedStorage::kU12:
        i = SampleRunOf<PackedStorage::kU12>(sampling, i);
        break;
      case PackedStorage::kU8:
        i = SampleRunOf<PackedStorage::kU8>(sampling, i);
        break;
    }
  }
}

static void SamplePacked(const SamplePackedArgs& args) {
  constexpr std::uint32_t kStreamsAtOnce = 64;
  RowPlace places[kStreamsAtOnce];
  const PackedView packed = ViewOfPacked(args.packed);
  const std::uint32_t knot = KnotAt(packed, args.time_s);
  Sampling sampling{packed,   knot, args.time_s, PlaceOfAll(packed, knot, args.time_s),
                    places,   0,    0,           args.wanted_blocks,
                    args.pose};
  RestWhatIsStill(args, packed);
  // Some streams from `first` on, none at or beyond `end`.
  const auto take = [&](std::uint32_t first, std::uint32_t end) {
    sampling.first_stream = first;
    sampling.end_stream = end - first < kStreamsAtOnce ? end : first + kStreamsAtOnce;
    if (packed.header->thinned_stream_count != 0) FindPlaces(sampling, places);
    return sampling.end_stream;
  };
  const std::uint32_t joint_streams = packed.header->joint_stream_count;
  for (std::uint32_t i = 0; i < joint_streams;) {
    i = take(i, joint_streams);
    SampleJoints(sampling);
  }
  if (args.morphs == nullptr) return;
  const std::uint32_t all_streams = joint_streams + packed.header->morph_stream_count;
  for (std::uint32_t i = joint_streams; i < all_streams;) {
    for (const std::uint32_t end = take(i, all_streams); i < end; ++i) {
      SampleMorphs(sampling, i, args.morphs);
    }
  }
}

}  // namespace sinew::SINEW_TARGET
