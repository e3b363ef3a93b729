// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Two traces of `sinew mix --json`. In each frame first what plays (stage "actions"), then where
// everything is ("nodes"), then what the morphs weigh ("morph"): where the first differ, the others
// follow.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "commands/difference.h"
#include "text/exit_code.h"

namespace sinew::cli {
namespace {

constexpr const char* kNotAMix = "is not a trace of `sinew mix --json`";

[[noreturn]] void NotAMix(const DiffInput& input, const std::string& why) {
  throw CommandError(ExitCode::kCannotRead, input.file, fmt::format("{}: {}", kNotAMix, why));
}

double NumberOf(const JsonValue& in, std::string_view key, const DiffInput& input) {
  const std::optional<double> number = in[key].number();
  if (!number) NotAMix(input, fmt::format("\"{}\" is not a number", key));
  return *number;
}

struct PlayedAction {
  std::string name;
  double time = 0.0, weight = 0.0;
};

// Some programs list what does not run as well, and say so.
std::vector<PlayedAction> ActionsOf(const JsonValue& frame, const DiffInput& input) {
  std::vector<PlayedAction> played;
  for (const JsonValue& action : ListOf(frame, "actions", input, kNotAMix)) {
    if (!action["running"].boolean().value_or(true)) continue;
    std::optional<std::string> name = action["name"].string();
    if (!name) NotAMix(input, "an action has no name");
    played.push_back({.name = *std::move(name),
                      .time = NumberOf(action, "time", input),
                      .weight = NumberOf(action, "weight", input)});
  }
  return played;
}

class MixComparer {
 public:
  MixComparer(const DiffInput& a, const DiffInput& b, double tolerance)
      : a_(a), b_(b), tolerance_(tolerance) {}

  Comparison Compare(const JsonValue& a, const JsonValue& b) {
    const std::vector<JsonValue> in_a = ListOf(a, "frames", a_, kNotAMix),
                                 in_b = ListOf(b, "frames", b_, kNotAMix);
    for (std::size_t f = 0; f < std::min(in_a.size(), in_b.size()); ++f) {
      place_ = {};
      place_.frame = f;
      const double time_a = NumberOf(in_a[f], "t", a_), time_b = NumberOf(in_b[f], "t", b_);
      place_.time_s = time_a;
      // Other programs round their times; who tolerates nothing does not tolerate that.
      if (std::fabs(time_a - time_b) > (tolerance_ > 0.0 ? 1e-6 : 0.0)) {
        place_.stage = "time";
        Found("t", std::fabs(time_a - time_b));
        return comparison_;
      }
      CompareActions(in_a[f], in_b[f]);
      CompareNodes(in_a[f], in_b[f]);
      CompareMorphs(in_a[f], in_b[f]);
    }
    if (in_a.size() != in_b.size()) {
      place_ = {.stage = "shape"};
      Found(fmt::format("A has {} frames, B has {}", in_a.size(), in_b.size()));
    }
    return comparison_;
  }

 private:
  void CompareActions(const JsonValue& a, const JsonValue& b) {
    place_.stage = "actions";
    std::vector<PlayedAction> left = ActionsOf(b, b_);
    for (const PlayedAction& x : ActionsOf(a, a_)) {
      const auto y = std::find_if(left.begin(), left.end(),
                                  [&](const PlayedAction& other) { return other.name == x.name; });
      if (y == left.end()) {
        OneSided("A", x);
        continue;
      }
      Numbers(x.weight, y->weight, fmt::format("weight of \"{}\"", x.name));
      // When something is at that weighs nothing, nobody sees.
      const bool is_seen = x.weight > tolerance_ || y->weight > tolerance_;
      if (is_seen || tolerance_ == 0.0) {
        Numbers(x.time, y->time, fmt::format("time of \"{}\"", x.name));
      }
      left.erase(y);
    }
    for (const PlayedAction& y : left) OneSided("B", y);
  }

  void OneSided(const char* side, const PlayedAction& action) {
    ++comparison_.compared;
    if (tolerance_ > 0.0 && action.weight <= tolerance_) return;
    Found(fmt::format("only {} plays \"{}\"", side, action.name), action.weight);
  }

  void CompareNodes(const JsonValue& a, const JsonValue& b) {
    place_.stage = "nodes";
    Each(a, b, "nodes", "i", [&](const JsonValue& x, const JsonValue& y) {
      place_.name = x["name"].string().value_or("");
      Lists(x["T"], y["T"], "T", false);
      Lists(x["R"], y["R"], "R", true);
      Lists(x["S"], y["S"], "S", false);
    });
  }

  void CompareMorphs(const JsonValue& a, const JsonValue& b) {
    place_.stage = "morph";
    Each(a, b, "morph", "node", [&](const JsonValue& x, const JsonValue& y) {
      Lists(x["weights"], y["weights"], "weight", false);
    });
  }

  template <typename Body>
  void Each(const JsonValue& a, const JsonValue& b, std::string_view key, std::string_view node_key,
            const Body& body) {
    const std::vector<JsonValue> in_a = ListOf(a, key, a_, kNotAMix),
                                 in_b = ListOf(b, key, b_, kNotAMix);
    for (std::size_t i = 0; i < std::min(in_a.size(), in_b.size()); ++i) {
      const double node_a = NumberOf(in_a[i], node_key, a_),
                   node_b = NumberOf(in_b[i], node_key, b_);
      if (node_a != node_b) {
        place_.node.reset();
        place_.name.clear();
        Found(fmt::format("place {} of \"{}\" is node {} in A, {} in B", i, key, node_a, node_b));
        return;
      }
      if (node_a >= 0.0 && node_a < 4294967296.0) place_.node = static_cast<std::uint32_t>(node_a);
      body(in_a[i], in_b[i]);
    }
    place_.node.reset();
    place_.name.clear();
    if (in_a.size() == in_b.size()) return;
    Found(fmt::format("A lists {} of \"{}\", B lists {}", in_a.size(), key, in_b.size()));
  }

  void Lists(const JsonValue& in_a, const JsonValue& in_b, std::string_view what,
             bool is_rotation) {
    const auto numbers_of = [&](const JsonValue& value, const DiffInput& input) {
      std::optional<std::vector<double>> numbers = value.numbers();
      if (!numbers) NotAMix(input, fmt::format("{} is not a list of numbers", what));
      return *std::move(numbers);
    };
    const std::vector<double> a = numbers_of(in_a, a_), b = numbers_of(in_b, b_);
    if (a.size() != b.size()) {
      Found(fmt::format("{} has {} numbers in A, {} in B", what, a.size(), b.size()));
      return;
    }
    const double sign = is_rotation ? SignBetween(a, b) : 1.0;
    if (sign < 0.0 && tolerance_ == 0.0) Found(fmt::format("sign of {}", what), 0.0);
    for (std::size_t i = 0; i < a.size(); ++i) {
      Numbers(a[i], sign * b[i], fmt::format("{}[{}]", what, i));
    }
  }

  void Numbers(double a, double b, const std::string& what) {
    ++comparison_.compared;
    const double by = std::fabs(a - b);
    if (by <= tolerance_ && (tolerance_ > 0.0 || std::signbit(a) == std::signbit(b))) return;
    Found(what, by);
  }

  void Found(const std::string& what, std::optional<double> by = std::nullopt) {
    place_.what = what;
    place_.by = by;
    comparison_.Found(place_);
  }

  const DiffInput &a_, &b_;
  double tolerance_;
  Comparison comparison_{.kind = "mixes"};
  Difference place_{};  // Where we are; `what` and `by` are filled in.
};

}  // namespace

bool LooksLikeAMix(std::string_view json) {
  constexpr int kInFrame = 3;  // { frames: [ { ...
  int depth = 0;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (c == '{' || c == '[') ++depth;
    if ((c == '}' || c == ']') && depth-- == kInFrame) return false;  // The first frame is over.
    if (c != '"') continue;
    const std::size_t begin = ++i;
    while (i < json.size() && json[i] != '"') i += json[i] == '\\' ? 2 : 1;
    if (i >= json.size()) return false;
    const std::size_t next = json.find_first_not_of(" \t\r\n", i + 1);
    const bool is_key = next != json.npos && json[next] == ':';
    if (depth == kInFrame && is_key && json.substr(begin, i - begin) == "actions") return true;
  }
  return false;
}

Comparison CompareMixes(const DiffInput& a, const DiffInput& b, double tolerance) {
  const JsonDocument in_a = ParsedJson(a), in_b = ParsedJson(b);
  return MixComparer(a, b, tolerance).Compare(in_a.root(), in_b.root());
}

}  // namespace sinew::cli
