// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <cmath>
#include <cstddef>
#include <vector>

#include "base/arithmetic.h"
#include "sinew/asset.h"
#include "sinew/model_facts.h"
#include "sinew/posed_scene.h"

namespace sinew {
namespace {

constexpr double kRate_hz = 240.0;

// A vertex of a sole, and where it came down.
struct SoleVertex {
  std::size_t instance = 0, primitive = 0, vertex = 0;
  bool down = false;
  Vec3 at{};
};

std::vector<SoleVertex> SoleOf(const PosedScene& scene, float sole) {
  std::vector<SoleVertex> found;
  for (std::size_t i = 0; i < scene.instances().size(); ++i) {
    const std::span<const Primitive> primitives = scene.instances()[i].primitives;
    for (std::size_t p = 0; p < primitives.size(); ++p) {
      for (std::size_t v = 0; v < primitives[p].positions.size(); ++v) {
        if (primitives[p].positions[v].y < sole) {
          found.push_back({.instance = i, .primitive = p, .vertex = v});
        }
      }
    }
  }
  return found;
}

}  // namespace

Result<double> MeasureFootSlide(const Model& model, const Clip& clip, float sole, float contact) {
  const Asset asset = Asset::Create(model);
  PosedScene scene(asset, model);
  std::vector<SoleVertex> vertices = SoleOf(scene, sole);
  PosedPrimitive posed;
  double most = 0.0;
  const double last = static_cast<double>(clip.duration_s()) * kRate_hz;
  for (std::uint64_t frame = 0; static_cast<double>(frame) <= last; ++frame) {
    if (const Error error = scene.Pose(clip, static_cast<double>(frame) / kRate_hz);
        error != Error::kNone) {
      return CannotPose(error);
    }
    const SoleVertex* before = nullptr;
    for (SoleVertex& one : vertices) {
      const bool same = before != nullptr && before->instance == one.instance &&
                        before->primitive == one.primitive;
      before = &one;
      if (!same) {
        const Error error =
            scene.SkinPrimitive(scene.instances()[one.instance], one.primitive, posed);
        if (error != Error::kNone) return CannotPose(error);
      }
      const Vec3 now = posed.positions[one.vertex];
      const bool down = now.y < contact;
      if (down && !one.down) one.at = now;
      one.down = down;
      if (!down) continue;
      const double x = now.x - one.at.x, z = now.z - one.at.z;
      const double slid = std::sqrt(x * x + z * z);
      if (slid > most) most = slid;
    }
  }
  return most;
}

}  // namespace sinew
