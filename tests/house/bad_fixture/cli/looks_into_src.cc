// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "math/trig.h"
#include <boost/any.hpp>
#include <fmt/format.h>

#include "sinew/model.h"
