// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The map of `sinew merge --map`: {"joint of the clips": "joint of the character", ...}, null where
// the joint's tracks are to be dropped.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/joint_match.h"

namespace sinew::cli {

// Throws CommandError (kCannotRead) with a JSON pointer where the file is no such map, or leads to
// what is not one joint of the character.
std::vector<JointMapEntry> ReadJointMap(const std::string& path, const Skeleton& character,
                                        std::size_t max_bytes);

// "/mixamorig:Hips": where an entry stands, as a JSON pointer.
std::string PointerOfEntry(std::string_view source);

}  // namespace sinew::cli
