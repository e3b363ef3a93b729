// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "use_model.h"

#include <sanitizer/allocator_interface.h>

#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <span>
#include <vector>

#include "support/model_pose.h"

namespace sinew::fuzz {
namespace {

// Bytes allocated and not yet freed since StartCounting. Hooks run inside malloc: no allocation
// here.
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

// Numbers so small that nothing computed from a few of them can overflow.
constexpr float kModerate = 1e4f;

bool IsModerate(Vec3 v) {
  return std::abs(v.x) <= kModerate && std::abs(v.y) <= kModerate && std::abs(v.z) <= kModerate;
}

bool IsModerate(std::span<const Affine> matrices) {
  for (const Affine& matrix : matrices) {
    for (const auto& row : matrix.m) {
      for (const float entry : row) {
        if (!(std::abs(entry) <= kModerate)) return false;
      }
    }
  }
  return true;
}

bool IsModerate(const Primitive& primitive) {
  for (const Vec3 v : primitive.positions) {
    if (!IsModerate(v)) return false;
  }
  for (const MorphTarget& target : primitive.morph_targets) {
    for (const Vec3 v : target.positions) {
      if (!IsModerate(v)) return false;
    }
  }
  return true;
}

void CheckPose(const Model& model, const testing::ModelPose& pose) {
  for (const Transform& joint : pose.pose) {
    const Quat q = joint.rotation;
    const float length = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    if (!(std::abs(length - 1.0f) < 1e-4f)) Find("a sampled rotation is not unit");
  }
  for (const float weight : pose.morphs) {
    if (!(std::abs(weight) <= kModerate)) return;
  }
  if (!IsModerate(pose.model_from_joint)) return;
  for (std::size_t i = 0; i < pose.instances.size(); ++i) {
    const auto& instance = pose.instances[i];
    if (!IsModerate(instance.palette)) continue;
    const auto primitives = model.meshes()[model.instances()[i].mesh].primitives();
    for (std::size_t p = 0; p < primitives.size(); ++p) {
      if (!IsModerate(primitives[p])) continue;
      for (const Vec3 v : instance.primitives[p].positions) {
        if (!std::isfinite(v.x) || !std::isfinite(v.y) || !std::isfinite(v.z)) {
          Find("a position is not finite");
        }
      }
      for (const Vec3 n : instance.primitives[p].normals) {
        if (!std::isfinite(n.x) || !std::isfinite(n.y) || !std::isfinite(n.z)) {
          Find("a normal is not finite");
        }
      }
    }
  }
}

// Vertices times instances: a small file can ask for a lot of skinning, which only costs time.
bool IsQuickToPose(const Model& model) {
  std::size_t vertices = model.skeleton().joint_count();
  for (const MeshInstance& instance : model.instances()) {
    for (const Primitive& primitive : model.meshes()[instance.mesh].primitives()) {
      vertices += primitive.positions.size() * (1 + primitive.morph_targets.size());
    }
    if (vertices > 200'000) return false;
  }
  return true;
}

// Nothing at rest can multiply to more than a job allows: entries of at most 6 a level.
bool IsTameAtRest(const Model& model) {
  const Skeleton& skeleton = model.skeleton();
  if (skeleton.level_begins().size() > 16) return false;
  for (std::uint32_t joint = 0; joint < skeleton.joint_count(); ++joint) {
    const Transform& rest = skeleton.rest()[joint];
    for (const float value : {rest.translation.x, rest.translation.y, rest.translation.z,
                              rest.scale.x, rest.scale.y, rest.scale.z}) {
      if (!(std::abs(value) <= 2.0f)) return false;
    }
  }
  for (const Skin& skin : model.skins()) {
    if (!IsModerate(skin.inverse_bind())) return false;
  }
  return true;
}

void PoseAll(const Model& model) {
  if (!IsQuickToPose(model)) return;
  const auto at = [&](std::optional<std::uint32_t> clip, double time_s) {
    const Result<testing::ModelPose> pose = testing::PoseModel(model, clip, time_s);
    if (pose.ok()) {
      CheckPose(model, *pose);
    } else if (pose.failure().message != ErrorName(Error::kValueNotFinite) ||
               (!clip && IsTameAtRest(model))) {
      Find("a job refuses what was read", pose.failure());
    }
  };
  at(std::nullopt, 0.0);
  for (std::uint32_t clip = 0; clip < model.clips().size() && clip < 4; ++clip) {
    const double duration_s = model.clips()[clip].duration_s();
    for (const double share : {0.0, 0.37, 1.0}) at(clip, share * duration_s);
  }
}

}  // namespace

void Find(const char* what) {
  std::fprintf(stderr, "finding: %s\n", what);
  std::abort();
}

void Find(const char* what, const Failure& failure) {
  std::fprintf(stderr, "%s\n", Describe(failure).c_str());
  Find(what);
}

void InstallCounting() { __sanitizer_install_malloc_and_free_hooks(OnMalloc, OnFree); }

void StartCounting() {
  live_bytes = 0;
  most_live_bytes = 0;
  counting = true;
}

void StopCounting(std::size_t input_bytes) {
  counting = false;
  const std::int64_t allowed =
      (std::int64_t{64} << 20) + 16 * static_cast<std::int64_t>(input_bytes);
  if (most_live_bytes > allowed) {
    std::fprintf(stderr, "%lld bytes held for an input of %zu\n",
                 static_cast<long long>(most_live_bytes.load()), input_bytes);
    Find("reading takes more memory than promised");
  }
}

void UseModel(const Model& model, Writing writing, GltfOptions options) {
  PoseAll(model);
  const Result<std::vector<std::byte>> written = WriteGlb(model);
  if (!written.ok()) {
    if (writing == Writing::kMustWork) Find("what was read cannot be written", written.failure());
    return;
  }
  // Our own output may be larger than the input's limits allow: shared accessors come out apart.
  options.limits.max_decoded_bytes = std::uint64_t{1} << 30;
  options.up_axis = UpAxis::kAsInFile;
  const GltfRead again = ReadGltf(*written, options);
  if (!again.model.ok()) Find("what was written does not load", again.model.failure());
}

}  // namespace sinew::fuzz
