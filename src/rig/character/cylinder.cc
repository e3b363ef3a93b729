// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The cylinder of character.h. Also an example of how a program builds a Model.
//
//     y = 3  o tip      an end, no vertex hangs on it
//     y = 2  o upper
//     y = 1  o middle
//     y = 0  o base     and, beside it, the node "cylinder" that carries the mesh
#include <algorithm>
#include <initializer_list>
#include <utility>
#include <vector>

#include "sinew/character.h"
#include "sinew/math.h"

namespace sinew {
namespace cylinder {
namespace {

constexpr std::uint32_t kSides = 24;
constexpr std::uint32_t kRings = 16;
constexpr float kHeight = 3.0f;
constexpr float kRadius = 0.35f;
constexpr double kPi = 3.14159265358979323846;

enum Joint : std::uint32_t { kCylinder, kBase, kMiddle, kUpper, kTip, kJointCount };
static_assert(kTip == kCylinderTip);

constexpr Vec3 kAxisY{0, 1, 0};
constexpr Vec3 kAxisZ{0, 0, 1};

Result<Skeleton> MakeSkeleton() {
  const Transform unmoved;
  Transform one_up;
  one_up.translation = {0, 1, 0};
  return Skeleton::Create({
      .parents = {kNoParent, kNoParent, kBase, kMiddle, kUpper},
      .rest = {unmoved, unmoved, one_up, one_up, one_up},
      .names = {"cylinder", "base", "middle", "upper", "tip"},
      .file_nodes = {0, 1, 2, 3, 4},
  });
}

Result<Skin> MakeSkin() {
  Skin::Parts parts{.name = "cylinder",
                    .joints = {kBase, kMiddle, kUpper, kTip},
                    .inverse_bind = std::vector<Affine>(4),
                    .root = kBase};
  for (std::size_t i = 0; i < 4; ++i) parts.inverse_bind[i].m[1][3] = -static_cast<float>(i);
  return Skin::Create(std::move(parts), kJointCount);
}

// Of small positive numbers.
float WholePart(float v) { return static_cast<float>(static_cast<std::uint32_t>(v)); }

// Each bone owns the middle of its metre; between two middles the weight glides over. Weights are
// multiples of 1/256, so that they sum to one exactly.
void AddInfluences(float y, Influences& influences) {
  const float place = std::clamp(y - 0.5f, 0.0f, 2.0f);
  const float below = std::min(WholePart(place), 1.0f);
  const float part = place - below;
  const float smooth = part * part * (3.0f - 2.0f * part);
  const float upper_weight = WholePart(smooth * 256.0f + 0.5f) / 256.0f;
  const auto entry = static_cast<std::uint32_t>(below);
  if (upper_weight < 1.0f) influences.list.push_back({entry, 1.0f - upper_weight});
  if (upper_weight > 0.0f) influences.list.push_back({entry + 1, upper_weight});
  influences.begins.push_back(static_cast<std::uint32_t>(influences.list.size()));
}

Result<Mesh> MakeMesh() {
  Primitive tube;
  tube.colors.resize(1);
  tube.influences.begins.push_back(0);
  tube.indexed = true;
  tube.material = 0;
  for (std::uint32_t ring = 0; ring <= kRings; ++ring) {
    const float v = static_cast<float>(ring) / kRings;
    for (std::uint32_t side = 0; side < kSides; ++side) {
      const double angle = 2.0 * kPi * side / kSides;
      const Vec3 outward{static_cast<float>(Cos(angle)), 0.0f, static_cast<float>(-Sin(angle))};
      tube.positions.push_back({kRadius * outward.x, kHeight * v, kRadius * outward.z});
      tube.normals.push_back(NormalizeOr(outward, {1, 0, 0}));
      tube.colors[0].push_back({1.0f, 0.25f + 0.5f * v, 0.25f, 1.0f});
      AddInfluences(kHeight * v, tube.influences);
    }
  }
  for (std::uint32_t ring = 0; ring < kRings; ++ring) {
    for (std::uint32_t side = 0; side < kSides; ++side) {
      const std::uint32_t next = (side + 1) % kSides;
      const std::uint32_t a = ring * kSides + side, b = ring * kSides + next;
      const std::uint32_t c = a + kSides, d = b + kSides;
      for (const std::uint32_t index : {a, b, d, a, d, c}) tube.indices.push_back(index);
    }
  }
  return Mesh::Create({.name = "cylinder", .primitives = {std::move(tube)}});
}

// Appends one track to a clip's arrays.
void AddTrack(Clip::Parts& clip, Joint joint, Property property, Interpolation interpolation,
              std::initializer_list<float> times, const std::vector<float>& values) {
  clip.tracks.push_back({.target = joint,
                         .property = property,
                         .interpolation = interpolation,
                         .width = property == Property::kRotation ? 4u : 3u,
                         .first_time = static_cast<std::uint32_t>(clip.times.size()),
                         .key_count = static_cast<std::uint32_t>(times.size()),
                         .first_value = static_cast<std::uint32_t>(clip.values.size())});
  clip.times.insert(clip.times.end(), times);
  clip.values.insert(clip.values.end(), values.begin(), values.end());
}

void Append(std::vector<float>& values, Quat q) {
  values.insert(values.end(), {q.x, q.y, q.z, q.w});
}

Result<Clip> MakeBend() {
  Clip::Parts clip{.name = "bend", .duration_s = 2.0f};
  for (const auto& [joint, degrees] : {std::pair{kMiddle, 50.0}, {kUpper, 40.0}, {kTip, 20.0}}) {
    std::vector<float> values;
    for (const double part : {0.0, 0.5, 1.0, 0.5, 0.0}) {
      Append(values, QuatOf(kAxisZ, static_cast<float>(-part * degrees * kPi / 180.0)));
    }
    AddTrack(clip, joint, Property::kRotation, Interpolation::kLinear, {0, 0.5f, 1, 1.5f, 2},
             values);
  }
  return Clip::Create(std::move(clip));
}

Result<Clip> MakeTwist() {
  Clip::Parts clip{.name = "twist", .duration_s = 1.5f};
  std::vector<float> turns;
  for (const double degrees : {0.0, 120.0, 0.0}) {
    const Quat still{0, 0, 0, 0};  // Tangents: the turn starts and stops softly at every key.
    Append(turns, still);
    Append(turns, QuatOf(kAxisY, static_cast<float>(degrees * kPi / 180.0)));
    Append(turns, still);
  }
  AddTrack(clip, kMiddle, Property::kRotation, Interpolation::kCubicSpline, {0, 0.75f, 1.5f},
           turns);
  AddTrack(clip, kBase, Property::kScale, Interpolation::kStep, {0, 0.5f, 1},
           {1, 1, 1, /**/ 1.125f, 0.75f, 1.125f, /**/ 1, 1, 1});
  return Clip::Create(std::move(clip));
}

}  // namespace
}  // namespace cylinder

Result<Model> MakeCylinder() {
  using namespace cylinder;
  Result<Skeleton> skeleton = MakeSkeleton();
  if (!skeleton.ok()) return skeleton.failure();
  Result<Skin> skin = MakeSkin();
  if (!skin.ok()) return skin.failure();
  Result<Mesh> mesh = MakeMesh();
  if (!mesh.ok()) return mesh.failure();
  Result<Clip> bend = MakeBend();
  if (!bend.ok()) return bend.failure();
  Result<Clip> twist = MakeTwist();
  if (!twist.ok()) return twist.failure();

  Material paint{.name = "paint"};
  paint.double_sided = true;  // The tube is open at both ends.
  return Model::Create({
      .skeleton = std::move(skeleton).value(),
      .skins = {std::move(skin).value()},
      .meshes = {std::move(mesh).value()},
      .instances = {{.joint = kCylinder, .mesh = 0, .skin = 0}},
      .clips = {std::move(bend).value(), std::move(twist).value()},
      .materials = {std::move(paint)},
      .scenes = {{.name = "demo", .roots = {kCylinder, kBase}}},
      .default_scene = 0,
      .generator = "sinew demo",
  });
}

}  // namespace sinew
