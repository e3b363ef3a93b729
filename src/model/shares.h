// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Weights of one vertex while they are worked on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace sinew::model {

struct Share {
  std::uint32_t joint = 0;
  double weight = 0.0;
};

// Keeps the `most` largest, of equals the lower joint, in ascending joint; gives back the largest
// that is gone. `shares` ascend in joint.
std::optional<Share> KeepLargest(std::vector<Share>& shares, std::size_t most);

// Added in the order they stand in.
double SumOf(const std::vector<Share>& shares);

}  // namespace sinew::model
