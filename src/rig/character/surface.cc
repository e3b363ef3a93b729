// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "rig/character/mesh.h"

namespace sinew::character {
namespace {

constexpr double kCell = 0.0125;  // Fine enough to keep the thumb off the hand.
constexpr int kRounds = 7;

// Of the time that it takes.
constexpr float kNetsShare = 0.2f;
constexpr float kRoundsShare = 0.8f;

Vec3 Mirrored(Vec3 v) { return {-v.x, v.y, v.z}; }

}  // namespace

WholeSurface MakeSurface(const Share& progress) {
  HalfSurface half = HalfSurface::OfBody(kCell);
  progress(kNetsShare);
  half.Remesh(kRounds, [&progress](float share) {
    progress(kNetsShare + (kRoundsShare - kNetsShare) * share);
  });
  half.CutParts();
  progress(1.0f);

  WholeSurface whole;
  for (std::uint32_t v = 0; v < half.points().size(); ++v) {
    whole.positions.push_back(Narrow(half.points()[v]));
    whole.normals.push_back(Narrow(Unit(BodyGradient(half.points()[v]))));
    whole.mirrored.push_back(v);
  }
  for (std::uint32_t v = 0; v < half.points().size(); ++v) {
    if (half.on_rim(v)) continue;
    whole.mirrored[v] = static_cast<std::uint32_t>(whole.positions.size());
    whole.mirrored.push_back(v);
    whole.positions.push_back(Mirrored(whole.positions[v]));
    whole.normals.push_back(Mirrored(whole.normals[v]));
  }
  for (std::uint32_t t = 0; t < half.triangles().size(); ++t) {
    for (const std::uint32_t v : half.triangles()[t]) whole.triangles.push_back(v);
    whole.parts.push_back(half.part(t));
  }
  for (std::uint32_t t = 0; t < half.triangles().size(); ++t) {
    const Triangle& triangle = half.triangles()[t];
    for (const std::size_t i : {0u, 2u, 1u}) whole.triangles.push_back(whole.mirrored[triangle[i]]);
    whole.parts.push_back(whole.parts[t]);
  }
  return whole;
}

}  // namespace sinew::character
