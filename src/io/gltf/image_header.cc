// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "io/gltf/image_header.h"

#include <array>

#include "base/bytes.h"

namespace sinew::gltf {
namespace {

using Bytes = std::span<const std::byte>;
using State = ImageHeader::State;

std::uint32_t Byte(Bytes bytes, std::size_t at) {
  return std::to_integer<std::uint32_t>(bytes[at]);
}
std::uint32_t Big16(Bytes bytes, std::size_t at) {
  return Byte(bytes, at) << 8 | Byte(bytes, at + 1);
}
std::uint32_t Big32(Bytes bytes, std::size_t at) {
  return Big16(bytes, at) << 16 | Big16(bytes, at + 2);
}
std::uint32_t Little16(Bytes bytes, std::size_t at) {
  return Byte(bytes, at) | Byte(bytes, at + 1) << 8;
}
std::uint32_t Little24(Bytes bytes, std::size_t at) {
  return Little16(bytes, at) | Byte(bytes, at + 2) << 16;
}

bool StartsWith(Bytes bytes, std::size_t at, std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (Byte(bytes, at + i) != static_cast<unsigned char>(text[i])) return false;
  }
  return true;
}

constexpr std::uint32_t Tag(const char (&name)[5]) {
  return static_cast<std::uint32_t>(static_cast<unsigned char>(name[0])) << 24 |
         static_cast<std::uint32_t>(static_cast<unsigned char>(name[1])) << 16 |
         static_cast<std::uint32_t>(static_cast<unsigned char>(name[2])) << 8 |
         static_cast<std::uint32_t>(static_cast<unsigned char>(name[3]));
}

constexpr std::string_view kTooManyParts =
    "More than 1024 segments or chunks come before the picture.";

void Invalid(ImageHeader& header, std::string_view why) {
  header.state = State::kInvalid;
  header.why = why;
}

// Markers until the first start of frame, which has the size.
void ReadJpeg(Bytes bytes, ImageHeader& header) {
  header.state = State::kEnded;
  std::size_t at = 1;  // After the first 0xFF.
  for (int parts = 0; at < bytes.size(); ++parts) {
    if (parts > kMostHeaderParts) return Invalid(header, kTooManyParts);
    const std::uint32_t marker = Byte(bytes, at);
    ++at;
    const bool alone = marker == 0x01 || (marker & 0xF8) == 0xD0 || marker == 0xD8 ||
                       marker == 0xD9 || marker == 0xFF;
    if (alone) continue;
    if (at + 2 > bytes.size()) return;
    const std::uint32_t length = Big16(bytes, at);
    if (length < 2) return Invalid(header, "A JPEG segment is shorter than its own length.");
    const bool starts_frame =
        ((marker & 0xF0) == 0xC0 && marker != 0xC4 && marker != 0xC8 && marker != 0xCC) ||
        marker == 0xDE;
    if (!RangeFits(at, length, bytes.size())) return;
    if (starts_frame) {
      if (length < 8) return Invalid(header, "A JPEG frame header is too short.");
      const std::uint32_t channels = Byte(bytes, at + 7);
      if (channels != 1 && channels != 3) {
        return Invalid(header, "A JPEG has neither one nor three channels.");
      }
      header.height = Big16(bytes, at + 3);
      header.width = Big16(bytes, at + 5);
      header.state = State::kGood;
      return;
    }
    at += length;
  }
}

// Chunks until the first picture data.
void ReadPng(Bytes bytes, ImageHeader& header) {
  // The chromaticities and gamma of sRGB, times 100000: these are no colours of its own.
  constexpr std::array<std::uint32_t, 8> kSrgb = {31270, 32900, 64000, 33000,
                                                  30000, 60000, 15000, 6000};
  header.state = State::kEnded;
  bool has_header = false, is_srgb = false, has_profile = false;
  bool custom_primaries = false, custom_transfer = false;
  std::size_t at = 8;
  for (int parts = 0; RangeFits(at, 8, bytes.size()); ++parts) {
    if (parts > kMostHeaderParts) return Invalid(header, kTooManyParts);
    const std::uint32_t length = Big32(bytes, at);
    const std::uint32_t type = Big32(bytes, at + 4);
    at += 8;
    std::uint32_t expected = length;
    if (type == Tag("IHDR")) expected = 13;
    if (type == Tag("cHRM")) expected = 32;
    if (type == Tag("sRGB")) expected = 1;
    if (type == Tag("pHYs")) expected = 9;
    if (type == Tag("gAMA")) expected = 4;
    if (length != expected) return Invalid(header, "A PNG chunk has a wrong length.");
    if (type == Tag("iCCP")) has_profile = true;
    if (type == Tag("IDAT")) {
      if (!has_header) return Invalid(header, "A PNG has no header chunk.");
      header.has_custom_colors = has_profile || custom_primaries || custom_transfer;
      header.state = State::kGood;
      return;
    }
    if (!RangeFits(at, length, bytes.size())) return;
    if (type == Tag("IHDR")) {
      has_header = true;
      header.width = Big32(bytes, at);
      header.height = Big32(bytes, at + 4);
    } else if (type == Tag("sRGB")) {
      // It overrules a profile and gamma or chromaticities, whether before or after it.
      is_srgb = true;
      has_profile = custom_primaries = custom_transfer = false;
    } else if (type == Tag("cHRM") && !is_srgb && !has_profile) {
      custom_primaries = false;
      for (std::size_t i = 0; i < kSrgb.size(); ++i) {
        custom_primaries |= Big32(bytes, at + i * 4) != kSrgb[i];
      }
    } else if (type == Tag("gAMA") && !is_srgb && !has_profile) {
      const std::uint32_t gamma = Big32(bytes, at);
      custom_transfer = gamma != 45455 && gamma != 100000;
    } else if (type == Tag("pHYs")) {
      header.has_oblong_pixels |= Big32(bytes, at) != Big32(bytes, at + 4);
    }
    at += length;
    if (bytes.size() - at < 4) return;
    at += 4;  // The checksum.
  }
}

void ReadWebp(Bytes bytes, ImageHeader& header) {
  header.state = State::kEnded;
  if (bytes.size() < 25 || (bytes.size() < 30 && Byte(bytes, 15) != 'L')) return;
  if (StartsWith(bytes, 12, "VP8 ")) {
    header.width = Little16(bytes, 26) & 0x3FFF;
    header.height = Little16(bytes, 28) & 0x3FFF;
  } else if (StartsWith(bytes, 12, "VP8L")) {
    header.width = 1 + (Little16(bytes, 21) & 0x3FFF);
    header.height =
        1 + (Byte(bytes, 22) >> 6 | Byte(bytes, 23) << 2 | (Byte(bytes, 24) & 0xF) << 10);
  } else if (StartsWith(bytes, 12, "VP8X")) {
    header.is_animated = (Byte(bytes, 20) & 0x02) != 0;
    header.has_custom_colors = (Byte(bytes, 20) & 0x20) != 0;
    header.width = 1 + Little24(bytes, 24);
    header.height = 1 + Little24(bytes, 27);
  } else {
    return Invalid(header, "A WebP starts with an unknown chunk.");
  }
  header.state = State::kGood;
}

}  // namespace

std::string_view MimeTypeOf(ImageFormat format) {
  switch (format) {
    case ImageFormat::kJpeg:
      return "image/jpeg";
    case ImageFormat::kPng:
      return "image/png";
    case ImageFormat::kWebp:
      return "image/webp";
    case ImageFormat::kKtx2:
      return "image/ktx2";
    case ImageFormat::kUnknown:
      break;
  }
  return {};
}

ImageFormat DetectImage(Bytes bytes) {
  if (bytes.size() < 14) return ImageFormat::kUnknown;  // No picture is that small.
  if (StartsWith(bytes, 0, "\xFF\xD8\xFF")) return ImageFormat::kJpeg;
  if (StartsWith(bytes, 0, "\x89PNG\r\n\x1A\n")) return ImageFormat::kPng;
  if (StartsWith(bytes, 0, "RIFF") && StartsWith(bytes, 8, "WEBPVP")) return ImageFormat::kWebp;
  if (StartsWith(bytes, 0, "\xABKTX 20\xBB\r\n\x1A\n")) return ImageFormat::kKtx2;
  return ImageFormat::kUnknown;
}

ImageHeader ReadImageHeader(Bytes bytes) {
  ImageHeader header;
  header.format = DetectImage(bytes);
  if (header.format == ImageFormat::kJpeg) ReadJpeg(bytes, header);
  if (header.format == ImageFormat::kPng) ReadPng(bytes, header);
  if (header.format == ImageFormat::kWebp) ReadWebp(bytes, header);
  return header;
}

}  // namespace sinew::gltf
