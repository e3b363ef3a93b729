// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
// Loses bits without saying so.
#pragma once
inline short Narrow(long wide) { return wide; }
