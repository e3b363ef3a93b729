// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What is in a model, measured: what `sinew inspect` shows.
//
//   const ModelFacts facts = DescribeModel(model);
//   facts.skins[0].unused;     // Joints of the first skin that no vertex names.
//   facts.clips[2].bounds;     // A box that no vertex leaves while the third clip plays.
//
//   Space    bounds are in model space; lengths in the asset's unit. Joints are joints of the
//            model's skeleton.
//   Promise  of clips' bounds: as SweepClip (clip_bounds.h), by linear blend.
//   Memory   offline: prepares a copy of the model and skins every vertex once.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "sinew/box.h"
#include "sinew/model.h"
#include "sinew/result.h"

namespace sinew {

struct SkinFacts {
  std::vector<std::uint32_t> roots;   // Joints of the skin whose parent is not one.
  std::vector<std::uint32_t> unused;  // Joints that no vertex names.
  std::uint32_t instance_count = 0;   // Mesh instances under this skin.
  // Where rest times inverse bind is not the identity: legal, and good to know.
  std::vector<std::uint32_t> moved;
  std::optional<std::uint32_t> most_moved;
  float largest_move = 0.0f;  // Largest entry of the difference, there.
  bool moved_alike = false;   // All joints by one and the same transform.
};

struct MeshFacts {
  std::uint64_t vertex_count = 0;
  std::uint64_t triangle_count = 0;
  std::uint32_t max_influences = 0;       // Of one vertex.
  std::uint64_t unweighted_vertices = 0;  // Of skinned primitives.
  std::uint32_t instance_count = 0;
};

struct ClipFacts {
  std::uint64_t key_count = 0;
  std::optional<Box> bounds;  // Over all of its time. Nothing without vertices.
  float bounds_slack = 0.0f;  // How far they may reach beyond the boxes of single moments.
};

struct ModelFacts {
  std::uint32_t root_count = 0;
  std::uint32_t level_count = 0;
  std::vector<SkinFacts> skins;  // One per skin of the model; likewise meshes and clips.
  std::vector<MeshFacts> meshes;
  std::vector<ClipFacts> clips;
  std::optional<Box> rest_bounds;       // Of the vertices at rest.
  std::optional<Failure> not_measured;  // Why bounds are missing (kLimit, or kInvalid where the
                                        // model cannot be posed).
};

struct FactsOptions {
  // Joints and vertices that may be posed, and boxes moved, to find bounds; a morph target counts
  // as a vertex more. Where it does not suffice to come near, clips' bounds have more slack; where
  // it does not suffice at all, there are none.
  std::uint64_t max_work = 1'000'000'000;
  std::function<void(float share)> progress{};  // From 0 to 1, from within.
};

ModelFacts DescribeModel(const Model& model, const FactsOptions& options = {});

// Of all meshes, each once.
std::uint64_t VertexCount(const Model& model);

// How far feet slide: the largest distance that a vertex moves over the ground, the plane y = 0,
// while it is within `contact` of it; of the vertices that lie below y = `sole` where they were
// bound. Measured on the skin at 240 Hz, at times that begin with 0. kInvalid where the model
// cannot be posed.
Result<double> MeasureFootSlide(const Model& model, const Clip& clip, float sole, float contact);

}  // namespace sinew
