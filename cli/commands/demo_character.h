// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What `sinew demo` has to say about the built-in character.
#pragma once

#include <string>

#include "sinew/model.h"

namespace sinew::cli {

// A line a clip: seconds, tracks, how it moves the character, its events.
std::string ClipTable(const Model& character);

// Plays idle, walk and run through the mixer and tells what is seen at some moments, how far the
// character has come and how many steps were heard.
std::string MixTable(const Model& character);

}  // namespace sinew::cli
