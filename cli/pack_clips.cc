// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "pack_clips.h"

#include <fmt/format.h>

#include <utility>

#include "bounds.h"
#include "exit_code.h"
#include "printable.h"
#include "progress.h"

namespace sinew::cli {

float ErrorBoundOf(const Model& model, std::optional<float> given) {
  if (given) return *given;
  const float size = RestSize(model);
  return size > 0.0f ? size * kErrorShare : kErrorShare;
}

std::vector<PackedClip> PackClips(const std::string& file, const Model& model, float error_bound,
                                  const Limits& limits) {
  std::vector<PackedClip> packed;
  packed.reserve(model.clips().size());
  Progress progress("packing", model.clips().size());
  for (const Clip& clip : model.clips()) {
    Result<PackedClip> result =
        PackedClip::Create(model.skeleton(), clip,
                           {.error_bound = error_bound, .max_pack_bytes = limits.max_pack_bytes});
    if (!result.ok()) {
      progress.Wipe();
      const std::string which = fmt::format("clip {} ({})", packed.size(), Printable(clip.name()));
      const Failure& failure = result.failure();
      if (failure.code == FailureCode::kLimit) {
        throw LimitError(file, fmt::format("{} cannot be packed: it {}", which, failure.message));
      }
      throw CommandError(ExitCode::kCannotRead, file,
                         fmt::format("{} cannot be packed: {}. A larger --error-bound may do",
                                     which, Describe(failure)));
    }
    packed.push_back(*std::move(result));
    progress.Step();
  }
  progress.Wipe();
  return packed;
}

}  // namespace sinew::cli
