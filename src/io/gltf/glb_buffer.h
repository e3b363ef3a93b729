// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The binary half of a GLB as it is written: numbers go into a few pools, each of which becomes one
// buffer view, and every array gets an accessor.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "io/gltf/document.h"
#include "sinew/json.h"

namespace sinew::gltf {

// What lies together. Vertices by their stride, so that one view has one stride.
enum class Pool : std::uint8_t {
  kVertices4,
  kVertices8,
  kVertices12,
  kVertices16,
  kIndices16,
  kIndices32,
  kInverseBinds,
  kKeys,
};
inline constexpr std::size_t kPoolCount = 8;

class GlbBuffer {
 public:
  GlbBuffer() { accessors_.BeginArray(); }

  // Each copies an array (little-endian as this machine has it) and gives its accessor's index.
  std::uint32_t AddFloats(Pool pool, ElementType type, std::span<const float> values);
  // The same with the smallest and largest value of each component.
  std::uint32_t AddBoundedFloats(Pool pool, ElementType type, std::span<const float> values);
  std::uint32_t AddU8(Pool pool, ElementType type, std::span<const std::uint8_t> values);
  std::uint32_t AddU16(Pool pool, ElementType type, std::span<const std::uint16_t> values);
  std::uint32_t AddU32(Pool pool, ElementType type, std::span<const std::uint32_t> values);
  // An accessor without a view: zeros, which cost no bytes.
  std::uint32_t AddZeros(ElementType type, std::uint64_t count);
  // A buffer view of its own, for an encoded picture.
  std::uint32_t AddImage(std::span<const std::byte> bytes);

  // "accessors", "bufferViews" and "buffers", as far as there are any.
  void WriteArrays(JsonWriter& json) const;

  std::uint64_t size_bytes() const;
  // Exactly size_bytes(). `bytes` has a multiple of four already.
  void AppendTo(std::vector<std::byte>& bytes) const;

 private:
  struct View {
    std::vector<std::byte> bytes;
    int target = 0;  // 0: none.
    int stride = 0;  // 0: none.
  };

  std::uint32_t Add(Pool pool, ElementType type, ComponentType component,
                    std::span<const std::byte> bytes, std::span<const float> bounds);
  View& ViewOf(Pool pool);

  std::vector<View> views_;
  std::array<int, kPoolCount> view_of_pool_{-1, -1, -1, -1, -1, -1, -1, -1};
  JsonWriter accessors_;  // An array, not yet closed.
  std::uint32_t accessor_count_ = 0;
};

}  // namespace sinew::gltf
