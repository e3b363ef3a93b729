// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// JSON pointers: PointerOf("meshes", 3, "primitives", 0). Only called when something is wrong.
#pragma once

#include <concepts>
#include <string>
#include <string_view>

namespace sinew::gltf {

inline void AppendStep(std::string& pointer, std::string_view step) {
  pointer += '/';
  for (const char c : step) {
    if (c == '~') {
      pointer += "~0";
    } else if (c == '/') {
      pointer += "~1";
    } else {
      pointer += c;
    }
  }
}

void AppendStep(std::string& pointer, std::integral auto step) {
  pointer += '/';
  pointer += std::to_string(step);
}

template <typename... Steps>
std::string PointerOf(const Steps&... steps) {
  std::string pointer;
  (AppendStep(pointer, steps), ...);
  return pointer;
}

}  // namespace sinew::gltf
