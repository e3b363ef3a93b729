// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
// Uses std::string without including it.
#pragma once
inline std::string Greeting() { return "hello"; }
