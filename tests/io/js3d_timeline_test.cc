// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The splines of a .js3d scene become clips.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "io/js3d_scene.h"
#include "support/near.h"

namespace sinew::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

Js3dText Moving(const std::string& splines) {
  Js3dText text = Arm();
  text.splines = splines;
  return text;
}

// Knots at frames 0, 24 and 72 with x = 0, 1, 5: tangents are 1/s at the first, 5/3 a second in the
// middle and 2/s at the last (mirrored ends).
TEST(Js3d, SplinesOfTransformsBecomeCubicTracksExactly) {
  const Js3dScene scene = Scene(Moving(
      "{'place':{'translation':{'type':'Vec3','knots':[0,[0,0,0],24,[1,0,0],72,[5,0,0]]}}}"));
  ASSERT_THAT(scene.model.clips(), SizeIs(1));
  const Clip& clip = scene.model.clips()[0];
  EXPECT_EQ(clip.duration_s(), 3.0f);
  ASSERT_EQ(clip.track_count(), 1u);
  const Track track = clip.track(0);
  EXPECT_EQ(track.interpolation, Interpolation::kCubicSpline);
  EXPECT_THAT(track.times, ElementsAre(0, 1, 3));
  const auto x_at = [&](double time_s) {
    const ModelPose pose = PoseOf(scene.model, 0, time_s);
    return pose.pose[JointNamed(scene.model, "place")].translation.x;
  };
  // Hermite at the half: (p0 + p1) / 2 + span * (m0 - m1) / 8.
  EXPECT_NEAR(x_at(0.5), 0.5 + (1.0 - 5.0 / 3.0) / 8, 1e-6);
  EXPECT_NEAR(x_at(2.0), 3.0 + 2.0 * (5.0 / 3.0 - 2.0) / 8, 1e-6);
  EXPECT_NEAR(x_at(3.0), 5.0, 1e-6);
}

TEST(Js3d, RotationsOfTransformsGoLinearlyAndOneKnotHolds) {
  const Js3dScene scene =
      Scene(Moving("{'place':{'rotation':{'type':'Quat','knots':[0,[0,0,0,1],24,[0,0,1,0]]},"
                   "'scale':{'type':'Vec3','knots':[12,[3,3,3]]}}}"));
  ASSERT_THAT(scene.model.clips(), SizeIs(1));
  const ModelPose pose = PoseOf(scene.model, 0, 0.5);
  const Transform& place = pose.pose[JointNamed(scene.model, "place")];
  EXPECT_TRUE(Near(place.rotation, {0, 0, std::sqrt(0.5f), std::sqrt(0.5f)}, 1e-6));
  EXPECT_EQ(place.scale, (Vec3{3, 3, 3}));
}

TEST(Js3d, TheOffsetsChannelMovesRootBones) {
  const Js3dScene scene =
      Scene(Moving("{'arm':{'base_offset':{'type':'Vec3','knots':[0,[0,0,0],24,[0,0,2]]}}}"));
  const ModelPose pose = PoseOf(scene.model, 0, 1.0);
  EXPECT_TRUE(Near(pose.instances[0].primitives[0].positions[0], {-0.5f, 0, 2}, 1e-6));
}

// The largest angle between what the clip plays and the format's formula, computed here, over four
// knots of bone 3.
double WorstDegrees(const double (&frames)[4], const double (&angles)[4][3]) {
  std::string knots;
  for (int k = 0; k < 4; ++k) {
    knots += (k == 0 ? "" : ",") + std::to_string(frames[k]) + ",[" + std::to_string(angles[k][0]) +
             "," + std::to_string(angles[k][1]) + "," + std::to_string(angles[k][2]) + "]";
  }
  const Js3dScene scene =
      Scene(Moving("{'arm':{'bone.3.pose':{'type':'Vec3','knots':[" + knots + "]}}}"));
  EXPECT_THAT(scene.model.clips(), SizeIs(1));
  if (scene.model.clips().empty()) return 180.0;
  const auto tangent = [&](int k, int c) {
    const int before = k == 0 ? 0 : k - 1, after = k == 3 ? 3 : k + 1;
    return (angles[after][c] - angles[before][c]) / (frames[after] - frames[before]);
  };
  double worst = 0.0;
  int compared = 0;
  for (double frame = 0; frame <= frames[3]; frame += 0.05) {
    int k = 0;
    while (k < 2 && frame >= frames[k + 1]) ++k;
    const double span = frames[k + 1] - frames[k], t = (frame - frames[k]) / span;
    double radians[3];
    for (int c = 0; c < 3; ++c) {
      const double degrees = (2 * t * t * t - 3 * t * t + 1) * angles[k][c] +
                             (t * t * t - 2 * t * t + t) * span * tangent(k, c) +
                             (3 * t * t - 2 * t * t * t) * angles[k + 1][c] +
                             (t * t * t - t * t) * span * tangent(k + 1, c);
      radians[c] = degrees * 3.14159265358979 / 180;
    }
    const auto about = [&](int axis) {
      Quat q{0, 0, 0, static_cast<float>(std::cos(radians[axis] / 2))};
      (axis == 0 ? q.x : axis == 1 ? q.y : q.z) = static_cast<float>(std::sin(radians[axis] / 2));
      return q;
    };
    const Quat wanted = Multiply(about(2), Multiply(about(1), about(0)));
    const ModelPose pose = PoseOf(scene.model, 0, frame / 24);
    const Quat got = pose.pose[JointNamed(scene.model, "bone.3")].rotation;
    const double cosine = std::abs(double{got.x} * wanted.x + double{got.y} * wanted.y +
                                   double{got.z} * wanted.z + double{got.w} * wanted.w);
    worst = std::max(worst, 2 * std::acos(std::min(cosine, 1.0)) * 180 / 3.14159265358979);
    ++compared;
  }
  std::printf("  %d moments, at most %.3f degrees off, %u keys\n", compared, worst,
              static_cast<unsigned>(scene.model.clips()[0].track(0).times.size()));
  return worst;
}

TEST(Js3d, PosesOfBonesAreWithinATenthOfADegreeOfTheirSpline) {
  EXPECT_LT(
      WorstDegrees({0, 10, 13, 48}, {{0, 0, 0}, {80, -40, 120}, {-60, 90, 10}, {20, 200, -150}}),
      0.1);
  // Little, but to and fro.
  EXPECT_LT(WorstDegrees({0, 8, 16, 24}, {{0, 0, 0}, {9, 0, 0}, {-9, 0, 0}, {9, 0, 0}}), 0.1);
  // Evenly: the angles are straight lines, the rotation is not.
  EXPECT_LT(
      WorstDegrees({0, 8, 16, 24}, {{0, 0, 0}, {90, -90, 90}, {180, -180, 180}, {270, -270, 270}}),
      0.1);
}

TEST(Js3d, KnotsOutOfOrderAreSortedAndOfTwoAtOneTimeTheFirstCounts) {
  const Js3dScene scene = Scene(
      Moving("{'place':{'scale':{'type':'Vec3','knots':[24,[2,2,2],0,[1,1,1],24,[9,9,9]]}}}"));
  const ModelPose pose = PoseOf(scene.model, 0, 1.0);
  EXPECT_EQ(pose.pose[JointNamed(scene.model, "place")].scale, (Vec3{2, 2, 2}));
  EXPECT_EQ(Mended(scene, "keys-resorted"), 1u);
  EXPECT_EQ(Mended(scene, "keys-dropped"), 1u);
}

TEST(Js3d, ChannelsThatMoveNothingHereAreCounted) {
  const Js3dScene scene = Scene(
      Moving("{'arm':{'bone.4.pose':{'type':'Vec3','knots':[]},'handle.0.enabled':{'type':'bool',"
             "'knots':[0,true]}},'lamp':{'intensity':{'type':'float','knots':[0,1]}}}"));
  EXPECT_EQ(Lost(scene, "channels"), 3u);
  EXPECT_THAT(scene.model.clips(), IsEmpty());
}

TEST(Js3d, SplinesThatMakeNoSenseAreRefusedWithTheirPlace) {
  struct Case {
    const char* knots;
    const char* place;
    const char* message;
  };
  const Case cases[] = {
      {"'type':'float','knots':[0,1]", "/animator/splines/place/scale/type", "expected Vec3"},
      {"'type':'Vec3','knots':[0]", "/animator/splines/place/scale/knots", "a time and a value"},
      {"'type':'Vec3','knots':[-1,[1,1,1]]", "/animator/splines/place/scale/knots/0", "before 0"},
      {"'type':'Vec3','knots':[0,[1,1]]", "/animator/splines/place/scale/knots/1", "expected 3"},
      {"'type':'Vec3'", "/animator/splines/place/scale", "no \"knots\""},
      {"'type':'Vec3','knots':[0,[1e18,0,0],1e-30,[-1e18,0,0]]", "/animator/splines/place/scale",
       "beyond 1e18"},
  };
  for (const Case& one : cases) {
    const Failure failure =
        Refused(Moving("{'place':{'scale':{" + std::string(one.knots) + "}}}").Text());
    EXPECT_EQ(failure.place, one.place) << failure.message;
    EXPECT_THAT(failure.message, HasSubstr(one.message));
  }
}

}  // namespace
}  // namespace sinew::testing
