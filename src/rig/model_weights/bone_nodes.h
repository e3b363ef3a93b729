// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/model.h"

namespace sinew::weights {

// BoneNodes of model_weights.h, of a model that is being edited.
Result<std::vector<std::uint32_t>> FindBoneNodes(const Model::Parts& model,
                                                 const std::optional<std::string>& root);

// ` "nme" (did you mean "name"?)`: the end of a sentence that says what is not there.
std::string QuotedName(std::string_view wanted, std::span<const std::string_view> known);

}  // namespace sinew::weights
