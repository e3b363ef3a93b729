// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What `sinew demo` has to say about the built-in character.
#pragma once

#include <string>

#include "sinew/clip.h"
#include "sinew/model.h"

namespace sinew::cli {

// A line a clip: seconds, tracks, how it moves the character, its events.
std::string ClipTable(const Model& character);

// Plays idle, walk and run through the mixer and tells what is seen at some moments, how far the
// character has come and how many steps were heard.
std::string MixTable(const Model& character);

// How far a vertex of a sole moves over the ground while it is within `height` of it, at most;
// metres. Measured on the skin at 240 Hz.
double FootSlide(const Model& character, const Clip& clip, float height);

}  // namespace sinew::cli
