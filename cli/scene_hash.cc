// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "scene_hash.h"

#include <fmt/format.h>

#include "kernel_check.h"
#include "text/exit_code.h"

namespace sinew::cli {

namespace {

void RequireSame(const std::string& difference, const Moment& moment) {
  if (difference.empty()) return;
  throw CommandError(
      ExitCode::kBug,
      fmt::format("{} (clip {}, frame {}). The hash would not be the one of other machines. Please "
                  "report it; SINEW_ISA=scalar may help meanwhile",
                  difference, moment.clip ? std::to_string(*moment.clip) : "rest", moment.frame));
}

// Transforms in file order, then morph weights.
void AddLocal(const SpecScene& scene, Hash64& hash) {
  for (const std::uint32_t joint : scene.joints_in_file_order()) {
    const Transform local = scene.pose().joint(joint);
    hash.Add(std::span<const Transform>(&local, 1));
  }
  for (const PosedInstance& posed : scene.instances()) hash.Add(posed.morph_weights);
}

// Of every instance with a skin.
void AddPalettes(const SpecScene& scene, Hash64& hash) {
  for (const PosedInstance& posed : scene.instances()) hash.Add(posed.palette);
}

// Positions, normals, tangents of every primitive, to each of the hashes.
Error AddVertices(const SpecScene& scene, const Moment& moment, KernelCheck& check,
                  PosedPrimitive& vertices, std::span<Hash64* const> hashes) {
  for (std::size_t i = 0; i < scene.instances().size(); ++i) {
    const PosedInstance& posed = scene.instances()[i];
    for (std::size_t p = 0; p < posed.primitives.size(); ++p) {
      const Error skinned = scene.SkinPrimitive(posed, p, vertices);
      if (skinned != Error::kNone) return skinned;
      RequireSame(check.CompareVertices(i, p, vertices), moment);
      for (Hash64* const hash : hashes) {
        hash->Add(std::span<const Vec3>(vertices.positions));
        hash->Add(std::span<const Vec3>(vertices.normals));
        hash->Add(std::span<const Vec4>(vertices.tangents));
      }
    }
  }
  return Error::kNone;
}

}  // namespace

Error HashScene(const LoadedAsset& loaded, std::span<const ClipView> clips, bool with_stages,
                const HashWatcher& watch, Hash64& total) {
  SpecScene scene(loaded.model());
  KernelCheck check(loaded, scene);
  PosedPrimitive vertices;
  return WalkScene(scene, clips, kHashRate_Hz, [&](const Moment& moment) {
    RequireSame(check.ComparePose(moment.clip ? &clips[*moment.clip] : nullptr, moment.time_s),
                moment);
    StageHashes stages;
    AddLocal(scene, total);
    AddPalettes(scene, total);
    Hash64* const hashes[] = {&total, &stages.vertices};
    const Error skinned =
        AddVertices(scene, moment, check, vertices, std::span(hashes).first(with_stages ? 2 : 1));
    if (skinned != Error::kNone) return skinned;
    if (with_stages) {
      AddLocal(scene, stages.local);
      AddPalettes(scene, stages.palette);
    }
    watch(moment, with_stages ? &stages : nullptr);
    return Error::kNone;
  });
}

}  // namespace sinew::cli
