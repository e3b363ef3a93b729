// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Reading small .js3d scenes, and asking what came of them.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "sinew/js3d.h"
#include "support/js3d_builder.h"
#include "support/model_pose.h"

namespace sinew::testing {

inline Result<Js3dScene> Read(const std::string& text, const Js3dLimits& limits = {}) {
  return ReadJs3d(std::as_bytes(std::span(text)), limits);
}

inline Js3dScene Scene(const Js3dText& text) {
  Result<Js3dScene> read = Read(text.Text());
  EXPECT_TRUE(read.ok()) << (read.ok() ? "" : Describe(read.failure()));
  return read.ok() ? std::move(read).value() : Js3dScene();
}

inline std::uint32_t JointNamed(const Model& model, std::string_view name) {
  const std::optional<std::uint32_t> joint = model.skeleton().Find(name);
  EXPECT_TRUE(joint) << name;
  return joint.value_or(0);
}

inline ModelPose PoseOf(const Model& model, std::optional<std::uint32_t> clip = {},
                        double time_s = 0) {
  Result<ModelPose> pose = PoseModel(model, clip, time_s);
  EXPECT_TRUE(pose.ok()) << (pose.ok() ? "" : Describe(pose.failure()));
  return pose.ok() ? std::move(pose).value() : ModelPose();
}

inline Vec3 OriginOf(const Affine& a) { return {a.m[0][3], a.m[1][3], a.m[2][3]}; }

inline std::uint64_t Mended(const Js3dScene& scene, std::string_view rule) {
  for (const Mend& mend : scene.mends) {
    if (mend.rule == rule) return mend.count;
  }
  return 0;
}

inline std::uint64_t Lost(const Js3dScene& scene, std::string_view kind) {
  for (const Js3dLoss& loss : scene.not_carried) {
    if (loss.kind == kind) return loss.count;
  }
  return 0;
}

inline std::string With(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, text.npos) << from;
  return at == text.npos ? text : text.replace(at, from.size(), to);
}

// A scene that shows one mesh.
inline Js3dText Shown(const Js3dMesh& mesh) {
  return {.meshes = "{'thing':" + mesh.Json() + "}",
          .mesh_instances = "{'here':{'transform':null,'mesh':'thing','material':null}}"};
}

inline Failure Refused(const std::string& text, const Js3dLimits& limits = {}) {
  const Result<Js3dScene> read = Read(text, limits);
  EXPECT_FALSE(read.ok());
  return read.ok() ? Failure{} : read.failure();
}

}  // namespace sinew::testing
