// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "io/gltf/accessor.h"

#include <bit>

#include "base/bytes.h"
#include "io/gltf/pointer.h"
#include "io/gltf/words.h"

namespace sinew::gltf {

static_assert(std::endian::native == std::endian::little, "glTF's bytes are little-endian");

namespace {

bool IsAligned(std::uint64_t view_offset, std::uint64_t offset, ComponentType component) {
  const std::uint32_t size = ComponentBytes(component);
  return offset % size == 0 && (view_offset % size + offset % size) % size == 0;
}

// Bytes of the last element: no padding follows its last column.
std::uint32_t LastElementBytes(ElementType type, ComponentType component) {
  const std::uint32_t padded = ElementBytes(type, component);
  std::uint32_t rows = 0;
  if (type == ElementType::kMat2) rows = 2;
  if (type == ElementType::kMat3) rows = 3;
  if (rows == 0) return padded;
  const std::uint32_t column = rows * ComponentBytes(component);
  return padded - ((column + 3) / 4 * 4 - column);
}

}  // namespace

Accessors::Accessors(const Document& document, const Resources& resources, const GltfLimits& limits,
                     Budget& work, Judge& judge)
    : document_(document), resources_(resources), max_elements_(limits.max_accessor_elements) {
  views_.reserve(document.accessors.size());
  for (std::size_t i = 0; i < document.accessors.size(); ++i) {
    views_.push_back(Make(i, work, judge));
    if (views_.back().state == AccessorState::kTooManyElements) {
      Need(static_cast<std::int32_t>(i), judge);
    }
  }
}

AccessorView Accessors::Make(std::size_t index, Budget& work, Judge& judge) const {
  const Accessor& accessor = document_.accessors[index];
  AccessorView view;
  if (accessor.broken || accessor.count == 0) return view;
  view.type = accessor.type;
  view.component_type = accessor.component_type;
  view.normalized = accessor.normalized;
  view.count = accessor.count;
  view.stride_bytes = ElementBytes(accessor.type, accessor.component_type);
  if (accessor.count > max_elements_) {
    view.state = AccessorState::kTooManyElements;
    return view;
  }
  // Without bytes of its own nothing is looked into by the validator.
  view.checkable = accessor.buffer_view >= 0 || accessor.sparse >= 0;
  if (accessor.buffer_view >= 0) {
    const BufferView& declared =
        document_.buffer_views[static_cast<std::size_t>(accessor.buffer_view)];
    const ViewBytes& source = resources_.view(accessor.buffer_view);
    if (!source.whole) {
      view.state = AccessorState::kNoBytes;
      return view;
    }
    const std::uint32_t element = LastElementBytes(accessor.type, accessor.component_type);
    if (declared.byte_stride != 0) view.stride_bytes = declared.byte_stride;
    if (view.stride_bytes < element || !FitsIn(accessor.byte_offset, view.count, view.stride_bytes,
                                               element, source.bytes.size())) {
      view.state = AccessorState::kOutside;
      return view;
    }
    view.checkable = source.checkable &&
                     IsAligned(declared.byte_offset, accessor.byte_offset, accessor.component_type);
    view.base = source.bytes.data() + accessor.byte_offset;
  }
  view.state = AccessorState::kReady;
  if (accessor.sparse >= 0) AddSparse(accessor, view, work, judge);
  return view;
}

void Accessors::AddSparse(const Accessor& accessor, AccessorView& view, Budget& work,
                          Judge& judge) const {
  const Sparse& sparse = document_.sparses[static_cast<std::size_t>(accessor.sparse)];
  const auto fail = [&view](AccessorState state) {
    view.state = state;
    view.checkable = false;
  };
  if (sparse.indices_view < 0 || sparse.values_view < 0) {
    return fail(AccessorState::kSparseOutside);
  }
  const ViewBytes& indices = resources_.view(sparse.indices_view);
  const ViewBytes& values = resources_.view(sparse.values_view);
  if (!indices.whole || !values.whole) return fail(AccessorState::kNoBytes);
  const std::uint32_t index_bytes = ComponentBytes(sparse.indices_type);
  const std::uint32_t value_bytes = ElementBytes(accessor.type, accessor.component_type);
  const std::uint32_t last_bytes = LastElementBytes(accessor.type, accessor.component_type);
  if (sparse.count > accessor.count ||
      !FitsIn(sparse.indices_offset, sparse.count, index_bytes, index_bytes,
              indices.bytes.size()) ||
      !FitsIn(sparse.values_offset, sparse.count, value_bytes, last_bytes, values.bytes.size())) {
    return fail(AccessorState::kSparseOutside);
  }
  view.sparse_count = sparse.count;
  view.sparse_index_type = sparse.indices_type;
  view.sparse_indices = indices.bytes.data() + sparse.indices_offset;
  view.sparse_values = values.bytes.data() + sparse.values_offset;
  const std::uint64_t indices_at =
      document_.buffer_views[static_cast<std::size_t>(sparse.indices_view)].byte_offset;
  const std::uint64_t values_at =
      document_.buffer_views[static_cast<std::size_t>(sparse.values_view)].byte_offset;
  view.checkable = view.checkable && indices.checkable && values.checkable &&
                   IsAligned(indices_at, sparse.indices_offset, sparse.indices_type) &&
                   IsAligned(values_at, sparse.values_offset, accessor.component_type);
  if (!work.Take(sparse.count, kSparseWorkBytes, judge, "/accessors")) {
    return fail(AccessorState::kBroken);
  }
  std::int64_t last = -1;
  for (std::uint64_t i = 0; i < sparse.count; ++i) {
    const std::int64_t at = SparseIndex(view, i);
    if (at >= static_cast<std::int64_t>(view.count)) view.state = AccessorState::kSparseIndex;
    if (at <= last) view.sparse_ascending = false;
    last = at;
  }
}

const AccessorView* Accessors::Need(std::int32_t index, Judge& judge) const {
  const AccessorView& view = at(index);
  if (view.ready()) return &view;
  const Accessor& accessor = document_.accessors[static_cast<std::size_t>(index)];
  std::string pointer = PointerOf("accessors", index);
  switch (view.state) {
    case AccessorState::kNoBytes:
      if (accessor.sparse >= 0) {
        const Sparse& sparse = document_.sparses[static_cast<std::size_t>(accessor.sparse)];
        for (const std::int32_t part : {sparse.indices_view, sparse.values_view}) {
          if (part >= 0 && !resources_.view(part).whole) resources_.RefuseView(part, judge);
        }
      }
      if (accessor.buffer_view >= 0 && !judge.refused())
        resources_.RefuseView(accessor.buffer_view, judge);
      break;
    case AccessorState::kOutside:
      judge.Refuse(FailureCode::kInvalid, std::move(pointer),
                   "The accessor is not inside its buffer view, or its elements overlap.");
      break;
    case AccessorState::kSparseOutside:
      judge.Refuse(FailureCode::kInvalid, std::move(pointer),
                   "The accessor's sparse part is not inside its buffer views.");
      break;
    case AccessorState::kSparseIndex:
      judge.Refuse(FailureCode::kInvalid, std::move(pointer),
                   "A sparse index is not below the accessor's count.");
      break;
    case AccessorState::kTooManyElements:
      judge.Refuse(FailureCode::kLimit, std::move(pointer),
                   Words("The accessor has ", view.count,
                         " elements, more than max_accessor_elements (", max_elements_, ")."));
      break;
    default:
      judge.Refuse(FailureCode::kInvalid, std::move(pointer), "The accessor is malformed.");
  }
  return nullptr;
}

}  // namespace sinew::gltf
