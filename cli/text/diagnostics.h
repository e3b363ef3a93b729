// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What goes to stderr, and errors as JSON. Nothing here throws: a closed stderr must not change the
// exit code.
#pragma once

#include <string_view>

#include "text/exit_code.h"

namespace sinew {
class JsonWriter;
}

namespace sinew::cli {

// One line on stderr, "sinew: " in front.
void Say(std::string_view line);
// "sinew: path: message".
void Complain(std::string_view path, std::string_view message);

// The keys error, code and pointer of the open object: the same in every command.
void WriteError(const CommandError& error, JsonWriter& json);

// True where nobody reads stdout any more (`sinew ... | head`): no reason to complain, and no
// error.
bool ReaderIsGone();

}  // namespace sinew::cli
