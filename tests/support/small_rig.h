// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A rig small enough to work out in the head, as a glTF file whose every part a test may replace by
// something nasty, and what to look for in the reading of it.
//
//   node 0  root
//     node 1  hip    at (0, 1, 0)                            skin entry 0
//       node 2  knee   1 above the hip, turned 90 deg about z  skin entry 1
//     node 3  body   mesh 0, skin 0
//
//   vertex     bound       moved by            stands at
//   0          (1, 1, 0)   hip                 (1, 1, 0)
//   1          (1, 2, 0)   knee                (0, 3, 0)
//   2          (2, 2, 0)   half hip half knee  (1, 3, 0)
//
// It was bound with the knee straight, so that the pose at rest already shows whether it bends.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/gltf.h"
#include "support/gltf_builder.h"
#include "support/model_pose.h"

namespace sinew::testing {

// Column-major, as glTF has them: (0, -1, 0) for the hip, (0, -2, 0) for the knee.
std::vector<float> SmallRigInverseBinds();

// A quarter turn about z, as JSON: the knee's rotation.
inline constexpr char kQuarterTurn[] = "[0,0,0.70710678118654752,0.70710678118654752]";

// Where its vertices stand, and the node with the mesh.
inline const std::vector<float> kBent = {1, 1, 0, 0, 3, 0, 1, 3, 0};
inline constexpr std::uint32_t kBody = 3;

inline GltfOptions Strict() {
  GltfOptions options;
  options.strict = true;
  return options;
}

struct SmallRig {
  std::string root = "{'name':'root','children':[1,3]}";
  std::string hip = "{'name':'hip','children':[2],'translation':[0,1,0]}";
  std::string knee =
      "{'name':'knee','translation':[0,1,0],"
      "'rotation':[0,0,0.70710678118654752,0.70710678118654752]}";
  std::string body = "{'name':'body','mesh':0,'skin':0}";
  std::vector<std::string> more_nodes{};  // From node 4 on.
  std::string scene = "[0]";
  std::string skin_joints = "[1,2]";
  std::vector<float> inverse_binds = SmallRigInverseBinds();  // Empty: the skin names none.
  std::string more_skin{};                                    // JSON with its comma first.
  std::vector<float> positions{1, 1, 0, 1, 2, 0, 2, 2, 0};
  std::vector<std::uint8_t> joints{0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0};
  std::vector<float> weights{1, 0, 0, 0, 1, 0, 0, 0, 0.5f, 0.5f, 0, 0};
  std::string attributes = "'POSITION':0,'JOINTS_0':1,'WEIGHTS_0':2";
  std::string more_primitive{};   // Of the primitive; JSON with its comma first.
  std::string more_primitives{};  // After it; JSON with its comma first.
  std::string more_mesh{};        // JSON with its comma first.

  // Accessors 0 to 3 are positions, joints, weights, inverse binds; a test's own follow from 4 on
  // (from 3 on where there are no inverse binds), and may be named before they are added.
  GltfBuilder Build() const;
  GltfRead Read(const GltfOptions& options = {}) const { return Build().Read(options); }
};

// --- looking at a reading ---

// True where the report has an issue of that code (and pointer, where one is given). Says what it
// has where not.
::testing::AssertionResult Reports(const GltfRead& read, std::string_view code,
                                   std::string_view pointer = "*");
// True where no issue of severity error was found, the file loaded, and nothing was mended.
::testing::AssertionResult IsClean(const GltfRead& read);
// True where the file loaded; says why not where not.
::testing::AssertionResult Loads(const GltfRead& read);
// True where the file was refused with that code.
::testing::AssertionResult IsRefused(const GltfRead& read, FailureCode code);
// True where that rule mended so many places.
::testing::AssertionResult Mended(const GltfRead& read, std::string_view rule, std::uint64_t count);

// True where all vertices are within 1e-6 of these: x, y, z one after another.
::testing::AssertionResult StandAt(const std::vector<Vec3>& vertices,
                                   const std::vector<float>& expected, float tolerance = 1e-6f);

// The vertices of one primitive of the instance at a node, posed.
std::vector<Vec3> VerticesAt(const Model& model, std::uint32_t file_node,
                             std::optional<std::uint32_t> clip = {}, double time_s = 0.0,
                             std::uint32_t primitive = 0);

// Where a node's origin stands in the world.
Vec3 OriginOf(const Model& model, std::uint32_t file_node, std::optional<std::uint32_t> clip = {},
              double time_s = 0.0);

}  // namespace sinew::testing
