// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Open files, and the one place where the library opens a file that the user named to read it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sinew/result.h"

namespace sinew::files {

// What an errno means, in words: "No such file or directory".
std::string SystemWords(int error);

// An open file, closed at its end.
class OpenFile {
 public:
  explicit OpenFile(int descriptor) : descriptor_(descriptor) {}
  OpenFile(OpenFile&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  OpenFile& operator=(OpenFile&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  ~OpenFile();

  int descriptor() const { return descriptor_; }
  bool is_regular() const;
  std::uint64_t size_bytes() const;  // As stated now; 0 where it is not a regular file.

  // All that comes, from where the file stands. Fails (kResource, kLimit) where it cannot be read
  // or is more than `max_bytes`, the limit of that name; one whose stated size is more is not read.
  Result<std::vector<std::byte>> ReadAll(std::uint64_t max_bytes,
                                         std::string_view limit = "max_file_bytes") const;

 private:
  int descriptor_;  // -1: moved away.
};

// A file that the user named: any file that can be read, links and pipes included.
Result<OpenFile> OpenToRead(const std::filesystem::path& path);

}  // namespace sinew::files
