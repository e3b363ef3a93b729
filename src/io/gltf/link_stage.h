// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What the parts of the link stage share, and their list in the order of their work.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/gltf/document.h"
#include "io/gltf/hierarchy.h"
#include "io/gltf/issues.h"
#include "io/gltf/judge.h"
#include "io/gltf/pointer.h"
#include "io/gltf/words.h"
#include "io/json/json.h"

namespace sinew::gltf {

struct LinkStage {
  const json::Document& json;
  Document& document;
  Judge& judge;
  bool quantized = false;                 // KHR_mesh_quantization is declared.
  std::vector<bool> counted_strides{};    // By accessor: its view's stride_users has it.
  std::vector<bool> used_mesh_weights{};  // By mesh: some node takes the mesh's own weights.
  std::vector<Failure> mesh_faults{};  // By mesh: the first reason not to use it; else empty texts.
  std::optional<Hierarchy> hierarchy{};  // Once the nodes are linked.
};

// The element, or null where the index is none, out of range, or the element is missing.
template <typename T>
T* Resolve(std::vector<T>& list, std::int32_t index) {
  if (index < 0 || static_cast<std::size_t>(index) >= list.size()) return nullptr;
  T& element = list[static_cast<std::size_t>(index)];
  return element.missing ? nullptr : &element;
}

// Resolves a reference; one that leads nowhere is reported under `place()` and made kNone.
template <typename T, typename Place>
T* Follow(LinkStage& stage, std::vector<T>& list, std::int32_t& index, Place&& place) {
  if (index == kNone) return nullptr;
  T* const element = Resolve(list, index);
  if (element == nullptr) {
    stage.judge.Add(issue::kUnresolvedReference, place(),
                    Words("there is no object number ", index, ", the list has ", list.size()));
    index = kNone;
  }
  return element;
}

// Notes what an accessor or a view is used for; a second, different use is reported.
template <typename Place>
void UseAccessor(LinkStage& stage, Accessor& accessor, AccessorUse use, Place&& place) {
  accessor.used = true;
  if (accessor.use == AccessorUse::kUnknown) {
    accessor.use = use;
  } else if (accessor.use != use) {
    stage.judge.Add(issue::kAccessorUsageOverride, place(),
                    "the accessor is used for something else already");
  }
}

template <typename Place>
void UseView(LinkStage& stage, BufferView& view, ViewUse use, Place&& place) {
  view.used = true;
  if (view.use == ViewUse::kUnknown) {
    view.use = use;
    if (use == ViewUse::kIndices || use == ViewUse::kVertices) {
      stage.judge.Add(
          issue::kBufferViewTargetMissing, place(),
          "the buffer view should have a \"target\", it is used for vertices or indices");
    }
  } else if (view.use != use) {
    stage.judge.Add(issue::kBufferViewTargetOverride, place(),
                    "the buffer view is used for something else already, or its target says so");
  }
}

// The view that an accessor reads, if any.
inline BufferView* ViewOf(LinkStage& stage, const Accessor& accessor) {
  return Resolve(stage.document.buffer_views, accessor.buffer_view);
}

// -1 where it is of no use, as the rules about counts want it.
inline std::int64_t CountOf(const Accessor& accessor) {
  return accessor.bad_count ? -1 : static_cast<std::int64_t>(accessor.count);
}

// Bytes from the first to the last used one of an element: matrix columns start at multiples of
// four, but the last one is not padded.
std::uint32_t ElementLength(const Accessor& accessor);

inline bool HasFormat(const Accessor& accessor, ElementType type, ComponentType component,
                      bool normalized) {
  return accessor.type == type && accessor.component_type == component &&
         accessor.normalized == normalized && !accessor.bad_type && !accessor.unknown_type &&
         !accessor.bad_component_type;
}
std::string FormatName(const Accessor& accessor);

void LinkBufferViews(LinkStage& stage);
void LinkAccessors(LinkStage& stage);
void LinkPictures(LinkStage& stage);  // Images, textures, materials.
void LinkMeshes(LinkStage& stage);
void LinkNodes(LinkStage& stage);
void LinkSkins(LinkStage& stage);
void LinkAnimations(LinkStage& stage);
void LinkScenes(LinkStage& stage);
void CheckNodes(LinkStage& stage);  // Empty nodes, loops, where skinned meshes stand.
void ReportUnused(LinkStage& stage);
void LinkExtensions(LinkStage& stage);  // Lights; variants are linked with their primitives.

}  // namespace sinew::gltf
