// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Moved: include sinew/limits.h or text/limit_option.h.
#pragma once

#include "text/limit_option.h"
