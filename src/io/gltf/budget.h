// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What one file may still make the reader allocate or walk through: GltfLimits::max_decoded_bytes
// plus max_decoded_ratio times the bytes of input. Two budgets of that size are kept: one for
// memory, one for the data checks, whose work many objects that share one accessor could multiply.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/bytes.h"
#include "io/gltf/judge.h"
#include "io/json/json.h"
#include "sinew/gltf.h"

namespace sinew::gltf {

class Budget {
 public:
  Budget(const GltfLimits& limits, std::uint64_t input_bytes);

  // Takes count * bytes_each, or refuses the file (kLimit) and returns false.
  bool Take(std::uint64_t count, std::uint64_t bytes_each, Judge& judge, std::string_view place) {
    const std::optional<std::uint64_t> bytes = CheckedProduct(count, bytes_each);
    if (!bytes || *bytes > left_) return Refuse(count, bytes_each, judge, place);
    left_ -= *bytes;
    return true;
  }

  std::uint64_t left_bytes() const { return left_; }
  std::uint64_t input_bytes() const { return input_; }

  // Bytes beside the file are input too.
  void AddInput(std::uint64_t bytes);

 private:
  bool Refuse(std::uint64_t count, std::uint64_t bytes_each, Judge& judge,
              std::string_view place) const;

  std::uint64_t ratio_;
  std::uint64_t left_;
  std::uint64_t input_ = 0;
};

// Takes what the JSON tree and the document's tables need: `{}` is three bytes in a list of nodes
// and hundreds in memory. To be asked before the schema stage makes them.
bool TakeTables(const json::Document& json, Budget& budget, Judge& judge);

}  // namespace sinew::gltf
