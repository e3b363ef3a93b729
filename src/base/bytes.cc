// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "base/bytes.h"

namespace sinew {

bool RangeFits(std::uint64_t offset, std::uint64_t length, std::uint64_t available) {
  return offset <= available && length <= available - offset;
}

bool FitsIn(std::uint64_t offset, std::uint64_t count, std::uint64_t stride, std::uint64_t element,
            std::uint64_t available) {
  if (offset > available) return false;
  if (count == 0) return true;
  const std::uint64_t rest = available - offset;
  if (element > rest) return false;
  if (stride == 0) return true;
  return count - 1 <= (rest - element) / stride;
}

}  // namespace sinew
