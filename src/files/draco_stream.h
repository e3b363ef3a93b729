// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What a Draco stream declares, read without decoding anything: each count is held against what was
// asked for and against the bytes that are left before the packaged decoder allocates by it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sinew/gltf.h"

namespace sinew::files {

struct DracoHead {
  bool is_edgebreaker = false;
  std::size_t metadata_begin = 0;  // As bytes of the stream; equal to the end where there is none.
  std::size_t metadata_end = 0;
};

// The head: version, method, extent of the metadata, and counts of points and faces.
Result<DracoHead> ReadDracoHead(const DracoRequest& request);

// What decoding the triangles will hold, by the counts that come before them. `rest` begins at the
// counts.
std::optional<Failure> CheckConnectivity(std::span<const std::byte> rest,
                                         const DracoRequest& request);

// What decoding the attributes will hold, by their list. `rest` begins at the number of attribute
// decoders; `faces` and `points` are those of the decoded triangles.
std::optional<Failure> CheckAttributeList(std::span<const std::byte> rest, bool is_edgebreaker,
                                          std::uint64_t faces, std::uint64_t points,
                                          const DracoRequest& request);

}  // namespace sinew::files
