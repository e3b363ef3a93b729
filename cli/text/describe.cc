// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "text/describe.h"

#include <fmt/format.h>

#include <array>

#include "text/printable.h"

namespace sinew::cli {

std::string InterpolationText(const Clip& clip) {
  std::array<std::size_t, 3> counts{};
  for (const TrackRange& track : clip.track_ranges()) {
    ++counts[static_cast<std::size_t>(track.interpolation)];
  }
  std::string text;
  for (const Interpolation kind :
       {Interpolation::kLinear, Interpolation::kStep, Interpolation::kCubicSpline}) {
    const std::size_t count = counts[static_cast<std::size_t>(kind)];
    if (count == 0) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, InterpolationName(kind));
  }
  return text.empty() ? "none" : text;
}

std::string VerdictText(const Report& report) {
  std::uint64_t mended = 0;
  for (const Mend& mend : report.mends) mended += mend.count;
  const auto count_or_no = [](std::uint64_t count, const char* what) {
    return count == 0 ? fmt::format("no {}s", what) : Counted(count, what);
  };
  return fmt::format("{}, {}, {}", count_or_no(report.errors(), "error"),
                     count_or_no(report.warnings(), "warning"),
                     mended == 0 ? std::string("nothing mended")
                                 : fmt::format("{} mended", Counted(mended, "place")));
}

std::string NumberText(float value) {
  const std::string text = fmt::format("{:.4g}", value);
  return text == "-0" ? "0" : text;
}

std::string PointText(const Vec3& point) {
  const auto fixed = [](float value) {
    std::string text = fmt::format("{:.3f}", value);
    return text == "-0.000" ? std::string("0.000") : text;
  };
  return fmt::format("({}, {}, {})", fixed(point.x), fixed(point.y), fixed(point.z));
}

}  // namespace sinew::cli
