// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The palette of this frame and of the last one, for motion vectors: a vertex moved on the screen
// from where the previous palette puts it to where the current one does.
//
//   std::span<Affine> palette = history.Advance(mixer.jumped());
//   Error e = PaletteJob{.skin = skin, .model_from_joint = model, .palette = palette}.Run();
//   // All meshes of that skin read history.current() and history.previous(): one upload (L33).
//
//   Jumps    after a teleport, a loaded state, a seek, and in the first frame, there is no history:
//            previous() is current(), so that nothing seems to have moved, and has_history() says
//            so to those who reproject pixels.
//   Memory   two palettes, allocated when it is made and never again: they change places.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "sinew/hooks.h"
#include "sinew/math.h"

namespace sinew {

class PaletteHistory {
 public:
  // As many entries as the skin has. All are the identity until they are written.
  explicit PaletteHistory(std::uint32_t size) : size_(size), palettes_(2 * std::size_t{size}) {}

  std::uint32_t size() const { return size_; }

  // Begins a frame: what was current is previous. The result is to be written before current() is
  // read; it holds what was current two frames ago. Whoever does not move in a frame advances all
  // the same, and writes the same palette again.
  std::span<Affine> Advance(bool jumped = false);

  std::span<const Affine> current() const& { return Palette(current_); }
  std::span<const Affine> previous() const& {
    return Palette(has_history() ? 1 - current_ : current_);
  }
  bool has_history() const { return frames_ >= 2; }

  // Of a temporary these would be gone at the end of the statement.
  std::span<const Affine> current() const&& = delete;
  std::span<const Affine> previous() const&& = delete;

 private:
  std::span<const Affine> Palette(std::uint32_t which) const {
    return std::span(palettes_).subspan(std::size_t{which} * size_, size_);
  }

  std::uint32_t size_;
  std::uint32_t current_ = 0;
  std::uint32_t frames_ = 0;  // Since the last jump, this one included; 2 stands for more.
  HookVector<Affine> palettes_;
};

}  // namespace sinew
