// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/packed_clip_view.h"

#include "base/arithmetic.h"
#include "math/usable.h"
#include "pose/exact_bytes.h"
#include "pose/packed/check.h"

namespace sinew {
namespace {

Failure Broken(const char* place, const char* message) {
  return {FailureCode::kInvalid, place, message};
}

}  // namespace

Result<PackedClipView> PackedClipView::Create(const Parts& parts) {
  if (!(parts.duration_s >= 0.0f) || !scalar::IsUsable(parts.duration_s)) {
    return Broken("duration_s", "expected zero or a usable positive number");
  }
  if (!(parts.error_bound > 0.0f) || !scalar::IsUsable(parts.error_bound)) {
    return Broken("error_bound", "expected a usable positive number");
  }
  float before_s = 0.0f;
  for (std::size_t i = 0; i < parts.events.size(); ++i) {
    const float time_s = parts.events.time_s(i);
    if (!(time_s >= before_s && time_s <= parts.duration_s)) {
      return Broken("events", "expected ascending times within the clip");
    }
    before_s = time_s;
  }
  if (parts.form > ClipForm::kExact) return Broken("form", "expected one that exists");
  std::optional<Failure> failure =
      parts.form == ClipForm::kExact
          ? CheckExactBytes(parts.bytes, parts.duration_s, parts.joint_bound, parts.morph_bound)
          : CheckPacked(parts.bytes, parts.joint_bound, parts.morph_bound);
  if (failure) return *std::move(failure);
  return PackedClipView(parts);
}

}  // namespace sinew
