// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "io/js3d/spline.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "math/rounding.h"
#include "math/usable.h"

namespace sinew::js3d {
namespace {

constexpr std::uint32_t kMostSteps = 4096;  // Of one piece.

bool IsType(json::Value channel, const char* type) {
  const std::optional<json::Value> found = channel.Find("type");
  return found && found->is_string() && found->string_is(type);
}

// A piece as a Bezier curve: its four control values, of one component.
std::array<double, 4> ControlsOf(const Knots& knots, std::uint32_t piece, std::uint32_t component) {
  const double span_s =
      static_cast<double>(knots.times_s[piece + 1]) - static_cast<double>(knots.times_s[piece]);
  const double from = knots.at(piece)[component], to = knots.at(piece + 1)[component];
  const double third = span_s / 3.0;
  return {from, from + TangentAt(knots, piece, component) * third,
          to - TangentAt(knots, piece + 1, component) * third, to};
}

}  // namespace

bool ReadKnots(Source& source, json::Value channel, const char* type, Knots& knots) {
  if (!IsType(channel, type)) {
    return source.Invalid(channel.Find("type").value_or(channel),
                          Words("found another type, expected ", type));
  }
  std::optional<json::Value> list;
  if (!source.FindArray(channel, "knots", list)) return false;
  if (!list) return source.Invalid(channel, "found no \"knots\"");
  if (list->size() % 2 != 0) {
    return source.Invalid(
        *list, Words("found ", list->size(), " values, expected a time and a value for each knot"));
  }
  const std::uint32_t count = list->size() / 2;
  if (!source.Take(count, 4 * sizeof(float) * (1 + knots.width), *list)) return false;
  std::vector<float> times_s, values(std::size_t{count} * knots.width);
  for (auto element = list->elements().begin(); times_s.size() < count; ++element) {
    float frame = 0.0f;
    if (!source.ReadFloat(*element, frame)) return false;
    if (frame < 0.0f) {
      return source.Invalid(
          *element, Words("found time ", static_cast<double>(frame), ", expected none before 0"));
    }
    times_s.push_back(static_cast<float>(static_cast<double>(frame) / kFramesASecond));
    ++element;
    float* const value = values.data() + (times_s.size() - 1) * knots.width;
    if (!source.ReadFloats(*element, value, knots.width)) return false;
  }
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::sort(order, {}, [&](std::uint32_t knot) { return std::pair(times_s[knot], knot); });
  if (!std::ranges::is_sorted(times_s)) source.Mended("keys-resorted", *list);
  for (const std::uint32_t knot : order) {
    if (!knots.times_s.empty() && knots.times_s.back() == times_s[knot]) {
      source.Mended("keys-dropped", *list);
      continue;
    }
    knots.times_s.push_back(times_s[knot]);
    const auto value = values.begin() + static_cast<std::ptrdiff_t>(knot * knots.width);
    const auto after = value + static_cast<std::ptrdiff_t>(knots.width);
    knots.values.insert(knots.values.end(), value, after);
  }
  return true;
}

double TangentAt(const Knots& knots, std::uint32_t knot, std::uint32_t component) {
  if (knots.count() < 2) return 0.0;
  const std::uint32_t before = knot == 0 ? 0 : knot - 1;
  const std::uint32_t after = knot + 1 == knots.count() ? knot : knot + 1;
  const double change = static_cast<double>(knots.at(after)[component]) -
                        static_cast<double>(knots.at(before)[component]);
  return change /
         (static_cast<double>(knots.times_s[after]) - static_cast<double>(knots.times_s[before]));
}

scalar::Vec3D PieceAt(const Knots& knots, std::uint32_t piece, double share) {
  const auto component = [&](std::uint32_t c) {
    const std::array<double, 4> b = ControlsOf(knots, piece, c);
    const double rest = 1.0 - share;
    return b[0] * (rest * rest * rest) + b[1] * (3.0 * rest * rest * share) +
           b[2] * (3.0 * rest * share * share) + b[3] * (share * share * share);
  };
  return {component(0), component(1), component(2)};
}

std::uint32_t StepsOf(const Knots& knots, std::uint32_t piece) {
  // How far the angles go is at most the way along the control values; a step of 2.5 degrees of
  // three angles together is within 0.02 degrees of the shortest way. How far a cubic leaves its
  // chord is at most 0.75 times the controls' second difference over the square of the steps: 0.05
  // degrees are left to that.
  double way = 0.0, bend = 0.0;
  for (std::uint32_t c = 0; c < 3; ++c) {
    const std::array<double, 4> b = ControlsOf(knots, piece, c);
    way += std::abs(b[1] - b[0]) + std::abs(b[2] - b[1]) + std::abs(b[3] - b[2]);
    const double first = std::abs(b[2] - 2.0 * b[1] + b[0]);
    const double second = std::abs(b[3] - 2.0 * b[2] + b[1]);
    bend += first > second ? first : second;
  }
  const double by_way = way / 2.5, by_bend = std::sqrt(bend * 0.75 / 0.05);
  const double steps = scalar::Floor(by_way > by_bend ? by_way : by_bend) + 1.0;
  return steps < kMostSteps ? static_cast<std::uint32_t>(steps) : kMostSteps;
}

}  // namespace sinew::js3d
