// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Whether two models are the same, to the bit, and where they first differ if not.
#pragma once

#include <gtest/gtest.h>

#include "sinew/model.h"

namespace sinew::testing {

// Compares what a file can hold: not the generator, and of clips not how their tracks share arrays.
::testing::AssertionResult SameModel(const Model& a, const Model& b);

}  // namespace sinew::testing
