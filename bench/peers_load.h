// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The peers of the load benchmark, behind one signature each: file bytes in memory to that
// library's ready model. Pictures are not decoded by any of them, as Sinew does not decode them.
#pragma once

#include <cstddef>
#include <span>

namespace sinew::bench {

// Each returns how many animation channels it holds afterwards: proof of work, and a check that
// everyone read the same file. 0: could not load.
std::size_t LoadWithTinygltf(std::span<const std::byte> glb);
std::size_t LoadWithAssimp(std::span<const std::byte> glb);  // No post-processing.
// With aiProcess_ValidateDataStructure: nearer to what Sinew does, which checks every file.
std::size_t LoadWithAssimpValidating(std::span<const std::byte> glb);

}  // namespace sinew::bench
