// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <algorithm>
#include <cstring>

#include "io/gltf/accessor.h"

namespace sinew::gltf {
namespace {

// How an element lies in memory: columns of `rows` components, each column padded to four bytes.
struct Shape {
  std::uint32_t columns;
  std::uint32_t rows;
};

Shape ShapeOf(ElementType type) {
  switch (type) {
    case ElementType::kMat2:
      return {2, 2};
    case ElementType::kMat3:
      return {3, 3};
    case ElementType::kMat4:
      return {4, 4};
    default:
      return {1, ComponentCount(type)};
  }
}

template <typename T>
T Load(const std::byte* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

// glTF's rule for normalised integers.
float Normalised(std::int8_t c) { return std::max(static_cast<float>(c) / 127.0f, -1.0f); }
float Normalised(std::uint8_t c) { return static_cast<float>(c) / 255.0f; }
float Normalised(std::int16_t c) { return std::max(static_cast<float>(c) / 32767.0f, -1.0f); }
float Normalised(std::uint16_t c) { return static_cast<float>(c) / 65535.0f; }
// The format forbids these two; their values are taken as they are.
float Normalised(std::uint32_t c) { return static_cast<float>(c); }
float Normalised(float c) { return c; }

template <typename T, typename Out, typename Convert>
void CopyElements(const std::byte* from, std::uint32_t stride, Shape shape, std::uint64_t count,
                  Out* out, Convert convert) {
  const std::uint32_t column_bytes =
      shape.columns == 1 ? 0 : (shape.rows * std::uint32_t{sizeof(T)} + 3) / 4 * 4;
  for (std::uint64_t i = 0; i < count; ++i, from += stride) {
    for (std::uint32_t column = 0; column < shape.columns; ++column) {
      const std::byte* at = from + column * column_bytes;
      for (std::uint32_t row = 0; row < shape.rows; ++row, at += sizeof(T)) {
        *out++ = convert(Load<T>(at));
      }
    }
  }
}

struct ToFloat {
  template <typename T>
  float operator()(T value) const {
    return static_cast<float>(value);
  }
};
struct ToNormalised {
  template <typename T>
  float operator()(T value) const {
    return Normalised(value);
  }
};
template <typename Integer>
struct ToInteger {
  template <typename T>
  Integer operator()(T value) const {
    return static_cast<Integer>(value);
  }
  Integer operator()(float) const { return 0; }  // Callers ask for integers of integers only.
};

template <typename Out, typename Convert>
void CopyAny(ComponentType type, const std::byte* from, std::uint32_t stride, Shape shape,
             std::uint64_t count, Out* out, Convert convert) {
  switch (type) {
    case ComponentType::kByte:
      return CopyElements<std::int8_t>(from, stride, shape, count, out, convert);
    case ComponentType::kUnsignedByte:
      return CopyElements<std::uint8_t>(from, stride, shape, count, out, convert);
    case ComponentType::kShort:
      return CopyElements<std::int16_t>(from, stride, shape, count, out, convert);
    case ComponentType::kUnsignedShort:
      return CopyElements<std::uint16_t>(from, stride, shape, count, out, convert);
    case ComponentType::kUnsignedInt:
      return CopyElements<std::uint32_t>(from, stride, shape, count, out, convert);
    case ComponentType::kFloat:
      return CopyElements<float>(from, stride, shape, count, out, convert);
  }
}

// The first sparse entry for an element at or after `first`; of unsorted ones just the first.
std::uint64_t FirstSparse(const AccessorView& view, std::uint64_t first) {
  if (!view.sparse_ascending || first == 0) return 0;
  std::uint64_t low = 0, high = view.sparse_count;
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    if (SparseIndex(view, middle) < first) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

// Elements [first, first + count): the base or zeros, then what the sparse part replaces.
template <typename Out, typename Convert>
void Decode(const AccessorView& view, std::uint64_t first, std::uint64_t count, Out* out,
            Convert convert) {
  const Shape shape = ShapeOf(view.type);
  const std::uint32_t components = view.components();
  if (view.base == nullptr) {
    std::fill_n(out, count * components, Out{});
  } else {
    CopyAny(view.component_type, view.base + first * view.stride_bytes, view.stride_bytes, shape,
            count, out, convert);
  }
  if (view.sparse_count == 0) return;
  const std::uint32_t value_bytes = ElementBytes(view.type, view.component_type);
  for (std::uint64_t i = FirstSparse(view, first); i < view.sparse_count; ++i) {
    const std::uint64_t at = SparseIndex(view, i);
    if (view.sparse_ascending && at - first >= count) break;
    if (at < first || at - first >= count) continue;
    CopyAny(view.component_type, view.sparse_values + i * value_bytes, value_bytes, shape, 1,
            out + (at - first) * components, convert);
  }
}

}  // namespace

std::uint32_t SparseIndex(const AccessorView& view, std::uint64_t i) {
  switch (view.sparse_index_type) {
    case ComponentType::kUnsignedByte:
      return Load<std::uint8_t>(view.sparse_indices + i);
    case ComponentType::kUnsignedShort:
      return Load<std::uint16_t>(view.sparse_indices + i * 2);
    default:
      return Load<std::uint32_t>(view.sparse_indices + i * 4);
  }
}

void DecodeFloats(const AccessorView& view, std::uint64_t first, std::uint64_t count, float* out) {
  if (view.IsPlainFloats()) {
    const std::uint32_t element = view.stride_bytes;
    // Make has seen that all of it lies in memory, so the sizes fit.
    const auto bytes = static_cast<std::size_t>(count * element);
    if (count != 0) std::memcpy(out, view.base + first * element, bytes);
  } else if (view.normalized) {
    Decode(view, first, count, out, ToNormalised{});
  } else {
    Decode(view, first, count, out, ToFloat{});
  }
}

void DecodeIntegers(const AccessorView& view, std::uint64_t first, std::uint64_t count,
                    std::int64_t* out) {
  Decode(view, first, count, out, ToInteger<std::int64_t>{});
}

void DecodeIndices(const AccessorView& view, std::uint32_t* out) {
  Decode(view, 0, view.count, out, ToInteger<std::uint32_t>{});
}

}  // namespace sinew::gltf
