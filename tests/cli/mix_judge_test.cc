// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Two crossfades of the Fox, judged by three.js.
//
// Both sample the same clips at the same times with the same weights. Two rotations they both bring
// to the slerp of the two (RotationAverage::kEvenPace), so that inside a fade they agree as well as
// outside it: 2e-2 was wanted there. By `--rotations sum` we blend as L16 says, by the normalised
// sum, which runs along the same arc at another pace: a component is off by at most 0.0195 where
// the two are 120 degrees apart, 0.048 at 160, 0.071 at 180.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <simdjson.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <map>

#include "cli/run_tool.h"
#include "support/assets.h"

namespace sinew::testing {
namespace {

using simdjson::dom::element;
using Rotation = std::array<double, 4>;

constexpr char kFox[] = "assets/khronos/Fox/glTF-Binary/Fox.glb";
constexpr char kGolden[] = "golden/Fox-crossfade.json";
constexpr double kSeenWeight = 1e-6;
constexpr double kPi = 3.14159265358979;
constexpr double kFarApart = 120.0 * kPi / 180.0;

Rotation RotationOf(element node) {
  Rotation r;
  for (std::size_t i = 0; i < 4; ++i) r[i] = node["R"].at(i);
  return r;
}

double Dot(const Rotation& a, const Rotation& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

// The largest component's difference; q and -q are the same rotation.
double Apart(const Rotation& a, const Rotation& b) {
  double most = 0.0;
  for (std::size_t i = 0; i < 4; ++i) {
    most = std::max(most, std::fabs(a[i] - (Dot(a, b) < 0.0 ? -b[i] : b[i])));
  }
  return most;
}

// of_a * a + of_b * b, the short way, made unit.
Rotation Sum(const Rotation& a, double of_a, const Rotation& b, double of_b) {
  Rotation sum;
  for (std::size_t i = 0; i < 4; ++i)
    sum[i] = of_a * a[i] + (Dot(a, b) < 0.0 ? -of_b : of_b) * b[i];
  const double length = std::sqrt(Dot(sum, sum));
  for (double& x : sum) x /= length;
  return sum;
}

Rotation Slerp(const Rotation& a, const Rotation& b, double t) {
  const double half = std::acos(std::min(1.0, std::fabs(Dot(a, b))));
  if (half < 1e-6) return Sum(a, 1.0 - t, b, t);
  return Sum(a, std::sin((1.0 - t) * half), b, std::sin(t * half));
}

// Relative to the translation's size, or to one unit where it is smaller.
double TranslationOff(element a, element b) {
  double off = 0.0, size = 0.0;
  for (std::size_t i = 0; i < 3; ++i) {
    const double x = a["T"].at(i), y = b["T"].at(i);
    off += (x - y) * (x - y);
    size += y * y;
  }
  return std::sqrt(off) / std::max(1.0, std::sqrt(size));
}

struct Played {
  double time = 0.0, weight = 0.0;
};

class MixAgainstThree : public ::testing::Test {
 protected:
  void SetUp() override {
    SINEW_SKIP_WITHOUT_ASSET(kGolden);
    SINEW_SKIP_WITHOUT_ASSET(kFox);
    ours_ = Mix(of_ours_, {});
    three_ = of_three_.load(AssetPath(kGolden))["frames"];
    ASSERT_EQ(three_.get_array().size(), 121u);
    ASSERT_EQ(ours_.get_array().size(), 121u);
  }

  // The frames of both crossfades.
  static element Mix(simdjson::dom::parser& parser, const std::vector<std::string>& more) {
    std::vector<std::string> arguments{
        "mix",         AssetPath(kFox), "--play", "Survey", "--fade", "0.5:Walk:0.5", "--fade",
        "1.4:Run:0.4", "--seconds",     "2",      "--fps",  "60",     "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const ToolRun run = RunTool(arguments);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return parser.parse(run.out)["frames"];
  }

  // Those of a frame that run and can be seen. three.js lists all three clips.
  static std::map<std::string, Played> ActionsOf(element frame) {
    std::map<std::string, Played> played;
    for (const element action : frame["actions"]) {
      bool runs = true;
      if (action["running"].get(runs) == simdjson::SUCCESS && !runs) continue;
      const Played now{.time = action["time"], .weight = action["weight"]};
      if (now.weight > kSeenWeight) played[std::string(std::string_view(action["name"]))] = now;
    }
    return played;
  }

  // A clip at one time, as `sinew pose` says.
  element PoseOf(const std::string& clip, double time_s) {
    char text[40];
    std::snprintf(text, sizeof text, "--times=%.17g", time_s);
    const ToolRun run = RunTool({"pose", AssetPath(kFox), "--clip", clip, text, "--json"});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return poses_.emplace_back().parse(run.out)["frames"].at(0)["nodes"];
  }

  simdjson::dom::parser of_ours_, of_three_;
  std::vector<simdjson::dom::parser> poses_;
  element ours_, three_;
};

TEST_F(MixAgainstThree, TimesAndWeightsAreTheSameInEveryFrame) {
  double worst_time = 0.0, worst_weight = 0.0;
  std::size_t compared = 0;
  for (std::size_t f = 0; f < 121; ++f) {
    EXPECT_NEAR(double(ours_.at(f)["t"]), double(three_.at(f)["t"]), 1e-6);
    const auto ours = ActionsOf(ours_.at(f)), three = ActionsOf(three_.at(f));
    EXPECT_EQ(ours.size(), three.size()) << "frame " << f;
    for (const auto& [name, theirs] : three) {
      ASSERT_TRUE(ours.contains(name)) << name << " in frame " << f;
      worst_time = std::max(worst_time, std::fabs(ours.at(name).time - theirs.time));
      worst_weight = std::max(worst_weight, std::fabs(ours.at(name).weight - theirs.weight));
      ++compared;
    }
  }
  EXPECT_LE(worst_time, 1e-6);
  EXPECT_LE(worst_weight, 1e-6);
  EXPECT_EQ(compared, 121u + 29u + 23u);  // Two at a time within the fades.
  std::printf("%zu actions compared: times within %.2g s, weights within %.2g\n", compared,
              worst_time, worst_weight);
}

TEST_F(MixAgainstThree, OutsideFadesNodesAreTheSame) {
  double worst_rotation = 0.0, worst_translation = 0.0;
  std::size_t frames = 0;
  for (std::size_t f = 0; f < 121; ++f) {
    if (ActionsOf(three_.at(f)).size() > 1) continue;
    ++frames;
    const element ours = ours_.at(f)["nodes"], three = three_.at(f)["nodes"];
    ASSERT_EQ(ours.get_array().size(), three.get_array().size());
    for (std::size_t n = 0; n < three.get_array().size(); ++n) {
      ASSERT_EQ(std::int64_t(ours.at(n)["i"]), std::int64_t(three.at(n)["i"]));
      worst_rotation =
          std::max(worst_rotation, Apart(RotationOf(ours.at(n)), RotationOf(three.at(n))));
      worst_translation = std::max(worst_translation, TranslationOff(ours.at(n), three.at(n)));
    }
  }
  EXPECT_LE(worst_rotation, 1e-5);
  EXPECT_LE(worst_translation, 1e-5);
  EXPECT_EQ(frames, 121u - 29u - 23u);
  std::printf("%zu frames outside fades: rotations within %.2g, translations within %.2g\n", frames,
              worst_rotation, worst_translation);
}

TEST_F(MixAgainstThree, InsideFadesNodesAreTheSameToo) {  // C11
  double worst_rotation = 0.0, worst_translation = 0.0;
  std::size_t frames = 0;
  for (std::size_t f = 0; f < 121; ++f) {
    if (ActionsOf(three_.at(f)).size() < 2) continue;
    ++frames;
    const element ours = ours_.at(f)["nodes"], three = three_.at(f)["nodes"];
    ASSERT_EQ(ours.get_array().size(), 26u);
    for (std::size_t n = 0; n < 26; ++n) {
      worst_rotation =
          std::max(worst_rotation, Apart(RotationOf(ours.at(n)), RotationOf(three.at(n))));
      worst_translation = std::max(worst_translation, TranslationOff(ours.at(n), three.at(n)));
    }
  }
  EXPECT_EQ(frames, 29u + 23u);
  EXPECT_LE(worst_rotation, 1e-5);  // 2e-2 was wanted.
  EXPECT_LE(worst_translation, 1e-5);
  std::printf("%zu frames inside fades: rotations within %.2g, translations within %.2g\n", frames,
              worst_rotation, worst_translation);
}

TEST_F(MixAgainstThree, TheNormalisedSumDiffersByThePaceOfSlerpAlone) {  // L16, C11
  simdjson::dom::parser of_sums;
  const element sums = Mix(of_sums, {"--rotations", "sum"});
  double worst_near = 0.0, worst_far = 0.0, worst_slerp = 0.0, worst_sum = 0.0, widest = 0.0;
  std::size_t far = 0, compared = 0;
  poses_.reserve(2 * 121);  // Elements point into their parsers.
  for (std::size_t f = 0; f < 121; ++f) {
    const auto actions = ActionsOf(sums.at(f));
    if (actions.size() < 2) continue;
    const std::string from = f < 60 ? "Survey" : "Walk", to = f < 60 ? "Walk" : "Run";
    const Played a = actions.at(from), b = actions.at(to);
    const double t = b.weight / (a.weight + b.weight);
    const element pose_a = PoseOf(from, a.time), pose_b = PoseOf(to, b.time);
    for (std::size_t n = 0; n < 26; ++n) {
      ++compared;
      const Rotation r_a = RotationOf(pose_a.at(n)), r_b = RotationOf(pose_b.at(n));
      const Rotation ours = RotationOf(sums.at(f)["nodes"].at(n));
      const Rotation three = RotationOf(three_.at(f)["nodes"].at(n));
      worst_slerp = std::max(worst_slerp, Apart(three, Slerp(r_a, r_b, t)));
      worst_sum = std::max(worst_sum, Apart(ours, Sum(r_a, 1.0 - t, r_b, t)));
      const double angle = 2.0 * std::acos(std::min(1.0, std::fabs(Dot(r_a, r_b))));
      widest = std::max(widest, angle);
      if (angle > kFarApart) ++far;
      double& worst = angle > kFarApart ? worst_far : worst_near;
      worst = std::max(worst, Apart(ours, three));
    }
  }
  EXPECT_EQ(compared, 26u * (29u + 23u));
  EXPECT_LE(worst_slerp, 1e-5);
  EXPECT_LE(worst_sum, 1e-5);
  EXPECT_LE(worst_near, 2e-2);
  EXPECT_GT(worst_far, 2e-2);  // Else nothing would tell the two ways apart.
  EXPECT_LE(worst_far, 0.071);
  std::printf(
      "%zu nodes inside fades by sums: rotations within %.2g where the clips' are up to 120 "
      "degrees "
      "apart, and %.2g in the %zu that are further apart (up to %.0f)\n",
      compared, worst_near, worst_far, far, widest * 180.0 / kPi);
}

}  // namespace
}  // namespace sinew::testing
