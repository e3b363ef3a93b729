// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What the first bytes of a picture say: format, size, and features that glTF leaves undefined.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace sinew::gltf {

enum class ImageFormat : std::uint8_t { kUnknown, kJpeg, kPng, kWebp, kKtx2 };

std::string_view MimeTypeOf(ImageFormat format);  // Empty for kUnknown.

ImageFormat DetectImage(std::span<const std::byte> bytes);

struct ImageHeader {
  enum class State : std::uint8_t { kGood, kUnrecognised, kEnded, kInvalid };
  State state = State::kUnrecognised;
  std::string_view why;  // Of kInvalid.
  ImageFormat format = ImageFormat::kUnknown;
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  bool has_custom_colors = false;  // Primaries or a transfer function of its own.
  bool has_oblong_pixels = false;
  bool is_animated = false;
};

// The most segments or chunks that a picture may have before its size is known.
inline constexpr int kMostHeaderParts = 1024;

// Of JPEG, PNG and WebP; others are kUnrecognised. More parts than kMostHeaderParts are kInvalid:
// many images may share the bytes of one picture, and each is looked at.
ImageHeader ReadImageHeader(std::span<const std::byte> bytes);

}  // namespace sinew::gltf
