// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Every kernel of every instruction set that this machine runs, held against its specification, bit
// for bit. Lanes beyond the last joint are the identity.
#include "pose/kernels/kernels.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <iostream>
#include <string>
#include <vector>

#include "pose/blend_by_kernel.h"
#include "pose/packed/layout.h"
#include "pose/spec.h"
#include "sinew/isa.h"
#include "sinew/packed_clip.h"
#include "support/random_rig.h"

namespace sinew {
namespace {

using testing::RandomSkeleton;
using testing::SameBits;
using testing::SplitMix64;
using testing::WildPose;

constexpr std::uint32_t kJointCounts[] = {1, 7, 8, 9, 100, 3001};

class EveryKernel : public ::testing::TestWithParam<Isa> {
 protected:
  // The joints of both, and the lanes beyond of what a kernel wrote.
  void ExpectSame(ConstPoseView kernel, ConstPoseView spec, const std::string& what) {
    for (std::uint32_t j = 0; j < spec.joint_count; ++j, ++compared_) {
      ASSERT_TRUE(SameBits(kernel.joint(j), spec.joint(j))) << what << ", joint " << j;
    }
    for (std::uint32_t j = spec.joint_count; j < kernel.blocks.size() * kBlockSize; ++j) {
      ++compared_;
      ASSERT_TRUE(SameBits(TransformAt(kernel.blocks[j / kBlockSize], j % kBlockSize), {}))
          << what << ", lane " << j << " beyond the last joint";
    }
  }
  void TearDown() override {
    std::cout << compared_ << " comparisons on " << IsaName(GetParam()) << '\n';
    EXPECT_GT(compared_, 1000u);
  }

  const PoseKernels& kernels_ = PoseKernelsOf(GetParam());
  std::uint64_t compared_ = 0;
};

// --- local to model ---

TEST_P(EveryKernel, TakesLocalsToModelSpaceAsSpecified) {  // E58, N8
  SplitMix64 random(301);
  for (const std::uint32_t joints : kJointCounts) {
    for (int round = 0; round < (joints > 1000 ? 3 : 60); ++round) {
      const Skeleton skeleton = RandomSkeleton(random, joints);
      Pose pose = WildPose(random, joints);
      // What stands in lanes beyond the last joint is nobody's business.
      const float nan = std::nanf("");
      for (std::uint32_t lane = joints % kBlockSize; lane > 0 && lane < kBlockSize; ++lane) {
        SetTransform(pose.blocks().back(), lane, {{nan, nan, nan}, {}, {}});
      }
      const Affine root = AffineOf(testing::WildTransform(random));
      std::vector<Affine> expected(joints), found(joints);
      const bool usable = spec::LocalToModel(skeleton, pose, root, expected);
      EXPECT_EQ(kernels_.local_to_model({.pose = pose.blocks().data(),
                                         .parents = skeleton.parents().data(),
                                         .joint_count = joints,
                                         .root = &root,
                                         .model_from_joint = found.data()}),
                usable);
      for (std::uint32_t j = 0; j < joints; ++j, ++compared_) {
        ASSERT_TRUE(SameBits(found[j], expected[j])) << joints << " joints, joint " << j;
      }
    }
  }
}

TEST_P(EveryKernel, SaysWhichMatricesAreUsableAsSpecified) {
  SplitMix64 random(302);
  int refused = 0;
  constexpr int kRounds = 2000;
  for (int round = 0; round < kRounds; ++round) {
    const std::uint32_t joints = 1 + random.Below(20);
    const Skeleton skeleton = RandomSkeleton(random, joints);
    Pose pose(joints);
    for (std::uint32_t j = 0; j < joints; ++j) pose.set_joint(j, random.Placement());
    const std::uint32_t j = random.Below(joints);
    Transform odd = pose.joint(j);
    constexpr float kOdd[] = {kLargest, 0.5e18f, 1.1e18f, -3e38f, INFINITY, -INFINITY, NAN, 1.0f};
    float* const places[] = {&odd.translation.x, &odd.translation.y, &odd.translation.z,
                             &odd.rotation.w,    &odd.scale.x,       &odd.scale.z};
    *places[random.Below(6)] = kOdd[random.Below(8)];
    pose.set_joint(j, odd);
    const Affine root;
    std::vector<Affine> expected(joints), found(joints);
    const bool usable = spec::LocalToModel(skeleton, pose, root, expected);
    refused += usable ? 0 : 1;
    ASSERT_EQ(kernels_.local_to_model({.pose = pose.blocks().data(),
                                       .parents = skeleton.parents().data(),
                                       .joint_count = joints,
                                       .root = &root,
                                       .model_from_joint = found.data()}),
              usable)
        << "round " << round;
    for (std::uint32_t k = 0; k < joints; ++k, ++compared_) {
      ASSERT_TRUE(SameBits(found[k], expected[k])) << "round " << round << ", joint " << k;
    }
  }
  EXPECT_GT(refused, kRounds / 4);
  EXPECT_LT(refused, kRounds * 3 / 4);
}

// --- blend ---

// A job with everything in it, at random, and all that it borrows.
struct RandomBlend {
  RandomBlend(SplitMix64& random, std::uint32_t joints) : skeleton(RandomSkeleton(random, joints)) {
    const std::uint32_t layer_count = random.Below(5), delta_count = random.Below(3);
    const bool any_masks = random.Below(2) == 0;
    // Rotations half a turn apart at equal weight: now and then two layers are such.
    const bool opposed = random.Below(4) == 0;
    for (std::uint32_t i = 0; i < layer_count + delta_count; ++i) {
      poses.push_back(WildPose(random, joints));
      if (opposed && i == 1 && layer_count > 1) {
        for (std::uint32_t j = 0; j < joints; ++j) {
          Transform t = poses[0].joint(j);
          t.rotation = Multiply(t.rotation, Quat{0, 0, 1, 0});
          poses[1].set_joint(j, t);
        }
      }
      if (i < layer_count && random.Below(6) == 0) {  // Rotations that are not unit.
        constexpr float kLengths[] = {0.0f, 1e-20f, 0.5f, 1.01f, 10.0f, 1e6f, 1e12f, 1e18f};
        const float length = kLengths[random.Below(8)];
        for (std::uint32_t j = 0; j < joints; ++j) {
          Transform t = poses[i].joint(j);
          t.rotation = {t.rotation.x * length, t.rotation.y * length, t.rotation.z * length,
                        t.rotation.w * length};
          poses[i].set_joint(j, t);
        }
      }
      std::vector<float>& mask = masks.emplace_back();
      if (any_masks && random.Below(2) == 0) {
        mask.resize(joints);
        for (float& m : mask) {
          m = testing::Wild(random, random.Unit());
          if (m < 0.0f) m = -m;
        }
      }
    }
    constexpr float kWeights[] = {0.0f, -1.0f, 0.25f, 0.5f, 1.0f, 3.0f, 1e-8f, 1e-20f, 0x1p-149f};
    for (std::uint32_t i = 0; i < layer_count; ++i) {
      layers.push_back({.pose = poses[i],
                        .weight = random.Below(3) == 0 ? random.Unit() : kWeights[random.Below(9)],
                        .joint_weights = masks[i]});
    }
    if (opposed && layer_count > 1) layers[1].weight = layers[0].weight;
    for (std::uint32_t i = layer_count; i < layer_count + delta_count; ++i) {
      deltas.push_back(
          {.mode = random.Below(2) == 0 ? DeltaLayer::Mode::kAdd : DeltaLayer::Mode::kSubtract,
           .delta = poses[i],
           .weight = random.Below(3) == 0 ? random.Between(-1, 2) : kWeights[random.Below(5)],
           .joint_weights = masks[i]});
    }
    fill_with_rest = random.Below(2) == 0;
    if (random.Below(2) == 0) rotations = RotationAverage::kEvenPace;
  }

  BlendJob Job(PoseView out) const {
    return {.skeleton = skeleton,
            .layers = layers,
            .deltas = deltas,
            .rotations = rotations,
            .fill_with_rest = fill_with_rest,
            .pose = out};
  }

  Skeleton skeleton;
  std::vector<Pose> poses;
  std::vector<std::vector<float>> masks;
  std::vector<BlendLayer> layers;
  std::vector<DeltaLayer> deltas;
  RotationAverage rotations = RotationAverage::kSum;
  bool fill_with_rest = false;
};

TEST_P(EveryKernel, BlendsAsSpecified) {  // L16, L17, C11, C61, C73
  SplitMix64 random(303);
  for (const std::uint32_t joints : kJointCounts) {
    for (int round = 0; round < (joints > 1000 ? 20 : 300); ++round) {
      const RandomBlend blend(random, joints);
      Pose found(joints), expected(joints);
      ASSERT_EQ(blend.Job(found).Validate(), Error::kNone);
      BlendByKernel(blend.Job(found), kernels_);
      for (std::uint32_t j = 0; j < joints; ++j) {
        expected.set_joint(j, spec::BlendJoint(blend.Job(expected), j));
      }
      ExpectSame(found, expected,
                 std::to_string(joints) + " joints, round " + std::to_string(round));
      if (HasFatalFailure()) return;
    }
  }
}

// --- packed clips ---

TEST_P(EveryKernel, SamplesPackedClipsAsSpecified) {
  SplitMix64 random(304);
  std::uint32_t widths[5] = {};
  for (const std::uint32_t joints : kJointCounts) {
    for (int round = 0; round < (joints >= 100 ? 1 : 12); ++round) {
      const Skeleton skeleton = RandomSkeleton(random, joints);
      const std::uint32_t moved = joints > 100 ? 3 : joints;
      const std::uint32_t morphs = round % 3 == 0 ? 0 : 1 + random.Below(20);
      const Clip clip = testing::RandomClip(random, moved, morphs, {.keys = round == 1 ? 1u : 6u});
      constexpr float kBounds[] = {1e-1f, 1e-2f, 1e-3f};
      const Result<PackedClip> packed =
          PackedClip::Create(skeleton, clip,
                             {.error_bound = joints > 100 ? 1.0f : kBounds[round % 3],
                              .point_distance = 0.03f,
                              .morph_error = 1e-2f,
                              .storage = round == 2 ? PackOptions::Storage::kFloat32
                                                    : PackOptions::Storage::kSmallest});
      ASSERT_TRUE(packed.ok()) << Describe(packed.failure());
      const PackedView view = ViewOfPacked(packed->bytes().data());
      const std::uint32_t streams =
          view.header->joint_stream_count + view.header->morph_stream_count;
      for (std::uint32_t i = 0; i < streams; ++i) {
        ++widths[static_cast<std::size_t>(view.streams[i].storage)];
      }
      std::vector<double> times{0.0, static_cast<double>(clip.duration_s())};
      for (std::uint32_t i = 0; i < view.header->knot_count && i < 40; ++i) {
        times.push_back(static_cast<double>(view.knots[i]));
        times.push_back(std::nextafter(times.back(), 0.0));
      }
      for (int i = 0; i < 20; ++i) times.push_back(random.Unit() * clip.duration_s());
      for (const double time_s : times) {
        Pose found = WildPose(random, joints, morphs);
        Pose expected(joints, morphs);
        const std::vector<float> before(found.morphs().begin(), found.morphs().end());
        std::copy(before.begin(), before.end(), expected.morphs().begin());
        kernels_.sample_packed({.packed = packed->bytes().data(),
                                .time_s = time_s,
                                .rest = skeleton.rest_blocks().data(),
                                .block_count = static_cast<std::uint32_t>(found.blocks().size()),
                                .wanted_blocks = nullptr,
                                .pose = found.blocks().data(),
                                .morphs = morphs == 0 ? nullptr : found.morphs().data()});
        spec::SamplePacked(skeleton, *packed, time_s, expected);
        ExpectSame(found, expected, std::to_string(joints) + " joints");
        if (HasFatalFailure()) return;
        for (std::uint32_t slot = 0; slot < morphs; ++slot, ++compared_) {
          ASSERT_TRUE(SameBits(found.morphs()[slot], expected.morphs()[slot])) << "slot " << slot;
        }
      }
    }
  }
  // Constant, float32, and 16, 12 and 8 bits have all been read.
  for (const std::uint32_t width : widths) EXPECT_GT(width, 0u);
}

std::string NameOf(const ::testing::TestParamInfo<Isa>& info) {
  return std::string(IsaName(info.param));
}
INSTANTIATE_TEST_SUITE_P(On, EveryKernel,
                         ::testing::ValuesIn(AvailableIsas().begin(), AvailableIsas().end()),
                         NameOf);

TEST(Isas, BeginWithScalarAndHaveNamesThatLeadBack) {
  ASSERT_FALSE(AvailableIsas().empty());
  EXPECT_EQ(AvailableIsas().front(), Isa::kScalar);
  for (const Isa isa : AvailableIsas()) EXPECT_EQ(IsaOfName(IsaName(isa)), isa);
  EXPECT_EQ(IsaOfName("avx1024"), std::nullopt);
}

}  // namespace
}  // namespace sinew
