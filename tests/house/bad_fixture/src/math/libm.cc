// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <cmath>
# include  <iostream>
#include <immintrin.h>
// The comment std::cos(x) is fine, and so is the square root.
double Wave(double x) { return std::sqrt(1.0 - std::sin(x)); }
