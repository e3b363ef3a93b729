// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "io/gltf/document.h"

namespace sinew::gltf {

std::uint32_t ComponentBytes(ComponentType type) {
  switch (type) {
    case ComponentType::kByte:
    case ComponentType::kUnsignedByte:
      return 1;
    case ComponentType::kShort:
    case ComponentType::kUnsignedShort:
      return 2;
    case ComponentType::kUnsignedInt:
    case ComponentType::kFloat:
      return 4;
  }
  return 4;
}

std::uint32_t ComponentCount(ElementType type) {
  constexpr std::uint32_t kCounts[] = {1, 2, 3, 4, 4, 9, 16};
  return kCounts[static_cast<std::size_t>(type)];
}

std::uint32_t ElementBytes(ElementType type, ComponentType component) {
  const std::uint32_t bytes = ComponentBytes(component);
  if (type < ElementType::kMat2) return bytes * ComponentCount(type);
  const auto rows =
      static_cast<std::uint32_t>(type) - static_cast<std::uint32_t>(ElementType::kMat2) + 2;
  const std::uint32_t column = (bytes * rows + 3) / 4 * 4;
  return column * rows;
}

}  // namespace sinew::gltf
