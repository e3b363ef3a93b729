// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Accessors: typed arrays in the bytes of buffer views. Offset, stride, count and the sparse part
// are checked once, when the view is made; decoding trusts them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "io/gltf/budget.h"
#include "io/gltf/document.h"
#include "io/gltf/judge.h"
#include "io/gltf/resources.h"
#include "sinew/gltf.h"

namespace sinew::gltf {

enum class AccessorState : std::uint8_t {
  kReady,
  kBroken,           // The JSON makes no sense.
  kNoBytes,          // A buffer view's bytes are not there.
  kOutside,          // Not inside its buffer view.
  kSparseOutside,    // Likewise, of the sparse part.
  kSparseIndex,      // A sparse index beyond the count.
  kTooManyElements,  // More than GltfLimits::max_accessor_elements.
};

// A checked accessor. Trivial to copy; borrows the bytes.
struct AccessorView {
  AccessorState state = AccessorState::kBroken;
  bool normalized = false;
  bool checkable = false;        // The Khronos validator would look into it.
  bool sparse_ascending = true;  // Sparse indices strictly increase.
  // Found by the data stage, which walks over nearly all values; false: not known.
  bool known_usable = false;  // Each value, decoded as a float, is usable.
  bool known_unit = false;    // Each element is of unit length, as near as rotations must be.
  ElementType type = ElementType::kScalar;
  ComponentType component_type = ComponentType::kFloat;
  ComponentType sparse_index_type = ComponentType::kUnsignedInt;
  std::uint32_t stride_bytes = 0;
  std::uint64_t count = 0;
  const std::byte* base = nullptr;  // Null: all zeros.
  std::uint64_t sparse_count = 0;
  const std::byte* sparse_indices = nullptr;
  const std::byte* sparse_values = nullptr;

  bool ready() const { return state == AccessorState::kReady; }
  std::uint32_t components() const { return ComponentCount(type); }
  // Floats one after the other, with nothing between them and nothing to replace.
  bool IsPlainFloats() const {
    return component_type == ComponentType::kFloat && base != nullptr && sparse_count == 0 &&
           stride_bytes == ElementBytes(type, component_type);
  }
  std::uint64_t value_count() const { return count * components(); }  // See max_accessor_elements.
};

class Accessors {
 public:
  // Also refuses the file where an accessor breaks max_accessor_elements, or where looking at the
  // sparse indices of all of them, which may share one view, is more work than `work` allows.
  Accessors(const Document& document, const Resources& resources, const GltfLimits& limits,
            Budget& work, Judge& judge);

  const AccessorView& at(std::int32_t index) const {
    return views_[static_cast<std::size_t>(index)];
  }
  std::size_t size() const { return views_.size(); }
  void NoteUsable(std::int32_t index) {
    views_[static_cast<std::size_t>(index)].known_usable = true;
  }
  void NoteUnit(std::int32_t index) { views_[static_cast<std::size_t>(index)].known_unit = true; }

  // The view, if it is ready; else refuses the file and returns null.
  const AccessorView* Need(std::int32_t index, Judge& judge) const;

 private:
  AccessorView Make(std::size_t index, Budget& work, Judge& judge) const;
  void AddSparse(const Accessor& accessor, AccessorView& view, Budget& work, Judge& judge) const;

  const Document& document_;
  const Resources& resources_;
  std::uint64_t max_elements_;
  std::vector<AccessorView> views_;
};

// Elements [first, first + count) as floats, one component after the other, matrices column by
// column without padding: normalised integers by glTF's rule (c / 127, never below -1, and so on),
// other integers as they are. The sparse part is applied.
void DecodeFloats(const AccessorView& view, std::uint64_t first, std::uint64_t count, float* out);
inline void DecodeFloats(const AccessorView& view, float* out) {
  DecodeFloats(view, 0, view.count, out);
}

// Of integers, the values as they are stored, unnormalised.
void DecodeIntegers(const AccessorView& view, std::uint64_t first, std::uint64_t count,
                    std::int64_t* out);
// Of unsigned integers. (Signed ones wrap; no use of indices allows them.)
void DecodeIndices(const AccessorView& view, std::uint32_t* out);

// What looking at one sparse index costs of the budget for work.
inline constexpr std::uint64_t kSparseWorkBytes = sizeof(std::uint32_t);

// Sparse index number i.
std::uint32_t SparseIndex(const AccessorView& view, std::uint64_t i);

}  // namespace sinew::gltf
