// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/model.h"

#include <algorithm>
#include <utility>

#include "model/checks.h"
#include "model/material_checks.h"

namespace sinew {
namespace {

using model::At;
using model::Broken;
using model::FoundExpected;
using model::NoSuch;

// Skins were checked against a joint count that their maker named: it must be this skeleton's.
std::optional<Failure> CheckSkins(const Model::Parts& parts) {
  const std::uint32_t joint_count = parts.skeleton.joint_count();
  for (std::size_t s = 0; s < parts.skins.size(); ++s) {
    const std::span<const std::int32_t> joints = parts.skins[s].joints();
    // Create makes no such skin, but moving from one leaves it.
    if (joints.empty()) return Broken(At("skins", s), "found a skin without entries");
    for (std::size_t entry = 0; entry < joints.size(); ++entry) {
      if (joints[entry] != kIdentityJoint &&
          static_cast<std::uint32_t>(joints[entry]) >= joint_count) {
        return NoSuch(At(At("skins", s), "joints", entry), "joint",
                      static_cast<std::uint32_t>(joints[entry]), joint_count);
      }
    }
    if (const auto root = parts.skins[s].root(); root && *root >= joint_count) {
      return NoSuch(At("skins", s) + "/root", "joint", *root, joint_count);
    }
  }
  return std::nullopt;
}

std::optional<Failure> CheckInstances(const Model::Parts& parts) {
  for (std::size_t i = 0; i < parts.instances.size(); ++i) {
    const MeshInstance& instance = parts.instances[i];
    const auto place = [i](const char* field) { return At("instances", i) + "/" + field; };
    if (instance.joint >= parts.skeleton.joint_count()) {
      return NoSuch(place("joint"), "joint", instance.joint, parts.skeleton.joint_count());
    }
    if (instance.mesh >= parts.meshes.size()) {
      return NoSuch(place("mesh"), "mesh", instance.mesh, parts.meshes.size());
    }
    if (!instance.skin) continue;
    if (*instance.skin >= parts.skins.size()) {
      return NoSuch(place("skin"), "skin", *instance.skin, parts.skins.size());
    }
    const std::uint32_t bound = parts.meshes[instance.mesh].joint_bound();
    const std::uint32_t size = parts.skins[*instance.skin].size();
    if (bound > size) {
      return Broken(place("skin"), "found a skin of " + std::to_string(size) +
                                       " entries, expected " + std::to_string(bound) +
                                       ", which the mesh's influences name");
    }
  }
  return std::nullopt;
}

// The first slots of all runs in ascending order, and the slot count at the end.
Result<std::vector<std::uint32_t>> MorphRunBegins(const Model::Parts& parts) {
  std::vector<std::size_t> owners;  // Instances with morph slots, by their first slot.
  for (std::size_t i = 0; i < parts.instances.size(); ++i) {
    if (parts.meshes[parts.instances[i].mesh].morph_count() > 0) owners.push_back(i);
  }
  std::sort(owners.begin(), owners.end(), [&parts](std::size_t a, std::size_t b) {
    const std::uint32_t first_a = parts.instances[a].first_morph;
    const std::uint32_t first_b = parts.instances[b].first_morph;
    return first_a != first_b ? first_a < first_b : a < b;
  });
  std::vector<std::uint32_t> begins;
  begins.reserve(owners.size() + 1);
  std::uint64_t end = 0;
  for (const std::size_t i : owners) {
    const MeshInstance& instance = parts.instances[i];
    if (instance.first_morph != end) {
      return Broken(At("instances", i) + "/first_morph",
                    FoundExpected(instance.first_morph, end) + ": runs must meet");
    }
    begins.push_back(instance.first_morph);
    end += parts.meshes[instance.mesh].morph_count();
  }
  if (end != parts.morph_rest.size()) {
    return Broken("morph_rest", FoundExpected(parts.morph_rest.size(), end) +
                                    " slots, the sum of all instances' morph targets");
  }
  begins.push_back(static_cast<std::uint32_t>(end));
  return begins;
}

std::optional<Failure> CheckClips(const Model::Parts& parts,
                                  const std::vector<std::uint32_t>& run_begins) {
  const std::uint32_t joint_count = parts.skeleton.joint_count();
  const auto is_border = [&run_begins](std::uint32_t slot) {
    return std::binary_search(run_begins.begin(), run_begins.end(), slot);
  };
  for (std::size_t c = 0; c < parts.clips.size(); ++c) {
    const Clip& clip = parts.clips[c];
    if (clip.skeleton_id() != 0 && clip.skeleton_id() != parts.skeleton.id()) {
      return Broken(At("clips", c),
                    "found clip \"" + clip.name() +
                        "\", which moves another skeleton, expected this model's; bind it with "
                        "BindClip, or, where the skeleton was edited on purpose, set its "
                        "skeleton_id to 0");
    }
    if (const auto root = clip.root_motion_joint(); root && *root >= joint_count) {
      return NoSuch(At("clips", c) + "/root_motion_joint", "joint", *root, joint_count);
    }
    if (clip.joint_bound() <= joint_count && clip.morph_bound() == 0) continue;
    const std::span<const TrackRange> tracks = clip.track_ranges();
    for (std::size_t t = 0; t < tracks.size(); ++t) {
      const TrackRange& track = tracks[t];
      if (track.property != Property::kMorphWeights) {
        if (track.target < joint_count) continue;
        return NoSuch(At(At("clips", c), "tracks", t), "joint", track.target, joint_count);
      }
      if (!is_border(track.target) || !is_border(track.target + track.width)) {
        return Broken(At(At("clips", c), "tracks", t),
                      "found morph slots " + std::to_string(track.target) + " to " +
                          std::to_string(track.target + track.width) +
                          ", expected whole runs of mesh instances");
      }
    }
  }
  return std::nullopt;
}

std::optional<Failure> CheckLooks(const Model::Parts& parts) {
  for (std::size_t m = 0; m < parts.meshes.size(); ++m) {
    const std::span<const Primitive> primitives = parts.meshes[m].primitives();
    for (std::size_t p = 0; p < primitives.size(); ++p) {
      const auto material = primitives[p].material;
      if (material && *material >= parts.materials.size()) {
        return NoSuch(At(At("meshes", m), "primitives", p) + "/material", "material", *material,
                      parts.materials.size());
      }
    }
  }
  return model::CheckMaterials(parts.materials, parts.textures, parts.images.size());
}

std::optional<Failure> CheckScenes(const Model::Parts& parts) {
  const std::uint32_t joint_count = parts.skeleton.joint_count();
  for (std::size_t s = 0; s < parts.scenes.size(); ++s) {
    const std::vector<std::uint32_t>& roots = parts.scenes[s].roots;
    for (std::size_t r = 0; r < roots.size(); ++r) {
      if (roots[r] >= joint_count) {
        return NoSuch(At(At("scenes", s), "roots", r), "joint", roots[r], joint_count);
      }
    }
  }
  if (parts.default_scene && *parts.default_scene >= parts.scenes.size()) {
    return NoSuch("default_scene", "scene", *parts.default_scene, parts.scenes.size());
  }
  return std::nullopt;
}

}  // namespace

Result<Model> Model::Create(Parts parts) {
  if (auto failure = CheckSkins(parts)) return *std::move(failure);
  if (auto failure = CheckInstances(parts)) return *std::move(failure);
  if (const auto slot = model::FirstUnusable(parts.morph_rest)) {
    return Broken(At("morph_rest", *slot), model::kNotUsable);
  }
  const Result<std::vector<std::uint32_t>> run_begins = MorphRunBegins(parts);
  if (!run_begins) return run_begins.failure();
  if (auto failure = CheckClips(parts, *run_begins)) return *std::move(failure);
  if (auto failure = CheckLooks(parts)) return *std::move(failure);
  if (auto failure = CheckScenes(parts)) return *std::move(failure);
  for (Clip& clip : parts.clips) clip.set_skeleton_id(parts.skeleton.id());
  Model model;
  model.parts_ = std::move(parts);
  return model;
}

std::optional<std::uint32_t> Model::FindClip(std::string_view name) const {
  for (std::size_t c = 0; c < parts_.clips.size(); ++c) {
    if (parts_.clips[c].name() == name) return static_cast<std::uint32_t>(c);
  }
  return std::nullopt;
}

}  // namespace sinew
