// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Fuzzes the use of a .js3d scene, not only its reading: what loads is posed, skinned, written as
// GLB and read back. Besides the sanitizers' findings these are findings too:
//
//   - reading holds more than 64 MiB plus 16 times the input at once (the promise of js3d.h)
//   - a failure without a message, or with a place that is no JSON pointer and no byte
//   - polygons and model that do not belong together
//   - a job refuses what the reader let through, except that transforms multiply to too much
//   - what WriteGlb wrote does not load
#include <sanitizer/allocator_interface.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>

#include "sinew/gltf.h"
#include "sinew/js3d.h"
#include "support/model_pose.h"

namespace {

using sinew::Js3dScene;
using sinew::Model;
using sinew::Result;

// Bytes allocated and not yet freed while counting. Hooks run inside malloc: no allocation here.
std::atomic<std::int64_t> live_bytes{0};
std::atomic<std::int64_t> most_live_bytes{0};
std::atomic<bool> counting{false};

void OnMalloc(const volatile void*, std::size_t size) {
  if (!counting.load(std::memory_order_relaxed)) return;
  const std::int64_t live = live_bytes += static_cast<std::int64_t>(size);
  if (live > most_live_bytes) most_live_bytes = live;
}

void OnFree(const volatile void* pointer) {
  if (!counting.load(std::memory_order_relaxed) || pointer == nullptr) return;
  live_bytes -=
      static_cast<std::int64_t>(__sanitizer_get_allocated_size(const_cast<const void*>(pointer)));
}

[[noreturn]] void Find(const char* what) {
  std::fprintf(stderr, "finding: %s\n", what);
  std::abort();
}

Result<Js3dScene> ReadCounted(std::span<const std::byte> bytes) {
  live_bytes = most_live_bytes = 0;
  counting = true;
  Result<Js3dScene> scene = sinew::ReadJs3d(bytes);
  counting = false;
  const std::int64_t allowed =
      (std::int64_t{64} << 20) + 16 * static_cast<std::int64_t>(bytes.size());
  if (most_live_bytes > allowed) Find("reading takes more memory than promised");
  return scene;
}

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

// A small file can ask for a lot of skinning, which only costs time.
bool IsQuickToPose(const Model& model) {
  std::size_t vertices = model.skeleton().joint_count();
  for (const sinew::MeshInstance& instance : model.instances()) {
    for (const sinew::Primitive& primitive : model.meshes()[instance.mesh].primitives()) {
      vertices += primitive.positions.size();
    }
    if (vertices > 200'000) return false;
  }
  return true;
}

void PoseAll(const Model& model) {
  const auto at = [&](std::optional<std::uint32_t> clip, double time_s) {
    const Result<sinew::testing::ModelPose> pose = sinew::testing::PoseModel(model, clip, time_s);
    if (pose.ok()) return;
    if (pose.failure().message == sinew::ErrorName(sinew::Error::kValueNotFinite)) return;
    std::fprintf(stderr, "%s\n", sinew::Describe(pose.failure()).c_str());
    Find("a job refuses what was read");
  };
  at(std::nullopt, 0.0);
  for (std::uint32_t clip = 0; clip < model.clips().size(); ++clip) {
    const double duration_s = model.clips()[clip].duration_s();
    for (const double share : {0.0, 0.37, 1.0}) at(clip, share * duration_s);
  }
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  __sanitizer_install_malloc_and_free_hooks(OnMalloc, OnFree);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span<const std::byte> bytes = std::as_bytes(std::span(data, size));
  const std::optional<bool> is_js3d = sinew::IsJs3d(bytes);
  const Result<Js3dScene> scene = ReadCounted(bytes);
  if (!scene.ok()) {
    CheckFailure(scene.failure());
    return 0;
  }
  // A scene that reads is known as one, but for keys that are written with escapes.
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (!is_js3d && text.find('\\') == text.npos) Find("a scene that is not known as one");
  CheckParts(*scene);
  if (!IsQuickToPose(scene->model)) return 0;
  PoseAll(scene->model);

  const Result<std::vector<std::byte>> written = sinew::WriteGlb(scene->model);
  if (!written.ok()) {
    std::fprintf(stderr, "%s\n", sinew::Describe(written.failure()).c_str());
    Find("what was read cannot be written");
  }
  sinew::GltfOptions options;
  options.limits.max_decoded_bytes = std::uint64_t{1} << 30;
  const sinew::GltfRead again = sinew::ReadGltf(*written, options);
  if (!again.model.ok()) {
    std::fprintf(stderr, "%s\n", sinew::Describe(again.model.failure()).c_str());
    Find("what was written does not load");
  }
  return 0;
}
