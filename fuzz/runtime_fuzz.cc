// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Any bytes as a runtime file, or as changes to one that is right, with checksums that hold again:
// it is refused, whole or in part, or plays and keeps what sampling promises. What crashes, or
// gives poses that are not usable, is a finding.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "sinew/pack.h"
#include "sinew/runtime_file.h"
#include "sinew/vertex_format.h"
#include "support/runtime_model.h"
#include "support/runtime_play.h"

namespace {

using namespace sinew;

const AlignedBytes& RightFile() {
  static const AlignedBytes bytes = sinew::testing::FileOfBothForms(
      sinew::testing::RuntimeModel(4), {.error_bound = 1e-2f},
      {.embed_images = true, .vertex_flags = kVertexFlags, .clamp_vertices = true});
  return bytes;
}

// Six bytes a change: where, and what.
AlignedBytes Changed(const std::uint8_t* data, std::size_t size) {
  AlignedBytes bytes = RightFile();
  for (; size >= 6; data += 6, size -= 6) {
    const std::size_t place = data[0] + std::size_t{256} * data[1];
    const std::size_t at = place % (bytes.size() / 4) * 4;
    std::memcpy(bytes.data() + at, data + 2, 4);
  }
  return bytes;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  AlignedBytes bytes;
  if (data[0] % 4 != 0) {
    bytes = Changed(data + 1, size - 1);
  } else {
    bytes = AlignedBytes(size - 1);
    if (size > 1) std::memcpy(bytes.data(), data + 1, size - 1);
  }
  sinew::testing::MendChecksums(bytes.span());
  if (!sinew::testing::PlayRuntime(bytes).keeps_promises) {
    std::fprintf(stderr, "finding: a pose that is not usable\n");
    std::abort();
  }
  return 0;
}
