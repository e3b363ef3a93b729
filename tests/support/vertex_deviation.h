// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// How far a packed clip puts a model's vertices from where the exact one does: by skinning them
// all, by linear blend, on a grid of times that is denser than the packer's. Both are morphed by
// the exact clip's weights: packed ones have a bound of their own.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "pose/packed/layout.h"
#include "sinew/asset.h"
#include "sinew/asset_pose.h"
#include "sinew/model.h"
#include "sinew/packed_clip_view.h"

namespace sinew::testing {

struct VertexDeviation {
  double distance = 0.0;
  std::uint32_t instance = 0;  // Of the distance, as those below.
  double time_s = 0.0;
  std::uint64_t moments = 0;  // Looked at, as those below.
  std::uint64_t vertices = 0;

  void Add(const VertexDeviation& other) {
    const std::uint64_t all_moments = moments + other.moments;
    const std::uint64_t all_vertices = vertices + other.vertices;
    if (other.distance > distance) *this = other;
    moments = all_moments;
    vertices = all_vertices;
  }
};

class VertexGauge {
 public:
  explicit VertexGauge(const Model& model) : asset_(Asset::Create(model)) {}

  // The packer looks at four points from knot to knot; this looks at `points_a_knot`. Infinitely
  // far where posing fails.
  VertexDeviation Measure(const Clip& exact, const PackedClipView& packed,
                          std::uint32_t points_a_knot = 5) const {
    VertexDeviation worst;
    AssetPose wanted(asset_), found(asset_);
    std::vector<Vec3> a, b;
    for (const double time_s : Moments(exact, packed, points_a_knot)) {
      ++worst.moments;
      if (wanted.Sample(exact, time_s) != Error::kNone) return {.distance = INFINITY};
      if (found.Sample(packed, time_s) != Error::kNone) return {.distance = INFINITY};
      std::ranges::copy(wanted.pose().morphs, found.local_pose().morphs.begin());
      const DrawRange draws = asset_.draws();
      for (const Draw draw : draws) {
        a.resize(asset_.primitives()[draw.primitive].vertices.vertex_count());
        b.resize(a.size());
        if (wanted.Skin(draw, {.positions = a}) != Error::kNone) return {.distance = INFINITY};
        if (found.Skin(draw, {.positions = b}) != Error::kNone) return {.distance = INFINITY};
        worst.vertices += a.size();
        for (std::size_t v = 0; v < a.size(); ++v) {
          const double apart = Apart(a[v], b[v]);
          if (apart <= worst.distance) continue;
          worst.distance = apart;
          worst.instance = draw.instance;
          worst.time_s = time_s;
        }
      }
    }
    return worst;
  }

 private:
  static double Apart(Vec3 a, Vec3 b) {
    const double x = double{a.x} - double{b.x}, y = double{a.y} - double{b.y};
    const double z = double{a.z} - double{b.z};
    return std::sqrt(x * x + y * y + z * z);
  }

  // Between all neighbours of the exact keys and the packed knots, and just before each: STEPs.
  static std::vector<double> Moments(const Clip& exact, const PackedClipView& packed,
                                     std::uint32_t points_a_knot) {
    std::vector<double> ends{0.0, exact.duration_s()};
    if (packed.form() == ClipForm::kPacked) {
      const PackedView view = ViewOfPacked(packed.bytes().data());
      for (std::uint32_t k = 0; k < view.header->knot_count; ++k) ends.push_back(view.knots[k]);
    }
    for (std::uint32_t t = 0; t < exact.track_count(); ++t) {
      for (const float time_s : exact.track(t).times) ends.push_back(time_s);
    }
    std::sort(ends.begin(), ends.end());
    ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
    std::vector<double> moments;
    for (std::size_t e = 0; e + 1 < ends.size(); ++e) {
      for (std::uint32_t i = 0; i < points_a_knot; ++i) {
        moments.push_back(ends[e] + (ends[e + 1] - ends[e]) * i / points_a_knot);
      }
      moments.push_back(std::nextafter(ends[e + 1], ends[e]));
    }
    moments.push_back(ends.back());
    return moments;
  }

  Asset asset_;
};

}  // namespace sinew::testing
