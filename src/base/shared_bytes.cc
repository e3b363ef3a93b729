// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/shared_bytes.h"

#include <algorithm>
#include <utility>

namespace sinew {
namespace {

struct HeldVector : SharedOwner {
  explicit HeldVector(std::vector<std::byte> given)
      : SharedOwner(&kKind,
                    [](const SharedOwner* owner) { delete static_cast<const HeldVector*>(owner); }),
        bytes(std::move(given)) {}

  static constexpr char kKind = 0;
  std::vector<std::byte> bytes;
};

}  // namespace

SharedBytes::SharedBytes(std::vector<std::byte> bytes) {
  if (bytes.empty()) return;
  const auto* const held = new HeldVector(std::move(bytes));
  owner_ = SharedRef(held);
  view_ = held->bytes;
}

bool operator==(const SharedBytes& a, const SharedBytes& b) {
  if (a.size() != b.size()) return false;
  return a.data() == b.data() || std::equal(a.begin(), a.end(), b.begin());
}

}  // namespace sinew
