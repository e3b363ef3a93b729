// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "io/gltf/budget.h"

#include <limits>
#include <string>

#include "io/gltf/accessor.h"
#include "io/gltf/document.h"
#include "io/gltf/resources.h"
#include "io/json/node.h"

namespace sinew::gltf {

Budget::Budget(const GltfLimits& limits, std::uint64_t input_bytes)
    : ratio_(limits.max_decoded_ratio), left_(limits.max_decoded_bytes) {
  AddInput(input_bytes);
}

void Budget::AddInput(std::uint64_t bytes) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
  const std::uint64_t more = CheckedProduct(bytes, ratio_).value_or(kMost);
  left_ = more > kMost - left_ ? kMost : left_ + more;
  input_ = bytes > kMost - input_ ? kMost : input_ + bytes;
}

bool Budget::Refuse(std::uint64_t count, std::uint64_t bytes_each, Judge& judge,
                    std::string_view place) const {
  judge.Refuse(FailureCode::kLimit, std::string(place),
               "The file asks for more memory or work than max_decoded_bytes and max_decoded_ratio "
               "allow: " +
                   std::to_string(count) + " times " + std::to_string(bytes_each) +
                   " bytes asked for, " + std::to_string(left_) + " left.");
  return false;
}

namespace {

// A list of the root object and what an entry of it costs in the document and after it.
struct Table {
  std::string_view name;
  std::size_t entry_bytes;
};
constexpr Table kTables[] = {
    {"accessors", sizeof(Accessor) + sizeof(AccessorView)},
    {"animations", sizeof(AnimationDef)},
    {"buffers", sizeof(Buffer) + 2 * sizeof(Failure)},
    {"bufferViews", sizeof(BufferView) + sizeof(ViewBytes)},
    {"cameras", sizeof(CameraDef)},
    {"images", sizeof(ImageDef)},
    {"materials", sizeof(MaterialDef)},
    {"meshes", sizeof(MeshDef) + sizeof(Mesh) + sizeof(std::vector<std::uint32_t>)},
    {"nodes", sizeof(NodeDef)},
    {"samplers", sizeof(TextureSamplerDef)},
    {"scenes", sizeof(SceneDef) + sizeof(ModelScene)},
    {"skins", sizeof(SkinDef)},
    {"textures", sizeof(TextureDef)},
};

// Entries of a list inside each object of a list.
std::uint64_t InnerCount(json::Value list, std::string_view name) {
  std::uint64_t count = 0;
  for (const json::Value object : list.elements()) {
    if (!object.is_object()) continue;
    const std::optional<json::Value> inner = object.Find(name);
    if (inner && inner->is_array()) count += inner->size();
  }
  return count;
}

}  // namespace

bool TakeTables(const json::Document& json, Budget& budget, Judge& judge) {
  if (!budget.Take(json.value_count(), 2 * sizeof(json::Node), judge, "")) return false;
  const json::Value root = json.root();
  if (!root.is_object()) return true;
  for (const Table& table : kTables) {
    const std::optional<json::Value> list = root.Find(table.name);
    if (!list || !list->is_array()) continue;
    const std::string place = '/' + std::string(table.name);
    if (!budget.Take(list->size(), table.entry_bytes, judge, place)) return false;
    if (table.name == "meshes" &&
        !budget.Take(InnerCount(*list, "primitives"), sizeof(PrimitiveDef) + sizeof(Primitive),
                     judge, place)) {
      return false;
    }
    if (table.name == "animations" &&
        (!budget.Take(InnerCount(*list, "channels"), sizeof(ChannelDef), judge, place) ||
         !budget.Take(InnerCount(*list, "samplers"), sizeof(SamplerDef), judge, place))) {
      return false;
    }
  }
  return true;
}

}  // namespace sinew::gltf
