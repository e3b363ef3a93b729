// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "rig100/rig100.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "sinew/math.h"

namespace sinew::bench {
namespace {

constexpr std::uint32_t kChains = 10;
constexpr std::uint32_t kChainLength = 10;
constexpr std::uint32_t kJoints = kChains * kChainLength;
constexpr std::uint32_t kKeys = 300;
constexpr double kTwoPi = 6.283185307179586;

// Chain 0 is the spine. Joint 10 c + i is the i-th of chain c.
std::int32_t ParentOf(std::uint32_t joint) {
  const std::uint32_t chain = joint / kChainLength, place = joint % kChainLength;
  if (place > 0) return static_cast<std::int32_t>(joint) - 1;
  return chain == 0 ? kNoParent : static_cast<std::int32_t>(chain);  // Limb k is chain k + 1.
}

struct Wave {
  Vec3 axis;
  double frequency, p, q;
};

Wave WaveOf(std::uint64_t seed, std::uint32_t joint) {
  Rng rng(seed * 1000 + joint);
  const float x = 2.0f * rng.Unit() - 1.0f;
  const float y = 2.0f * rng.Unit() - 1.0f;
  const float z = 2.0f * rng.Unit() - 1.0f;
  Wave wave;
  wave.axis = NormalizeOr({x, y, z}, {0, 1, 0});
  wave.frequency = 0.2 + 1.3 * static_cast<double>(rng.Unit());
  wave.p = kTwoPi * static_cast<double>(rng.Unit());
  wave.q = kTwoPi * static_cast<double>(rng.Unit());
  return wave;
}

Transform At(const Wave& wave, Vec3 rest, double time_s) {
  const double turn = kTwoPi * wave.frequency * time_s;
  const double angle = 0.5 * Sin(turn + wave.p) + 0.2 * Sin(3.1 * turn + wave.q);
  const auto shift = [](double v) { return static_cast<float>(0.02 * v); };
  const auto scale = static_cast<float>(1.0 + 0.05 * Sin(turn + wave.p));
  return {.translation = {rest.x + shift(Sin(turn + wave.q)), rest.y + shift(Sin(turn + wave.p)),
                          rest.z + shift(Cos(turn + wave.p))},
          .rotation = QuatOf(wave.axis, static_cast<float>(angle)),
          .scale = {scale, scale, scale}};
}

class ClipMaker {
 public:
  ClipMaker() {
    for (std::uint32_t key = 0; key < kKeys; ++key) {
      parts_.times.push_back(static_cast<float>(key) / 30.0f);
    }
    parts_.duration_s = parts_.times.back();
  }

  void AddTrack(std::uint32_t joint, Property property, const std::vector<Transform>& keys) {
    const auto first = static_cast<std::uint32_t>(parts_.values.size());
    const std::uint32_t width = property == Property::kRotation ? 4 : 3;
    parts_.tracks.push_back({.target = joint,
                             .property = property,
                             .width = width,
                             .key_count = kKeys,
                             .first_value = first});
    for (const Transform& key : keys) {
      const auto& [t, r, s] = key;
      if (property == Property::kTranslation) Add({t.x, t.y, t.z});
      if (property == Property::kRotation) Add({r.x, r.y, r.z, r.w});
      if (property == Property::kScale) Add({s.x, s.y, s.z});
    }
  }
  Clip Make(std::string name) && {
    parts_.name = std::move(name);
    return Clip::Create(std::move(parts_)).value();
  }

 private:
  void Add(std::initializer_list<float> values) {
    parts_.values.insert(parts_.values.end(), values);
  }
  Clip::Parts parts_;
};

// Vertex v of n on a cylinder, its normal and its tangent.
void AddVertex(std::uint32_t v, std::uint32_t n, bool tangents, Primitive& primitive) {
  const double along = static_cast<double>(v) / n;
  const double around = kTwoPi * 7.0 * along;
  const auto c = static_cast<float>(Cos(around)), s = static_cast<float>(Sin(around));
  primitive.positions.push_back({0.1f * c, static_cast<float>(along), 0.1f * s});
  primitive.normals.push_back({c, 0.0f, s});
  if (tangents) primitive.tangents.push_back({-s, 0.0f, c, v % 2 == 0 ? 1.0f : -1.0f});
}

// Sorted by joint, without zeros, of sum one.
void AddInfluences(std::vector<Influence> influences, Primitive& primitive) {
  std::erase_if(influences, [](const Influence& i) { return !(i.weight > 0.0f); });
  std::sort(influences.begin(), influences.end(),
            [](const Influence& a, const Influence& b) { return a.joint < b.joint; });
  std::vector<Influence> merged;
  for (const Influence& influence : influences) {
    if (!merged.empty() && merged.back().joint == influence.joint) {
      merged.back().weight += influence.weight;
    } else {
      merged.push_back(influence);
    }
  }
  float sum = 0.0f;
  for (const Influence& influence : merged) sum += influence.weight;
  for (Influence& influence : merged) influence.weight /= sum;
  Influences& out = primitive.influences;
  if (out.begins.empty()) out.begins.push_back(0);
  out.list.insert(out.list.end(), merged.begin(), merged.end());
  out.begins.push_back(static_cast<std::uint32_t>(out.list.size()));
}

Mesh MeshOf(Primitive primitive) {
  Mesh::Parts parts;
  parts.primitives.push_back(std::move(primitive));
  return Mesh::Create(std::move(parts)).value();
}

}  // namespace

std::uint64_t Rng::Next() {
  std::uint64_t z = (state_ += 0x9E3779B97F4A7C15u);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

Skeleton MakeRig100() {
  std::vector<std::int32_t> parents;
  for (std::uint32_t joint = 0; joint < kJoints; ++joint) parents.push_back(ParentOf(joint));
  const std::vector<std::uint32_t> order = LevelOrder(parents).value();
  std::vector<std::int32_t> place(kJoints);
  for (std::uint32_t j = 0; j < kJoints; ++j) place[order[j]] = static_cast<std::int32_t>(j);
  Skeleton::Parts parts;
  for (std::uint32_t j = 0; j < kJoints; ++j) {
    const std::uint32_t formula = order[j];
    const std::int32_t parent = parents[formula];
    parts.parents.push_back(parent == kNoParent ? kNoParent
                                                : place[static_cast<std::size_t>(parent)]);
    const bool spine = formula < kChainLength;
    parts.rest.push_back({.translation = spine ? Vec3{0, 0.1f, 0} : Vec3{0.1f, 0, 0}});
    parts.names.push_back((spine ? "spine_" : "limb_") + std::to_string(formula));
    parts.file_nodes.push_back(formula);
  }
  return Skeleton::Create(std::move(parts)).value();
}

Clip MakeRig100Clip(const Skeleton& skeleton, std::uint64_t seed, Rig100Tracks tracks) {
  ClipMaker maker;
  for (std::uint32_t formula = 0; formula < kJoints; ++formula) {
    const std::uint32_t joint = *skeleton.JointOfFileNode(formula);
    const Wave wave = WaveOf(seed, formula);
    const Vec3 rest = skeleton.rest()[joint].translation;
    std::vector<Transform> keys;
    for (std::uint32_t key = 0; key < kKeys; ++key) keys.push_back(At(wave, rest, key / 30.0));
    const bool full = tracks == Rig100Tracks::kFull;
    if (full || formula == 0) maker.AddTrack(joint, Property::kTranslation, keys);
    maker.AddTrack(joint, Property::kRotation, keys);
    if (full) maker.AddTrack(joint, Property::kScale, keys);
  }
  return std::move(maker).Make("rig100_" + std::to_string(seed));
}

std::vector<std::uint32_t> Rig100Chains(const Skeleton& skeleton) {
  std::vector<std::uint32_t> joints;
  for (std::uint32_t formula = 0; formula < kJoints; ++formula) {
    joints.push_back(*skeleton.JointOfFileNode(formula));
  }
  return joints;
}

Mesh MakeSmoothMesh(std::uint32_t vertex_count, std::uint32_t influence_count, bool tangents) {
  Primitive primitive;
  for (std::uint32_t v = 0; v < vertex_count; ++v) {
    AddVertex(v, vertex_count, tangents, primitive);
    const double u = 10.0 * v / vertex_count;
    const auto chain = static_cast<std::uint32_t>(u);
    const double x = 9.0 * (u - chain);
    const auto floor_x = static_cast<int>(x);
    const auto start = static_cast<std::uint32_t>(std::clamp(floor_x - 1, 0, 6));
    std::vector<Influence> influences;
    if (influence_count == 1) {
      influences.push_back({10 * chain + static_cast<std::uint32_t>(floor_x), 1.0f});
    } else {
      for (std::uint32_t i = 0; i < 4; ++i) {
        const double away = x - (start + i);
        influences.push_back(
            {10 * chain + start + i, static_cast<float>(2.0 - (away < 0 ? -away : away))});
      }
    }
    AddInfluences(std::move(influences), primitive);
  }
  return MeshOf(std::move(primitive));
}

Mesh MakeRandomMesh(std::uint32_t vertex_count, bool tangents) {
  Primitive primitive;
  Rng rng(5);
  for (std::uint32_t v = 0; v < vertex_count; ++v) {
    AddVertex(v, vertex_count, tangents, primitive);
    const auto base = static_cast<std::uint32_t>(std::uint64_t{v} * 100 / vertex_count);
    std::vector<Influence> influences;
    for (int i = 0; i < 4; ++i) {
      const auto joint = static_cast<std::uint32_t>((base + rng.Next() % 7) % 100);
      influences.push_back({joint, rng.Unit() + 0x1p-20f});
    }
    AddInfluences(std::move(influences), primitive);
  }
  return MeshOf(std::move(primitive));
}

}  // namespace sinew::bench
