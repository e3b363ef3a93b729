// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "clip.hpp"
#include "mesh.hpp"
#include "walk_body.h"
