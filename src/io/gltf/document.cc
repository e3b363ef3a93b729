// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "io/gltf/document.h"

namespace sinew::gltf {

std::uint32_t MatrixBytes(ElementType type, ComponentType component) {
  const auto rows =
      static_cast<std::uint32_t>(type) - static_cast<std::uint32_t>(ElementType::kMat2) + 2;
  const std::uint32_t column = (ComponentBytes(component) * rows + 3) / 4 * 4;
  return column * rows;
}

}  // namespace sinew::gltf
