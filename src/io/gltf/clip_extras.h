// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What a clip has and glTF has no place for stands in its animation's extras, under one key:
//
//   "extras": {"sinew": {
//     "duration": 1.5,                               seconds; where it is beyond the last key
//     "rootMotion": {"node": 1, "name": "root"},     a node of the file, and what it is called
//     "events": [{"time": 0.5, "name": "left_foot"}] in ascending time, within the duration
//   }}
//
// Reading takes it out of the extras and into the clip, so that it is neither lost nor written
// twice. What is wrong in it is mended by the rules of docs/gltf-rules.md; it never makes a file
// impossible to load.
#pragma once

#include <cstdint>
#include <string>

#include "io/gltf/build.h"
#include "io/gltf/write.h"
#include "sinew/clip.h"

namespace sinew::gltf {

// Duration, events and root motion of an animation whose tracks are in `clip`. False where the
// file was refused for what they take.
bool TakeClipExtras(Build& build, std::uint32_t animation, Clip::Parts& clip);

// An animation's extras as text, without what TakeClipExtras takes; empty where nothing is left.
std::string OtherClipExtras(json::Value extras);

// The "extras" of a clip's animation: what was carried, and what the clip says beyond its tracks.
// `last_key_s` is the last of the keys that are written.
void WriteClipExtras(Write& write, const Clip& clip, float last_key_s, const CarriedJson* carried);

}  // namespace sinew::gltf
