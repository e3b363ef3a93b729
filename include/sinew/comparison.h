// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Where two models, two recordings of poses or mixes, or two traces of hashes differ first, and by
// how much at most. This is what `sinew diff` prints.
//
//   Sides      A is the first argument, B the second.
//   Tolerance  differences up to it are none. With 0 every bit counts: 0 and -0 differ, and a
//              rotation that differs in its sign alone is a difference of 0. Otherwise q and -q
//              are one rotation.
//   Memory     offline: allocates.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sinew/asset.h"
#include "sinew/mix_script.h"
#include "sinew/posed_scene.h"
#include "sinew/result.h"
#include "sinew/scene_hash.h"

namespace sinew {

struct Difference {
  // "local", "palette", "vertices", "normals"...; "shape" where something is missing on a side.
  std::string stage{};
  std::string clip{};  // Its number, "rest", or empty.
  std::optional<std::uint64_t> frame{};
  std::optional<double> time_s{};
  std::optional<std::uint32_t> node{};  // In the file.
  std::string name{};                   // Of the node, or empty.
  std::string what{};                   // "T[1]", "A has 3 clips, B has 2".
  std::optional<double> by{};           // Absolute; nothing where it has no size.
};

struct Comparison {
  std::optional<Difference> first{};            // Nothing: the same.
  std::map<std::string, Difference> largest{};  // By stage; those that have a size.
  std::uint64_t compared = 0;                   // Values, lines or things that were looked at.

  void Found(const Difference& difference);
};

// --- models: what they are made of, then at rest and over every clip at kHashRate_Hz ---

struct ModelComparisonOptions {
  double tolerance = 0.0;
  std::uint64_t max_work = kDefaultMaxWork;     // For each of the two; see posed_scene.h.
  std::function<void(float share)> progress{};  // From 0 to 1, once per moment.
};

// Of materials, only which one a primitive has is compared; of images, nothing. Fails with the
// place "A" or "B". kLimit: max_work. kInvalid: it cannot be posed. kUnsupported: the asset is a
// runtime file, whose clips have no tracks to compare; compare hashes.
Result<Comparison> CompareModels(const Asset& a, const Asset& b,
                                 const ModelComparisonOptions& options = {});

// --- recordings: frames of poses or of mixes, from here or from other programs ---

struct RecordedAction {
  std::string name{};
  double time_s = 0.0;
  double weight = 0.0;
};

// Lists that a recording does not have are empty.
struct RecordedNode {
  std::optional<std::uint32_t> node{};  // In the file.
  std::string name{};
  std::vector<double> translation{}, rotation{}, scale{};  // Local; a rotation is x, y, z, w.
  std::vector<double> world{};                             // 16 numbers, column-major.
};

struct RecordedMorph {
  std::optional<std::uint32_t> node{};
  std::vector<double> weights{};
};

struct RecordedSkin {
  std::optional<std::uint32_t> node{};
  std::optional<double> skin{};
  std::vector<double> joints{};                 // Nodes in the file.
  std::vector<std::vector<double>> matrices{};  // One per joint, column-major.
};

struct RecordedPrimitive {
  std::optional<std::uint32_t> node{};
  std::optional<double> mesh{}, primitive{}, skin{}, vertex_count{};
  std::vector<double> positions{}, normals{};  // Three numbers per vertex.
};

struct RecordedFrame {
  double time_s = 0.0;
  std::vector<RecordedAction> actions{};  // Of mixes.
  std::vector<RecordedNode> nodes{};
  std::vector<RecordedMorph> morphs{};
  std::vector<RecordedSkin> skins{};            // Of poses,
  std::vector<RecordedPrimitive> primitives{};  // likewise.
};

struct Recording {
  std::vector<RecordedFrame> frames{};
};

// A frame of the moment that the scene is at. Fails where vertices cannot be skinned.
Result<RecordedFrame> RecordPose(const PosedScene& scene, double time_s, bool with_vertices);
// The frame that the player is at.
RecordedFrame RecordMix(MixPlayer& player);

// Per frame local transforms and morph weights (stage "local"), matrices ("model"), palettes
// ("palette"), then vertices ("vertices", "normals").
Comparison ComparePoses(const Recording& a, const Recording& b, double tolerance = 0.0);
// Per frame what plays (stage "actions"), then where everything is ("nodes"), then morph weights
// ("morph"): where the first differ, the others follow. With a tolerance an action whose weight is
// within it counts as none.
Comparison CompareMixes(const Recording& a, const Recording& b, double tolerance = 0.0);

// --- traces ---

// Up to the first line that differs: what follows says nothing. Traces that are cut off are the
// same as far as they go; see HashTrace::total.
Comparison CompareTraces(const HashTrace& a, const HashTrace& b);

}  // namespace sinew
