// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "io/js3d/vertex_weights.h"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "io/js3d/packed.h"
#include "model/influence_rules.h"

namespace sinew::js3d {
namespace {

json::Value WeightsAt(json::Value mesh, std::string_view key) {
  return mesh.Find(key).value_or(mesh);
}

bool CheckEnds(Source& source, json::Value mesh, const std::vector<std::uint32_t>& ends,
               std::uint32_t vertex_count, std::size_t weight_count) {
  const json::Value place = WeightsAt(mesh, "vertex_bone_weight_ends");
  if (ends.size() != vertex_count) {
    return source.Invalid(
        place, Words("found ", ends.size(), " values, expected ", vertex_count, ", one a vertex"));
  }
  std::uint32_t before = 0;
  for (std::size_t vertex = 0; vertex < ends.size(); ++vertex) {
    if (ends[vertex] < before || ends[vertex] > weight_count) {
      return source.Invalid(place, Words("found ", ends[vertex], " after ", before, " at vertex ",
                                         vertex, ", expected it to ascend to ", weight_count));
    }
    before = ends[vertex];
  }
  if (before == weight_count) return true;
  return source.Invalid(place, Words("found ", before, " at the last vertex, expected ",
                                     weight_count, ", the number of weights"));
}

// What is left of the weights that the kernels can trust, in ascending bone. A bone may come many
// times and in any order, so they are sorted before they are put in one by one.
void GatherUsable(std::span<const std::uint32_t> bones, std::span<const float> weights,
                  std::uint32_t bone_count, std::vector<Influence>& usable,
                  model::InfluenceCounts& counts) {
  usable.clear();
  for (std::size_t i = 0; i < bones.size(); ++i) {
    const float weight = weights[i];
    if (weight == 0.0f) continue;
    if (!(weight >= 0.0f && weight <= kLargest)) {
      ++(weight < 0.0f ? counts.negative : counts.not_finite);
    } else if (bones[i] >= bone_count) {
      ++counts.out_of_range;
    } else {
      usable.push_back({bones[i], weight});
    }
  }
  // By weight within a bone, so that one order of adding holds everywhere.
  std::ranges::sort(usable, {}, [](const Influence& i) { return std::pair(i.joint, i.weight); });
}

}  // namespace

bool ReadVertexWeights(Source& source, json::Value mesh, std::uint32_t vertex_count,
                       std::uint32_t bone_count, Influences& influences) {
  std::vector<std::uint32_t> bones, ends;
  std::vector<float> weights;
  constexpr Presence kOptional = Presence::kOptional;
  if (!ReadPacked(source, mesh, "bone_weight_bones", kOptional, bones) ||
      !ReadPacked(source, mesh, "bone_weight_weights", kOptional, weights) ||
      !ReadPacked(source, mesh, "vertex_bone_weight_ends", kOptional, ends)) {
    return false;
  }
  if (bones.size() != weights.size()) {
    return source.Invalid(WeightsAt(mesh, "bone_weight_weights"),
                          Words("found ", weights.size(), " values, expected ", bones.size(),
                                ", one a bone of bone_weight_bones"));
  }
  if (bones.empty() && ends.empty()) ends.assign(vertex_count, 0);
  if (!CheckEnds(source, mesh, ends, vertex_count, weights.size())) return false;
  if (bone_count == 0) {
    source.Lost(Loss::kStrayWeights, WeightsAt(mesh, "bone_weight_weights"), weights.size());
    return true;
  }

  const bool has_room = source.Take(weights.size(), 2 * sizeof(Influence), mesh) &&
                        source.Take(vertex_count, sizeof(std::uint32_t), mesh);
  if (!has_room) return false;
  model::InfluenceCounts counts;
  std::vector<Influence> usable;
  influences.begins.push_back(0);
  influences.list.resize(weights.size());
  std::uint32_t end = 0, begin_in_file = 0;
  for (const std::uint32_t end_in_file : ends) {
    const std::size_t count_in_file = end_in_file - begin_in_file;
    GatherUsable(std::span(bones).subspan(begin_in_file, count_in_file),
                 std::span(weights).subspan(begin_in_file, count_in_file), bone_count, usable,
                 counts);
    Influence* const own = influences.list.data() + end;
    std::uint32_t count = 0;
    for (const Influence& one : usable) model::InsertAscending(own, count, one, counts);
    end += model::SumToOne(own, count, counts);
    influences.begins.push_back(end);
    begin_in_file = end_in_file;
  }
  influences.list.resize(end);

  const json::Value place = WeightsAt(mesh, "bone_weight_weights");
  source.Mended("weights-negative", place, counts.negative);
  source.Mended("weights-not-finite", place, counts.not_finite);
  source.Mended("bone-out-of-range", place, counts.out_of_range);
  source.Mended("weights-merged", place, counts.merged);
  source.Mended("weights-renormalised", place, counts.renormalised);
  return true;
}

}  // namespace sinew::js3d
