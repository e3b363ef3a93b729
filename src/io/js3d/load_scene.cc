// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "io/js3d/load_scene.h"

#include <string>
#include <string_view>
#include <utility>

#include "io/words.h"

namespace sinew::io {
namespace {

Js3dLimits Js3dLimitsOf(const GltfLimits& limits) {
  return {.max_file_bytes = limits.max_file_bytes,
          .max_json_bytes = limits.max_json_bytes,
          .max_json_values = limits.max_json_values,
          .max_json_depth = limits.max_json_depth,
          .max_nodes = limits.max_nodes,
          .max_skin_joints = limits.max_skin_joints,
          .max_decoded_bytes = limits.max_decoded_bytes,
          .max_decoded_ratio = limits.max_decoded_ratio};
}

void AddIssue(Report& report, std::string_view code, Severity severity, const std::string& pointer,
              std::string message) {
  report.issues.push_back({code, severity, pointer, std::move(message)});
  ++report.counts[static_cast<std::size_t>(severity)];
}

Report ReportOf(const Js3dScene& scene) {
  Report report;
  for (const Mend& mend : scene.mends) {
    AddIssue(report, "JS3D_MENDED", Severity::kWarning, mend.first,
             Words("mended by the rule ", mend.rule, ", ", mend.count,
                   mend.count == 1 ? " time" : " times"));
  }
  for (const Js3dLoss& loss : scene.not_carried) {
    AddIssue(report, "JS3D_NOT_CARRIED", Severity::kInformation, loss.first,
             Words("not carried: ", loss.what, " (", loss.count, ")"));
  }
  report.mends = scene.mends;
  return report;
}

// The scene's bones where its skins bound them, each from its origin to its extent.
std::vector<std::vector<BoneSegment>> BonesOfSkins(const Js3dScene& scene, bool z_up) {
  const auto turned = [&](const Vec3& v) { return z_up ? Vec3{v.x, -v.z, v.y} : v; };
  std::vector<std::vector<BoneSegment>> bones(scene.model.skins().size());
  for (const Js3dSkinnedMesh& mesh : scene.skinned_meshes) {
    for (const std::uint32_t i : mesh.instances) {
      const MeshInstance& instance = scene.model.instances()[i];
      if (!instance.skin || !bones[*instance.skin].empty()) continue;
      const Skin& skin = scene.model.skins()[*instance.skin];
      for (std::uint32_t b = 0; b < mesh.rig.bones.size(); ++b) {
        const Affine& joint_from_bind = skin.inverse_bind()[b];  // Moves and does not turn.
        const Vec3 head{0.0f - joint_from_bind.m[0][3], 0.0f - joint_from_bind.m[1][3],
                        0.0f - joint_from_bind.m[2][3]};
        const Bone& bone = mesh.rig.bones[b];
        const Vec3 tail{head.x + bone.extent.x, head.y + bone.extent.y, head.z + bone.extent.z};
        bones[*instance.skin].push_back(
            {.joint = b, .head = turned(head), .tail = turned(tail), .radius = bone.radius});
      }
    }
  }
  return bones;
}

}  // namespace

LoadedModel LoadJs3d(std::span<const std::byte> bytes, const LoadOptions& options) {
  Result<Js3dScene> scene = ReadJs3d(bytes, Js3dLimitsOf(options.limits));
  if (!scene.ok()) return {.model = scene.failure(), .format = FileFormat::kJs3d};
  LoadedModel loaded{.model = Model(), .report = ReportOf(*scene), .format = FileFormat::kJs3d};
  if (options.strict && !scene->mends.empty()) {
    const Mend& mend = scene->mends.front();
    loaded.model = Failure{FailureCode::kInvalid, mend.first,
                           Words("it would have to be mended by the rule ", mend.rule)};
    return loaded;
  }
  const bool z_up = options.up_axis == UpAxis::kZ;
  loaded.bones_of_skin = BonesOfSkins(*scene, z_up);
  loaded.not_carried = std::move(scene->not_carried);
  loaded.model = z_up ? TurnYUpToZUp(std::move(scene->model)) : std::move(scene->model);
  return loaded;
}

}  // namespace sinew::io
