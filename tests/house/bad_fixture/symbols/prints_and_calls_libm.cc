// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
// What the library must never do; check_symbols.cmake has to find all three calls.
#include <cmath>
#include <cstdio>
double Wave(double x) { return std::sin(x); }
float Wave(float x) { return std::cos(x); }
void Tell(int number) { std::printf("%d\n", number); }
