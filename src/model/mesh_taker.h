// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Copies meshes and skins of one model to the parts of another, with the materials, textures and
// images that they need and their preserved JSON.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "sinew/model.h"
#include "sinew/result.h"

namespace sinew::model {

class MeshTaker {
 public:
  // Both must outlive it. `to` may grow by others' hands too, but nothing in it may change.
  MeshTaker(const Model& from, Model::Parts& to);

  // Each gives the index in the target. What was taken before, and materials, textures and embedded
  // images that the target has already, are not copied again.
  Result<std::uint32_t> TakeMesh(std::uint32_t mesh);
  // The same mesh, but every vertex follows entry 0 of its skin.
  Result<std::uint32_t> TakeMeshAsRigid(std::uint32_t mesh);
  // `parts` are those of the source's skin with the target's joints.
  Result<std::uint32_t> TakeSkin(std::uint32_t skin, Skin::Parts parts);

  // An instance with morph slots of its own, at the rest values that it has in the source.
  void AddInstance(const MeshInstance& source, MeshInstance placed);

  // Of meshes, primitives, skins and images: they may point into their own file, and stay there.
  std::uint32_t dropped_extensions() const { return dropped_extensions_; }

 private:
  using Owner = CarriedJson::Owner;
  using Numbers = std::vector<std::optional<std::uint32_t>>;  // New index by old index.

  Result<std::uint32_t> AddMesh(std::uint32_t mesh, bool as_rigid);
  std::uint32_t TakeMaterial(std::uint32_t material);
  std::uint32_t TakeTexture(std::uint32_t texture);
  std::uint32_t TakeImage(std::uint32_t image);
  std::pair<std::uint64_t, std::size_t> ImageKey(const SharedBytes& bytes);
  const CarriedJson* JsonOf(Owner owner, std::uint32_t index, std::uint32_t part = 0) const;
  void TakeExtras(Owner owner, std::uint32_t old_index, std::uint32_t new_index,
                  std::uint32_t part = 0);
  void AddJson(CarriedJson json);
  void AddJson(std::vector<CarriedJson> json, std::uint32_t index);
  // Adds a copy to `moved`, with the numbers of that member renamed; its index is still open.
  void MoveJson(Owner owner, std::uint32_t index, std::uint32_t part, std::string_view member,
                const std::function<std::uint32_t(std::uint64_t)>& number,
                std::vector<CarriedJson>& moved) const;

  const Model& from_;
  Model::Parts& to_;
  std::map<std::tuple<Owner, std::uint32_t, std::uint32_t>, const CarriedJson*> json_;
  std::map<std::pair<std::uint32_t, bool>, std::uint32_t> meshes_;
  Numbers skins_, materials_, textures_, images_;
  // What the target has, by content.
  std::map<std::string, std::uint32_t> known_materials_, known_textures_;
  std::map<std::pair<std::uint64_t, std::size_t>, std::uint32_t> known_images_;
  std::map<const std::byte*, std::uint64_t> hash_of_bytes_;
  std::uint32_t dropped_extensions_ = 0;
};

}  // namespace sinew::model
