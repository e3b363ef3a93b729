// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/load.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

#include "io/js3d/load_scene.h"

namespace sinew {
namespace {

// How a runtime file begins (runtime/runtime_layout.h, which io does not know).
constexpr std::array<unsigned char, 8> kSinewMagic{0x89, 'S', 'N', 'W', '\r', '\n', 0x1a, '\n'};

bool IsSinew(std::span<const std::byte> bytes) {
  return bytes.size() >= kSinewMagic.size() &&
         std::memcmp(bytes.data(), kSinewMagic.data(), kSinewMagic.size()) == 0;
}

std::string_view AsText(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// The first byte that is not blank; 0 where all are.
char FirstLetter(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n\xef\xbb\xbf");
  return first == text.npos ? '\0' : text[first];
}

// What people recognise a format by, with bytes that are not printable as \xNN.
std::string Beginning(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string shown = "\"";
  for (const char c : text.substr(0, 12)) {
    if (c >= ' ' && c <= '~') {
      shown += c;
      continue;
    }
    const unsigned value = static_cast<unsigned char>(c);
    shown += "\\x";
    shown += kDigits[value / 16];
    shown += kDigits[value % 16];
  }
  return shown + '"';
}

LoadedModel LoadGltf(std::span<const std::byte> bytes, const LoadOptions& options) {
  GltfRead read = ReadGltf(bytes, {.resolve = options.resolve,
                                   .resolve_image = options.resolve_image,
                                   .decoders = options.decoders,
                                   .up_axis = options.up_axis,
                                   .strict = options.strict,
                                   .read_images = options.read_images,
                                   .max_issues = options.max_issues,
                                   .fetch_unused = options.fetch_unused,
                                   .empty_is_glb = options.assumed == FileFormat::kGlb,
                                   .limits = options.limits});
  const std::string_view text = AsText(bytes);
  const bool is_glb = text.starts_with("glTF");
  LoadedModel loaded{.model = std::move(read.model),
                     .report = std::move(read.report),
                     .format = is_glb ? FileFormat::kGlb : FileFormat::kGltf};
  const char first = FirstLetter(text);
  if (!loaded.model.ok() && !is_glb && first != '\0' && first != '{') {
    // The JSON reader's complaint would only puzzle.
    loaded.format = FileFormat::kUnknown;
    loaded.model =
        Failure{FailureCode::kSyntax, "byte 0",
                "this is not a glTF, GLB, .js3d or .sinew file; it begins with " + Beginning(text)};
  }
  return loaded;
}

}  // namespace

FileFormat DetectFormat(std::span<const std::byte> bytes) {
  if (IsSinew(bytes)) return FileFormat::kSinew;
  if (AsText(bytes).starts_with("glTF")) return FileFormat::kGlb;
  const std::optional<bool> is_js3d = IsJs3d(bytes);
  if (!is_js3d || FirstLetter(AsText(bytes)) != '{') return FileFormat::kUnknown;
  return *is_js3d ? FileFormat::kJs3d : FileFormat::kGltf;
}

LoadedModel LoadModel(std::span<const std::byte> bytes, const LoadOptions& options) {
  const FileFormat format = DetectFormat(bytes);
  if (format == FileFormat::kSinew) {
    return {.model = Failure{FailureCode::kUnsupported, "",
                             "is a packed .sinew file, and this needs the model that it was packed "
                             "from; inspect, pose, mix, skin, hash and bench read it"},
            .format = format};
  }
  const bool may_be_js3d = format == FileFormat::kUnknown && !IsJs3d(bytes).has_value() &&
                           options.assumed == FileFormat::kJs3d;
  if (format == FileFormat::kJs3d || may_be_js3d) return io::LoadJs3d(bytes, options);
  return LoadGltf(bytes, options);
}

}  // namespace sinew
