// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// One hash of everything that an asset plays: it says whether two machines, builds or files give
// the same results. This is the definition behind `sinew hash`.
//
//   Result<SceneHash> hashed = HashScene(asset);
//   if (hashed.ok() && hashed->complete) hashed->hash.Text();   // "9b1c..."
//
//   Hashed   FNV-1a over little-endian bits. For each clip in file order, at i / 60 s from 0 and at
//            its end: local poses and morph weights, then palettes, then skinned vertices
//            (positions, normals, tangents), each in file order. Without clips: the rest pose.
//   Version  hashes can be compared where kArithmeticVersion is the same.
//   Memory   offline: allocates.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/asset.h"
#include "sinew/hash.h"
#include "sinew/posed_scene.h"
#include "sinew/result.h"
#include "sinew/sampling.h"

namespace sinew {

inline constexpr double kHashRate_Hz = 60.0;

struct SceneMoment {
  std::optional<std::uint32_t> clip{};  // Nothing: the rest pose of an asset without clips.
  std::uint64_t frame = 0;
  double time_s = 0.0;
};

// Hashes of one moment, each with a fresh start.
struct StageHashes {
  Hash64 local{};
  Hash64 palette{};
  Hash64 vertices{};
};

// All give the same hash, unless a kernel has a bug.
enum class HashWay : std::uint8_t {
  kBoth,           // By the specifications, and each moment is compared with the fast way.
  kSpecification,  // By the scalar specifications alone.
  kFast,           // By AssetPose, as a game plays, on the chosen instruction set.
};

struct SceneHashOptions {
  HashWay way = HashWay::kBoth;
  // Empty: the asset's own. Or packed ones for its skeleton, in the order of the asset's.
  std::span<const ClipView> clips{};
  std::uint64_t max_work = kDefaultMaxWork;  // See posed_scene.h. More is refused (kLimit).
  // Called once per moment with the hashes of its stages, where it is set: a trace. False ends it.
  std::function<bool(const SceneMoment& moment, const StageHashes& stages)> trace{};
  std::function<void(float share)> progress{};  // From 0 to 1, once per moment.
};

// The first place where the fast way gave other bits than the specification: a bug of this library,
// or of the compiler that built it.
struct KernelDifference {
  SceneMoment moment{};
  std::string what{};  // "the avx2 kernel of skinning differs from its specification at ..."
};

struct SceneHash {
  Hash64 hash{};
  std::uint64_t moment_count = 0;
  bool complete =
      false;  // False: `trace` ended it, or there is a difference; the hash is of no use.
  std::optional<KernelDifference> difference{};
};

// kLimit: max_work. kInvalid: a moment cannot be posed, or a clip does not fit the skeleton.
Result<SceneHash> HashScene(const Asset& asset, const SceneHashOptions& options = {});

// --- traces: a line per moment and stage, then the hash of all ---

struct TraceLine {
  std::optional<std::uint64_t> clip{};  // Nothing: the rest pose.
  std::uint64_t frame = 0;
  std::string stage{};  // "local", "palette" or "vertices".
  std::uint64_t hash = 0;
};

struct HashTrace {
  std::vector<TraceLine> lines{};
  std::optional<std::uint64_t> total{};  // Nothing: the trace is cut off.
};

// "0 7 local 9b1c...\n" and so on, one line per stage; "rest" instead of a clip for the rest pose.
// A trace is these of every moment, then the hash of all on a line of its own.
std::string TraceText(const SceneMoment& moment, const StageHashes& stages);

// What TraceText wrote. kSyntax where a line is none of a trace; the place is "line 7".
Result<HashTrace> ReadTrace(std::string_view text);
// Whether the first line ends as one of a trace does.
bool LooksLikeATrace(std::string_view text);

}  // namespace sinew
