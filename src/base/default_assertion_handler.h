// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#pragma once

namespace sinew {

// Writes "file:line: message" to stderr. The one place of the library that prints.
void DefaultAssertionHandler(const char* message, const char* file, int line, void* context);

}  // namespace sinew
