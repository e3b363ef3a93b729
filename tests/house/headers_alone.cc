// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "house/headers_alone.h"

namespace sinew::house {
namespace {

// A function, so that it exists whichever file's initialisers run first.
std::set<std::string>& Noted() {
  static std::set<std::string> headers;
  return headers;
}

}  // namespace

bool NoteCompiledAlone(const char* header) { return Noted().insert(header).second; }

const std::set<std::string>& HeadersCompiledAlone() { return Noted(); }

}  // namespace sinew::house
