// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "clip.h"
#include "mesh.h"
#include "walk_body.h"
