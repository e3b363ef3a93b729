// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Bytes at an address that a cache line divides: for what is used in place, as a runtime file that
// was read into memory instead of mapped. Their memory comes from the hooks (hooks.h).
#pragma once

#include <cstddef>
#include <span>
#include <utility>

#include "sinew/hooks.h"

namespace sinew {

inline constexpr std::size_t kCacheLineBytes = 64;

class AlignedBytes {
 public:
  AlignedBytes() = default;
  explicit AlignedBytes(std::size_t size)  // All zero.
      : lines_(size / kCacheLineBytes + (size % kCacheLineBytes != 0 ? 1 : 0)), size_(size) {}
  AlignedBytes(const AlignedBytes&) = default;
  AlignedBytes& operator=(const AlignedBytes&) = default;
  AlignedBytes(AlignedBytes&& other) noexcept  // Leaves none there.
      : lines_(std::exchange(other.lines_, {})), size_(std::exchange(other.size_, 0)) {}
  AlignedBytes& operator=(AlignedBytes&& other) noexcept {
    lines_ = std::exchange(other.lines_, {});
    size_ = std::exchange(other.size_, 0);
    return *this;
  }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  std::byte* data() & { return lines_.empty() ? nullptr : lines_.front().bytes; }
  const std::byte* data() const& { return lines_.empty() ? nullptr : lines_.front().bytes; }
  std::span<std::byte> span() & { return {data(), size_}; }
  std::span<const std::byte> span() const& { return {data(), size_}; }
  operator std::span<const std::byte>() const& { return span(); }  // NOLINT: meant to be implicit
  // Who borrows them uses them in place, for long: those of a temporary would be gone.
  const std::byte* data() const&& = delete;
  std::span<const std::byte> span() const&& = delete;
  operator std::span<const std::byte>() const&& = delete;

 private:
  struct alignas(kCacheLineBytes) Line {
    std::byte bytes[kCacheLineBytes];
  };
  HookVector<Line> lines_{};
  std::size_t size_ = 0;
};

}  // namespace sinew
