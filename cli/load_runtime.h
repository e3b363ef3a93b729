// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Moved: include text/load_file.h.
#pragma once

#include "text/load_file.h"
