// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "support/small_rig.h"

#include <cmath>

namespace sinew::testing {
namespace {

std::string Summary(const GltfRead& read) {
  std::string text = read.model.ok() ? "loaded" : "refused: " + Describe(read.model.failure());
  for (const Issue& issue : read.report.issues) {
    text += "\n  " + std::string(issue.code) + " (" + std::string(SeverityName(issue.severity)) +
            ") at '" + issue.pointer + "': " + issue.message;
  }
  for (const Mend& mend : read.report.mends) {
    text += "\n  mended " + std::string(mend.rule) + " x" + std::to_string(mend.count) + " at '" +
            mend.first + "'";
  }
  return text;
}

}  // namespace

std::vector<float> SmallRigInverseBinds() {
  return {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1,   // hip
          1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -2, 0, 1};  // knee
}

GltfBuilder SmallRig::Build() const {
  GltfBuilder file;
  file.Floats("VEC3", positions);
  file.U8("VEC4", joints);
  file.Floats("VEC4", weights, "", Bounds::kLeftOut);
  std::string skin = "{'joints':" + skin_joints + more_skin;
  if (!inverse_binds.empty()) {
    skin += ",'inverseBindMatrices':" +
            std::to_string(file.Floats("MAT4", inverse_binds, "", Bounds::kLeftOut));
  }
  file.Skin(skin + "}");
  file.Mesh("{'primitives':[{'attributes':{" + attributes + "}" + more_primitive + "}" +
            more_primitives + "]" + more_mesh + "}");
  for (const std::string& node : {root, hip, knee, body}) file.Node(node);
  for (const std::string& node : more_nodes) file.Node(node);
  file.Scene(scene);
  return file;
}

::testing::AssertionResult Reports(const GltfRead& read, std::string_view code,
                                   std::string_view pointer) {
  for (const Issue& issue : read.report.issues) {
    if (issue.code == code && (pointer == "*" || issue.pointer == pointer)) {
      return ::testing::AssertionSuccess();
    }
  }
  return ::testing::AssertionFailure()
         << "no " << code << " at '" << pointer << "' among: " << Summary(read);
}

::testing::AssertionResult IsClean(const GltfRead& read) {
  if (read.model.ok() && read.report.errors() == 0 && read.report.mends.empty()) {
    return ::testing::AssertionSuccess();
  }
  return ::testing::AssertionFailure() << "not clean: " << Summary(read);
}

::testing::AssertionResult Loads(const GltfRead& read) {
  if (read.model.ok()) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << Summary(read);
}

::testing::AssertionResult IsRefused(const GltfRead& read, FailureCode code) {
  if (!read.model.ok() && read.model.failure().code == code &&
      !read.model.failure().message.empty()) {
    return ::testing::AssertionSuccess();
  }
  return ::testing::AssertionFailure()
         << "not refused as " << FailureCodeName(code) << ": " << Summary(read);
}

::testing::AssertionResult Mended(const GltfRead& read, std::string_view rule,
                                  std::uint64_t count) {
  for (const Mend& mend : read.report.mends) {
    if (mend.rule == rule && mend.count == count && !mend.first.empty()) {
      return ::testing::AssertionSuccess();
    }
  }
  return ::testing::AssertionFailure()
         << "no " << rule << " x" << count << " among: " << Summary(read);
}

::testing::AssertionResult StandAt(const std::vector<Vec3>& vertices,
                                   const std::vector<float>& expected, float tolerance) {
  std::vector<float> found;
  for (const Vec3& v : vertices) found.insert(found.end(), {v.x, v.y, v.z});
  bool equal = found.size() == expected.size();
  for (std::size_t i = 0; equal && i < found.size(); ++i) {
    equal = std::abs(found[i] - expected[i]) <= tolerance;
  }
  if (equal) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "found " << ::testing::PrintToString(found)
                                       << ", expected " << ::testing::PrintToString(expected);
}

std::vector<Vec3> VerticesAt(const Model& model, std::uint32_t file_node,
                             std::optional<std::uint32_t> clip, double time_s,
                             std::uint32_t primitive) {
  const Result<ModelPose> pose = PoseModel(model, clip, time_s);
  const std::optional<std::uint32_t> instance = InstanceAtNode(model, file_node);
  if (!pose.ok() || !instance || pose->instances[*instance].primitives.size() <= primitive) {
    ADD_FAILURE() << "nothing is drawn at node " << file_node;
    return {};
  }
  return pose->instances[*instance].primitives[primitive].positions;
}

Vec3 OriginOf(const Model& model, std::uint32_t file_node, std::optional<std::uint32_t> clip,
              double time_s) {
  const Result<ModelPose> pose = PoseModel(model, clip, time_s);
  if (!pose.ok() || !model.skeleton().JointOfFileNode(file_node)) {
    ADD_FAILURE() << "no node " << file_node;
    return {};
  }
  return TransformPoint(WorldOfNode(model, *pose, file_node), {});
}

}  // namespace sinew::testing
