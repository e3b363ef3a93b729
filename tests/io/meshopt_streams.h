// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Meshopt streams for tests: written by the packaged library (version 0 of attributes), or by an
// encoder of the tests' own, which makes use of everything that the format allows instead of what
// is small.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sinew/gltf.h"
#include "sinew/isa.h"
#include "support/random.h"

namespace sinew::testing {

using Bytes = std::vector<std::byte>;

// Elements of `stride` bytes.
struct Elements {
  std::uint32_t count = 0;
  std::uint32_t stride = 0;
  Bytes bytes;
};

// How the bytes of elements follow one another.
enum class Texture : std::uint8_t { kNoise, kSteps, kWaves, kConstant };
Elements MakeElements(std::uint32_t count, std::uint32_t stride, Texture texture,
                      std::uint64_t seed);

Bytes PackagedAttributes(const Elements& elements);
Bytes PackagedTriangles(std::span<const std::uint32_t> indices, int version);
Bytes PackagedSequence(std::span<const std::uint32_t> indices, int version);

// Version 0 or 1, with forms, widths, channel modes and rotations drawn at random.
Bytes RandomlyEncodedAttributes(std::uint32_t version, const Elements& elements,
                                std::uint64_t seed);

// A grid of triangles in an order that the triangle codec likes, then some it does not.
std::vector<std::uint32_t> GridTriangles(std::uint32_t width, std::uint64_t seed);

// What decoding gives: a failure or bytes. The stream is copied to where a sanitizer sees its ends.
struct Decoded {
  std::optional<Failure> failure;
  Bytes bytes;
};
Decoded DecodeExactly(Isa isa, MeshoptRequest::Mode mode, std::uint32_t count, std::uint32_t stride,
                      std::span<const std::byte> stream,
                      MeshoptRequest::Filter filter = MeshoptRequest::Filter::kNone);

// Indices as they lie in a target of 2 or 4 bytes each.
Bytes IndexBytes(std::span<const std::uint32_t> indices, std::uint32_t stride);

}  // namespace sinew::testing
