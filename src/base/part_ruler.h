// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Parts one after another in bytes that are used in place: each begins at a cache line.
#pragma once

#include <cstdint>
#include <optional>

#include "base/bytes.h"
#include "sinew/aligned_bytes.h"

namespace sinew {

class PartRuler {
 public:
  explicit PartRuler(std::uint64_t available) : available_(available) {}

  // Where a part begins; moves on behind it. 0 where it does not fit.
  std::uint64_t Take(std::uint64_t count, std::uint64_t element_bytes) {
    const std::uint64_t gap = (kCacheLineBytes - end_ % kCacheLineBytes) % kCacheLineBytes;
    const std::optional<std::uint64_t> bytes = CheckedProduct(count, element_bytes);
    if (!fits_ || !bytes || !RangeFits(end_, gap, available_) ||
        !RangeFits(end_ + gap, *bytes, available_)) {
      fits_ = false;
      return 0;
    }
    end_ += gap + *bytes;
    return end_ - *bytes;
  }

  // Whether all parts so far did.
  bool fits() const { return fits_; }
  // Of the last part.
  std::uint64_t end() const { return end_; }

 private:
  std::uint64_t available_;
  std::uint64_t end_ = 0;
  bool fits_ = true;
};

}  // namespace sinew
