// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// JSON pointers: PointerOf("meshes", 3, "primitives", 0). Only called when something is wrong.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

#include "sinew/json.h"

namespace sinew::gltf {

inline void AppendStep(std::string& pointer, std::string_view key) {
  AppendToJsonPointer(pointer, key);
}
void AppendStep(std::string& pointer, std::integral auto index) {
  AppendToJsonPointer(pointer, static_cast<std::uint64_t>(index));
}

template <typename... Steps>
std::string PointerOf(const Steps&... steps) {
  std::string pointer;
  (AppendStep(pointer, steps), ...);
  return pointer;
}

}  // namespace sinew::gltf
