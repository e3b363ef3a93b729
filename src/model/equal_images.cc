// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "model/equal_images.h"

#include <cstddef>
#include <map>
#include <utility>

#include "sinew/hash.h"

namespace sinew::model {

std::vector<std::uint32_t> FirstOfEqualImages(std::span<const Image> images) {
  // Copies of one SharedBytes are told by their address; only others are looked at, once each.
  std::map<const std::byte*, std::uint32_t> by_address;
  std::map<std::size_t, std::uint32_t> count_by_size;
  for (std::uint32_t i = 0; i < images.size(); ++i) {
    if (by_address.try_emplace(images[i].bytes.data(), i).second) {
      ++count_by_size[images[i].bytes.size()];
    }
  }
  std::map<std::pair<std::size_t, std::uint64_t>, std::uint32_t> by_content;
  std::vector<std::uint32_t> first(images.size());
  for (std::uint32_t i = 0; i < images.size(); ++i) {
    const SharedBytes& bytes = images[i].bytes;
    first[i] = i;
    if (bytes.empty()) continue;
    if (const std::uint32_t same = by_address[bytes.data()]; same != i) {
      first[i] = first[same];
      continue;
    }
    if (count_by_size[bytes.size()] == 1) continue;
    const std::uint64_t hash = Hash64().Add(bytes.span()).value();
    const std::uint32_t same = by_content.try_emplace({bytes.size(), hash}, i).first->second;
    if (images[same].bytes == bytes) first[i] = same;
  }
  return first;
}

}  // namespace sinew::model
