// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "io/gltf/extension_names.h"

#include <vector>

namespace sinew::gltf {

void AddExtensionNames(json::Value value, std::unordered_set<std::string>& names) {
  std::vector<json::Value> open{value};  // Not by recursion: a caller may allow any depth.
  while (!open.empty()) {
    const json::Value next = open.back();
    open.pop_back();
    if (next.is_array()) {
      for (const json::Value element : next.elements()) {
        if (element.is_array() || element.is_object()) open.push_back(element);
      }
    } else if (next.is_object()) {
      for (const auto& [key, member] : next.members()) {
        if (!member.is_array() && !member.is_object()) continue;
        open.push_back(member);
        if (!key.string_is("extensions") || !member.is_object()) continue;
        for (const auto& [name, extension] : member.members()) names.insert(name.string());
      }
    }
  }
}

void AddNamesOfExtensions(json::Value extensions, std::unordered_set<std::string>& names) {
  if (!extensions.is_object()) return;
  for (const auto& [name, extension] : extensions.members()) names.insert(name.string());
  AddExtensionNames(extensions, names);
}

}  // namespace sinew::gltf
