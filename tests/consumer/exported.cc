// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <cstdio>

#include "cylinder/index.hpp"

int main() {
  std::printf("%u bones, %u vertices\n", static_cast<unsigned>(played::BONE_COUNT),
              static_cast<unsigned>(played::VERTEX_COUNT));
}
