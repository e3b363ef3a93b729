// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#pragma once
#include <vector>

#include <fmt/format.h>
#include "base/bytes.h"
#include "sinew/skinning.h"
#include "sinew/result.h"
