// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Where Draco was not found when the library was built.
#include "sinew/files.h"

namespace sinew {

std::function<Result<DracoMesh>(const DracoRequest&)> DracoDecoder() { return {}; }

std::function<Result<DracoMesh>(const DracoRequest&)> IsolatedDracoDecoder(const Limits&) {
  return {};
}

}  // namespace sinew
