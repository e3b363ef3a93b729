// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What is in a runtime file, for people and for programs: what `inspect` and `pack` say.
#pragma once

#include "sinew/runtime_file.h"
#include "text/json_out.h"

namespace sinew::cli {

// How many bytes the parts of a file take.
struct RuntimeBytes {
  std::uint64_t skins = 0;
  std::uint64_t clips = 0;
  std::uint64_t primitives = 0;
  std::uint64_t images = 0;  // Those that are embedded.
  std::uint64_t rest = 0;    // Header, names, skeleton, tables, and what fills up lines.
};
RuntimeBytes BytesOf(const RuntimeFile& file);

// The vertices for a GPU, of all primitives.
struct GpuVertices {
  std::uint64_t bytes = 0;  // 0: the file has none.
  double position_error =
      0.0;  // How far the float16 positions are off at most, in the file's unit.
};
GpuVertices GpuVerticesOf(const RuntimeFile& file);

// Tables on stdout; whole where `all`. Of a file whose every part was looked at.
void PrintRuntime(const RuntimeFile& file, bool all);

// The keys formatVersion, arithmetic, checksum, errorBound, pointDistance, morphError, parts,
// nodes, skins, clips, meshes, instances, gpuVertices, materials and images of the open object.
void WriteRuntime(const RuntimeFile& file, JsonWriter& json);

}  // namespace sinew::cli
