// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Constants before they are text of some language: names, order, shape and comments.
//
//   Memory   constants borrow their arrays from the data that they were made of.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "sinew/console_export.h"

namespace sinew::console {

using ConstantValues = std::variant<std::uint32_t, float, std::string, std::span<const std::byte>,
                                    std::span<const std::uint16_t>, std::span<const std::uint32_t>,
                                    std::span<const std::int32_t>, std::span<const float>,
                                    std::span<const std::string>>;

struct Constant {
  std::string name{};
  ConstantValues values{};
  std::vector<std::uint32_t> shape{};    // Of an array of arrays; empty: as long as the values.
  std::vector<std::string> comment{};    // Lines above it.
  std::string note{};                    // Behind a single value.
  std::uint32_t per_line = 12;           // Values.
  std::vector<std::string> row_notes{};  // Of every `per_note` values.
  std::uint32_t per_note = 12;
  bool notes_behind = false;  // At the end of a row's line instead of above it.
};

// How many values, and the bytes that they take in a program.
std::uint64_t CountOf(const Constant& constant);
std::uint64_t BytesOf(const Constant& constant);
// At least the bytes of its text in any language.
double TextBound(const Constant& constant);

// Constants under a heading. With a scope they are in a module (Rust), a namespace (C++), an object
// (JSON), or have its name before theirs (C).
struct ConstantSection {
  std::string title{};
  std::string scope{};  // An identifier in lower case, or empty.
  std::vector<Constant> constants{};
};

struct ConstantFile {
  std::vector<std::string> header{};  // Comment lines.
  std::string guard{};                // An identifier in lower case, unique to the file.
  std::string prefix{};               // Likewise, or empty.
  std::vector<ConstantSection> sections{};
};

// Text for a comment: what is not printable ASCII, and what a compiler looks for in comments,
// becomes '_'.
std::string CommentText(std::string_view text);

ConstantSection MeshSection(std::span<const ConsoleMesh> meshes);
ConstantSection SkeletonSection(const ConsoleSkeleton& skeleton);
// `scope` may be empty.
ConstantSection ClipSection(const ConsoleClip& clip, std::string scope);

}  // namespace sinew::console
