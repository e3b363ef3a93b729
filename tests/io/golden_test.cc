// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Whole characters against an outside judge: three.js read the same files and posed them at the
// same times (golden/*.json; 7 digits). How far apart we may be:
//
//   world    world matrices of all nodes: 1e-5 of the largest entry among them in that frame
//   joints   joint matrices of one skinned node: 1e-5 of the largest entry among them in that frame
//   vertices skinned positions: 1e-5 of the diagonal of the primitive's bounding box in that frame
//   normals  1e-3 in each component, against the inverse transpose form (C3)
//   morphs   1e-6 in each weight
#include <gtest/gtest.h>
#include <simdjson.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sinew/gltf.h"
#include "sinew/matrix_layouts.h"
#include "support/assets.h"
#include "support/model_pose.h"

namespace sinew::testing {
namespace {

namespace dom = simdjson::dom;

// Played through a mixer: another test's.
constexpr char kMixed[] = "Fox-crossfade.json";

std::vector<double> Numbers(dom::element array) {
  std::vector<double> numbers;
  for (const dom::element number : array.get_array()) numbers.push_back(number.get_double());
  return numbers;
}

// The largest error of one quantity, as a share of what is allowed, and the file it was found in.
struct Worst {
  double share = 0.0;
  double error = 0.0;
  std::string file;
  std::uint64_t compared = 0;
};

class Comparison {
 public:
  // One error, and what is allowed, in one unit.
  void Add(const char* quantity, const std::string& file, double error, double allowed) {
    Worst& worst = worst_[quantity];
    ++worst.compared;
    const double share = error / allowed;
    EXPECT_LE(error, allowed) << quantity << " of " << file;  // NaN fails too.
    if (worst.compared == 1 || share > worst.share) {
      worst = {share, error, file, worst.compared};
    }
  }

  void Print() const {
    for (const auto& [quantity, worst] : worst_) {
      std::printf("  %-8s %6llu compared, worst %.3g (%.2g of what is allowed) in %s\n",
                  quantity.c_str(), static_cast<unsigned long long>(worst.compared), worst.error,
                  worst.share, worst.file.c_str());
    }
  }

  std::uint64_t compared(const char* quantity) const {
    const auto found = worst_.find(quantity);
    return found == worst_.end() ? 0 : found->second.compared;
  }

 private:
  std::map<std::string, Worst> worst_;
};

struct Difference {
  double largest_error = 0.0;
  double largest_entry = 0.0;

  void Add(const Affine& ours, const std::vector<double>& theirs) {
    const std::array<float, 16> columns = ToColumnMajor4x4(ours);
    ASSERT_EQ(theirs.size(), 16u);
    for (std::size_t i = 0; i < 16; ++i) {
      const double error = std::abs(static_cast<double>(columns[i]) - theirs[i]);
      if (!(error <= largest_error)) largest_error = error;
      largest_entry = std::max(largest_entry, std::abs(theirs[i]));
    }
  }
};

double LargestError(const std::vector<Vec3>& ours, const std::vector<double>& theirs) {
  if (ours.size() * 3 != theirs.size()) {
    ADD_FAILURE() << ours.size() << " vertices, expected " << theirs.size() / 3;
    return HUGE_VAL;
  }
  double largest = 0.0;
  for (std::size_t i = 0; i < ours.size(); ++i) {
    const float components[] = {ours[i].x, ours[i].y, ours[i].z};
    for (std::size_t c = 0; c < 3; ++c) {
      const double error = std::abs(static_cast<double>(components[c]) - theirs[3 * i + c]);
      if (!(error <= largest)) largest = error;
    }
  }
  return largest;
}

double Diagonal(const std::vector<double>& positions) {
  double sum = 0.0;
  for (std::size_t c = 0; c < 3; ++c) {
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (std::size_t i = c; i < positions.size(); i += 3) {
      low = std::min(low, positions[i]);
      high = std::max(high, positions[i]);
    }
    sum += (high - low) * (high - low);
  }
  return std::sqrt(sum);
}

// The instance that a "node" names, or, where three.js left that out, the first of its "mesh".
std::optional<std::uint32_t> InstanceOf(const Model& model, dom::element item) {
  std::int64_t index = 0;
  if (item["node"].get(index) == simdjson::SUCCESS) {
    return InstanceAtNode(model, static_cast<std::uint32_t>(index));
  }
  if (item["mesh"].get(index) != simdjson::SUCCESS) return std::nullopt;
  for (std::uint32_t i = 0; i < model.instances().size(); ++i) {
    if (model.instances()[i].mesh == static_cast<std::uint32_t>(index)) return i;
  }
  return std::nullopt;
}

void CompareFrame(const Model& model, const ModelPose& pose, dom::element frame,
                  const std::string& file, Comparison& comparison) {
  Difference world;
  for (const dom::element node : frame["nodes"].get_array()) {
    const std::int64_t index = node["i"].get_int64();
    world.Add(WorldOfNode(model, pose, static_cast<std::uint32_t>(index)), Numbers(node["world"]));
  }
  comparison.Add("world", file, world.largest_error, 1e-5 * world.largest_entry);

  for (const dom::element skin : frame["skins"].get_array()) {
    const std::optional<std::uint32_t> at = InstanceOf(model, skin);
    ASSERT_TRUE(at) << file;
    const std::vector<Affine>& palette = pose.instances[*at].palette;
    const auto matrices = skin["jointMatrices"].get_array();
    ASSERT_EQ(palette.size(), matrices.size()) << file;
    Difference joints;
    std::size_t entry = 0;
    for (const dom::element matrix : matrices) joints.Add(palette[entry++], Numbers(matrix));
    comparison.Add("joints", file, joints.largest_error, 1e-5 * joints.largest_entry);
  }

  for (const dom::element item : frame["prims"].get_array()) {
    const std::optional<std::uint32_t> at = InstanceOf(model, item);
    ASSERT_TRUE(at) << file;
    const std::uint64_t number = item["prim"].get_uint64();
    ASSERT_LT(number, pose.instances[*at].primitives.size()) << file;
    const PosedPrimitive& primitive = pose.instances[*at].primitives[number];
    dom::element theirs;
    if (item["positions"].get(theirs) == simdjson::SUCCESS) {
      const std::vector<double> positions = Numbers(theirs);
      comparison.Add("vertices", file, LargestError(primitive.positions, positions),
                     1e-5 * Diagonal(positions));
    }
    if (item["normalsIT"].get(theirs) == simdjson::SUCCESS && !theirs.is_null()) {
      comparison.Add("normals", file, LargestError(primitive.normals, Numbers(theirs)), 1e-3);
    }
  }

  for (const dom::element item : frame["morph"].get_array()) {
    const std::optional<std::uint32_t> at = InstanceOf(model, item);
    ASSERT_TRUE(at) << file;
    const std::vector<double> theirs = Numbers(item["weights"]);
    const std::vector<float>& ours = pose.instances[*at].morph_weights;
    ASSERT_EQ(ours.size(), theirs.size()) << file;
    for (std::size_t i = 0; i < ours.size(); ++i) {
      comparison.Add("morphs", file, std::abs(static_cast<double>(ours[i]) - theirs[i]), 1e-6);
    }
  }
}

// Returns the number of frames compared.
std::size_t CompareFile(const std::string& golden, Comparison& comparison,
                        const GltfOptions& options = {}) {
  dom::parser parser;
  dom::element document;
  EXPECT_EQ(parser.load(AssetPath(golden)).get(document), simdjson::SUCCESS) << golden;
  const std::string name = golden.substr(golden.rfind('/') + 1);
  const std::string_view file = document["file"].get_string();
  const std::string_view clip_number = document["clip"].get_string();

  const GltfRead read = ReadAsset("assets/" + std::string(file), options);
  if (!read.model.ok()) {
    ADD_FAILURE() << file << ": " << Describe(read.model.failure());
    return 0;
  }
  std::optional<std::uint32_t> clip;
  if (clip_number != "none") {
    clip = static_cast<std::uint32_t>(std::stoul(std::string(clip_number)));
    if (*clip >= read.model->clips().size()) {
      ADD_FAILURE() << file << " has no clip " << *clip;
      return 0;
    }
    const double duration = document["duration"].get_double();
    EXPECT_NEAR(read.model->clips()[*clip].duration_s(), duration, 1e-6 * duration) << file;
  }
  std::size_t frames = 0;
  for (const dom::element frame : document["frames"].get_array()) {
    const Result<ModelPose> pose = PoseModel(*read.model, clip, frame["t"].get_double());
    if (!pose.ok()) {
      ADD_FAILURE() << file << ": " << Describe(pose.failure());
      return frames;
    }
    CompareFrame(*read.model, *pose, frame, name, comparison);
    ++frames;
  }
  return frames;
}

TEST(Golden, EveryPoseThatThreeJsComputedIsReproduced) {
  SINEW_SKIP_WITHOUT_ASSET("golden");
  Comparison comparison;
  std::size_t files = 0, frames = 0;
  for (const std::string& golden : ListAssets("golden", ".json")) {
    if (golden.ends_with(kMixed)) continue;
    const std::size_t compared = CompareFile(golden, comparison);
    EXPECT_GT(compared, 0u) << golden << " was not compared";
    files += compared > 0;
    frames += compared;
  }
  std::printf("  %zu files, %zu frames\n", files, frames);
  comparison.Print();
  EXPECT_GT(files, 0u);
  for (const char* quantity : {"world", "joints", "vertices", "normals", "morphs"}) {
    EXPECT_GT(comparison.compared(quantity), 0u) << "no " << quantity << " compared";
  }
}

// Every stream of this file, of both versions and with every filter, beside its plain bytes.
TEST(Golden, MeshoptStreamsEqualTheirFallback) {
  SINEW_SKIP_WITHOUT_ASSET("golden/MeshoptCubeTest-0.json");
  Comparison comparison;
  EXPECT_GT(CompareFile("golden/MeshoptCubeTest-0.json", comparison), 0u);
  EXPECT_GT(comparison.compared("world"), 0u);
  // The golden file has no vertices: the fallback alone has.
  GltfOptions fallback;
  fallback.decoders.meshopt = [](const MeshoptRequest&) -> std::optional<Failure> {
    return Failure{FailureCode::kUnsupported, "", "take the fallback"};
  };
  const char* const path = "assets/khronos/MeshoptCubeTest/glTF/MeshoptCubeTest.gltf";
  const GltfRead decoded = ReadAsset(path), plain = ReadAsset(path, fallback);
  ASSERT_TRUE(decoded.model.ok() && plain.model.ok());
  EXPECT_TRUE(decoded.report.mends.empty());
  for (std::size_t m = 0; m < plain.model->meshes().size(); ++m) {
    const auto expected = plain.model->meshes()[m].primitives();
    for (std::size_t p = 0; p < expected.size(); ++p) {
      EXPECT_EQ(decoded.model->meshes()[m].primitives()[p].positions, expected[p].positions);
    }
  }
}

}  // namespace
}  // namespace sinew::testing
