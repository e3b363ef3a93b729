// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Fuzzes the use of a .js3d scene, not only its reading: see use_model.h. These are findings too:
//
//   - a failure without a message, or with a place that is no JSON pointer and no byte
//   - polygons and model that do not belong together
//   - a scene that reads and is not known as one, or cannot be written
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "sinew/js3d.h"
#include "use_model.h"

namespace {

using sinew::Js3dScene;
using sinew::Model;
using sinew::Result;
using sinew::fuzz::Find;

void CheckFailure(const sinew::Failure& failure) {
  if (failure.message.empty()) Find("a failure without a message");
  const std::string& place = failure.place;
  if (!place.empty() && place[0] != '/' && !place.starts_with("byte "))
    Find("a place that is none");
}

void CheckParts(const Js3dScene& scene) {
  const Model& model = scene.model;
  for (const sinew::Js3dSkinnedMesh& skinned : scene.skinned_meshes) {
    if (skinned.meshes.empty()) Find("a skinned mesh without a mesh");
    for (const std::uint32_t mesh : skinned.meshes) {
      const auto primitives = model.meshes()[mesh].primitives();
      if (primitives.size() != 1) Find("not one primitive");
      if (primitives[0].vertex_count() != skinned.polygons.corners().size()) {
        Find("corners and vertices differ");
      }
    }
    for (const std::uint32_t index : skinned.instances) {
      const sinew::MeshInstance& instance = model.instances()[index];
      if (instance.skin.has_value() == skinned.rig.bones.empty()) Find("a skin without bones");
      if (instance.skin && model.skins()[*instance.skin].size() < skinned.rig.bones.size()) {
        Find("a bone without a joint");
      }
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  sinew::fuzz::InstallCounting();
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span<const std::byte> bytes = std::as_bytes(std::span(data, size));
  const std::optional<bool> is_js3d = sinew::IsJs3d(bytes);
  sinew::fuzz::StartCounting();
  const Result<Js3dScene> scene = sinew::ReadJs3d(bytes);
  sinew::fuzz::StopCounting(size);
  if (!scene.ok()) {
    CheckFailure(scene.failure());
    return 0;
  }
  // A scene that reads is known as one, but for keys that are written with escapes.
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (!is_js3d && text.find('\\') == text.npos) Find("a scene that is not known as one");
  CheckParts(*scene);
  sinew::fuzz::UseModel(scene->model, sinew::fuzz::Writing::kMustWork);
  return 0;
}
