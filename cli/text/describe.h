// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Short texts for people about parts of a model, the same words in every command.
#pragma once

#include <string>

#include "sinew/clip.h"
#include "sinew/math.h"
#include "sinew/report.h"

namespace sinew::cli {

// "12 LINEAR, 1 STEP": how many tracks go from key to key in which way.
std::string InterpolationText(const Clip& clip);

// "no errors, 2 warnings, nothing mended"
std::string VerdictText(const Report& report);

// "(0.000, 2.915, -0.250)", without -0.000.
std::string PointText(const Vec3& point);

// Four significant digits without an exponent where that stays short; never "-0".
std::string NumberText(float value);

}  // namespace sinew::cli
