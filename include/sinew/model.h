// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A model: everything that came out of one file, or that a program put together itself.
//
//   Pose      a pose of a model is one local Transform a joint and one float a morph slot. Every
//             mesh instance with morph targets owns a run of slots.
//   Sharing   a Model never changes once made; any number of threads may read it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sinew/clip.h"
#include "sinew/material.h"
#include "sinew/mesh.h"
#include "sinew/result.h"
#include "sinew/skeleton.h"
#include "sinew/skin.h"

namespace sinew {

// A mesh at a joint. With a skin the joint's own transform does not move the vertices (glTF).
struct MeshInstance {
  std::uint32_t joint = 0;
  std::uint32_t mesh = 0;
  std::optional<std::uint32_t> skin{};
  std::uint32_t first_morph = 0;  // Its run of morph slots; mesh.morph_count() long.
};

// A scene of the file: what it shows together. For a scene to play in, see scene.h.
struct ModelScene {
  std::string name{};
  std::vector<std::uint32_t> roots{};  // Joints.
};

// JSON that Sinew does not understand and does not lose: extras and unknown extensions, by owner.
struct CarriedJson {
  enum class Owner : std::uint8_t {
    kRoot,
    kAsset,
    kNode,
    kMesh,
    kPrimitive,
    kSkin,
    kAnimation,
    kMaterial,
    kTexture,
    kImage,
    kScene,
    kCamera,
  };
  // Parts of a material and of a texture that are JSON objects of their own.
  static constexpr std::uint32_t kPbrPart = 1;      // "pbrMetallicRoughness".
  static constexpr std::uint32_t kTexturePart = 2;  // And on: by kMaterialTextures.
  static constexpr std::uint32_t kSamplerPart = 1;  // The texture's sampler.

  Owner owner = Owner::kRoot;
  std::uint32_t index = 0;   // Joint, mesh, skin, clip... for a primitive: its mesh.
  std::uint32_t part = 0;    // For a primitive: its number in the mesh. For others: see above.
  std::string extras{};      // Raw JSON text, or empty.
  std::string extensions{};  // Raw JSON text of an object, or empty. Of an extension that the model
                             // understands: what else its object says.
  // Raw JSON text of the whole object, where we keep all of it: cameras. Of a node with a camera:
  // {"camera":0}.
  std::string whole{};
};

// Invariants, checked by Create:
//   1. Instances name joints, meshes and skins that exist; morph runs do not overlap and cover
//      morph_rest exactly; a skinned mesh's joint_bound fits the skin; skins fit the skeleton.
//   2. Clips stay within the skeleton's joints and the morph slots; a morph track covers whole
//      runs.
//   3. Materials, textures and images that are named exist; scene roots are joints.
//   4. morph_rest and the materials' numbers are usable, factors and enumerators as material.h
//      allows them.
class Model {
 public:
  struct Parts {
    Skeleton skeleton{};
    std::vector<Skin> skins{};
    std::vector<Mesh> meshes{};
    std::vector<MeshInstance> instances{};
    std::vector<float> morph_rest{};  // The rest value of every morph slot.
    std::vector<Clip> clips{};
    std::vector<Material> materials{};
    std::vector<Texture> textures{};
    std::vector<Image> images{};
    std::vector<ModelScene> scenes{};
    std::optional<std::uint32_t> default_scene{};
    std::vector<CarriedJson> carried{};
    // Of the carried JSON, and those that materials are read from: in the order of the file.
    std::vector<std::string> extensions_used{};
    std::vector<std::string> extensions_required{};  // Those of them that a reader must know.
    std::string generator{};
    std::string copyright{};
  };

  Model() = default;
  static Result<Model> Create(Parts parts);

  const Skeleton& skeleton() const& { return parts_.skeleton; }
  std::span<const Skin> skins() const& { return parts_.skins; }
  std::span<const Mesh> meshes() const& { return parts_.meshes; }
  std::span<const MeshInstance> instances() const& { return parts_.instances; }
  std::span<const float> morph_rest() const& { return parts_.morph_rest; }
  std::span<const Clip> clips() const& { return parts_.clips; }
  std::span<const Material> materials() const& { return parts_.materials; }
  std::span<const Texture> textures() const& { return parts_.textures; }
  std::span<const Image> images() const& { return parts_.images; }
  std::span<const ModelScene> scenes() const& { return parts_.scenes; }
  std::optional<std::uint32_t> default_scene() const { return parts_.default_scene; }
  const Parts& parts() const& { return parts_; }
  Parts parts() && { return std::move(parts_); }
  Parts TakeParts() && { return std::move(parts_); }  // To edit and Create anew.

  // The first clip of that name.
  std::optional<std::uint32_t> FindClip(std::string_view name) const;

  // Of a temporary these would be gone at the end of the statement.
  const Skeleton& skeleton() const&& = delete;
  std::span<const Skin> skins() const&& = delete;
  std::span<const Mesh> meshes() const&& = delete;
  std::span<const MeshInstance> instances() const&& = delete;
  std::span<const float> morph_rest() const&& = delete;
  std::span<const Clip> clips() const&& = delete;
  std::span<const Material> materials() const&& = delete;
  std::span<const Texture> textures() const&& = delete;
  std::span<const Image> images() const&& = delete;
  std::span<const ModelScene> scenes() const&& = delete;
  const Parts& parts() const&& = delete;

 private:
  Parts parts_;
};

// Which way is up in the model that an import gives.
enum class UpAxis : std::uint8_t {
  kAsInFile,  // Keep the file's axes (glTF: Y up).
  kZ,         // Turn a Y-up file: (x, y, z) becomes (x, -z, y), a quarter turn about X.
};

// Turns everything alike: meshes, morphs, nodes, inverse binds, clips (L39, L40, C82, C83). The
// model's own arrays are turned where they lie; only clips whose tracks share values are copied,
// one at a time.
Model TurnYUpToZUp(Model&& model);

// A character cut out of a model that holds several.
struct ExtractedSkeleton {
  Skeleton skeleton{};        // The joints of the skins and all their ancestors.
  std::vector<Skin> skins{};  // In the order asked for.
  std::vector<Clip> clips{};  // Only tracks of kept joints; clips left empty stay, so
                              // that their indices hold.
  std::vector<std::uint32_t> source_joints{};  // source_joints[j]: joint j's index in the model.
};

// Cuts out the ancestor-closed part of the skeleton that these skins need, with the clips remapped.
// Fails where a skin does not exist. Morph tracks are dropped: they belong to meshes.
Result<ExtractedSkeleton> ExtractSkeleton(const Model& model, std::span<const std::uint32_t> skins);

}  // namespace sinew
