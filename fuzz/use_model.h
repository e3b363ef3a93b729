// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What every fuzzed reader is held to, and what is done with a model once it is read: it is posed,
// skinned, written as GLB and read back. Besides the sanitizers' findings these are findings too:
//
//   - reading holds more than 64 MiB plus 16 times the input at once (the promise of gltf.h,
//   js3d.h)
//   - a job refuses what the reader let through, except that transforms multiply to too much
//   - a model of moderate numbers poses to something that is not a number
//   - what WriteGlb wrote does not load
#pragma once

#include <cstddef>
#include <cstdint>

#include "sinew/gltf.h"
#include "sinew/model.h"

namespace sinew::fuzz {

// Says what was found, and ends the program.
[[noreturn]] void Find(const char* what);
[[noreturn]] void Find(const char* what, const Failure& failure);

// Once, before anything is counted.
void InstallCounting();
// Around the reading of an input: what is held in between is held to the promise.
void StartCounting();
void StopCounting(std::size_t input_bytes);

enum class Writing : std::uint8_t {
  kMayFail,  // Carried text may be what GLB cannot hold.
  kMustWork,
};
// `options` are those that reading had.
void UseModel(const Model& model, Writing writing, GltfOptions options = {});

}  // namespace sinew::fuzz
