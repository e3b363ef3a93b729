// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Animations as real files have them, and a few traps beside (support/small_rig.h draws the rig).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "sinew/gltf.h"
#include "sinew/sampling.h"
#include "support/small_rig.h"

namespace sinew::testing {
namespace {

constexpr std::uint32_t kHip = 1;
constexpr std::uint32_t kKnee = 2;
constexpr float kHalfRoot = 0.70710678f;

// The rig whose hip goes up by these keys. Read with and without strictness.
GltfBuilder HipRises(const std::vector<float>& times, const std::vector<float>& heights,
                     std::string_view interpolation = "") {
  GltfBuilder file = SmallRig{}.Build();
  std::vector<float> values;
  for (const float y : heights) values.insert(values.end(), {0, y, 0});
  const int input = file.Floats("SCALAR", times);
  file.Animate(kHip, "translation", input, file.Floats("VEC3", values), interpolation);
  return file;
}

float HipHeight(const GltfRead& read, double time_s) {
  return OriginOf(*read.model, kHip, 0, time_s).y;
}

// The local rotation of a node.
Quat RotationOf(const GltfRead& read, std::uint32_t node, double time_s) {
  const Result<ModelPose> pose = PoseModel(*read.model, 0, time_s);
  if (!pose.ok()) {
    ADD_FAILURE() << Describe(pose.failure());
    return {};
  }
  return pose->pose[*read.model->skeleton().JointOfFileNode(node)].rotation;
}

// True where q turns as (x, y, z, w) does: as it is, or negated.
::testing::AssertionResult TurnsAs(Quat q, float x, float y, float z, float w,
                                   float tolerance = 1e-6f) {
  const float sign = q.x * x + q.y * y + q.z * z + q.w * w < 0 ? -1.0f : 1.0f;
  if (std::abs(sign * q.x - x) <= tolerance && std::abs(sign * q.y - y) <= tolerance &&
      std::abs(sign * q.z - z) <= tolerance && std::abs(sign * q.w - w) <= tolerance) {
    return ::testing::AssertionSuccess();
  }
  return ::testing::AssertionFailure()
         << q.x << ", " << q.y << ", " << q.z << ", " << q.w << " instead of " << x << ", " << y
         << ", " << z << ", " << w;
}

// nasty 39, L37
TEST(NastyAnimation, ClipsStartAtZeroAndChannelsHoldTheirEnds) {
  GltfBuilder file = SmallRig{}.Build();
  const int hip_times = file.Floats("SCALAR", {1, 2});
  const int hip = file.Floats("VEC3", {0, 10, 0, 0, 20, 0});
  const int knee_times = file.Floats("SCALAR", {0.5f, 3});
  const int knee = file.Floats("VEC3", {0, 0, 0, 0, 5, 0});
  file.Animation("{'name':'rise','samplers':[{'input':" + std::to_string(hip_times) +
                 ",'output':" + std::to_string(hip) + "},{'input':" + std::to_string(knee_times) +
                 ",'output':" + std::to_string(knee) +
                 "}],'channels':[{'sampler':0,'target':{'node':1,'path':'translation'}},"
                 "{'sampler':1,'target':{'node':2,'path':'translation'}}]}");
  const GltfRead read = file.Read();
  ASSERT_TRUE(IsClean(read));
  EXPECT_EQ(read.model->clips()[0].duration_s(), 3.0f);
  EXPECT_EQ(read.model->clips()[0].name(), "rise");
  EXPECT_EQ(HipHeight(read, 0.0), 10.0f);
  EXPECT_EQ(HipHeight(read, 1.5), 15.0f);
  EXPECT_EQ(HipHeight(read, 2.5), 20.0f);
  EXPECT_EQ(OriginOf(*read.model, kKnee, 0, 0.0), (Vec3{0, 10, 0}));
  EXPECT_EQ(OriginOf(*read.model, kKnee, 0, 3.0), (Vec3{0, 25, 0}));
}

// nasty 40
TEST(NastyAnimation, OneKeyIsAConstantAndADurationOfZeroIsNoTrap) {
  for (const char* interpolation : {"LINEAR", "STEP"}) {
    const GltfRead read = HipRises({0}, {7}, interpolation).Read();
    ASSERT_TRUE(IsClean(read)) << interpolation;
    EXPECT_EQ(read.model->clips()[0].duration_s(), 0.0f);
    for (const double time_s : {0.0, 1.0, -1.0}) EXPECT_EQ(HipHeight(read, time_s), 7.0f);
    Pose pose(read.model->skeleton().joint_count());
    const SampleJob looped{.skeleton = read.model->skeleton(),
                           .clip = read.model->clips()[0],
                           .time_s = 0.25,
                           .wrap = Wrap::kLoop,
                           .pose = pose};
    ASSERT_EQ(looped.Run(), Error::kNone);
    EXPECT_EQ(pose.joint(*read.model->skeleton().JointOfFileNode(kHip)).translation,
              (Vec3{0, 7, 0}));
  }
}

// nasty 40, C78
TEST(NastyAnimation, OneCubicKeyIsAnErrorThatHoldsItsValue) {
  const GltfBuilder file = HipRises({0}, {3, 7, 5}, "CUBICSPLINE");
  const GltfRead read = file.Read();
  ASSERT_TRUE(Loads(read));
  EXPECT_TRUE(Reports(read, "ANIMATION_SAMPLER_INPUT_ACCESSOR_TOO_FEW_ELEMENTS",
                      "/animations/0/samplers/0/input"));
  EXPECT_TRUE(Mended(read, "cubic-single-key", 1));
  EXPECT_EQ(HipHeight(read, 0.0), 7.0f);
  EXPECT_EQ(HipHeight(read, 2.0), 7.0f);
  EXPECT_TRUE(IsRefused(file.Read(Strict()), FailureCode::kInvalid));
}

// nasty 41, C86
TEST(NastyAnimation, DecreasingTimesAreSorted) {
  const GltfBuilder file = HipRises({0, 2, 1}, {0, 20, 10});
  const GltfRead read = file.Read();
  ASSERT_TRUE(Loads(read));
  EXPECT_TRUE(
      Reports(read, "ACCESSOR_ANIMATION_INPUT_NON_INCREASING", "/animations/0/samplers/0/input"));
  EXPECT_TRUE(Mended(read, "keys-resorted", 1));
  for (const float t : {0.0f, 0.5f, 1.0f, 1.5f, 2.0f}) EXPECT_EQ(HipHeight(read, t), 10 * t);
  EXPECT_TRUE(IsRefused(file.Read(Strict()), FailureCode::kInvalid));
}

// nasty 41, C86
TEST(NastyAnimation, EqualTimesAreReducedToOneKey) {
  const GltfBuilder file = HipRises({0, 1, 1, 2}, {0, 10, 10, 30});
  const GltfRead read = file.Read();
  ASSERT_TRUE(Loads(read));
  EXPECT_TRUE(
      Reports(read, "ACCESSOR_ANIMATION_INPUT_NON_INCREASING", "/animations/0/samplers/0/input"));
  EXPECT_TRUE(Mended(read, "keys-dropped", 1));
  EXPECT_EQ(read.model->clips()[0].track(0).times.size(), 3u);
  EXPECT_EQ(HipHeight(read, 0.5), 5.0f);
  EXPECT_EQ(HipHeight(read, 1.5), 20.0f);
  EXPECT_TRUE(IsRefused(file.Read(Strict()), FailureCode::kInvalid));
}

// nasty 41
TEST(NastyAnimation, NegativeTimesNeverReachAClip) {
  const GltfBuilder file = HipRises({-1, 0, 1}, {-10, 0, 10});
  const GltfRead read = file.Read();
  EXPECT_TRUE(Reports(read, "ACCESSOR_ANIMATION_INPUT_NEGATIVE", "/animations/0/samplers/0/input"));
  EXPECT_TRUE(IsRefused(file.Read(Strict()), FailureCode::kInvalid));
  ASSERT_TRUE(Loads(read));
  EXPECT_TRUE(Mended(read, "keys-dropped", 1));
  EXPECT_EQ(HipHeight(read, 0.0), 0.0f);
  EXPECT_EQ(HipHeight(read, 1.0), 10.0f);
}

// nasty 41, C86
TEST(NastyAnimation, TimesThatAreNoNumbersNeverReachAClip) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const GltfBuilder file = HipRises({0, nan, 2}, {0, 77, 20});
  const GltfRead read = file.Read();
  EXPECT_TRUE(Reports(read, "ACCESSOR_INVALID_FLOAT", "/accessors/4"));
  EXPECT_TRUE(IsRefused(file.Read(Strict()), FailureCode::kInvalid));
  ASSERT_TRUE(Loads(read));
  EXPECT_TRUE(Mended(read, "keys-dropped", 1));
  EXPECT_EQ(HipHeight(read, 1.0), 10.0f);
}

// nasty 41
TEST(NastyAnimation, TimesNeedNoBoundsAndWrongBoundsAreNotBelieved) {
  GltfBuilder without = SmallRig{}.Build();
  without.Animate(kHip, "translation", without.Floats("SCALAR", {0, 2}, "", Bounds::kLeftOut),
                  without.Floats("VEC3", {0, 0, 0, 0, 20, 0}));
  const GltfRead unbounded = without.Read();
  ASSERT_TRUE(Loads(unbounded));
  EXPECT_TRUE(Reports(unbounded, "ANIMATION_SAMPLER_INPUT_ACCESSOR_WITHOUT_BOUNDS",
                      "/animations/0/samplers/0/input"));
  EXPECT_EQ(unbounded.model->clips()[0].duration_s(), 2.0f);

  GltfBuilder wrong = SmallRig{}.Build();
  const int times = wrong.Floats("SCALAR", {0, 2}, ",'min':[0],'max':[9]", Bounds::kLeftOut);
  wrong.Animate(kHip, "translation", times, wrong.Floats("VEC3", {0, 0, 0, 0, 20, 0}));
  const GltfRead misled = wrong.Read();
  ASSERT_TRUE(Loads(misled));
  EXPECT_TRUE(Reports(misled, "ACCESSOR_MAX_MISMATCH", "/accessors/4/max/0"));
  EXPECT_EQ(misled.model->clips()[0].duration_s(), 2.0f);
  EXPECT_EQ(HipHeight(misled, 1.0), 10.0f);
}

// The rig whose knee turns by these quaternions, one a second.
GltfBuilder KneeTurns(const std::vector<float>& quaternions, std::string_view interpolation = "") {
  GltfBuilder file = SmallRig{}.Build();
  const std::size_t keys = quaternions.size() / (interpolation == "CUBICSPLINE" ? 12 : 4);
  std::vector<float> times;
  for (std::size_t i = 0; i < keys; ++i) times.push_back(static_cast<float>(i));
  const int input = file.Floats("SCALAR", times);
  file.Animate(kKnee, "rotation", input, file.Floats("VEC4", quaternions), interpolation);
  return file;
}

// nasty 42, C74
TEST(NastyAnimation, KeysThatAreNotUnitAreNormalised) {
  const GltfBuilder file = KneeTurns({0, 0, 0, 2, 0, 0, 3, 3});
  const GltfRead read = file.Read();
  ASSERT_TRUE(Loads(read));
  EXPECT_TRUE(Reports(read, "ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION",
                      "/animations/0/channels/0/sampler"));
  EXPECT_TRUE(TurnsAs(RotationOf(read, kKnee, 0.0), 0, 0, 0, 1));
  // Half of a quarter turn: sin and cos of 22.5 degrees.
  EXPECT_TRUE(TurnsAs(RotationOf(read, kKnee, 0.5), 0, 0, 0.38268343f, 0.92387953f));
  EXPECT_TRUE(TurnsAs(RotationOf(read, kKnee, 1.0), 0, 0, kHalfRoot, kHalfRoot));
  EXPECT_TRUE(IsRefused(file.Read(Strict()), FailureCode::kInvalid));
}

// However the data stage came to walk over them: plainly, for their bounds, or as rotations.
TEST(NastyAnimation, KeysThatAreNoNumbersOrTooLargeAreRefused) {
  constexpr float kInf = std::numeric_limits<float>::infinity();
  for (const float bad : {kInf, -kInf, std::numeric_limits<float>::quiet_NaN(), 2e18f, -2e18f}) {
    const auto is_refused = [bad](const GltfBuilder& file) {
      const GltfRead read = file.Read();
      ASSERT_TRUE(IsRefused(read, FailureCode::kInvalid)) << bad;
      EXPECT_EQ(read.model.failure().place, "/animations/0/channels/0") << bad;
      EXPECT_EQ(read.model.failure().message, "A key's value is not finite or beyond 1e18.");
    };
    is_refused(HipRises({0, 1, 2}, {0, 1, bad}));
    is_refused(HipRises({0, 1}, {bad, 1}));
    is_refused(HipRises({2, 1, 0}, {0, bad, 1}));  // Keys to be mended.
    is_refused(KneeTurns({0, 0, 0, 1, 0, 0, bad, 1}));
    GltfBuilder bounded = SmallRig{}.Build();
    const int input = bounded.Floats("SCALAR", {0, 1});
    bounded.Animate(kHip, "translation", input,
                    bounded.Floats("VEC3", {0, 0, 0, 0, bad, 0}, ",'min':[0,0,0],'max':[0,1,0]"));
    is_refused(bounded);
    is_refused(HipRises({0, 2}, {9, 0, bad, 3, 10, 9}, "CUBICSPLINE"));  // A tangent.

    // Put in by a sparse accessor, over floats that are fine.
    GltfBuilder sparse = SmallRig{}.Build();
    const int times = sparse.Floats("SCALAR", {0, 1});
    const int plain = sparse.FloatView({0, 0, 0, 0, 1, 0});
    const int indices = sparse.U16View({1});
    const int values = sparse.FloatView({0, bad, 0});
    sparse.Animate(
        kHip, "translation", times,
        sparse.Accessor("{'bufferView':" + std::to_string(plain) +
                        ",'componentType':5126,'count':2,'type':'VEC3','sparse':{"
                        "'count':1,'indices':{'bufferView':" +
                        std::to_string(indices) + ",'componentType':5123},'values':{'bufferView':" +
                        std::to_string(values) + "}}}"));
    is_refused(sparse);
  }
  EXPECT_TRUE(Loads(HipRises({0, 1, 2}, {0, 1, 1e18f}).Read()));
}

// nasty 42
TEST(NastyAnimation, AZeroQuaternionGivesAFiniteUnitRotation) {
  const GltfBuilder file = KneeTurns({0, 0, 0, 0, 0, 0, kHalfRoot, kHalfRoot});
  const GltfRead read = file.Read();
  EXPECT_TRUE(Reports(read, "ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION",
                      "/animations/0/channels/0/sampler"));
  ASSERT_TRUE(Loads(read));
  for (const double t : {0.0, 0.25, 0.5, 1.0}) {
    const Quat q = RotationOf(read, kKnee, t);
    EXPECT_NEAR(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w, 1.0f, 1e-6f) << t;
  }
}

// nasty 42, L14
TEST(NastyAnimation, RotationsTakeTheShortWayWhateverTheSigns) {
  const GltfRead same = KneeTurns({0, 0, 0, 1, 0, 0, 0, -1}).Read();
  ASSERT_TRUE(IsClean(same));
  for (const double t : {0.0, 0.3, 0.5, 1.0}) {
    EXPECT_TRUE(TurnsAs(RotationOf(same, kKnee, t), 0, 0, 0, 1)) << t;
  }
  const GltfRead flipped = KneeTurns({0, 0, 0, 1, 0, 0, -kHalfRoot, -kHalfRoot}).Read();
  ASSERT_TRUE(IsClean(flipped));
  EXPECT_TRUE(TurnsAs(RotationOf(flipped, kKnee, 0.5), 0, 0, 0.38268343f, 0.92387953f));
}

// nasty 42
TEST(NastyAnimation, ACubicRotationThatCancelsTakesTheNearerKey) {
  // Keys q and -q with no tangents: halfway nothing is left.
  const GltfRead read = KneeTurns({0, 0, 0, 0, 0, 0, kHalfRoot,  kHalfRoot,  0, 0, 0, 0,  //
                                   0, 0, 0, 0, 0, 0, -kHalfRoot, -kHalfRoot, 0, 0, 0, 0},
                                  "CUBICSPLINE")
                            .Read();
  ASSERT_TRUE(IsClean(read));
  for (const double t : {0.0, 0.25, 0.5, 0.75, 1.0}) {
    EXPECT_TRUE(TurnsAs(RotationOf(read, kKnee, t), 0, 0, kHalfRoot, kHalfRoot)) << t;
  }
}

// nasty 43, C78, L38
TEST(NastyAnimation, CubicTangentsAreScaledByTheTimeBetweenKeys) {
  // Keys at 0 and 2 s: 0, leaving at 1 a second, and 10, arriving at 3 a second.
  const GltfRead read = HipRises({0, 2}, {9, 0, 1, 3, 10, 9}, "CUBICSPLINE").Read();
  ASSERT_TRUE(IsClean(read));
  EXPECT_EQ(HipHeight(read, 0.0), 0.0f);
  // Halfway: (0 + 10) / 2 + (1 - 3) * 2 / 8.
  EXPECT_NEAR(HipHeight(read, 1.0), 4.5f, 1e-6f);
  // At a quarter: h10 = 9/64, h01 = 10/64, h11 = -3/64.
  EXPECT_NEAR(HipHeight(read, 0.5), (9 * 2 * 1 + 10 * 10 - 3 * 2 * 3) / 64.0f, 1e-5f);
  EXPECT_EQ(HipHeight(read, 2.0), 10.0f);
}

// nasty 43
TEST(NastyAnimation, CubicRotationsAreNormalisedOnlyAtTheEnd) {
  // From the identity to a quarter turn, no tangents: halfway the mean of both, made unit.
  const GltfRead read = KneeTurns({0, 0, 0, 0, 0, 0, 0,         1,         0, 0, 0, 0,  //
                                   0, 0, 0, 0, 0, 0, kHalfRoot, kHalfRoot, 0, 0, 0, 0},
                                  "CUBICSPLINE")
                            .Read();
  ASSERT_TRUE(IsClean(read));
  EXPECT_TRUE(TurnsAs(RotationOf(read, kKnee, 0.5), 0, 0, 0.38268343f, 0.92387953f));
  // At a quarter the weights are 54/64 and 10/64.
  const float z = 10 * kHalfRoot, w = 54 + 10 * kHalfRoot, length = std::sqrt(z * z + w * w);
  EXPECT_TRUE(TurnsAs(RotationOf(read, kKnee, 0.25), 0, 0, z / length, w / length));
}

// nasty 43, C77
TEST(NastyAnimation, CubicMorphWeightsComeKeyByKeyInTangentsValuesTangents) {
  GltfBuilder file =
      SmallRig{.more_primitive = ",'targets':[{'POSITION':4},{'POSITION':4}]"}.Build();
  file.Floats("VEC3", {0, 0, 0, 1, 0, 0, 0, 0, 0});
  const int output = file.Floats("SCALAR", {0, 0, /**/ 1, 2, /**/ 4, 0,  //
                                            0, 8, /**/ 3, 6, /**/ 0, 0});
  file.Animate(kBody, "weights", file.Floats("SCALAR", {0, 1}), output, "CUBICSPLINE");
  const GltfRead read = file.Read();
  ASSERT_TRUE(Loads(read));
  EXPECT_EQ(read.report.errors(), 0u);
  const auto weights = [&](double t) { return PoseModel(*read.model, 0, t).value().morphs; };
  EXPECT_EQ(weights(0.0), (std::vector<float>{1, 2}));
  EXPECT_EQ(weights(1.0), (std::vector<float>{3, 6}));
  // Halfway: (1 + 3) / 2 + (4 - 0) / 8 and (2 + 6) / 2 + (0 - 8) / 8.
  EXPECT_EQ(weights(0.5), (std::vector<float>{2.5f, 3.0f}));
}

// nasty 43
TEST(NastyAnimation, NormalisedIntegersAreRotations) {
  const auto knee_by = [](auto add) {
    GltfBuilder file = SmallRig{}.Build();
    const int times = file.Floats("SCALAR", {0, 1});
    file.Animate(kKnee, "rotation", times, add(file));
    return file.Read();
  };
  const std::string normalized = ",'normalized':true";
  const GltfRead by_i8 = knee_by([&](GltfBuilder& file) {
    return file.I8("VEC4", {0, 0, -128, 0, 0, 0, 0, 127}, normalized);  // -128 is -1 as well.
  });
  ASSERT_TRUE(IsClean(by_i8));
  EXPECT_TRUE(TurnsAs(RotationOf(by_i8, kKnee, 0.0), 0, 0, 1, 0));
  EXPECT_TRUE(TurnsAs(RotationOf(by_i8, kKnee, 1.0), 0, 0, 0, 1));
  const GltfRead by_i16 = knee_by([&](GltfBuilder& file) {
    return file.I16("VEC4", {0, 0, -32768, 0, 0, 0, 23170, 23170}, normalized);
  });
  ASSERT_TRUE(IsClean(by_i16));
  EXPECT_TRUE(TurnsAs(RotationOf(by_i16, kKnee, 0.0), 0, 0, 1, 0));
  EXPECT_TRUE(TurnsAs(RotationOf(by_i16, kKnee, 1.0), 0, 0, kHalfRoot, kHalfRoot));
  const GltfRead by_u8 = knee_by(
      [&](GltfBuilder& file) { return file.U8("VEC4", {0, 0, 255, 0, 0, 0, 0, 255}, normalized); });
  ASSERT_TRUE(IsClean(by_u8));
  EXPECT_TRUE(TurnsAs(RotationOf(by_u8, kKnee, 0.0), 0, 0, 1, 0));
  const GltfRead by_u16 = knee_by([&](GltfBuilder& file) {
    return file.U16("VEC4", {0, 0, 65535, 0, 0, 0, 0, 65535}, normalized);
  });
  ASSERT_TRUE(IsClean(by_u16));
  EXPECT_TRUE(TurnsAs(RotationOf(by_u16, kKnee, 0.5), 0, 0, kHalfRoot, kHalfRoot));
}

// nasty 43
TEST(NastyAnimation, NormalisedIntegersAreMorphWeights) {
  GltfBuilder file = SmallRig{.more_primitive = ",'targets':[{'POSITION':4}]"}.Build();
  file.Floats("VEC3", {0, 0, 0, 1, 0, 0, 0, 0, 0});
  const int output = file.U8("SCALAR", {0, 255}, ",'normalized':true");
  file.Animate(kBody, "weights", file.Floats("SCALAR", {0, 1}), output);
  const GltfRead read = file.Read();
  ASSERT_TRUE(Loads(read));
  EXPECT_EQ(read.report.errors(), 0u);
  EXPECT_EQ(PoseModel(*read.model, 0, 0.5).value().morphs, (std::vector<float>{0.5f}));
}

// nasty 43, C78
TEST(NastyAnimation, AWrongNumberOfValuesIsAnError) {
  for (const char* interpolation : {"LINEAR", "CUBICSPLINE"}) {
    const GltfBuilder file = HipRises({0, 1}, {0, 1, 2, 3}, interpolation);
    const GltfRead read = file.Read();
    EXPECT_TRUE(Reports(read, "ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_COUNT",
                        "/animations/0/channels/0/sampler"))
        << interpolation;
    EXPECT_TRUE(IsRefused(file.Read(Strict()), FailureCode::kInvalid)) << interpolation;
  }
}

// A clip whose one channel has this target; the sampler moves by (0, 5, 0) from 0 to 1 s.
GltfRead ReadChannel(const std::string& channel, const SmallRig& rig = {}) {
  GltfBuilder file = rig.Build();
  const int input = file.Floats("SCALAR", {0, 1});
  const int output = file.Floats("VEC3", {0, 0, 0, 0, 5, 0});
  file.Animation("{'samplers':[{'input':" + std::to_string(input) +
                 ",'output':" + std::to_string(output) + "}],'channels':[" + channel + "]}");
  return file.Read();
}

// nasty 44
TEST(NastyAnimation, ChannelsWithoutANodeAreIgnored) {
  const GltfRead read = ReadChannel("{'sampler':0,'target':{'path':'translation'}}");
  ASSERT_TRUE(Loads(read));
  EXPECT_EQ(read.report.errors(), 0u);
  ASSERT_EQ(read.model->clips().size(), 1u) << "the clip stays, so that indices hold";
  EXPECT_EQ(read.model->clips()[0].track_count(), 0u);
  EXPECT_EQ(HipHeight(read, 1.0), 1.0f);
}

// nasty 44
TEST(NastyAnimation, ChannelsOfUnknownPathsAreIgnored) {
  const GltfRead read = ReadChannel("{'sampler':0,'target':{'node':1,'path':'colour'}}");
  ASSERT_TRUE(Loads(read));
  EXPECT_TRUE(Reports(read, "VALUE_NOT_IN_LIST", "/animations/0/channels/0/target/path"));
  EXPECT_EQ(read.model->clips()[0].track_count(), 0u);
  EXPECT_EQ(HipHeight(read, 1.0), 1.0f);
}

// nasty 44
TEST(NastyAnimation, NodeZeroCanBeAnimated) {
  const GltfRead read = ReadChannel("{'sampler':0,'target':{'node':0,'path':'translation'}}");
  ASSERT_TRUE(IsClean(read));
  EXPECT_EQ(OriginOf(*read.model, 0, 0, 1.0), (Vec3{0, 5, 0}));
  EXPECT_EQ(HipHeight(read, 1.0), 6.0f);
}

// nasty 44
TEST(NastyAnimation, TheSameTargetTwiceIsAnError) {
  const GltfRead read = ReadChannel(
      "{'sampler':0,'target':{'node':1,'path':'translation'}},"
      "{'sampler':0,'target':{'node':1,'path':'translation'}}");
  EXPECT_TRUE(Reports(read, "ANIMATION_DUPLICATE_TARGETS", "/animations/0/channels/0/target"));
  ASSERT_TRUE(Loads(read));
  EXPECT_TRUE(Mended(read, "channel-dropped", 1));
  EXPECT_EQ(read.model->clips()[0].track_count(), 1u);
}

// nasty 44, C77
TEST(NastyAnimation, MorphWeightsOfAMeshWithoutMorphsAreAnErrorAndMoveNothing) {
  GltfBuilder file = SmallRig{}.Build();
  file.Animate(kBody, "weights", file.Floats("SCALAR", {0, 1}), file.Floats("SCALAR", {0, 1}));
  const GltfRead read = file.Read();
  EXPECT_TRUE(Reports(read, "ANIMATION_CHANNEL_TARGET_NODE_WEIGHTS_NO_MORPHS",
                      "/animations/0/channels/0/target"));
  ASSERT_TRUE(Loads(read));
  EXPECT_EQ(read.model->clips()[0].track_count(), 0u);
  EXPECT_TRUE(StandAt(VerticesAt(*read.model, kBody, 0, 1.0), {1, 1, 0, 0, 3, 0, 1, 3, 0}));
}

// nasty 44
TEST(NastyAnimation, InterpolationIsLinearUnlessSaid) {
  const GltfRead read = HipRises({0, 1}, {0, 10}).Read();
  ASSERT_TRUE(IsClean(read));
  EXPECT_EQ(read.model->clips()[0].track(0).interpolation, Interpolation::kLinear);
  EXPECT_EQ(HipHeight(read, 0.25), 2.5f);
}

// nasty 44
TEST(NastyAnimation, AnimatingANodeGivenByAMatrixIsAnError) {
  SmallRig rig;
  rig.hip = "{'children':[2],'matrix':[1,0,0,0,0,1,0,0,0,0,1,0,3,1,0,1]}";
  const GltfRead read = ReadChannel("{'sampler':0,'target':{'node':1,'path':'translation'}}", rig);
  EXPECT_TRUE(
      Reports(read, "ANIMATION_CHANNEL_TARGET_NODE_MATRIX", "/animations/0/channels/0/target"));
}

// nasty 44: the weights of such a node may be animated.
TEST(NastyAnimation, MorphWeightsOfANodeGivenByAMatrixAreFine) {
  GltfBuilder file;
  file.Floats("VEC3", {1, 1, 0, 1, 2, 0, 2, 2, 0});
  file.Floats("VEC3", {0, 0, 1, 0, 0, 1, 0, 0, 1});
  file.Mesh("{'primitives':[{'attributes':{'POSITION':0},'targets':[{'POSITION':1}]}]}");
  file.Node("{'mesh':0,'matrix':[1,0,0,0,0,1,0,0,0,0,1,0,3,0,0,1]}");
  file.Animate(0, "weights", file.Floats("SCALAR", {0, 1}), file.Floats("SCALAR", {0, 2}));
  const GltfRead read = file.Read();
  ASSERT_TRUE(IsClean(read));
  EXPECT_TRUE(StandAt(VerticesAt(*read.model, 0, 0, 1.0), {4, 1, 2, 4, 2, 2, 5, 2, 2}));
}

// nasty 44
TEST(NastyAnimation, HalfAnAnimationMovesNothing) {
  for (const char* half : {"{'channels':[{'sampler':7,'target':{'node':1,'path':'rotation'}}]}",
                           "{'samplers':[{'input':7,'output':8}]}",
                           "{'samplers':[],'channels':[{'sampler':0,'target':{'node':99,"
                           "'path':'rotation'}}]}",
                           "{'samplers':[{'input':99,'output':99}],'channels':[]}"}) {
    GltfBuilder file = SmallRig{}.Build();
    file.Animation(half);
    const GltfRead read = file.Read();
    EXPECT_GT(read.report.errors(), 0u) << half;
    EXPECT_TRUE(IsRefused(file.Read(Strict()), FailureCode::kInvalid)) << half;
    if (read.model.ok()) {
      EXPECT_TRUE(StandAt(VerticesAt(*read.model, kBody, 0, 1.0), {1, 1, 0, 0, 3, 0, 1, 3, 0}));
    }
  }
}

// nasty 44, L37
TEST(NastyAnimation, NamesMayRepeatOrBeMissing) {
  GltfBuilder file = SmallRig{}.Build();
  const std::string body =
      "'samplers':[{'input':" + std::to_string(file.Floats("SCALAR", {0, 1})) +
      ",'output':" + std::to_string(file.Floats("VEC3", {0, 0, 0, 0, 5, 0})) +
      "}],'channels':[{'sampler':0,'target':{'node':1,'path':'translation'}}]}";
  file.Animation("{'name':'run'," + body);
  file.Animation("{'name':'run'," + body);
  file.Animation("{'name':''," + body);
  file.Animation("{" + body);
  const GltfRead read = file.Read();
  ASSERT_TRUE(IsClean(read));
  ASSERT_EQ(read.model->clips().size(), 4u);
  EXPECT_EQ(read.model->FindClip("run"), 0u);
  EXPECT_EQ(read.model->clips()[1].name(), "run");
  EXPECT_EQ(read.model->clips()[2].name(), "");
  EXPECT_EQ(read.model->clips()[3].name(), "unnamed");
}

// nasty 45
TEST(NastyAnimation, WhatIsNotAnimatedKeepsItsValue) {
  GltfBuilder file = SmallRig{.hip = "{'children':[2],'matrix':[0,2,0,0,-2,0,0,0,0,0,2,0,3,1,0,1]}",
                              .knee = "{'translation':[0,1,0],'scale':[1,4,1]}"}
                         .Build();
  file.Animate(kKnee, "rotation", file.Floats("SCALAR", {0, 1}),
               file.Floats("VEC4", {0, 0, 0, 1, 0, 0, 1, 0}));
  const GltfRead read = file.Read();
  ASSERT_TRUE(IsClean(read));
  const Result<ModelPose> pose = PoseModel(*read.model, 0, 1.0);
  ASSERT_TRUE(pose.ok());
  // The hip: doubled, a quarter turn about z, at (3, 1, 0).
  EXPECT_TRUE(
      StandAt({TransformPoint(WorldOfNode(*read.model, *pose, kHip), {1, 0, 0})}, {3, 3, 0}));
  // The knee: (0, 1, 0) in the hip is (1, 1, 0). Its y, four long and turned half round, points
  // along the hip's -y, which is the world's x.
  EXPECT_TRUE(StandAt({TransformPoint(WorldOfNode(*read.model, *pose, kKnee), {0, 0, 0}),
                       TransformPoint(WorldOfNode(*read.model, *pose, kKnee), {0, 1, 0})},
                      {1, 1, 0, 9, 1, 0}, 1e-5f));
}

// --- more traps ---

TEST(NastyAnimation, NamesMayHoldZeroBytes) {
  const GltfRead read = SmallRig{.hip = "{'name':'a\\u0000b','children':[2]}"}.Read();
  ASSERT_TRUE(Loads(read));
  const std::string name("a\0b", 3);
  EXPECT_EQ(read.model->skeleton().Find(name), read.model->skeleton().JointOfFileNode(kHip));
}

// L38: rotations that step do not turn between keys.
TEST(NastyAnimation, SteppedRotationsHoldUntilTheNextKey) {
  const GltfRead read =
      KneeTurns({0, 0, 0, 1, 0, 0, kHalfRoot, kHalfRoot, 0, 0, 1, 0}, "STEP").Read();
  ASSERT_TRUE(IsClean(read));
  EXPECT_TRUE(TurnsAs(RotationOf(read, kKnee, 0.999), 0, 0, 0, 1));
  EXPECT_TRUE(TurnsAs(RotationOf(read, kKnee, 1.0), 0, 0, kHalfRoot, kHalfRoot));
  EXPECT_TRUE(TurnsAs(RotationOf(read, kKnee, 1.999), 0, 0, kHalfRoot, kHalfRoot));
  EXPECT_TRUE(TurnsAs(RotationOf(read, kKnee, 2.0), 0, 0, 1, 0));
}

TEST(NastyAnimation, FiftyThousandKeysOfConstantScaleLoad) {
  constexpr std::size_t kKeys = 50'000;
  GltfBuilder file = SmallRig{}.Build();
  std::vector<float> times;
  for (std::size_t i = 0; i < kKeys; ++i) times.push_back(static_cast<float>(i) / 32.0f);
  const int input = file.Floats("SCALAR", times);
  file.Animate(kHip, "scale", input, file.Floats("VEC3", std::vector<float>(3 * kKeys, 2.0f)));
  const GltfRead read = file.Read();
  ASSERT_TRUE(IsClean(read));
  EXPECT_EQ(read.model->clips()[0].duration_s(), static_cast<float>(kKeys - 1) / 32.0f);
  EXPECT_EQ(OriginOf(*read.model, kKnee, 0, 777.77), (Vec3{0, 3, 0}));
}

// The hip's height at a time that wraps round.
float LoopedHipHeight(const GltfRead& read, double time_s) {
  Pose pose(read.model->skeleton().joint_count());
  const SampleJob job{.skeleton = read.model->skeleton(),
                      .clip = read.model->clips()[0],
                      .time_s = time_s,
                      .wrap = Wrap::kLoop,
                      .pose = pose};
  EXPECT_EQ(job.Run(), Error::kNone);
  return pose.joint(*read.model->skeleton().JointOfFileNode(kHip)).translation.y;
}

TEST(NastyAnimation, ThreeHoursOfLoopingAreAsExactAsTheFirstSecond) {
  const GltfRead read = HipRises({0, 1}, {0, 1}).Read();
  ASSERT_TRUE(IsClean(read));
  for (int frame = 0; frame < 60; ++frame) {
    const double in_clip = frame / 60.0;
    EXPECT_NEAR(LoopedHipHeight(read, 3 * 3600 + in_clip), in_clip, 1e-6) << frame;
  }
}

// KHR_animation_pointer: a pointer to what a plain channel could name moves it as that one would.
TEST(NastyAnimation, PointersToNodesMoveThemAsPlainChannelsDo) {
  const auto read_with = [](bool by_pointer) {
    GltfBuilder file =
        SmallRig{.more_primitive = ",'targets':[{'POSITION':4},{'POSITION':4}]"}.Build();
    file.Floats("VEC3", {0, 0, 0, 1, 0, 0, 0, 0, 0});
    const std::string times = std::to_string(file.Floats("SCALAR", {0, 1}));
    std::string samplers, channels;
    int count = 0;
    const auto add = [&](std::uint32_t node, const std::string& path, int output) {
      const std::string comma = count == 0 ? "" : ",", n = std::to_string(node);
      samplers += comma + "{'input':" + times + ",'output':" + std::to_string(output) + "}";
      channels += comma + "{'sampler':" + std::to_string(count++) + ",'target':" +
                  (by_pointer ? "{'path':'pointer','extensions':{'KHR_animation_pointer':{"
                                "'pointer':'/nodes/" +
                                    n + "/" + path + "'}}}}"
                              : "{'node':" + n + ",'path':'" + path + "'}}");
    };
    add(kHip, "translation", file.Floats("VEC3", {0, 1, 0, 4, 5, 6}));
    add(kHip, "scale", file.Floats("VEC3", {1, 1, 1, 3, 5, 7}));
    add(kKnee, "rotation", file.Floats("VEC4", {0, 0, 0, 1, 0, 0, kHalfRoot, kHalfRoot}));
    add(kBody, "weights", file.Floats("SCALAR", {0, 1, 0.5f, 0}));
    file.Animation("{'samplers':[" + samplers + "],'channels':[" + channels + "]}");
    if (by_pointer) file.Root("extensionsUsed", "['KHR_animation_pointer']");
    return file.Read();
  };
  const GltfRead plain = read_with(false), pointed = read_with(true);
  ASSERT_TRUE(IsClean(plain));
  ASSERT_TRUE(IsClean(pointed));
  ASSERT_EQ(pointed.model->clips()[0].track_count(), 4u);
  for (const double t : {0.0, 0.3, 1.0}) {
    const Result<ModelPose> a = PoseModel(*plain.model, 0, t), b = PoseModel(*pointed.model, 0, t);
    ASSERT_TRUE(a.ok() && b.ok());
    EXPECT_EQ(a->pose, b->pose) << t;
    EXPECT_EQ(a->morphs, b->morphs) << t;
  }
  const Result<ModelPose> half = PoseModel(*pointed.model, 0, 0.5);
  const Transform& hip = half->pose[*pointed.model->skeleton().JointOfFileNode(kHip)];
  EXPECT_EQ(hip.translation, (Vec3{2, 3, 3}));
  EXPECT_EQ(hip.scale, (Vec3{2, 3, 4}));
  EXPECT_EQ(half->morphs, (std::vector<float>{0.25f, 0.5f}));
}

// A file whose numbers are each allowed and whose products are not: it loads, and says so posed.
TEST(NastyAnimation, ScalesThatMultiplyBeyondTheRangeAreAnErrorOfTheJob) {
  SmallRig rig;
  rig.root = "{'name':'root','children':[1,3],'scale':[1e10,1,1]}";
  rig.hip = "{'name':'hip','children':[2],'scale':[1e10,1,1]}";
  const GltfRead read = rig.Read();
  ASSERT_TRUE(Loads(read));
  const Result<ModelPose> pose = PoseModel(*read.model, {}, 0.0);
  ASSERT_FALSE(pose.ok());
  EXPECT_EQ(pose.failure().message, "kValueNotFinite");
}

// L5: a loop whose last key equals its first has no seam; one whose does not, jumps at its end.
TEST(NastyAnimation, LoopsWrapAtTheirEndWhetherOrNotTheyClose) {
  const GltfRead closed = HipRises({0, 1, 2}, {0, 10, 0}).Read();
  ASSERT_TRUE(IsClean(closed));
  EXPECT_EQ(LoopedHipHeight(closed, 2.0), 0.0f);
  EXPECT_EQ(LoopedHipHeight(closed, 2.5), 5.0f);
  EXPECT_EQ(LoopedHipHeight(closed, -0.5), 5.0f);
  const GltfRead open = HipRises({0, 2}, {0, 20}).Read();
  ASSERT_TRUE(IsClean(open));
  EXPECT_NEAR(LoopedHipHeight(open, 1.999), 19.99f, 1e-4f);
  EXPECT_EQ(LoopedHipHeight(open, 2.0), 0.0f);
  EXPECT_EQ(LoopedHipHeight(open, 4.5), 5.0f);
  EXPECT_EQ(HipHeight(open, 2.0), 20.0f) << "held, the end is the last key";
}

}  // namespace
}  // namespace sinew::testing
