// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Duplicate keys, found without slowing down the objects that have none.
//
// While an object is parsed, each key sets one of 64 bits. Keys that set 64 different bits are
// different; only an object where a bit was set twice is looked at again when it closes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "io/json/key_hash.h"
#include "io/json/node.h"
#include "io/json/scan.h"

namespace sinew::json {

// One bit of 64, the same for equal keys.
inline std::uint64_t KeyBit(std::uint32_t key_hash) {
  return std::uint64_t{1} << (key_hash >> (kKeyHashBits - 6));
}

// Appends to tree.duplicate_keys the keys of this (complete) object that an earlier key of it
// equals, in no particular order. Time is at most n log n in the object's text, whatever it holds.
void FindDuplicateKeys(Tree& tree, std::uint32_t object);

}  // namespace sinew::json
