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
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "pose/packed/layout.h"
#include "sinew/hierarchy.h"
#include "sinew/model.h"
#include "sinew/packed_clip_view.h"
#include "sinew/pose.h"
#include "sinew/sampling.h"
#include "sinew/skinned_mesh.h"
#include "sinew/skinning.h"

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
  // Borrows the model.
  explicit VertexGauge(const Model& model) : model_(model) {
    for (const MeshInstance& instance : model.instances()) {
      std::vector<Prepared>& prepared = prepared_.emplace_back();
      Mesh::Parts parts = model.meshes()[instance.mesh].parts();
      if (!instance.skin) {  // Then influences mean nothing.
        for (Primitive& primitive : parts.primitives) primitive.influences = {};
      }
      const Mesh mesh = Mesh::Create(std::move(parts)).value();
      for (std::uint32_t p = 0; p < mesh.primitives().size(); ++p) {
        prepared.push_back({SkinnedMesh::Create(mesh, p), mesh.primitives()[p].influences.empty()});
      }
    }
  }

  // The packer looks at four points from knot to knot; this looks at `points_a_knot`. Infinitely
  // far where a job fails.
  VertexDeviation Measure(const Clip& exact, const PackedClipView& packed,
                          std::uint32_t points_a_knot = 5) const {
    VertexDeviation worst;
    const auto slots = static_cast<std::uint32_t>(model_.morph_rest().size());
    Pose pose(model_.skeleton().joint_count(), slots), of_packed = pose;
    for (const double time_s : Moments(exact, packed, points_a_knot)) {
      ++worst.moments;
      const auto wanted = Placed(exact, time_s, pose);
      const auto found = Placed(packed, time_s, of_packed);
      if (!wanted || !found) return {.distance = INFINITY};
      for (std::uint32_t i = 0; i < prepared_.size(); ++i) {
        for (const Prepared& mesh : prepared_[i]) {
          const auto a = Skinned(i, mesh, *wanted, pose), b = Skinned(i, mesh, *found, pose);
          if (!a || !b) return {.distance = INFINITY};
          worst.vertices += a->size();
          for (std::size_t v = 0; v < a->size(); ++v) {
            const double apart = Apart((*a)[v], (*b)[v]);
            if (apart <= worst.distance) continue;
            worst.distance = apart;
            worst.instance = i;
            worst.time_s = time_s;
          }
        }
      }
    }
    return worst;
  }

 private:
  struct Prepared {
    SkinnedMesh mesh;
    bool rigid;  // Moved by its node.
  };

  static double Apart(Vec3 a, Vec3 b) {
    const double x = double{a.x} - double{b.x}, y = double{a.y} - double{b.y};
    const double z = double{a.z} - double{b.z};
    return std::sqrt(x * x + y * y + z * z);
  }

  // Between all neighbours of the exact keys and the packed knots, and just before each: STEPs.
  static std::vector<double> Moments(const Clip& exact, const PackedClipView& packed,
                                     std::uint32_t points_a_knot) {
    const PackedView view = ViewOfPacked(packed.bytes().data());
    std::vector<double> ends{0.0, exact.duration_s()};
    for (std::uint32_t k = 0; k < view.header->knot_count; ++k) ends.push_back(view.knots[k]);
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

  // One matrix a joint.
  std::optional<std::vector<Affine>> Placed(const ClipView& clip, double time_s, Pose& pose) const {
    std::vector<Affine> model_from_joint(model_.skeleton().joint_count());
    const bool done =
        SampleJob{.skeleton = model_.skeleton(),
                  .clip = clip,
                  .time_s = time_s,
                  .morph_rest = model_.morph_rest(),
                  .pose = pose}
                .Run() == Error::kNone &&
        LocalToModelJob{
            .skeleton = model_.skeleton(), .pose = pose, .model_from_joint = model_from_joint}
                .Run() == Error::kNone;
    if (!done) return std::nullopt;
    return model_from_joint;
  }

  std::optional<std::vector<Vec3>> Skinned(std::uint32_t index, const Prepared& prepared,
                                           const std::vector<Affine>& model_from_joint,
                                           const Pose& morphed) const {
    const SkinnedMesh& mesh = prepared.mesh;
    const MeshInstance& instance = model_.instances()[index];
    std::vector<Affine> palette{model_from_joint[instance.joint]};
    if (!prepared.rigid) {
      const Skin& skin = model_.skins()[*instance.skin];
      palette.resize(skin.size());
      const PaletteJob job{.skin = skin, .model_from_joint = model_from_joint, .palette = palette};
      if (job.Run() != Error::kNone) return std::nullopt;
    }
    std::vector<Vec3> positions(mesh.vertex_count());
    const SkinJob job{
        .mesh = mesh,
        .morph_weights = morphed.morphs().subspan(instance.first_morph, mesh.morph_count()),
        .palette = palette,
        .positions = positions};
    if (job.Run() != Error::kNone) return std::nullopt;
    return positions;
  }

  const Model& model_;
  std::vector<std::vector<Prepared>> prepared_;  // By instance and primitive.
};

}  // namespace sinew::testing
