// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
// Nothing wrong here: it shows that the others are refused for their own faults.
#pragma once
#include <string>
inline std::string Greeting() { return "hello"; }
