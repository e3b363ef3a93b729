// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "base/arithmetic.h"
#include "math/rounding.h"
#include "sinew/sampling.h"

namespace sinew {
namespace {

double Hold(double time_s, double duration_s) {
  if (!(time_s > 0.0)) return 0.0;
  return time_s < duration_s ? time_s : duration_s;
}

// While the time is less than 2^29 durations away, durations times their count is exact in double,
// and the quotient never rounds up to the next whole number: the remainder is exact. Further off it
// may leave the period, as -1e-20 s does, whose remainder rounds to the whole duration; either is
// where the loop begins.
double Loop(double time_s, double duration_s) {
  const double rest_s = time_s - duration_s * scalar::Floor(time_s / duration_s);
  const bool within = rest_s >= 0.0 && rest_s < duration_s;
  return within ? rest_s : 0.0;
}

}  // namespace

double WrapTime(double time_s, float duration_s, Wrap wrap) {
  if (!(duration_s > 0.0f)) return 0.0;
  return wrap == Wrap::kLoop ? Loop(time_s, duration_s) : Hold(time_s, duration_s);
}

}  // namespace sinew
