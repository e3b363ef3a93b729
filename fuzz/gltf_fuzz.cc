// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Fuzzes the use of a glTF file, not only its parsing: see use_model.h. A failure without a message
// is a finding too.
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "sinew/gltf.h"
#include "use_model.h"

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  sinew::fuzz::InstallCounting();
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span<const std::byte> bytes = std::as_bytes(std::span(data, size));
  sinew::GltfOptions options;
  // Buffers beside the file are the file's own last bytes.
  options.resolve = [&](std::string_view) -> sinew::Result<std::vector<std::byte>> {
    const std::span<const std::byte> tail = bytes.last(size / 2);
    return std::vector<std::byte>(tail.begin(), tail.end());
  };
  if (size != 0 && (data[size / 2] & 1) != 0) options.up_axis = sinew::UpAxis::kZ;
  sinew::fuzz::StartCounting();
  const sinew::GltfRead read = sinew::ReadGltf(bytes, options);
  sinew::fuzz::StopCounting(size);
  if (!read.model.ok()) {
    if (read.model.failure().message.empty()) sinew::fuzz::Find("a failure without a message");
    return 0;
  }
  sinew::fuzz::UseModel(*read.model, sinew::fuzz::Writing::kMayFail, options);
  return 0;
}
