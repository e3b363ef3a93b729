// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Scotty3D's own human, and the numbers of its tests (vectors/scotty3d.json): skeletons, splines,
// weights and skinned positions that were not computed here.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <simdjson.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include "sinew/gltf.h"
#include "sinew/js3d.h"
#include "support/assets.h"
#include "support/js3d_builder.h"
#include "support/model_pose.h"
#include "support/near.h"

namespace sinew::testing {
namespace {

namespace dom = simdjson::dom;

constexpr char kHuman[] = "vectors/A4-human.js3d";
constexpr char kVectors[] = "vectors/scotty3d.json";

Js3dScene ReadBytes(std::span<const std::byte> bytes) {
  Result<Js3dScene> read = ReadJs3d(bytes);
  EXPECT_TRUE(read.ok()) << (read.ok() ? "" : Describe(read.failure()));
  return read.ok() ? std::move(read).value() : Js3dScene();
}

std::string HumanText() {
  const std::vector<std::byte> bytes = *ReadFileBytes(AssetPath(kHuman));
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

Js3dScene ReadText(const std::string& text) { return ReadBytes(std::as_bytes(std::span(text))); }

Vec3 VectorOf(dom::element array) {
  return {static_cast<float>(array.at(0).get_double().value()),
          static_cast<float>(array.at(1).get_double().value()),
          static_cast<float>(array.at(2).get_double().value())};
}

class Js3dVectors : public ::testing::Test {
 protected:
  void SetUp() override {
    SINEW_SKIP_WITHOUT_ASSET(kVectors);
    SINEW_SKIP_WITHOUT_ASSET(kHuman);
    ASSERT_EQ(parser_.load(AssetPath(kVectors)).get(vectors_), simdjson::SUCCESS);
  }

  simdjson::dom::parser parser_;
  dom::element vectors_;
};

TEST_F(Js3dVectors, TheHumanIsReadWhole) {
  const Js3dScene scene = ReadText(HumanText());
  ASSERT_EQ(scene.skinned_meshes.size(), 1u);
  const Js3dSkinnedMesh& human = scene.skinned_meshes[0];
  const dom::element wanted = vectors_["human"];
  ASSERT_EQ(human.polygons.vertex_count(), 808u);
  ASSERT_EQ(human.rig.bones.size(), 18u);
  EXPECT_EQ(scene.model.skins()[0].size(), 18u);
  EXPECT_TRUE(scene.mends.empty());
  EXPECT_TRUE(scene.not_carried.empty());
  EXPECT_TRUE(Near(human.rig.base, VectorOf(wanted["skeleton"]["base"]), 1e-6));
  std::size_t b = 0;
  for (const dom::element bone : wanted["skeleton"]["bones"].get_array()) {
    EXPECT_TRUE(Near(human.rig.bones[b].extent, VectorOf(bone["extent"]), 1e-6)) << b;
    EXPECT_EQ(human.rig.bones[b].parent, bone["parent"].get_int64().value()) << b;
    EXPECT_NEAR(human.rig.bones[b].radius, bone["radius"].get_double().value(), 1e-6) << b;
    ++b;
  }
  std::uint32_t v = 0, most = 0;
  for (const dom::element list : wanted["stored_weights"].get_array()) {
    const std::span<const Influence> own = human.polygons.influences().of(v);
    const dom::array pairs = list.get_array();
    ASSERT_EQ(own.size(), pairs.size()) << v;
    std::size_t i = 0;
    for (const dom::element pair : pairs) {
      EXPECT_EQ(own[i].joint, pair.at(0).get_uint64().value()) << v;
      EXPECT_EQ(own[i].weight, static_cast<float>(pair.at(1).get_double().value())) << v;
      ++i;
    }
    EXPECT_TRUE(Near(human.polygons.positions()[v], VectorOf(wanted["positions"].at(v)), 1e-6));
    most = std::max(most, static_cast<std::uint32_t>(own.size()));
    ++v;
  }
  EXPECT_EQ(v, 808u);
  EXPECT_EQ(most, 5u);
}

TEST_F(Js3dVectors, TheHumanAtRestIsUnchanged) {  // S12
  const Js3dScene scene = ReadText(HumanText());
  const Result<ModelPose> pose = PoseModel(scene.model);
  ASSERT_TRUE(pose.ok());
  const auto& before = scene.model.meshes()[0].primitives()[0].positions;
  const auto& after = pose->instances[0].primitives[0].positions;
  ASSERT_EQ(before.size(), after.size());
  for (std::size_t c = 0; c < before.size(); ++c) {
    ASSERT_TRUE(Near(after[c], before[c], 2e-6)) << c;
  }
}

// The file's text with other angles.
std::string Posed(std::string text, dom::element degrees) {
  std::size_t at = 0;
  for (const dom::element angles : degrees.get_array()) {
    at = text.find("\"pose\"", at);
    EXPECT_NE(at, text.npos);
    const std::size_t begin = text.find('[', at), end = text.find(']', at) + 1;
    const std::string pose = simdjson::minify(angles);
    text.replace(begin, end - begin, pose);
    at = begin + pose.size();
  }
  return text;
}

TEST_F(Js3dVectors, PosedBonesMoveTheHumanAsTheReferenceDoes) {  // S1, S14, S15
  const std::string text = HumanText();
  int poses = 0;
  double worst = 0.0;
  for (const dom::element wanted : vectors_["human"]["derived_reference_poses"].get_array()) {
    std::string posed = Posed(text, wanted["bone_pose_degrees"]);
    const std::size_t begin = posed.find('[', posed.find("\"base_offset\""));
    posed.replace(begin, posed.find(']', begin) + 1 - begin,
                  simdjson::minify(wanted["base_offset"]));
    const Js3dScene scene = ReadText(posed);
    const Result<ModelPose> pose = PoseModel(scene.model);
    ASSERT_TRUE(pose.ok());
    const PolygonMesh& polygons = scene.skinned_meshes[0].polygons;
    const auto& got = pose->instances[0].primitives[0].positions;
    ASSERT_EQ(got.size(), polygons.corners().size());
    for (std::size_t c = 0; c < got.size(); ++c) {
      const dom::element place = wanted["posed_positions_double"].at(polygons.corners()[c]);
      const double errors[] = {got[c].x - place.at(0).get_double().value(),
                               got[c].y - place.at(1).get_double().value(),
                               got[c].z - place.at(2).get_double().value()};
      for (const double error : errors) worst = std::max(worst, std::abs(error));
    }
    ++poses;
  }
  std::printf("  %d poses, at most %.2g off\n", poses, worst);
  EXPECT_EQ(poses, 3);
  EXPECT_LT(worst, 1e-5);
}

// Turning one bone moves what follows it or a bone below it, and nothing else.
TEST_F(Js3dVectors, TurningABoneMovesTheRightVertices) {  // S13
  const std::string text = HumanText();
  const Js3dScene rest = ReadText(text);
  const BoneRig& rig = rest.skinned_meshes[0].rig;
  const PolygonMesh& polygons = rest.skinned_meshes[0].polygons;
  std::size_t moved_in_all = 0;
  for (std::size_t turned = 0; turned < rig.bones.size(); ++turned) {
    std::string poses = "[";
    for (std::size_t b = 0; b < rig.bones.size(); ++b) {
      poses += std::string(b == 0 ? "" : ",") + (b == turned ? "[25,0,40]" : "[0,0,0]");
    }
    dom::parser parser;
    const std::string all = poses + "]";
    const Js3dScene scene = ReadText(Posed(text, parser.parse(all)));
    const Result<ModelPose> pose = PoseModel(scene.model);
    ASSERT_TRUE(pose.ok());
    std::vector<bool> below(rig.bones.size(), false);
    for (std::size_t b = 0; b < rig.bones.size(); ++b) {
      const std::int32_t parent = rig.bones[b].parent;
      below[b] = b == turned || (parent != kNoParent && below[static_cast<std::size_t>(parent)]);
    }
    const auto& got = pose->instances[0].primitives[0].positions;
    std::size_t moved = 0;
    for (std::size_t c = 0; c < got.size(); ++c) {
      const std::uint32_t vertex = polygons.corners()[c];
      float share = 0.0f;
      for (const Influence& one : polygons.influences().of(vertex)) {
        if (below[one.joint]) share += one.weight;
      }
      const bool stayed = static_cast<bool>(Near(got[c], polygons.positions()[vertex], 1e-5));
      if (share == 0.0f) {
        EXPECT_TRUE(stayed) << "bone " << turned << ", vertex " << vertex;
      } else if (share > 0.01f) {
        moved += stayed ? 0 : 1;
      }
    }
    EXPECT_GT(moved, 0u) << turned;
    moved_in_all += moved;
  }
  std::printf("  18 bones turned, %zu corners moved in all\n", moved_in_all);
}

TEST_F(Js3dVectors, SkeletonsStandAsTheProgramsTestsSay) {  // S14
  int compared = 0;
  for (const dom::element fk : vectors_["fk"].get_array()) {
    const bool at_bind = fk["pose"].get_string().value() == "bind";
    std::string bones;
    for (const dom::element bone : fk["skeleton"]["bones"].get_array()) {
      const std::int64_t parent = bone["parent"].get_int64().value();
      bones += (bones.empty() ? "" : ",") + std::string("{'extent':") +
               std::string(simdjson::minify(bone["extent"])) +
               ",'roll':" + std::string(simdjson::minify(bone["roll"])) +
               ",'radius':1,'pose':" + std::string(simdjson::minify(bone["pose"])) +
               ",'channel_id':0,'parent':" + std::to_string(static_cast<std::uint32_t>(parent)) +
               "}";
    }
    Js3dText text = Arm();
    text.skinned_meshes =
        "{'arm':{'mesh':" + Strip().Json() + ",'skeleton':{'bones':[" + bones +
        "],'handles':[],'base':" + std::string(simdjson::minify(fk["skeleton"]["base"])) +
        ",'base_offset':" + std::string(simdjson::minify(fk["skeleton"]["base_offset"])) + "}}}";
    const Js3dScene scene = ReadText(text.Text());
    const Result<ModelPose> pose = PoseModel(scene.model);
    ASSERT_TRUE(pose.ok());
    const Skin& skin = scene.model.skins()[0];
    std::uint32_t b = 0;
    for (const dom::element matrix : fk["expected_col_major"].get_array()) {
      const auto joint = static_cast<std::uint32_t>(skin.joints()[b]);
      const Affine got =
          at_bind ? Inverse(skin.inverse_bind()[b]).value() : pose->model_from_joint[joint];
      for (std::size_t r = 0; r < 3; ++r) {
        for (std::size_t c = 0; c < 4; ++c) {
          EXPECT_NEAR(got.m[r][c], matrix.at(c * 4 + r).get_double().value(), 1e-3)
              << "bone " << b << " row " << r << " column " << c;
          ++compared;
        }
      }
      ++b;
    }
  }
  EXPECT_GE(compared, 48);
}

TEST_F(Js3dVectors, SplinesGoWhereTheProgramsTestsSay) {
  std::string knots;
  for (const dom::element knot : vectors_["spline"]["knots"].get_array()) {
    knots += (knots.empty() ? "" : ",") + std::string(simdjson::minify(knot.at(0))) + "," +
             std::string(simdjson::minify(knot.at(1)));
  }
  Js3dText text = Arm();
  text.splines = "{'place':{'translation':{'type':'Vec3','knots':[" + knots + "]}}}";
  const Js3dScene scene = ReadText(text.Text());
  int compared = 0;
  for (const dom::element at : vectors_["spline"]["at"].get_array()) {
    const double frame = at.at(0).get_double().value();
    const Result<ModelPose> pose = PoseModel(scene.model, 0, frame / 24);
    ASSERT_TRUE(pose.ok());
    EXPECT_TRUE(Near(pose->pose[*scene.model.skeleton().Find("place")].translation,
                     VectorOf(at.at(1)), 1e-3));
    ++compared;
  }
  EXPECT_EQ(compared, 7);
}

TEST_F(Js3dVectors, TheHumanComesBackFromGlb) {
  const Js3dScene scene = ReadText(HumanText());
  const Result<std::vector<std::byte>> glb = WriteGlb(scene.model);
  ASSERT_TRUE(glb.ok());
  const GltfRead again = ReadGltf(*glb);
  ASSERT_TRUE(again.model.ok());
  EXPECT_EQ(again.report.errors() + again.report.warnings(), 0u);
  EXPECT_EQ(again.model->skeleton().parts().parents, scene.model.skeleton().parts().parents);
  EXPECT_EQ(again.model->meshes()[0].primitives()[0].influences.list,
            scene.model.meshes()[0].primitives()[0].influences.list);
}

}  // namespace
}  // namespace sinew::testing
