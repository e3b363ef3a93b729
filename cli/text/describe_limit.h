// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What fewer influences per vertex cost, for people and for programs.
#pragma once

#include "sinew/limit_report.h"
#include "text/json_out.h"

namespace sinew::cli {

void PrintLimit(const LimitAndCost& made);
// The value of a key.
void WriteLimit(const LimitAndCost& made, JsonWriter& json);

}  // namespace sinew::cli
