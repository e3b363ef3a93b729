// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <fmt/format.h>

#include <cmath>

#include "commands/difference.h"
#include "text/exit_code.h"

namespace sinew::cli {
namespace {

constexpr const char* kNotAPose = "is not a pose of `sinew pose --json`";

// Two arrays of numbers that should be alike; reports each that is not. Rotations are the same up
// to their sign where a tolerance is given; where none is, the sign is one difference.
class NumberComparer {
 public:
  NumberComparer(const DiffInput& a, const DiffInput& b, Comparison& comparison, double tolerance)
      : a_(a), b_(b), comparison_(comparison), tolerance_(tolerance) {}

  Difference place;  // Where we are; `what` and `by` are filled in.

  void Compare(const JsonValue& in_a, const JsonValue& in_b, std::string_view stage,
               std::string_view what, bool is_rotation = false) {
    const std::vector<double> a = NumbersOf(in_a, a_, what);
    const std::vector<double> b = NumbersOf(in_b, b_, what);
    if (in_a.is_null() && in_b.is_null()) return;
    place.stage = stage;
    if (a.size() != b.size()) {
      Found(fmt::format("{} has {} numbers in A, {} in B", what, a.size(), b.size()));
      return;
    }
    const double sign = is_rotation ? SignBetween(a, b) : 1.0;
    if (sign < 0.0 && tolerance_ == 0.0) Found(fmt::format("sign of {}", what), 0.0);
    const bool is_of_vertices = stage == "vertices" || stage == "normals";
    for (std::size_t i = 0; i < a.size(); ++i) {
      ++comparison_.compared;
      const double x = a[i], y = sign * b[i];
      const double by = std::fabs(x - y);
      const bool same_sign = std::signbit(x) == std::signbit(y);
      if (by <= tolerance_ && (tolerance_ > 0.0 || same_sign)) continue;
      Found(is_of_vertices ? fmt::format("{} of vertex {}", what, i / 3)
                           : fmt::format("{}[{}]", what, i),
            by);
    }
  }

  // The lists of a frame, or of the file. Missing ones are empty where both sides lack them.
  std::vector<JsonValue> ListA(const JsonValue& in, std::string_view key) const {
    return ListOf(in, key, a_, kNotAPose);
  }
  std::vector<JsonValue> ListB(const JsonValue& in, std::string_view key) const {
    return ListOf(in, key, b_, kNotAPose);
  }

  // Single numbers that say what something is: which mesh, how many vertices.
  void Same(const JsonValue& a, const JsonValue& b, std::string_view key) {
    const std::optional<double> x = a[key].number(), y = b[key].number();
    if (!x || !y) return;
    ++comparison_.compared;
    if (*x == *y) return;
    place.stage = "shape";
    Found(fmt::format("{} is {} in A, {} in B", key, *x, *y));
  }

  void Found(std::string what, std::optional<double> by = std::nullopt) {
    place.what = std::move(what);
    place.by = by;
    comparison_.Found(place);
  }

 private:
  static std::vector<double> NumbersOf(const JsonValue& value, const DiffInput& input,
                                       std::string_view what) {
    if (value.is_null()) return {};
    std::optional<std::vector<double>> numbers = value.numbers();
    if (numbers) return *std::move(numbers);
    throw CommandError(ExitCode::kCannotRead, input.file,
                       fmt::format("{}: {} is not a list of numbers", kNotAPose, what));
  }

  const DiffInput &a_, &b_;
  Comparison& comparison_;
  double tolerance_;
};

std::optional<std::uint32_t> NodeNumber(const JsonValue& value) {
  const std::optional<double> number = value.number();
  if (!number || !(*number >= 0.0 && *number <= 4294967295.0)) return std::nullopt;
  return static_cast<std::uint32_t>(*number);
}

void CompareFrames(const JsonValue& a, const JsonValue& b, NumberComparer& compare) {
  const auto each = [&](std::string_view key, std::string_view node_key, auto&& body) {
    const std::vector<JsonValue> in_a = compare.ListA(a, key), in_b = compare.ListB(b, key);
    if (in_a.size() != in_b.size()) {
      compare.place.node.reset();
      compare.place.name.clear();
      compare.place.stage = "shape";
      compare.Found(fmt::format("A lists {} {}, B lists {}", in_a.size(), key, in_b.size()));
      return;
    }
    for (std::size_t i = 0; i < in_a.size(); ++i) {
      compare.place.node = NodeNumber(in_a[i][node_key]);
      compare.place.name = in_a[i]["name"].string().value_or("");
      if (in_a[i][node_key].number() != in_b[i][node_key].number()) {
        compare.place.stage = "shape";
        compare.Found(fmt::format("{}[{}] is of another node in B", key, i));
        continue;
      }
      body(in_a[i], in_b[i]);
    }
  };
  each("nodes", "i", [&](const JsonValue& x, const JsonValue& y) {
    compare.Compare(x["T"], y["T"], "local", "T");
    compare.Compare(x["R"], y["R"], "local", "R", true);
    compare.Compare(x["S"], y["S"], "local", "S");
  });
  each("morph", "node", [&](const JsonValue& x, const JsonValue& y) {
    compare.Compare(x["weights"], y["weights"], "local", "morph weights");
  });
  each("nodes", "i", [&](const JsonValue& x, const JsonValue& y) {
    compare.Compare(x["world"], y["world"], "model", "world");
  });
  each("skins", "node", [&](const JsonValue& x, const JsonValue& y) {
    compare.Same(x, y, "skin");
    compare.Compare(x["joints"], y["joints"], "shape", "joints");
    const std::vector<JsonValue> of_x = compare.ListA(x, "jointMatrices"),
                                 of_y = compare.ListB(y, "jointMatrices");
    if (of_x.size() != of_y.size()) {
      compare.place.stage = "shape";
      compare.Found(fmt::format("A has {} jointMatrices, B has {}", of_x.size(), of_y.size()));
    }
    const std::vector<double> joints = x["joints"].numbers().value_or(std::vector<double>());
    for (std::size_t i = 0; i < std::min(of_x.size(), of_y.size()); ++i) {
      if (i < joints.size() && joints[i] >= 0) {
        compare.place.node = static_cast<std::uint32_t>(std::min(joints[i], 4294967295.0));
      }
      compare.Compare(of_x[i], of_y[i], "palette", fmt::format("jointMatrices[{}]", i));
    }
  });
  each("prims", "node", [&](const JsonValue& x, const JsonValue& y) {
    for (const char* key : {"mesh", "prim", "skin", "count"}) compare.Same(x, y, key);
    compare.Compare(x["positions"], y["positions"], "vertices", "position");
    compare.Compare(x["normals"], y["normals"], "normals", "normal");
  });
}

}  // namespace

Comparison ComparePoses(const DiffInput& a, const DiffInput& b, double tolerance) {
  const JsonDocument in_a = ParsedJson(a), in_b = ParsedJson(b);
  Comparison comparison{.kind = "poses"};
  NumberComparer compare(a, b, comparison, tolerance);
  const std::vector<JsonValue> frames_a = compare.ListA(in_a.root(), "frames"),
                               frames_b = compare.ListB(in_b.root(), "frames");
  if (frames_a.size() != frames_b.size()) {
    comparison.Found(
        {.stage = "shape",
         .what = fmt::format("A has {} frames, B has {}", frames_a.size(), frames_b.size())});
  }
  for (std::size_t f = 0; f < std::min(frames_a.size(), frames_b.size()); ++f) {
    const double time_a = frames_a[f]["t"].number().value_or(0.0),
                 time_b = frames_b[f]["t"].number().value_or(0.0);
    compare.place = {};
    compare.place.frame = f;
    compare.place.time_s = time_a;
    if (std::fabs(time_a - time_b) > 1e-6) {
      compare.place.stage = "time";
      compare.Found("t", std::fabs(time_a - time_b));
      break;
    }
    CompareFrames(frames_a[f], frames_b[f], compare);
  }
  return comparison;
}

}  // namespace sinew::cli
