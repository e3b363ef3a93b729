// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "text/packing.h"

#include <fmt/format.h>

#include <utility>

#include "text/describe_clip.h"
#include "text/diagnostics.h"
#include "text/exit_code.h"
#include "text/number_checks.h"
#include "text/pick_clip.h"
#include "text/printable.h"
#include "text/progress.h"

namespace sinew::cli {

Option AddError(Command& command, std::optional<float>& error) {
  return command
      .AddOption(
          "--error",
          [&error](const std::string& text) {
            error = ParseLength(text);
            return error ? std::string()
                         : fmt::format(
                               "\"{}\" is no length above zero in mm, cm, m or the file's "
                               "own unit, such as 0.1mm",
                               Shortened(text, 60));
          },
          "How far vertices may be off, as 0.1mm; default: 1/10000 of the size")
      .OneTextEach()
      .TypeName("LENGTH");
}

PackOptions PackOptionsOf(std::optional<float> error, const Limits& limits) {
  return {.error_bound = error, .max_pack_bytes = limits.max_pack_bytes};
}

ClipPacker MakePacker(const std::string& file, const Model& model, const PackOptions& options) {
  Result<ClipPacker> packer = ClipPacker::Create(model, options);
  if (!packer.ok()) throw CommandError(file, packer.failure());
  if (!packer->warning().empty()) Complain(file, "warning: " + packer->warning());
  return std::move(packer).value();
}

PackedClip PackClip(const std::string& file, const Model& model, const ClipPacker& packer,
                    std::size_t clip) {
  Result<PackedClip> packed = packer.Pack(clip);
  if (packed.ok()) return std::move(packed).value();
  const std::string& name = model.clips()[clip].name();
  const std::string which = IsUnnamed(name) ? fmt::format("clip {}", ClipLabel(name, clip))
                                            : fmt::format("clip {} ({})", clip, Printable(name));
  const Failure& failure = packed.failure();
  if (failure.code == FailureCode::kLimit) {
    throw LimitError(file, fmt::format("{} cannot be packed: it {}", which, failure.message));
  }
  const std::string what = failure.place.substr(failure.place.rfind('/') + 1);  // Of the options.
  throw CommandError(ExitCode::kCannotRead, file,
                     fmt::format("{} cannot be packed: {} {}. A larger --error may do", which, what,
                                 failure.message));
}

std::vector<PackedClip> PackAllClips(const std::string& file, const Model& model,
                                     const ClipPacker& packer) {
  std::vector<PackedClip> packed;
  packed.reserve(model.clips().size());
  Progress progress("packing", model.clips().size());
  for (std::size_t clip = 0; clip < model.clips().size(); ++clip) {
    packed.push_back(PackClip(file, model, packer, clip));
    progress.Step();
  }
  progress.Wipe();
  return packed;
}

}  // namespace sinew::cli
