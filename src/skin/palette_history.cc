// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/palette_history.h"

namespace sinew {

std::span<Affine> PaletteHistory::Advance(bool jumped) {
  current_ = 1 - current_;
  if (jumped) frames_ = 0;
  if (frames_ < 2) ++frames_;
  return std::span(palettes_).subspan(std::size_t{current_} * size_, size_);
}

}  // namespace sinew
