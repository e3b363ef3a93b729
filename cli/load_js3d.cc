// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "load_js3d.h"

#include <fmt/format.h>

#include <utility>

#include "sinew/js3d.h"
#include "text/printable.h"
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

// The scene's bones where its skins bound them, each from its origin to its extent.
std::vector<std::vector<BoneSegment>> BonesOf(const Js3dScene& scene, bool z_up) {
  const auto turned = [&](const Vec3& v) { return z_up ? Vec3{v.x, -v.z, v.y} : v; };
  std::vector<std::vector<BoneSegment>> bones(scene.model.skins().size());
  for (const Js3dSkinnedMesh& mesh : scene.skinned_meshes) {
    for (const std::uint32_t i : mesh.instances) {
      const MeshInstance& instance = scene.model.instances()[i];
      if (!instance.skin) continue;
      const Skin& skin = scene.model.skins()[*instance.skin];
      for (std::uint32_t b = 0; b < mesh.rig.bones.size(); ++b) {
        const Affine& joint_from_bind = skin.inverse_bind()[b];  // Moves and does not turn.
        const Vec3 head{0.0f - joint_from_bind.m[0][3], 0.0f - joint_from_bind.m[1][3],
                        0.0f - joint_from_bind.m[2][3]};
        const Vec3& extent = mesh.rig.bones[b].extent;
        const Vec3 tail{head.x + extent.x, head.y + extent.y, head.z + extent.z};
        bones[*instance.skin].push_back({b, turned(head), turned(tail), mesh.rig.bones[b].radius});
      }
    }
  }
  return bones;
}

}  // namespace

bool IsJs3dFile(const std::string& path, std::span<const std::byte> bytes) {
  return IsJs3d(bytes).value_or(Ending(path) == ".js3d");
}

ReadModel ReadJs3dBytes(std::span<const std::byte> bytes, const ImportOptions& options) {
  Result<Js3dScene> scene = ReadJs3d(bytes, LimitsOf(options.limits.gltf));
  if (!scene.ok()) return {bytes.size(), {scene.failure(), {}}, {}, {}};
  Report report = ReportOf(*scene);
  if (options.strict && !scene->mends.empty()) {
    const Mend& mend = scene->mends.front();
    return {bytes.size(),
            {Failure{FailureCode::kInvalid, mend.first,
                     fmt::format("it would have to be mended by the rule {}", mend.rule)},
             std::move(report)},
            {},
            {}};
  }
  std::vector<std::vector<BoneSegment>> bones = BonesOf(*scene, options.up == "z");
  Model model = std::move(scene->model);
  if (options.up == "z") model = TurnYUpToZUp(std::move(model));
  return {bytes.size(),
          {std::move(model), std::move(report)},
          std::move(scene->not_carried),
          std::move(bones)};
}

}  // namespace sinew::cli
