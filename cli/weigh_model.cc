// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "weigh_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "bone_nodes.h"
#include "exit_code.h"
#include "nearest_name.h"
#include "printable.h"
#include "triangle_list.h"

namespace sinew::cli {
namespace {

CommandError Usage(const std::string& message) { return {ExitCode::kUsage, message}; }

template <typename T>
T Taken(const std::string& file, Result<T> result) {
  if (!result.ok()) throw CommandError(file, result.failure());
  return std::move(result).value();
}

// A mesh under a skin, with where its vertices stand among the others of its group.
struct Piece {
  std::uint32_t mesh = 0;
  Affine bind_from_mesh{};
};

// Everything of a skin, in one list of vertices.
struct Group {
  std::uint32_t skin = 0;
  bool skin_made = false;
  std::vector<Piece> pieces{};
  std::vector<BoneSegment> bones{};
};

struct Gathered {
  std::vector<Vec3> positions{};
  std::vector<std::uint32_t> triangles{};
  Influences before{};
  bool weighted = false;  // Some vertex was before.
  std::vector<WeighedGroup::Part> parts{};
};

Gathered Gather(std::span<const Mesh> meshes, std::span<const Piece> pieces) {
  Gathered all;
  all.before.begins.push_back(0);
  for (const Piece& piece : pieces) {
    const std::span<const Primitive> primitives = meshes[piece.mesh].primitives();
    for (std::uint32_t p = 0; p < primitives.size(); ++p) {
      const Primitive& primitive = primitives[p];
      const auto first = static_cast<std::uint32_t>(all.positions.size());
      all.parts.push_back({piece.mesh, p, first});
      const bool moved = !(piece.bind_from_mesh == Affine{});
      for (const Vec3& position : primitive.positions) {
        all.positions.push_back(moved ? TransformPoint(piece.bind_from_mesh, position) : position);
      }
      for (const std::uint32_t corner : TriangleListOf(primitive)) {
        all.triangles.push_back(first + corner);
      }
      for (std::uint32_t v = 0; v < primitive.vertex_count(); ++v) {
        if (!primitive.influences.empty()) {
          const std::span<const Influence> own = primitive.influences.of(v);
          all.before.list.insert(all.before.list.end(), own.begin(), own.end());
          all.weighted |= !own.empty();
        }
        all.before.begins.push_back(static_cast<std::uint32_t>(all.before.list.size()));
      }
    }
  }
  return all;
}

std::vector<std::string> JointLabels(const Skeleton& skeleton, const Skin& skin) {
  std::vector<std::string> labels;
  for (const std::int32_t joint : skin.joints()) {
    labels.push_back(joint == kIdentityJoint ? "(none)"
                                             : skeleton.Label(static_cast<std::uint32_t>(joint)));
  }
  return labels;
}

std::uint32_t EntryNamed(const std::vector<std::string>& labels, const std::string& name) {
  const auto found = std::find(labels.begin(), labels.end(), name);
  if (found != labels.end()) return static_cast<std::uint32_t>(found - labels.begin());
  const std::vector<std::string_view> names(labels.begin(), labels.end());
  throw Usage(
      fmt::format("the skin has no joint \"{}\"{}", Shortened(name, 60), DidYouMean(name, names)));
}

// --- weights of another model ---

// Its skinned meshes under the skin that its first instance has, with entries renamed to those of
// our joints; a joint that we do not have gives its weights to the nearest above it that we have.
struct Source {
  Gathered all;
  Influences influences;
};

Source SourceOf(const Model& other, const std::vector<std::string>& labels) {
  std::optional<std::uint32_t> skin;
  std::vector<Piece> pieces;
  std::vector<bool> taken(other.meshes().size(), false);
  for (const MeshInstance& instance : other.instances()) {
    if (!instance.skin || (skin && *instance.skin != *skin) || taken[instance.mesh]) continue;
    skin = instance.skin;
    taken[instance.mesh] = true;
    pieces.push_back({instance.mesh, {}});
  }
  Source source;
  if (skin) source.all = Gather(other.meshes(), pieces);
  if (!source.all.weighted) throw Usage("the file of --from has no mesh with weights");
  const Skin& binding = other.skins()[*skin];
  std::vector<std::uint32_t> entry_of(binding.size());
  for (std::uint32_t e = 0; e < binding.size(); ++e) {
    std::int32_t joint = binding.joints()[e];
    const std::string own = joint == kIdentityJoint
                                ? "(none)"
                                : other.skeleton().Label(static_cast<std::uint32_t>(joint));
    for (;; joint = other.skeleton().parent(static_cast<std::uint32_t>(joint))) {
      if (joint == kNoParent) {
        throw Usage(
            fmt::format("neither joint \"{}\" of the --from file nor one above it is "
                        "named like a joint here",
                        Shortened(own, 60)));
      }
      const auto found = std::find(labels.begin(), labels.end(),
                                   other.skeleton().Label(static_cast<std::uint32_t>(joint)));
      if (found == labels.end()) continue;
      entry_of[e] = static_cast<std::uint32_t>(found - labels.begin());
      break;
    }
  }
  source.influences.begins.push_back(0);
  for (std::uint32_t v = 0; v < source.all.positions.size(); ++v) {
    std::map<std::uint32_t, float> sums;
    for (const Influence& one : source.all.before.of(v)) sums[entry_of[one.joint]] += one.weight;
    for (const auto& [joint, weight] : sums) source.influences.list.push_back({joint, weight});
    source.influences.begins.push_back(static_cast<std::uint32_t>(source.influences.list.size()));
  }
  return source;
}

WeightsResult Transferred(const std::string& file, const Gathered& all, const WeighOptions& options,
                          const std::vector<std::string>& labels) {
  const Source source = SourceOf(*options.from, labels);
  WeightsResult made =
      Taken(file, TransferWeights({source.all.positions, source.all.triangles, source.influences},
                                  all.positions));
  const float distance = made.report.largest_distance;
  const std::uint32_t farthest = made.report.farthest_vertex;
  // Smoothing none times still looks for the largest jump.
  made = Taken(file,
               SmoothWeights({all.positions, all.triangles, made.influences}, options.smoothing));
  if (options.max_influences > 0) {
    WeightsResult limited = Taken(file, LimitInfluences(made.influences, options.max_influences));
    made.influences = std::move(limited.influences);
    made.report.limited_count = limited.report.limited_count;
    made.report.largest_dropped = limited.report.largest_dropped;
    made.report.most_influences = limited.report.most_influences;
  }
  made.report.largest_distance = distance;
  made.report.farthest_vertex = farthest;
  return made;
}

// --- one group ---

// Stages as parts of the whole: looking and solving take nearly all of it.
float ShareOf(WeightsStage stage, float share) {
  switch (stage) {
    case WeightsStage::kPreparing:
      return 0.02f * share;
    case WeightsStage::kLooking:
      return 0.02f + 0.28f * share;
    case WeightsStage::kSolving:
      return 0.3f + 0.65f * share;
    case WeightsStage::kFinishing:
      break;
  }
  return 0.95f + 0.05f * share;
}

WeightsResult Weigh(const std::string& file, const Gathered& all, const Group& group,
                    const std::vector<std::string>& labels, const WeighOptions& options,
                    const WeightsProgress& progress) {
  if (options.method == WeighOptions::Method::kTransfer) {
    return Transferred(file, all, options, labels);
  }
  std::vector<std::uint32_t> locked;
  for (const std::string& name : options.locked) locked.push_back(EntryNamed(labels, name));
  if (!locked.empty() && !all.weighted) {
    throw Usage("--lock keeps weights, and the mesh has none yet");
  }
  const WeightsRequest request{.positions = all.positions,
                               .triangles = all.triangles,
                               .bones = group.bones,
                               .joint_count = static_cast<std::uint32_t>(labels.size()),
                               .locked_joints = locked,
                               .before = &all.before};
  if (options.method == WeighOptions::Method::kSegment) {
    return Taken(file, SegmentWeights(request, {.radius = options.radius,
                                                .max_influences = options.max_influences,
                                                .smoothing = options.smoothing,
                                                .progress = progress}));
  }
  HeatOptions heat;
  heat.max_influences = options.max_influences;
  heat.smoothing = options.smoothing;
  heat.progress = progress;
  return Taken(file, HeatWeights(request, heat));
}

// The result, primitive by primitive.
void Scatter(const Influences& made, std::span<const WeighedGroup::Part> parts,
             std::vector<Mesh::Parts>& meshes) {
  for (const WeighedGroup::Part& part : parts) {
    Primitive& primitive = meshes[part.mesh].primitives[part.primitive];
    primitive.influences = {};
    primitive.influences.begins.push_back(0);
    for (std::uint32_t v = 0; v < primitive.vertex_count(); ++v) {
      const std::span<const Influence> own = made.of(part.first + v);
      primitive.influences.list.insert(primitive.influences.list.end(), own.begin(), own.end());
      primitive.influences.begins.push_back(
          static_cast<std::uint32_t>(primitive.influences.list.size()));
    }
  }
}

// --- who is bound to what ---

std::vector<BoneSegment> BonesOf(const std::string& file, const Skeleton& skeleton,
                                 const Skin& skin) {
  Model::Parts parts;
  parts.skeleton = skeleton;
  parts.skins.push_back(skin);
  return Taken(file, BonesOfSkin(Taken(file, Model::Create(std::move(parts))), 0));
}

// Edits instances, skins and meshes so that every instance that will be weighed has a skin, and
// every mesh belongs to one group and one placement in it.
class Binder {
 public:
  Binder(const std::string& file, Model::Parts& parts, const WeighOptions& options)
      : file_(file), parts_(parts), options_(options), placed_(parts.meshes.size()) {}

  std::vector<Group> Bind() {
    const bool skinned = std::any_of(parts_.instances.begin(), parts_.instances.end(),
                                     [](const MeshInstance& i) { return i.skin.has_value(); });
    if (parts_.instances.empty()) throw CommandError(ExitCode::kCannotRead, file_, "has no mesh");
    if (options_.root && (skinned || !parts_.skins.empty())) {
      throw Usage("--root chooses bones where there is no skin, and the file has one");
    }
    if (skinned) {
      BindBySkins();
    } else {
      BindToOne();
    }
    return std::move(groups_);
  }
  std::size_t left_alone() const { return left_alone_; }

 private:
  struct Placement {
    std::size_t group = 0;
    Affine bind_from_mesh{};
    bool operator==(const Placement&) const = default;
  };

  void BindBySkins() {
    std::map<std::uint32_t, std::size_t> group_of_skin;
    for (MeshInstance& instance : parts_.instances) {
      if (!instance.skin) {
        ++left_alone_;
        continue;
      }
      const auto [found, added] = group_of_skin.emplace(*instance.skin, groups_.size());
      if (added) {
        const Skin& skin = parts_.skins[*instance.skin];
        groups_.push_back({.skin = *instance.skin, .bones = BonesOf(file_, parts_.skeleton, skin)});
      }
      Place(instance, {found->second, {}});
    }
  }

  void BindToOne() {
    std::vector<Affine> model_from_joint;
    for (std::uint32_t j = 0; j < parts_.skeleton.joint_count(); ++j) {
      const Affine local = AffineOf(parts_.skeleton.rest()[j]);
      const std::int32_t parent = parts_.skeleton.parent(j);
      model_from_joint.push_back(
          parent == kNoParent
              ? local
              : Multiply(model_from_joint[static_cast<std::size_t>(parent)], local));
    }
    Group group;
    Skin::Parts binding;
    if (parts_.skins.empty()) {
      group.skin_made = true;
      const std::vector<std::uint32_t> bones = BoneNodes(parts_, options_.root);
      group.bones = Taken(file_, BonesOfSkeleton(parts_.skeleton, bones));
      binding.name = "weights";
      for (const std::uint32_t joint : bones) {
        const std::optional<Affine> inverse = Inverse(model_from_joint[joint]);
        if (!inverse) {
          throw CommandError(ExitCode::kCannotRead, file_,
                             fmt::format("joint \"{}\" is scaled to nothing where it rests: "
                                         "nothing can be bound to it",
                                         Shortened(parts_.skeleton.Label(joint), 60)));
        }
        binding.joints.push_back(static_cast<std::int32_t>(joint));
        binding.inverse_bind.push_back(*inverse);
      }
    } else {
      group.bones = BonesOf(file_, parts_.skeleton, parts_.skins[0]);
      binding = parts_.skins[0].parts();
    }
    const auto first_new = static_cast<std::uint32_t>(parts_.skins.size());
    std::vector<Affine> placements;  // Of the skins from first_new on.
    for (MeshInstance& instance : parts_.instances) {
      const Affine& bind_from_mesh = model_from_joint[instance.joint];
      auto found = std::find(placements.begin(), placements.end(), bind_from_mesh);
      if (found == placements.end()) {
        Skin::Parts placed = binding;
        for (Affine& inverse : placed.inverse_bind) inverse = Multiply(inverse, bind_from_mesh);
        parts_.skins.push_back(
            Taken(file_, Skin::Create(std::move(placed), parts_.skeleton.joint_count())));
        found = placements.insert(placements.end(), bind_from_mesh);
      }
      instance.skin = first_new + static_cast<std::uint32_t>(found - placements.begin());
      if (groups_.empty()) {
        group.skin = *instance.skin;
        groups_.push_back(group);
      }
      Place(instance, {0, bind_from_mesh});
    }
  }

  // Weights belong to meshes: one that is placed in two ways becomes two.
  void Place(MeshInstance& instance, const Placement& placement) {
    for (const auto& [mesh, known] : placed_[instance.mesh]) {
      if (!(known == placement)) continue;
      instance.mesh = mesh;
      return;
    }
    const std::uint32_t source = instance.mesh;
    if (!placed_[source].empty()) {
      instance.mesh = static_cast<std::uint32_t>(parts_.meshes.size());
      parts_.meshes.push_back(parts_.meshes[source]);
      placed_.emplace_back();
      const std::size_t carried = parts_.carried.size();
      for (std::size_t i = 0; i < carried; ++i) {
        CarriedJson json = parts_.carried[i];
        if (json.index != source || (json.owner != CarriedJson::Owner::kMesh &&
                                     json.owner != CarriedJson::Owner::kPrimitive)) {
          continue;
        }
        json.index = instance.mesh;
        parts_.carried.push_back(std::move(json));
      }
    }
    placed_[source].emplace_back(instance.mesh, placement);
    groups_[placement.group].pieces.push_back({instance.mesh, placement.bind_from_mesh});
  }

  const std::string& file_;
  Model::Parts& parts_;
  const WeighOptions& options_;
  std::vector<Group> groups_;
  std::vector<std::vector<std::pair<std::uint32_t, Placement>>> placed_;  // By source mesh.
  std::size_t left_alone_ = 0;
};

}  // namespace

VertexPlace WeighedGroup::PlaceOf(std::uint32_t vertex) const {
  const auto after =
      std::upper_bound(parts.begin(), parts.end(), vertex,
                       [](std::uint32_t v, const Part& part) { return v < part.first; });
  const Part& part = *(after - 1);
  return {part.mesh, part.primitive, vertex - part.first};
}

WeighedModel WeighModel(const std::string& file, Model model, const WeighOptions& options) {
  WeighedModel weighed;
  Model::Parts parts = std::move(model).TakeParts();
  Binder binder(file, parts, options);
  const std::vector<Group> groups = binder.Bind();
  weighed.left_alone = binder.left_alone();
  // Old weights may name entries that the new skins do not have: only the group's own are looked
  // at.
  std::vector<Mesh::Parts> meshes;
  for (const Mesh& mesh : parts.meshes) meshes.push_back(mesh.parts());
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const Group& group = groups[g];
    const Gathered all = Gather(parts.meshes, group.pieces);
    WeighedGroup done{.skin = group.skin, .skin_made = group.skin_made};
    done.joints = JointLabels(parts.skeleton, parts.skins[group.skin]);
    done.bone_count = group.bones.size();
    done.vertex_count = all.positions.size();
    done.parts = all.parts;
    const WeightsProgress progress = [&](WeightsStage stage, float share) {
      if (!options.progress) return;
      options.progress((static_cast<float>(g) + ShareOf(stage, share)) /
                       static_cast<float>(groups.size()));
    };
    WeightsResult made = Weigh(file, all, group, done.joints, options, progress);
    Scatter(made.influences, all.parts, meshes);
    done.report = std::move(made.report);
    weighed.groups.push_back(std::move(done));
  }
  parts.meshes.clear();
  for (Mesh::Parts& mesh : meshes) {
    parts.meshes.push_back(Taken(file, Mesh::Create(std::move(mesh))));
  }
  weighed.model = Taken(file, Model::Create(std::move(parts)));
  return weighed;
}

}  // namespace sinew::cli
