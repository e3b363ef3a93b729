// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/character.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "sinew/gltf.h"
#include "sinew/hierarchy.h"
#include "sinew/playback.h"
#include "sinew/sampling.h"
#include "sinew/skinning.h"
#include "sinew/specification.h"

namespace sinew {
namespace {

using ::testing::ElementsAre;
using ::testing::UnorderedElementsAre;

// Made once: it takes a while.
const Model& Made() {
  static const Model model = MakeCharacter().value();
  return model;
}
const Primitive& Body() { return Made().meshes()[0].primitives()[0]; }
const Clip& Named(const char* name) { return Made().clips()[Made().FindClip(name).value()]; }
std::uint32_t JointOf(std::string_view name) { return Made().skeleton().Find(name).value(); }

std::array<float, 3> Key(Vec3 v) { return {v.x, v.y, v.z}; }

// The surface without its seams: vertices at one place are one.
struct Welded {
  std::vector<std::uint32_t> place;  // Of each vertex.
  std::vector<std::uint32_t> first;  // The first vertex of each place.
};
Welded Weld() {
  Welded welded;
  std::map<std::array<float, 3>, std::uint32_t> known;
  for (std::uint32_t v = 0; v < Body().vertex_count(); ++v) {
    const auto [entry, added] =
        known.try_emplace(Key(Body().positions[v]), static_cast<std::uint32_t>(known.size()));
    if (added) welded.first.push_back(v);
    welded.place.push_back(entry->second);
  }
  return welded;
}

// One clip at one moment, skinned; root motion is in the pose.
struct Posed {
  Pose pose{Made().skeleton().joint_count()};
  std::vector<Affine> model_from_joint = std::vector<Affine>(pose.joint_count());
  std::vector<Affine> palette = std::vector<Affine>(Made().skins()[0].size());
  std::vector<Vec3> vertices = std::vector<Vec3>(Body().vertex_count());

  void At(const Clip& clip, double time_s) {
    ASSERT_EQ(
        (SampleJob{.skeleton = Made().skeleton(), .clip = clip, .time_s = time_s, .pose = pose}
             .Run()),
        Error::kNone);
    ASSERT_EQ((LocalToModelJob{
                  .skeleton = Made().skeleton(), .pose = pose, .model_from_joint = model_from_joint}
                   .Run()),
              Error::kNone);
  }
  void Skin() {
    ASSERT_EQ(
        (PaletteJob{
            .skin = Made().skins()[0], .model_from_joint = model_from_joint, .palette = palette}
             .Run()),
        Error::kNone);
    ASSERT_EQ((spec::Skin{.primitive = Body(), .palette = palette, .positions = vertices}.Run()),
              Error::kNone);
  }
  Vec3 Where(std::string_view joint) const {
    const Affine& a = model_from_joint[JointOf(joint)];
    return {a.m[0][3], a.m[1][3], a.m[2][3]};
  }
};

// --- the skin ---

TEST(Character, HasOneClosedSurfaceWithoutHolesOrHandles) {
  const Welded welded = Weld();
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges;
  const std::vector<std::uint32_t>& indices = Body().indices;
  for (std::size_t i = 0; i < indices.size(); i += 3) {
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t a = welded.place[indices[i + k]];
      const std::uint32_t b = welded.place[indices[i + (k + 1) % 3]];
      ASSERT_NE(a, b);
      ++edges[{a, b}];
    }
  }
  for (const auto& [edge, count] : edges) {
    ASSERT_EQ(count, 1);
    ASSERT_TRUE(edges.contains({edge.second, edge.first}));
  }
  // Around every vertex there is one ring of triangles.
  std::vector<std::map<std::uint32_t, std::uint32_t>> next(welded.first.size());
  for (std::size_t i = 0; i < indices.size(); i += 3) {
    for (std::size_t k = 0; k < 3; ++k) {
      next[welded.place[indices[i + k]]][welded.place[indices[i + (k + 1) % 3]]] =
          welded.place[indices[i + (k + 2) % 3]];
    }
  }
  for (const auto& ring : next) {
    std::size_t steps = 0;
    for (std::uint32_t at = ring.begin()->first; steps == 0 || at != ring.begin()->first; ++steps) {
      at = ring.at(at);
      ASSERT_LE(steps, ring.size());
    }
    ASSERT_EQ(steps, ring.size());
  }
  const auto vertices = static_cast<int>(welded.first.size());
  const auto triangles = static_cast<int>(indices.size() / 3);
  EXPECT_EQ(vertices - static_cast<int>(edges.size() / 2) + triangles, 2);  // A sphere, bent.
  EXPECT_GT(vertices, 3000);
  EXPECT_LT(vertices, 10000);
}

TEST(Character, LooksOutwards) {
  double volume = 0.0;
  for (std::size_t i = 0; i < Body().indices.size(); i += 3) {
    const Vec3 a = Body().positions[Body().indices[i]], b = Body().positions[Body().indices[i + 1]],
               c = Body().positions[Body().indices[i + 2]];
    volume += static_cast<double>(Dot(a, Cross(b, c))) / 6.0;
    const Vec3 face = Cross({b.x - a.x, b.y - a.y, b.z - a.z}, {c.x - a.x, c.y - a.y, c.z - a.z});
    EXPECT_GT(Dot(face, Body().normals[Body().indices[i]]), -0.3f * Length(face)) << i;
  }
  EXPECT_NEAR(volume, 0.075, 0.025);  // Cubic metres: 50 to 100 kg.
}

std::string Mirrored(std::string name) {
  if (name.ends_with("_l")) return name.replace(name.size() - 1, 1, "r");
  if (name.ends_with("_r")) return name.replace(name.size() - 1, 1, "l");
  return name;
}

TEST(Character, IsItsOwnMirrorImageToTheBit) {
  const Welded welded = Weld();
  std::map<std::array<float, 3>, std::uint32_t> places;
  for (const std::uint32_t v : welded.first) places[Key(Body().positions[v])] = v;
  const Skin& skin = Made().skins()[0];
  const auto name = [&](std::uint32_t entry) {
    return Made().skeleton().name(static_cast<std::uint32_t>(skin.joints()[entry]));
  };
  for (const std::uint32_t v : welded.first) {
    const Vec3 p = Body().positions[v], n = Body().normals[v];
    const auto found = places.find({p.x == 0.0f ? 0.0f : -p.x, p.y, p.z});
    ASSERT_NE(found, places.end());
    const std::uint32_t other = found->second;
    EXPECT_EQ(Body().normals[other].x, -n.x);
    EXPECT_EQ(Body().normals[other].y, n.y);
    EXPECT_EQ(Body().normals[other].z, n.z);
    std::map<std::string, float> here, there;
    for (const Influence& i : Body().influences.of(v)) here[Mirrored(name(i.joint))] = i.weight;
    for (const Influence& i : Body().influences.of(other)) there[name(i.joint)] = i.weight;
    EXPECT_EQ(here, there);
  }
}

TEST(Character, IsWeighedSmoothlyByAtMostFourJoints) {
  std::vector<std::map<std::uint32_t, float>> weights(Body().vertex_count());
  std::set<std::uint32_t> used;
  for (std::uint32_t v = 0; v < Body().vertex_count(); ++v) {
    double sum = 0.0;
    for (const Influence& i : Body().influences.of(v)) {
      weights[v][i.joint] = i.weight;
      used.insert(i.joint);
      sum += i.weight;
    }
    EXPECT_NEAR(sum, 1.0, 1e-5);
    EXPECT_LE(weights[v].size(), 4u);
  }
  EXPECT_EQ(used.size(), Made().skins()[0].size());  // Every joint of the skin moves something.
  // The nearest joints are a hand's width apart, the edges a centimetre or two.
  float jump = 0.0f;
  for (std::size_t i = 0; i < Body().indices.size(); ++i) {
    const std::uint32_t a = Body().indices[i];
    const std::uint32_t b = Body().indices[i % 3 == 2 ? i - 2 : i + 1];
    for (const auto& [joint, weight] : weights[a]) {
      const auto other = weights[b].find(joint);
      jump = std::max(jump, std::abs(weight - (other == weights[b].end() ? 0.0f : other->second)));
    }
  }
  EXPECT_LT(jump, 0.5f);
  // Seams do not tear.
  const Welded welded = Weld();
  for (std::uint32_t v = 0; v < Body().vertex_count(); ++v) {
    EXPECT_EQ(weights[v], weights[welded.first[welded.place[v]]]);
    EXPECT_EQ(Body().normals[v], Body().normals[welded.first[welded.place[v]]]);
  }
}

TEST(Character, HasTheSizeOfAPerson) {
  Vec3 low{9, 9, 9}, high{-9, -9, -9};
  for (const Vec3 p : Body().positions) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  EXPECT_NEAR(high.y, 1.75f, 0.03f);
  EXPECT_NEAR(low.y, 0.0f, 0.005f);
  EXPECT_EQ(high.x, -low.x);
  Posed rest;
  rest.At(Clip(), 0.0);
  EXPECT_NEAR(rest.Where("hips").y / high.y, 0.54f, 0.03f);  // Legs are half the height.
  EXPECT_NEAR((high.y - rest.Where("head").y) / high.y, 1.0f / 7.0f, 0.02f);  // Seven heads.
  const auto apart = [&](const char* a, const char* b) {
    const Vec3 p = rest.Where(a), q = rest.Where(b);
    return Length({p.x - q.x, p.y - q.y, p.z - q.z});
  };
  EXPECT_NEAR(apart("upper_leg_l", "lower_leg_l") / apart("lower_leg_l", "foot_l"), 1.0f, 0.1f);
  EXPECT_NEAR(apart("upper_arm_l", "lower_arm_l") / apart("lower_arm_l", "hand_l"), 1.15f, 0.1f);
  EXPECT_GT(rest.Where("hand_l").x, 0.0f);                   // Its left is at +X,
  EXPECT_GT(rest.Where("toe_l").z, rest.Where("foot_l").z);  // and it looks along +Z.
}

TEST(Character, HasTheJointsOfTheExample) {
  std::vector<std::string> names;
  for (std::uint32_t j = 0; j < Made().skeleton().joint_count(); ++j) {
    names.push_back(Made().skeleton().name(j));
  }
  EXPECT_THAT(
      names, UnorderedElementsAre("character", "root", "hips", "spine", "chest", "neck", "head",
                                  "shoulder_l", "upper_arm_l", "lower_arm_l", "hand_l", "fingers_l",
                                  "shoulder_r", "upper_arm_r", "lower_arm_r", "hand_r", "fingers_r",
                                  "upper_leg_l", "lower_leg_l", "foot_l", "toe_l", "upper_leg_r",
                                  "lower_leg_r", "foot_r", "toe_r"));
  for (const Transform& rest : Made().skeleton().rest()) EXPECT_EQ(rest.rotation, Quat{});
}

TEST(Character, WearsColoursAndLiesInItsTexture) {
  std::set<std::array<float, 3>> colors;
  for (const Vec4& c : Body().colors[0]) colors.insert({c.x, c.y, c.z});
  EXPECT_GE(colors.size(), 9u);  // Skin, hair, brows, eyes thrice, lips, shirt, trousers, shoes.
  for (const Vec2& uv : Body().texcoords[0]) {
    EXPECT_TRUE(uv.x >= 0.0f && uv.x <= 1.0f && uv.y >= 0.0f && uv.y <= 1.0f) << uv.x << uv.y;
  }
  // No triangle runs back over a seam. Those around the end of a cylinder are wide: some at the
  // crown, the fingertips, the shoes.
  int wide = 0;
  for (std::size_t i = 0; i < Body().indices.size(); i += 3) {
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec2 a = Body().texcoords[0][Body().indices[i + k]];
      const Vec2 b = Body().texcoords[0][Body().indices[i + (k + 1) % 3]];
      wide += std::abs(a.x - b.x) > 0.1f ? 1 : 0;
      EXPECT_LT(std::abs(a.y - b.y), 0.1f);
    }
  }
  EXPECT_LT(wide, 60);
}

// --- the clips ---

TEST(Character, HasSixClipsThatNameTheirRootMotion) {
  std::vector<std::string> names;
  for (const Clip& clip : Made().clips()) {
    names.push_back(clip.name());
    EXPECT_EQ(clip.root_motion_joint(), JointOf("root"));
  }
  EXPECT_THAT(names, ElementsAre("idle", "walk", "run", "wave", "jump", "turn"));
  std::set<Interpolation> ways;
  for (const Clip& clip : Made().clips()) {
    for (const TrackRange& track : clip.track_ranges()) ways.insert(track.interpolation);
  }
  EXPECT_EQ(ways.size(), 3u);  // STEP, LINEAR and CUBICSPLINE.
}

// The largest angle, in radians, between two poses; root is left out.
double Apart(const Pose& a, const Pose& b) {
  double most = 0.0;
  for (std::uint32_t j = JointOf("hips"); j < a.joint_count(); ++j) {
    const Quat p = a.joint(j).rotation, q = b.joint(j).rotation;
    const double dx = p.x - q.x, dy = p.y - q.y, dz = p.z - q.z, dw = p.w - q.w;
    most = std::max(most, 2.0 * std::sqrt(dx * dx + dy * dy + dz * dz + dw * dw));
    const Vec3 s = a.joint(j).translation, t = b.joint(j).translation;
    most = std::max<double>(most, Length({s.x - t.x, s.y - t.y, s.z - t.z}));
  }
  return most;
}

TEST(Character, IdleWalkAndRunEndAsTheyBegin) {
  for (const char* name : {"idle", "walk", "run"}) {
    const Clip& clip = Named(name);
    const double end = clip.duration_s(), step = 1.0 / 120.0;
    Posed first, last, after, before;
    first.At(clip, 0.0);
    last.At(clip, end);
    EXPECT_EQ(Apart(first.pose, last.pose), 0.0) << name;
    // Nor does anything jerk: what moves in the last instant goes on moving in the first.
    after.At(clip, step);
    before.At(clip, end - step);
    for (std::uint32_t j = JointOf("hips"); j < first.pose.joint_count(); ++j) {
      const Quat a = before.pose.joint(j).rotation, b = first.pose.joint(j).rotation,
                 c = after.pose.joint(j).rotation;
      const auto kink = [](float x, float y, float z) { return std::abs(x - 2.0f * y + z); };
      EXPECT_LT(kink(a.x, b.x, c.x) + kink(a.y, b.y, c.y) + kink(a.z, b.z, c.z), 0.06f)
          << name << " " << Made().skeleton().name(j);
    }
  }
}

TEST(Character, WaveJumpAndTurnBeginAndEndStanding) {
  Posed idle, posed;
  idle.At(Named("idle"), 0.0);
  for (const char* name : {"wave", "jump", "turn"}) {
    posed.At(Named(name), 0.0);
    EXPECT_LT(Apart(posed.pose, idle.pose), 0.01) << name;
    posed.At(Named(name), Named(name).duration_s());
    EXPECT_LT(Apart(posed.pose, idle.pose), 0.02) << name;
  }
}

TEST(Character, KeepsEventsAndRootMotionInAFile) {
  const GltfRead read = ReadGltf(WriteGlb(Made()).value());
  ASSERT_TRUE(read.model.ok());
  EXPECT_TRUE(read.report.mends.empty());
  ASSERT_EQ(read.model->clips().size(), Made().clips().size());
  std::size_t event_count = 0;
  for (std::size_t c = 0; c < Made().clips().size(); ++c) {
    const Clip &made = Made().clips()[c], &back = read.model->clips()[c];
    EXPECT_EQ(made.duration_s(), back.duration_s()) << made.name();
    ASSERT_TRUE(back.root_motion_joint()) << made.name();
    EXPECT_EQ(read.model->skeleton().name(*back.root_motion_joint()), "root") << made.name();
    ASSERT_EQ(made.events().size(), back.events().size()) << made.name();
    event_count += back.events().size();
    for (std::size_t e = 0; e < made.events().size(); ++e) {
      EXPECT_EQ(made.events()[e].time_s, back.events()[e].time_s) << made.name();
      EXPECT_EQ(made.events()[e].name, back.events()[e].name) << made.name();
    }
  }
  EXPECT_GT(event_count, 4u);
  EXPECT_TRUE(read.model->parts().carried.empty());  // Nothing stays behind as text.
}

TEST(Character, WalksRunsAndTurnsByRootMotion) {
  const auto whole = [](const char* name) {
    return RootMotionBetween(Named(name), Made().skeleton(), LoopMode::kOnce, 0,
                             DurationOf(Named(name)));
  };
  EXPECT_NEAR(whole("walk").translation.z / Named("walk").duration_s(), 1.2f, 1e-3f);
  EXPECT_NEAR(whole("run").translation.z / Named("run").duration_s(), 3.3f, 1e-3f);
  const Vec3 ahead = Rotate(whole("turn").rotation, {0, 0, 1});
  EXPECT_NEAR(ahead.x, 1.0f, 1e-3f);  // To its left.
  for (const char* name : {"idle", "wave", "jump", "turn"}) {
    EXPECT_LT(Length(whole(name).translation), 1e-6f) << name;
  }
  // The flight of the jump is a thrown stone's: h = v t - g t^2 / 2, half a second long.
  Posed posed;
  for (const double t : {0.0, 0.1, 0.25, 0.4, 0.5}) {
    posed.At(Named("jump"), 0.5 + t);
    EXPECT_NEAR(posed.Where("root").y, 9.81 * 0.25 * t - 9.81 * t * t / 2.0, 1e-5) << t;
  }
}

// The vertices of the soles, left and right.
std::array<std::vector<std::uint32_t>, 2> Soles() {
  std::array<std::vector<std::uint32_t>, 2> soles;
  for (std::uint32_t v = 0; v < Body().vertex_count(); ++v) {
    const Vec3 p = Body().positions[v];
    if (p.y < 0.02f) soles[p.x > 0.0f ? 0 : 1].push_back(v);
  }
  return soles;
}

// What is on the ground (within 3 mm of it) stays where it came down, and nothing sinks in.
TEST(Character, FeetOnTheGroundDoNotSlide) {
  const auto soles = Soles();
  for (const char* name : {"idle", "walk", "run", "wave", "jump", "turn"}) {
    const Clip& clip = Named(name);
    std::map<std::uint32_t, Vec3> touched;
    double slid = 0.0, sunk = 0.0;
    std::size_t contacts = 0;
    Posed posed;
    for (int i = 0; i <= static_cast<int>(clip.duration_s() * 240.0f); ++i) {
      posed.At(clip, i / 240.0);
      posed.Skin();
      for (const auto& sole : soles) {
        for (const std::uint32_t v : sole) {
          const Vec3 now = posed.vertices[v];
          sunk = std::max<double>(sunk, -now.y);
          if (now.y > 0.003f) {
            touched.erase(v);
            continue;
          }
          ++contacts;
          const Vec3 at = touched.try_emplace(v, now).first->second;
          slid = std::max<double>(slid, Length({now.x - at.x, 0.0f, now.z - at.z}));
        }
      }
    }
    EXPECT_GT(contacts, 1000u) << name;
    EXPECT_LT(slid, 0.01) << name;
    EXPECT_LT(sunk, 0.006) << name;
  }
}

TEST(Character, EventsTellWhenAFootComesDown) {
  const auto soles = Soles();
  const auto lowest = [&](const Clip& clip, double time_s, int side) {
    Posed posed;
    posed.At(clip, WrapTime(time_s, clip.duration_s(), Wrap::kLoop));
    posed.Skin();
    float least = 9.0f;
    for (const std::uint32_t v : soles[static_cast<std::size_t>(side)]) {
      least = std::min(least, posed.vertices[v].y);
    }
    return least;
  };
  int checked = 0;
  for (const Clip& clip : Made().clips()) {
    for (const ClipEvent& event : clip.events()) {
      const int side = event.name == "left_foot" ? 0 : 1;
      EXPECT_TRUE(side == 0 || event.name == "right_foot");
      EXPECT_LT(lowest(clip, event.time_s, side), 0.006f) << clip.name() << event.name;
      EXPECT_GT(lowest(clip, event.time_s - 0.06, side), 0.008f) << clip.name() << event.name;
      ++checked;
    }
  }
  EXPECT_EQ(checked, 8);
}

TEST(Character, ArmsSwingAgainstTheLegs) {
  for (const char* name : {"walk", "run"}) {
    Posed posed;
    posed.At(Named(name), 0.0);  // The left foot comes down.
    EXPECT_GT(posed.Where("foot_l").z, posed.Where("foot_r").z + 0.2f) << name;
    EXPECT_LT(posed.Where("hand_l").z, posed.Where("hand_r").z - 0.2f) << name;
  }
}

TEST(Character, RunFliesAndWalkDoesNot) {
  const auto soles = Soles();
  const auto airborne = [&](const char* name) {
    int frames = 0;
    Posed posed;
    for (int i = 0; i < 60; ++i) {
      posed.At(Named(name), static_cast<double>(Named(name).duration_s()) * i / 60.0);
      posed.Skin();
      float least = 9.0f;
      for (const auto& sole : soles) {
        for (const std::uint32_t v : sole) least = std::min(least, posed.vertices[v].y);
      }
      frames += least > 0.01f ? 1 : 0;
    }
    return frames;
  };
  EXPECT_EQ(airborne("walk"), 0);
  EXPECT_GT(airborne("run"), 10);
}

// --- making it ---

TEST(Character, OptionsLeaveOutClipsAndInfluencesAndTheMakingSaysHowFarItIs) {
  std::vector<float> shares{0.0f};
  const Result<Model> made =
      MakeCharacter({.clips = false, .max_influences = 2, .progress = [&shares](float share) {
                       shares.push_back(share);
                     }});
  ASSERT_TRUE(made.ok());
  EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end()));
  EXPECT_EQ(shares.back(), 1.0f);
  for (std::size_t i = 1; i < shares.size(); ++i) EXPECT_LE(shares[i] - shares[i - 1], 0.2f);
  EXPECT_TRUE(made->clips().empty());
  const Primitive& body = made->meshes()[0].primitives()[0];
  EXPECT_EQ(body.positions, Body().positions);
  for (std::uint32_t v = 0; v < body.vertex_count(); ++v) {
    EXPECT_LE(body.influences.of(v).size(), 2u);
  }
}

}  // namespace
}  // namespace sinew
