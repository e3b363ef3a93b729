// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// An asset at one moment: its pose, and what follows from it (matrices, palettes, vertices, boxes).
// The one place where posing and skinning meet. Instance (instance.h) adds a mixer to it; tools and
// tests that pose single moments use it alone.
//
//   clip, time --SampleJob--> pose --LocalToModelJob--> model_from_joint
//              --PaletteJob--> palettes (--DualPaletteJob--> dual palettes) --SkinJob--> vertices
//
//   Space    model space, which is the asset's scene space. Where the character stands in a world
//            is applied after it, once (scene.h).
//   Memory   allocates when it is made, and never again.
//   Threads  one thread changes it at a time. While nothing changes it, any number may read it and
//            call Skin.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "sinew/asset.h"
#include "sinew/box.h"
#include "sinew/dual_quaternion.h"
#include "sinew/hooks.h"
#include "sinew/math.h"
#include "sinew/picking.h"
#include "sinew/pose.h"
#include "sinew/result.h"
#include "sinew/sampling.h"
#include "sinew/skinning.h"

namespace sinew {

enum class SkinMethod : std::uint8_t { kLinearBlend, kDualQuaternion };

// Where vertices go, and which.
struct SkinOutput {
  Strided<Vec3> positions;   // One per vertex of the draw's primitive.
  Strided<Vec3> normals{};   // Empty: not wanted.
  Strided<Vec4> tangents{};  // Likewise.
  VertexOrder order = VertexOrder::kPrepared;
  NormalRule normal_rule = NormalRule::kByPalette;
  std::uint32_t first_block = 0;            // Some blocks only: for a thread's share.
  std::uint32_t block_count = 0xffffffffu;  // As many as there are.
};

struct AssetHit {
  Draw draw{};
  RayHit hit{};  // Triangles and vertices of the draw's primitive, in the prepared order.
};

// What picking needs room for; made once, for all poses of one asset, one per thread.
class PickScratch {
 public:
  explicit PickScratch(const Asset& asset);

 private:
  friend class AssetPose;
  HookVector<Vec3> positions_;  // As many as the largest primitive has.
};

class AssetPose {
 public:
  explicit AssetPose(Asset asset, SkinMethod method = SkinMethod::kLinearBlend);
  AssetPose(AssetPose&&) noexcept;  // One that was moved from may only be assigned or destroyed.
  AssetPose& operator=(AssetPose&&) noexcept;
  ~AssetPose();

  // Views and references of a temporary are deleted: what they show would be gone.
  const Asset& asset() const&;
  const Asset& asset() const&& = delete;
  SkinMethod method() const;

  // --- setting the moment ---
  // A clip or pose that does not fit changes nothing. After any other error matrices and palettes
  // are of no use until the next call without one.

  // The rest pose. (So it is when it is made.)
  Error SetRest();
  // A clip of the asset, or any clip that fits its skeleton, at a time.
  Error Sample(std::uint32_t clip, double time_s, Wrap wrap = Wrap::kHold);
  Error Sample(const ClipView& clip, double time_s, Wrap wrap = Wrap::kHold);
  // A pose of the caller's own, copied: joints, and morphs as far as it has some.
  Error SetPose(ConstPoseView pose);
  // After local_pose() was written to by the caller: makes matrices and palettes from it.
  Error UpdateMatrices();
  PoseView local_pose() &;
  PoseView local_pose() && = delete;

  // --- what follows from it. Draws, skins and instances that the asset does not have assert ---

  ConstPoseView pose() const&;  // Joints, and morphs by slot.
  ConstPoseView pose() const&& = delete;
  std::span<const Affine> model_from_joint() const&;  // One per joint.
  std::span<const Affine> model_from_joint() const&& = delete;
  // One matrix per entry of a skin, model_from_bind; empty where no mesh instance uses the skin.
  std::span<const Affine> palette(std::uint32_t skin) const&;
  std::span<const Affine> palette(std::uint32_t skin) const&& = delete;
  std::span<const DualJoint> dual_palette(std::uint32_t skin) const&;  // Empty by linear blend.
  std::span<const DualJoint> dual_palette(std::uint32_t skin) const&& = delete;
  // The palette as 16 floats per entry, column-major, as glTF, three.js and OpenGL have them.
  // kMatricesTooSmall where `out` has fewer than 16 per entry.
  Error CopyPalette4x4(std::uint32_t skin, std::span<float> out) const;
  std::span<const float> morph_weights(std::uint32_t instance) const&;  // One per target.
  std::span<const float> morph_weights(std::uint32_t instance) const&& = delete;

  // Skins one draw. On any error nothing is written.
  Error Skin(const Draw& draw, const SkinOutput& out) const;

  // A box that every vertex of a draw lies in; of all draws. Conservative: see bounds.h. Empty
  // where there are no vertices; all of space where a box cannot be computed.
  Box bounds(const Draw& draw);
  Box bounds();

  // The nearest triangle that a ray in model space meets, over all draws; nothing where it meets
  // none. kOptionOutOfRange: a ray without a direction, or with a negative length. kValueNotFinite:
  // a number of the ray is not usable. kVerticesTooSmall: the scratch of another asset.
  Error Pick(const Ray& ray, RaySides sides, PickScratch& scratch, std::optional<AssetHit>& hit);

 private:
  struct Body;
  std::unique_ptr<Body> body_;
};

}  // namespace sinew
