// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The bound of packed clips, over every clip of the test files.
//
// Bounds are meant for a character that stands 1.8 m tall. The files' units differ (the Fox's is
// about a centimetre) and so do their sizes, so every file is taken as though it were that tall:
// 0.1 mm becomes the same share of the file's largest extent, and so do the 3 cm that the points
// stand away from their joints.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

#include "pose/deviation.h"
#include "sinew/model.h"
#include "sinew/packed_clip.h"
#include "support/assets.h"
#include "support/model_pose.h"
#include "support/sanitized.h"

namespace sinew {
namespace {

constexpr double kTall_m = 1.8;

// Of all vertices at rest; of joints where nothing is drawn.
double LargestExtent(const Model& model) {
  const Result<testing::ModelPose> pose = testing::PoseModel(model);
  if (!pose.ok()) return 0.0;
  double low[3] = {1e30, 1e30, 1e30}, high[3] = {-1e30, -1e30, -1e30};
  const auto add = [&](Vec3 v) {
    const double p[3] = {v.x, v.y, v.z};
    for (int i = 0; i < 3; ++i) {
      low[i] = std::min(low[i], p[i]);
      high[i] = std::max(high[i], p[i]);
    }
  };
  for (const testing::PosedInstance& instance : pose->instances) {
    for (const testing::PosedPrimitive& primitive : instance.primitives) {
      for (const Vec3 v : primitive.positions) add(v);
    }
  }
  return std::max({high[0] - low[0], high[1] - low[1], high[2] - low[2], 0.0});
}

struct Totals {
  int clips = 0;
  double worst_share = 0.0;
  double worst_morph = 0.0;
  std::uint64_t moments = 0;
  std::size_t bytes = 0, exact_bytes = 0;
};

void PackAll(const std::string& file, double millimetres, Totals& totals) {
  const GltfRead read = testing::ReadAsset(file);
  if (!read.model.ok() || read.model->clips().empty()) return;
  const double extent = LargestExtent(*read.model);
  const double units_a_metre = extent > 0.0 ? extent / kTall_m : 1.0;
  const Skeleton& skeleton = read.model->skeleton();
  const PackOptions options{.error_bound = static_cast<float>(millimetres / 1000 * units_a_metre),
                            .point_distance = static_cast<float>(0.03 * units_a_metre)};
  for (const Clip& clip : read.model->clips()) {
    const Result<PackedClip> packed = PackedClip::Create(skeleton, clip, options);
    ASSERT_TRUE(packed.ok()) << file << ' ' << clip.name() << ": " << Describe(packed.failure());
    const testing::MeasuredDeviation found = testing::MeasureDeviation(
        skeleton, clip, *packed,
        std::vector<float>(skeleton.joint_count(), *options.point_distance));
    EXPECT_LE(found.distance, packed->error_bound())
        << file << ' ' << clip.name() << ", joint " << found.joint << " at " << found.time_s
        << " s";
    EXPECT_LE(found.morph, options.morph_error) << file << ' ' << clip.name();
    ++totals.clips;
    totals.moments += found.moments;
    totals.worst_share = std::max(totals.worst_share, found.distance / packed->error_bound());
    totals.worst_morph = std::max(totals.worst_morph, found.morph / options.morph_error);
    totals.bytes += packed->size_bytes();
    totals.exact_bytes += clip.size_bytes();
  }
}

void PackFiles(const std::vector<std::string>& files, int least_clips) {
  for (const double millimetres : {0.1, 1.0}) {
    if (testing::kSanitized && millimetres < 1.0) continue;
    Totals totals;
    for (const std::string& file : files) PackAll(file, millimetres, totals);
    EXPECT_GE(totals.clips, least_clips);
    std::cout << millimetres << " mm: " << totals.clips << " clips at " << totals.moments
              << " moments, the worst uses " << totals.worst_share << " of its bound (morphs "
              << totals.worst_morph << "), " << totals.bytes << " bytes of " << totals.exact_bytes
              << '\n';
  }
}

TEST(PackedAssets, TheFoxStaysWithinTheBound) {
  SINEW_SKIP_WITHOUT_ASSET("assets/khronos/Fox");
  PackFiles(testing::ListAssets("assets/khronos/Fox", ".gltf"), 3);
}

TEST(PackedAssets, TheBarbarianStaysWithinTheBound) {
  SINEW_SKIP_WITHOUT_ASSET("assets/kaykit/Barbarian.glb");
  PackFiles({"assets/kaykit/Barbarian.glb"}, 76);
}

TEST(PackedAssets, TheCubicFigureStaysWithinTheBound) {
  SINEW_SKIP_WITHOUT_ASSET("assets/derived/RiggedFigure_cubic.glb");
  PackFiles({"assets/derived/RiggedFigure_cubic.glb"}, 1);
}

TEST(PackedAssets, EveryOtherClipStaysWithinTheBound) {
  SINEW_SKIP_WITHOUT_ASSET("assets/khronos");
  std::vector<std::string> files;
  for (const char* folder : {"assets/khronos", "assets/asset-generator", "assets/webxr-hand"}) {
    for (const char* ending : {".gltf", ".glb"}) {
      for (const std::string& file : testing::ListAssets(folder, ending)) {
        if (file.find("/Fox/") == std::string::npos) files.push_back(file);
      }
    }
  }
  PackFiles(files, 20);
}

}  // namespace
}  // namespace sinew
