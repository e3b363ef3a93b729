// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "load_js3d.h"

#include <fmt/format.h>

#include <utility>

#include "printable.h"
#include "sinew/js3d.h"
#include "write_file.h"

namespace sinew::cli {
namespace {

Js3dLimits LimitsOf(const GltfLimits& limits) {
  return {.max_file_bytes = limits.max_file_bytes,
          .max_json_bytes = limits.max_json_bytes,
          .max_json_values = limits.max_json_values,
          .max_json_depth = limits.max_json_depth,
          .max_nodes = limits.max_nodes,
          .max_skin_joints = limits.max_skin_joints,
          .max_decoded_bytes = limits.max_decoded_bytes,
          .max_decoded_ratio = limits.max_decoded_ratio};
}

void Add(Report& report, std::string_view code, Severity severity, const std::string& pointer,
         std::string message) {
  report.issues.push_back({code, severity, pointer, std::move(message)});
  ++report.counts[static_cast<std::size_t>(severity)];
}

Report ReportOf(const Js3dScene& scene) {
  Report report;
  for (const Mend& mend : scene.mends) {
    Add(report, "JS3D_MENDED", Severity::kWarning, mend.first,
        fmt::format("mended by the rule {}, {}", mend.rule, Counted(mend.count, "time")));
  }
  for (const Js3dLoss& loss : scene.not_carried) {
    Add(report, "JS3D_NOT_CARRIED", Severity::kInformation, loss.first,
        fmt::format("not carried: {} ({})", loss.what, Thousands(loss.count)));
  }
  report.mends = scene.mends;
  return report;
}

}  // namespace

bool IsJs3dFile(const std::string& path, std::span<const std::byte> bytes) {
  return IsJs3d(bytes).value_or(Ending(path) == ".js3d");
}

ReadModel ReadJs3dBytes(std::span<const std::byte> bytes, const ImportOptions& options) {
  Result<Js3dScene> scene = ReadJs3d(bytes, LimitsOf(options.limits.gltf));
  if (!scene.ok()) return {bytes.size(), {scene.failure(), {}}, {}};
  Report report = ReportOf(*scene);
  if (options.strict && !scene->mends.empty()) {
    const Mend& mend = scene->mends.front();
    return {bytes.size(),
            {Failure{FailureCode::kInvalid, mend.first,
                     fmt::format("it would have to be mended by the rule {}", mend.rule)},
             std::move(report)},
            {}};
  }
  Model model = std::move(scene->model);
  if (options.up == "z") model = TurnYUpToZUp(std::move(model));
  return {bytes.size(), {std::move(model), std::move(report)}, std::move(scene->not_carried)};
}

}  // namespace sinew::cli
