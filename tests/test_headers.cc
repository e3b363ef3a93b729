// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Nothing: its target has the test framework's headers compiled for all tests (CMakeLists.txt).
