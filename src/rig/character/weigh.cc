// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "rig/character/mesh.h"
#include "rig/character/skeleton.h"
#include "sinew/weights.h"

namespace sinew::character {
namespace {

// From every joint to its children; those without any go on to the end of what they move.
std::vector<BoneSegment> Bones() {
  std::vector<BoneSegment> bones;
  const auto add = [&](Joint joint, Vec3D tail) {
    bones.push_back({SkinEntry(joint), Narrow(JointAt(joint)), Narrow(tail)});
  };
  for (std::uint32_t j = kHips + 1; j < kJointCount; ++j) {
    const JointSpec& spec = JointSpecs()[j];
    add(static_cast<Joint>(spec.parent), spec.position);
  }
  add(kHead, {0.0, 1.70, 0.0});
  const Vec3D fingertips = Add(JointAt(kFingersL), Scale(LeftArm().lower, 0.06));
  const Vec3D toes = Add(JointAt(kToeL), {0.002, 0.0, 0.055});
  add(kFingersL, fingertips);
  add(kFingersR, {-fingertips.x, fingertips.y, fingertips.z});
  // Ribs: without them the arms would move the breast.
  const auto rib = [&](double side) {
    bones.push_back({SkinEntry(kChest), Narrow(Vec3D{side * 0.04, 1.22, 0.02}),
                     Narrow(Vec3D{side * 0.105, 1.31, 0.015})});
  };
  rib(1.0);
  rib(-1.0);
  // Without a bone of the foot in it the heel would be as near to the shin.
  const Vec3D heel{0.119, 0.03, -0.07};
  add(kFootL, heel);
  add(kFootR, {-heel.x, heel.y, heel.z});
  add(kToeL, toes);
  add(kToeR, {-toes.x, toes.y, toes.z});
  return bones;
}

// The skin's entry of the same joint on the other side.
std::uint32_t OtherSide(std::uint32_t entry) {
  const std::string_view name = JointSpecs()[entry + kHips].name;
  if (name.ends_with("_l")) return entry + 1;
  if (name.ends_with("_r")) return entry - 1;
  return entry;
}

// Half of what a vertex has and half of what its mirror image has: in the middle, where a vertex is
// as near to the left as to the right, heat comes from one side only. Then the `most` largest,
// scaled to the sum one; of equals, which are left and right of each other, both stay or neither.
Influences Balanced(const Influences& influences, std::span<const std::uint32_t> mirrored,
                    std::size_t most) {
  Influences balanced;
  balanced.begins.push_back(0);
  for (std::uint32_t v = 0; v < mirrored.size(); ++v) {
    std::array<double, kSkinSize> sums{};
    for (const Influence& i : influences.of(v)) sums[i.joint] += 0.5 * i.weight;
    for (const Influence& i : influences.of(mirrored[v])) {
      sums[OtherSide(i.joint)] += 0.5 * i.weight;
    }
    std::array<std::uint32_t, kSkinSize> order;
    for (std::uint32_t j = 0; j < kSkinSize; ++j) order[j] = j;
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      return sums[a] != sums[b] ? sums[a] > sums[b] : a < b;
    });
    std::size_t kept = most == 0 || most > kSkinSize ? kSkinSize : most;
    while (kept > 1 && kept < kSkinSize && sums[order[kept - 1]] == sums[order[kept]]) --kept;
    // Summed from the largest on: alike on both sides, to the bit.
    double whole = 0.0;
    for (std::size_t i = 0; i < kept; ++i) whole += sums[order[i]];
    std::sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(kept));
    for (std::size_t i = 0; i < kept; ++i) {
      const double weight = sums[order[i]] / whole;
      if (weight > 0.0) balanced.list.push_back({order[i], static_cast<float>(weight)});
    }
    balanced.begins.push_back(static_cast<std::uint32_t>(balanced.list.size()));
  }
  return balanced;
}

}  // namespace

Result<Influences> WeighSurface(const WholeSurface& surface, std::uint32_t max_influences,
                                const Share& progress) {
  const std::vector<BoneSegment> bones = Bones();
  const WeightsProgress of_stage = [&progress](WeightsStage stage, float share) {
    constexpr float kStages = 4.0f;
    progress((static_cast<float>(stage) + share) / kStages);
  };
  Result<WeightsResult> weighed = HeatWeights({.positions = surface.positions,
                                               .triangles = surface.triangles,
                                               .bones = bones,
                                               .joint_count = kSkinSize},
                                              {.progress = of_stage});
  if (!weighed.ok()) return weighed.failure();
  return Balanced(weighed->influences, surface.mirrored, max_influences);
}

}  // namespace sinew::character
