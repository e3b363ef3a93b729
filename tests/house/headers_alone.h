// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#pragma once

#include <set>
#include <string>

namespace sinew::house {

// Called once by every source file that header_alone.cc.in makes, before main.
bool NoteCompiledAlone(const char* header);

// The headers noted so far.
const std::set<std::string>& HeadersCompiledAlone();

}  // namespace sinew::house
