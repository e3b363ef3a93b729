// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Morphed characters of the Khronos samples against sums worked out here, in double, from the
// differences as they were read and the weights of the pose.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include "support/assets.h"
#include "support/model_pose.h"

namespace sinew::testing {
namespace {

struct Point {
  double x, y, z;
};

Point Transformed(const Affine& a, Point p) {
  const auto row = [&](std::size_t r) {
    return a.m[r][0] * p.x + a.m[r][1] * p.y + a.m[r][2] * p.z + a.m[r][3];
  };
  return {row(0), row(1), row(2)};
}

// Checks every vertex at eleven moments of every clip; the error is a share of the largest
// coordinate.
void ExpectSums(std::string_view path) {
  const GltfRead read = ReadAsset(path);
  ASSERT_TRUE(read.model.ok()) << path << ": " << Describe(read.model.failure());
  const Model& model = *read.model;
  ASSERT_GT(model.clips().size(), 0u);
  std::size_t morphed = 0;
  double worst = 0.0;
  for (std::uint32_t clip = 0; clip < model.clips().size(); ++clip) {
    for (int step = 0; step <= 10; ++step) {
      const Result<ModelPose> pose =
          PoseModel(model, clip, step * 0.1 * model.clips()[clip].duration_s());
      ASSERT_TRUE(pose.ok());
      for (std::size_t i = 0; i < model.instances().size(); ++i) {
        const MeshInstance& instance = model.instances()[i];
        ASSERT_FALSE(instance.skin) << "these samples are not skinned";
        const Affine& world = pose->model_from_joint[instance.joint];
        const auto primitives = model.meshes()[instance.mesh].primitives();
        for (std::size_t p = 0; p < primitives.size(); ++p) {
          const std::vector<Vec3>& found = pose->instances[i].primitives[p].positions;
          double largest = 0.0, error = 0.0;
          for (std::size_t v = 0; v < found.size(); ++v) {
            Point at{primitives[p].positions[v].x, primitives[p].positions[v].y,
                     primitives[p].positions[v].z};
            for (std::size_t t = 0; t < primitives[p].morph_targets.size(); ++t) {
              const double weight = pose->instances[i].morph_weights[t];
              const auto& differences = primitives[p].morph_targets[t].positions;
              if (differences.empty()) continue;
              at.x += weight * differences[v].x;
              at.y += weight * differences[v].y;
              at.z += weight * differences[v].z;
              morphed += weight != 0.0;
            }
            const Point expected = Transformed(world, at);
            largest = std::max(
                {largest, std::abs(expected.x), std::abs(expected.y), std::abs(expected.z)});
            error =
                std::max({error, std::abs(found[v].x - expected.x),
                          std::abs(found[v].y - expected.y), std::abs(found[v].z - expected.z)});
          }
          EXPECT_LE(error, 1e-6 * largest) << path << " clip " << clip << " step " << step;
          worst = std::max(worst, error / largest);
        }
      }
    }
  }
  EXPECT_GT(morphed, 0u) << "no weight was ever other than zero";
  std::printf("  %s: %zu differences added, worst error %.2g\n", std::string(path).c_str(), morphed,
              worst);
}

TEST(MorphSums, SimpleMorph) {
  SINEW_SKIP_WITHOUT_ASSET("assets/khronos/SimpleMorph");
  ExpectSums("assets/khronos/SimpleMorph/glTF/SimpleMorph.gltf");
}

TEST(MorphSums, AnimatedMorphCube) {
  SINEW_SKIP_WITHOUT_ASSET("assets/khronos/AnimatedMorphCube");
  ExpectSums("assets/khronos/AnimatedMorphCube/glTF-Binary/AnimatedMorphCube.glb");
  ExpectSums("assets/khronos/AnimatedMorphCube/glTF-Quantized/AnimatedMorphCube.gltf");
}

TEST(MorphSums, MorphStressTest) {
  SINEW_SKIP_WITHOUT_ASSET("assets/khronos/MorphStressTest");
  ExpectSums("assets/khronos/MorphStressTest/glTF-Binary/MorphStressTest.glb");
}

}  // namespace
}  // namespace sinew::testing
