// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Where the project's own files are, for tests that read them.
#pragma once

#include <string>

namespace sinew::testing {

std::string SourceDir();

}  // namespace sinew::testing
