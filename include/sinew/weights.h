// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Weights from bones: who moves each vertex of a mesh that has only positions and triangles.
// docs/weights.md has the algorithms and their rules.
//
//   Space    bind space, for positions and bones alike. Any unit: only ratios of lengths count.
//   Seams    vertices at one place (equal positions, or nearer than a millionth of the bounding
//            box's diagonal) are one, and get the same weights: seams of texture or normals do not
//            tear.
//   Order    neither the order of vertices nor that of triangles changes a weight, not by a bit.
//            Same bits on every machine.
//   Memory   offline: these functions allocate, and take seconds for a hundred thousand vertices.
//   Threads  nothing is shared and nothing is kept between calls.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "sinew/bones.h"
#include "sinew/math.h"
#include "sinew/mesh.h"
#include "sinew/model.h"
#include "sinew/result.h"
#include "sinew/skeleton.h"

namespace sinew {

// One bone from each joint of the skin to each of its children (the joints of the skin whose
// nearest ancestor in it is this one). They stand where they were bound: at the origins of the
// inverses of the inverse bind matrices. A joint without children has a stub that goes on in the
// direction of the bone that leads to it, as long as that one (files do not say how long it is); a
// point where there is none. Entries that no joint controls, repeats of a joint, and joints whose
// inverse bind is singular (they stood nowhere) have no bone. Fails where the skin does not exist
// or no bone is left.
Result<std::vector<BoneSegment>> BonesOfSkin(const Model& model, std::uint32_t skin);

// The same for joints that no skin binds yet: they stand in the rest pose, in model space.
// BoneSegment::joint is the index into `joints`. Fails on an empty list, and on joints that the
// skeleton does not have.
Result<std::vector<BoneSegment>> BonesOfSkeleton(const Skeleton& skeleton,
                                                 std::span<const std::uint32_t> joints);

// What weights may take while they are worked on, unless said otherwise: 16 bytes for each joint of
// a vertex. More is refused (kLimit), before a machine's memory is; so are results of 2^32
// influences and more, and joints from 2^20 on.
inline constexpr std::uint64_t kMaxWeightsBytes = std::uint64_t{2} << 30;
// See HeatOptions::max_work: about half a minute.
inline constexpr std::uint64_t kMaxWeightsWork = 10'000'000'000;

// What is to be weighed. Bad data (numbers that are not usable, indices out of range, no vertices,
// no bones) is refused with its place: "/triangles/7", "/bones/2/tail".
struct WeightsRequest {
  std::span<const Vec3> positions{};
  std::span<const std::uint32_t> triangles{};  // Three vertices each; may be empty.
  std::span<const BoneSegment> bones{};
  std::uint32_t joint_count = 0;  // Of the skin: every bone's joint is below it.

  // These joints keep the weights that they have in `before`, to the bit; what they leave of a
  // vertex is shared among the others. `before` has an entry a vertex; without locked joints it is
  // not looked at.
  std::span<const std::uint32_t> locked_joints{};
  const Influences* before = nullptr;
};

enum class WeightsStage : std::uint8_t {
  kPreparing,  // Welding, islands, the tree of triangles.
  kLooking,    // Which bones each vertex sees.
  kSolving,    // How heat spreads.
  kFinishing,  // Smoothing, limits, the report.
};
// How far a stage is, from 0 to 1. Called now and then, from within.
using WeightsProgress = std::function<void(WeightsStage stage, float share)>;

// Why an island (a connected part of the surface) was not weighed as the others were.
enum class IslandReason : std::uint8_t {
  kBehindOthers,  // Other islands stand between it and the bones: it was weighed as if alone.
  kSeesNoBone,    // Its own surface hides every bone: it takes the nearest ones as if it saw them.
  kNoSurface,     // Vertices that no triangle uses, all together: each takes the nearest bone.
};

struct IslandNote {
  IslandReason reason = IslandReason::kSeesNoBone;
  std::uint32_t vertex_count = 0;
  std::uint32_t first_vertex = 0;  // The lowest of its vertices.
  Vec3 where{};                    // The middle of its bounding box.
  std::uint32_t joint = 0;         // Who has most of it now.
};

struct WeightsReport {
  std::uint32_t place_count = 0;          // Vertices after welding.
  std::uint32_t island_count = 0;         // Connected parts; vertices without a triangle are none.
  std::uint32_t flat_triangle_count = 0;  // Without area, or with a corner twice.
  std::uint32_t point_bone_count = 0;     // Bones without length.
  std::vector<IslandNote> notes{};        // In ascending first vertex.
  std::vector<std::uint32_t> idle_joints{};  // Have a bone and are not locked, and move nothing.
  std::uint32_t unweighted_count = 0;  // Vertices without influence: none but where asked for.

  std::uint32_t most_influences = 0;  // Of a vertex.
  // The largest difference of a joint's weight along an edge of a triangle: no vertex jumps against
  // a neighbour by more.
  float largest_jump = 0.0f;
  std::uint32_t jump_vertex = 0, jump_neighbour = 0, jump_joint = 0;
  // Of the influences that a limit took away, and how many vertices lost some.
  float largest_dropped = 0.0f;
  std::uint32_t limited_count = 0;
  double work = 0.0;  // What was counted against max_work; of heat and transfer.
  // Transfer only: from a vertex to the other surface.
  float largest_distance = 0.0f;
  std::uint32_t farthest_vertex = 0;
};

struct WeightsResult {
  Influences
      influences{};  // A list a vertex, as Mesh wants it: ascending joints, positive weights.
  WeightsReport report{};
};

// Bone heat (Baran and Popovic 2007): every place is warmed by the nearest bone that it sees, with
// c / d^2 at distance d, and the heat of each joint spreads over the surface; in equilibrium a
// joint's temperature is its weight.
struct HeatOptions {
  std::uint32_t max_influences = 0;  // Of a vertex; 0: any number. The largest stay.
  std::uint32_t smoothing = 0;       // Times that weights are averaged with their neighbours'.
  // Weights from fade_from down to fade_to fade out, below that they are none: heat reaches
  // everywhere, and a hand that moves the hip by a thousandth is no use. 0 <= fade_to <= fade_from
  // <= 0.5.
  float fade_from = 0.05f, fade_to = 0.025f;
  // Memory that solving for an island may take; more is refused (kLimit). Surfaces as people model
  // them take some 1,000 bytes per vertex.
  std::uint64_t max_solver_bytes = std::uint64_t{2} << 30;
  std::uint64_t max_weights_bytes = kMaxWeightsBytes;
  // Work, in units of about three nanoseconds; more is refused (kLimit), before it is done where it
  // can be known, else on the way. Counts distances from vertices to bones, boxes of triangles that
  // lines of sight meet, and terms of the solution. It follows from the request alone: a request is
  // refused on every machine or on none.
  std::uint64_t max_work = kMaxWeightsWork;
  WeightsProgress progress{};
};
Result<WeightsResult> HeatWeights(const WeightsRequest& request, const HeatOptions& options = {});

// A falloff with the distance d to each joint's bones, (radius - d) / radius, whatever stands
// between (S5). Of several bones of a joint the one that gives most counts.
struct SegmentOptions {
  // In the positions' unit. Positive: of all bones. 0: each bone has its own radius, and those
  // without take no part; refused where no bone that is not locked has one.
  float radius = 0.0f;
  enum class Beyond : std::uint8_t {
    kNearest,     // Vertices that no bone reaches take the nearest.
    kUnweighted,  // They get no influence and stay where they are (S6).
  } beyond = Beyond::kNearest;
  std::uint32_t max_influences = 0;
  std::uint32_t smoothing = 0;
  std::uint64_t max_weights_bytes = kMaxWeightsBytes;
  WeightsProgress progress{};
};
Result<WeightsResult> SegmentWeights(const WeightsRequest& request, const SegmentOptions& options);

// A mesh that has weights.
struct WeightedSurface {
  std::span<const Vec3> positions{};
  std::span<const std::uint32_t> triangles{};  // Three vertices each.
  const Influences& influences;                // An entry a vertex.
};

// Averages weights with those of the neighbours along edges, `iterations` times: half its own, half
// their mean. Vertices at one place become one; locked joints keep what they have at each vertex.
Result<WeightsResult> SmoothWeights(const WeightedSurface& surface, std::uint32_t iterations,
                                    std::span<const std::uint32_t> locked_joints = {},
                                    std::uint64_t max_weights_bytes = kMaxWeightsBytes);

// The largest difference of a joint's weight along an edge of a triangle, as in WeightsReport.
struct WeightJump {
  float difference = 0.0f;
  std::uint32_t vertex = 0, neighbour = 0, joint = 0;
};

// Of weights as they are, for instance after LimitInfluences. `triangles` has three corners each.
Result<WeightJump> LargestJump(const Influences& influences,
                               std::span<const std::uint32_t> triangles);

// Weights for other positions, in the same space: those of the nearest point of the source's
// surface, between its triangle's corners. The report has the largest distance. Where the source
// has no influences, neither has the result. Boxes of triangles that are looked at count as work:
// see HeatOptions::max_work.
Result<WeightsResult> TransferWeights(const WeightedSurface& source,
                                      std::span<const Vec3> positions,
                                      std::uint64_t max_weights_bytes = kMaxWeightsBytes,
                                      std::uint64_t max_work = kMaxWeightsWork);

}  // namespace sinew
