// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "pack_clips.h"

#include <fmt/format.h>

#include <utility>

#include "bounds.h"
#include "sinew/joint_reach.h"
#include "text/describe_clip.h"
#include "text/exit_code.h"
#include "text/number_checks.h"
#include "text/pick_clip.h"
#include "text/printable.h"
#include "text/progress.h"

namespace sinew::cli {

Option AddErrorBound(Command& command, std::optional<float>& error_bound) {
  return command
      .AddOption("--error-bound", error_bound,
                 "How far vertices may be off; by default 1/10000 of the size")
      .Check(Length())
      .TypeName("UNITS");
}

Packing::Packing(const LoadedAsset& loaded, std::optional<float> error_bound, const Limits& limits)
    : reach_(JointReach(loaded.model())) {
  const float rest_size = RestSize(loaded);
  const float size = rest_size > 0.0f ? rest_size : 1.0f;
  options_ = {.error_bound = error_bound.value_or(size * kErrorShare),
              .point_distance = size * kPointShare,
              .max_pack_bytes = limits.max_pack_bytes};
}

PackOptions Packing::options() const {
  PackOptions options = options_;
  options.joint_point_distance = reach_;
  return options;
}

PackedClip PackClip(const std::string& file, const Model& model, std::size_t clip,
                    const PackOptions& options, const char* bound_option) {
  Result<PackedClip> packed = PackedClip::Create(model.skeleton(), model.clips()[clip], options);
  if (packed.ok()) return *std::move(packed);
  const std::string& name = model.clips()[clip].name();
  const std::string which = IsUnnamed(name) ? fmt::format("clip {}", ClipLabel(name, clip))
                                            : fmt::format("clip {} ({})", clip, Printable(name));
  const Failure& failure = packed.failure();
  if (failure.code == FailureCode::kLimit) {
    throw LimitError(file, fmt::format("{} cannot be packed: it {}", which, failure.message));
  }
  throw CommandError(ExitCode::kCannotRead, file,
                     fmt::format("{} cannot be packed: {}. A larger {} may do", which,
                                 Describe(failure), bound_option));
}

std::vector<PackedClip> PackClips(const std::string& file, const Model& model,
                                  const PackOptions& options, const char* bound_option) {
  std::vector<PackedClip> packed;
  packed.reserve(model.clips().size());
  Progress progress("packing", model.clips().size());
  for (std::size_t clip = 0; clip < model.clips().size(); ++clip) {
    packed.push_back(PackClip(file, model, clip, options, bound_option));
    progress.Step();
  }
  progress.Wipe();
  return packed;
}

}  // namespace sinew::cli
