// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/material.h"

namespace sinew {

std::uint32_t TexcoordOf(const TextureUse& use) {
  return use.transform && use.transform->texcoord ? *use.transform->texcoord : use.texcoord;
}

}  // namespace sinew
