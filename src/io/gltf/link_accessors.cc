// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Buffer views in their buffers, accessors in their views.
#include "io/gltf/link_stage.h"

namespace sinew::gltf {
namespace {

// Lengths and offsets that were of no use count as -1, as in the Khronos validator.
std::int64_t LengthOf(const BufferView& view) {
  return view.bad_length ? -1 : static_cast<std::int64_t>(view.byte_length);
}

// What is laid out in a view: a run of elements.
struct Layout {
  std::uint64_t offset;
  std::uint32_t component_bytes;
  std::uint64_t count;
  std::uint64_t stride;
  std::uint64_t element_bytes;
};

// True where stride * (count - 1) + element_bytes <= room, without overflow.
bool Fits(const Layout& layout, std::uint64_t room) {
  if (layout.element_bytes > room) return false;
  if (layout.count <= 1 || layout.stride == 0) return true;
  return (room - layout.element_bytes) / layout.stride >= layout.count - 1;
}

template <typename Place>
void CheckLayout(LinkStage& stage, const Layout& layout, const BufferView& view, Place&& place) {
  if (layout.offset % layout.component_bytes != 0) {
    stage.judge.Add(issue::kAccessorOffsetAlignment, place() + "/byteOffset",
                    Words("the offset ", layout.offset, " is no multiple of the component's ",
                          layout.component_bytes, " bytes"));
  }
  if (view.bad_offset) return;
  // Both are below 2^63.
  const std::uint64_t total = view.byte_offset + layout.offset;
  if (total % layout.component_bytes != 0) {
    stage.judge.Add(
        issue::kAccessorTotalOffsetAlignment, place(),
        Words("the offset in the buffer, ", total, ", is no multiple of the component's ",
              layout.component_bytes, " bytes"));
  }
  const std::int64_t length = LengthOf(view);
  if (static_cast<std::int64_t>(layout.offset) > length) {
    stage.judge.Add(issue::kAccessorTooLong, place() + "/byteOffset",
                    Words("the offset ", layout.offset, " lies beyond the view's ",
                          view.byte_length, " bytes"));
  } else if (!Fits(layout, view.byte_length - layout.offset)) {
    stage.judge.Add(issue::kAccessorTooLong, place(),
                    Words(layout.count, " elements from byte ", layout.offset,
                          " do not fit the view's ", view.byte_length, " bytes"));
  }
}

std::uint32_t TightStride(const Accessor& accessor) {
  const std::uint32_t length = ElementLength(accessor);
  return accessor.type >= ElementType::kMat2 ? (length + 3) / 4 * 4 : length;
}

void LinkSparse(LinkStage& stage, std::size_t index, Accessor& accessor) {
  Sparse& sparse = stage.document.sparses[static_cast<std::size_t>(accessor.sparse)];
  if (sparse.count > accessor.count) {
    stage.judge.Add(issue::kAccessorSparseCountOutOfRange,
                    PointerOf("accessors", index, "sparse", "count"),
                    Words("there are ", sparse.count, " sparse elements of ", accessor.count));
    accessor.broken = true;
  }
  const auto link = [&](std::string_view part, std::int32_t& view_index, bool checked,
                        const Layout& layout) {
    const auto place = [&] { return PointerOf("accessors", index, "sparse", part); };
    const auto view_place = [&] { return place() + "/bufferView"; };
    if (view_index == kNone) return;
    BufferView* const view = Follow(stage, stage.document.buffer_views, view_index, view_place);
    if (view == nullptr) {
      accessor.broken = true;
      return;
    }
    UseView(stage, *view, ViewUse::kOther, view_place);
    if (view->byte_stride != 0) {
      stage.judge.Add(issue::kBufferViewInvalidByteStride, view_place(),
                      "the views of sparse accessors must not have a stride");
    }
    if (checked) CheckLayout(stage, layout, *view, place);
    if (view->broken) accessor.broken = true;
  };
  const std::uint32_t index_bytes = ComponentBytes(sparse.indices_type);
  link("indices", sparse.indices_view, !sparse.bad_indices_offset && !sparse.bad_indices_type,
       {sparse.indices_offset, index_bytes, sparse.count, index_bytes, index_bytes});
  const std::uint32_t component_bytes = ComponentBytes(accessor.component_type);
  const std::uint64_t value_bytes =
      accessor.unknown_type ? 0 : std::uint64_t{component_bytes} * ComponentCount(accessor.type);
  link("values", sparse.values_view, !sparse.bad_values_offset,
       {sparse.values_offset, component_bytes, sparse.count, value_bytes, value_bytes});
}

}  // namespace

std::uint32_t ElementLength(const Accessor& accessor) {
  if (accessor.bad_type || accessor.unknown_type) return 0;
  const std::uint32_t component =
      accessor.bad_component_type ? 4 : ComponentBytes(accessor.component_type);
  if (accessor.type < ElementType::kMat2 || component == 4) {
    return component * ComponentCount(accessor.type);
  }
  const auto rows = static_cast<std::uint32_t>(accessor.type) -
                    static_cast<std::uint32_t>(ElementType::kMat2) + 2;
  const std::uint32_t column = component * rows;
  return (column + 3) / 4 * 4 * (rows - 1) + column;
}

std::string FormatName(const Accessor& accessor) {
  constexpr std::string_view kTypes[] = {"SCALAR", "VEC2", "VEC3", "VEC4", "MAT2", "MAT3", "MAT4"};
  constexpr std::string_view kComponents[] = {"BYTE", "UNSIGNED_BYTE", "SHORT", "UNSIGNED_SHORT",
                                              "INT",  "UNSIGNED_INT",  "FLOAT"};
  std::string name;
  name += accessor.bad_type || accessor.unknown_type
              ? "an unknown type"
              : kTypes[static_cast<std::size_t>(accessor.type)];
  name += " of ";
  if (accessor.normalized) name += "normalized ";
  name += accessor.bad_component_type
              ? "unknown components"
              : kComponents[static_cast<std::size_t>(accessor.component_type) - 5120];
  return name;
}

void LinkBufferViews(LinkStage& stage) {
  auto& views = stage.document.buffer_views;
  for (std::size_t i = 0; i < views.size(); ++i) {
    BufferView& view = views[i];
    if (view.missing) continue;
    if (view.target == 34962) view.use = ViewUse::kVertices;
    if (view.target == 34963) view.use = ViewUse::kIndices;
    if (view.buffer == kNone) continue;
    Buffer* const buffer = Follow(stage, stage.document.buffers, view.buffer,
                                  [&] { return PointerOf("bufferViews", i, "buffer"); });
    if (buffer == nullptr) {
      view.broken = true;
      continue;
    }
    buffer->used = true;
    if (buffer->bad_length) continue;
    const auto length = static_cast<std::int64_t>(buffer->byte_length);
    const std::int64_t offset = view.bad_offset ? -1 : static_cast<std::int64_t>(view.byte_offset);
    if (offset >= length) {
      stage.judge.Add(issue::kBufferViewTooLong, PointerOf("bufferViews", i, "byteOffset"),
                      Words("the offset ", offset, " lies beyond the buffer's ", length, " bytes"));
    } else if (LengthOf(view) > length - offset) {
      stage.judge.Add(issue::kBufferViewTooLong, PointerOf("bufferViews", i, "byteLength"),
                      Words(view.byte_length, " bytes from byte ", offset,
                            " do not fit the buffer's ", length, " bytes"));
    }
  }
  for (MeshoptView& meshopt : stage.document.meshopt_views) {
    if (Resolve(stage.document.buffers, meshopt.buffer) == nullptr) meshopt.buffer = kNone;
  }
}

void LinkAccessors(LinkStage& stage) {
  auto& accessors = stage.document.accessors;
  for (std::size_t i = 0; i < accessors.size(); ++i) {
    Accessor& accessor = accessors[i];
    if (accessor.missing) continue;
    if (accessor.bad_component_type || accessor.bad_count || accessor.bad_type) {
      if (Resolve(stage.document.buffer_views, accessor.buffer_view) == nullptr) {
        accessor.buffer_view = kNone;
      }
      if (accessor.sparse != kNone) accessor.sparse = kNone;
      continue;
    }
    if (accessor.buffer_view != kNone) {
      BufferView* const view = Follow(stage, stage.document.buffer_views, accessor.buffer_view,
                                      [&] { return PointerOf("accessors", i, "bufferView"); });
      if (view == nullptr) {
        accessor.broken = true;
      } else {
        view->used = true;
        if (view->broken) accessor.broken = true;
        const std::uint32_t length = ElementLength(accessor);
        if (view->byte_stride != 0 && view->byte_stride < length) {
          stage.judge.Add(issue::kAccessorSmallBytestride, PointerOf("accessors", i),
                          Words("the view's stride of ", view->byte_stride,
                                " bytes is less than an element's ", length));
          accessor.broken = true;
        }
        if (!accessor.bad_offset) {
          const std::uint32_t stride =
              view->byte_stride != 0 ? view->byte_stride : TightStride(accessor);
          CheckLayout(stage,
                      {accessor.byte_offset, ComponentBytes(accessor.component_type),
                       accessor.count, stride, length},
                      *view, [&] { return PointerOf("accessors", i); });
        }
      }
    }
    if (accessor.sparse != kNone) LinkSparse(stage, i, accessor);
  }
}

}  // namespace sinew::gltf
