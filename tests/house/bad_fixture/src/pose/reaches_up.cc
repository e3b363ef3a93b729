// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/gltf.h"
#include "skin/palette.h"
#include "sinew/nowhere.h"
#include "beside.h"
#include "pose/sample.h"
#include "math/trig.h"
