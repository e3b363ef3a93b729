// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What `sinew inspect` says about a model, measured; how it is said is inspect_text.cc and
// inspect_json.cc. Joints here are joints of the model's skeleton.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sinew/box.h"
#include "sinew/limits.h"
#include "sinew/model.h"
#include "sinew/report.h"
#include "text/load_file.h"

namespace sinew {
class JsonWriter;
}

namespace sinew::cli {

struct SkinFacts {
  std::vector<std::uint32_t> roots;   // Joints of the skin whose parent is not one.
  std::vector<std::uint32_t> unused;  // Joints that no vertex names.
  std::uint32_t instance_count = 0;
  // Where rest times inverse bind is not the identity (C13): legal, and good to know.
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
  std::uint64_t mended_weights = 0;       // Influences and vertices that the reader put right.
  std::uint32_t instance_count = 0;
};

struct ClipFacts {
  std::uint64_t key_count = 0;
  // Of all of its time: no vertex leaves them. Nothing without vertices, or where measuring costs
  // too much.
  std::optional<Box> bounds;
  float bounds_slack = 0.0f;  // How far they may reach beyond the boxes of single moments.
};

struct ModelFacts {
  std::uint32_t root_count = 0;
  std::uint32_t level_count = 0;
  std::vector<SkinFacts> skins;
  std::vector<MeshFacts> meshes;
  std::vector<ClipFacts> clips;
  std::optional<Box> rest_bounds;
  std::string unmeasured;  // Why bounds are missing, or empty.
};

// Sweeps every clip to find its bounds, within a tenth of max_work: where that does not suffice to
// come near, they have more slack.
ModelFacts MeasureModel(const LoadedAsset& loaded, const Report& report, const Limits& limits);

// One file as inspect read it.
struct InspectedFile {
  std::string path;
  std::size_t file_bytes = 0;
  LoadedAsset loaded;
  Report report;
  ModelFacts facts;

  const Model& model() const { return loaded.model(); }
};

void WriteInspection(const InspectedFile& file, JsonWriter& json);
// Lists longer than a screen are cut unless `all`.
struct InspectTextOptions {
  bool all = false;
  bool nodes = false;  // The node tree.
};
void PrintInspection(const InspectedFile& file, const InspectTextOptions& options);

}  // namespace sinew::cli
