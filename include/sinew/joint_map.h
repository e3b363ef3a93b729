// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The text form of a joint map: {"joint of the source": "joint of the target", ...}, null where the
// joint gets none. What the names mean is told by joint_match.h, when the map is used.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/joint_match.h"
#include "sinew/result.h"

namespace sinew {

// The entries in the order of the text. Fails with kSyntax at "byte 6" where it is not JSON, with
// kInvalid at the JSON pointer of what is no entry, or of a source that is there twice.
Result<std::vector<JointMapEntry>> ReadJointMap(std::span<const std::byte> json);

// The JSON pointer of an entry of the text, "/mixamorig:Hips". Binding knows entries by their
// numbers ("map/3").
std::string JointMapPointer(std::string_view source);

}  // namespace sinew
