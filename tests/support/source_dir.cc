// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "support/source_dir.h"

namespace sinew::testing {

std::string SourceDir() { return SINEW_SOURCE_DIR; }

}  // namespace sinew::testing
