// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Bounds: the box around a skinned mesh, from one box a joint, without skinning a vertex.
//
//   Space     boxes of SkinBounds are in bind space, those of the jobs in model space.
//   Promise   no vertex that spec::Skin or SkinJob writes for the same palette and morph weights
//             lies outside of the box, whatever they are (as long as spec::Skin
//             itself promises finite places): not by movement, not by morphing, not by
//             the rounding of skinning or bounding. Why that is so stands in docs/bounds.md.
//   Tight     as tight as the boxes of the joints, each moved as a whole and boxed again: about a
//             tenth longer each way than the box around the vertices, for a person that runs.
//   Memory    SkinBounds and BoundsScratch own theirs; a job allocates nothing.
//   Threads   SkinBounds never change. A scratch is used by one job at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "sinew/aligned_bytes.h"
#include "sinew/box.h"
#include "sinew/carried_box.h"
#include "sinew/math.h"
#include "sinew/mesh.h"
#include "sinew/result.h"
#include "sinew/skeleton.h"
#include "sinew/skin_view.h"
#include "sinew/skinned_mesh.h"

namespace sinew {

// What a mesh's bounds are made of, found once.
class SkinBounds {
 public:
  // Of all primitives of a mesh, or of one of them. Of a mesh that exists, so it cannot fail; a
  // primitive that it does not have asserts.
  static SkinBounds Create(const Mesh& mesh);
  static SkinBounds Create(const Mesh& mesh, std::uint32_t primitive);
  // Of a prepared mesh, such as one of a runtime file: the same bounds as of its primitive.
  static SkinBounds Create(const SkinnedMeshView& prepared);
  // The same where one matrix moves all of it, whatever its influences: one box, the rigid one.
  static SkinBounds CreateRigid(const SkinnedMeshView& prepared);

  // All of them, in one run of little-endian bytes (docs/format.md); of bounds that were moved
  // from: none, and they may only be assigned to or destroyed.
  std::span<const std::byte> bytes() const& { return bytes_; }

  // As those of SkinBoundsView.
  std::uint32_t joint_count() const;
  std::uint32_t morph_count() const;
  std::span<const Box> joint_boxes() const&;
  const Box& still_box() const&;
  const Box& rigid_box() const&;
  Error Morphed(std::span<const float> low, std::span<const float> high,
                std::span<Box> boxes) const;
  double rounding() const;

  // Of a temporary these would be gone at the end of the statement.
  std::span<const std::byte> bytes() const&& = delete;
  std::span<const Box> joint_boxes() const&& = delete;
  const Box& still_box() const&& = delete;
  const Box& rigid_box() const&& = delete;

 private:
  explicit SkinBounds(AlignedBytes bytes) : bytes_(std::move(bytes)) {}

  AlignedBytes bytes_;
};

// Bounds that somebody else holds: SkinBounds, or a runtime file in mapped memory. What jobs take;
// SkinBounds become one by themselves.
class SkinBoundsView {
 public:
  SkinBoundsView(const SkinBounds& bounds) : bytes_(bounds.bytes()) {}  // NOLINT: implicit
  SkinBoundsView(const SkinBounds&&) = delete;                          // They would be gone.
  // Of bytes that nobody has looked at yet, at an address that eight divides. Every count, index
  // and number is checked, once and here, so that jobs stay inside them and write usable boxes.
  // That the boxes hold the vertices of some mesh is not: whoever wrote them said so. Allocates
  // nothing where they are right.
  static Result<SkinBoundsView> Create(std::span<const std::byte> bytes);

  // One more than the largest skin entry that a vertex names; 0: nothing is skinned.
  std::uint32_t joint_count() const;
  std::uint32_t morph_count() const;

  // In bind space and without morphing: the vertices that each skin entry moves, alone or with
  // others. Empty where it moves none.
  std::span<const Box> joint_boxes() const;
  // The vertices without influence, which stay where they are (in skinned primitives), ...
  const Box& still_box() const;
  // ... and those of primitives without influences, which `rigid` moves.
  const Box& rigid_box() const;

  // All of those boxes while every morph weight is within [low, high] of its own: those of the
  // joints, then the still one, then the rigid one. low and high have morph_count() entries each,
  // or none: no morphing. kBoxesTooSmall: joint_count() + 2 are written.
  Error Morphed(std::span<const float> low, std::span<const float> high,
                std::span<Box> boxes) const;

  // What skinning may be off by where it rounds, and where weights do not sum to one: relative to
  // the sum of all magnitudes that are added up for a coordinate.
  double rounding() const;

  std::span<const std::byte> bytes() const { return bytes_; }

 private:
  explicit SkinBoundsView(std::span<const std::byte> bytes) : bytes_(bytes) {}

  std::span<const std::byte> bytes_;
};

// The box of a mesh that is skinned by linear blend.
struct BoundsJob {
  SkinBoundsView bounds;
  std::span<const float> morph_weights{};  // One a target, or empty: no morphing.
  std::span<const Affine> palette{};       // At least bounds.joint_count().
  Affine rigid{};                          // As spec::Skin::rigid.
  std::span<Box> joint_boxes{};  // Out, one a skin entry: where it alone would put its vertices. A
                                 // vertex lies in the box around those of its influences. Empty:
                                 // not wanted.
  Box& box;                      // Out. Empty where the mesh has no vertices.

  Error Validate() const;
  Error Run() const;  // On any error nothing is written.
};

// The boxes of a mesh as they hang on joints: what SweepClip (clip_bounds.h) takes through a clip.
struct CarryBoxesJob {
  SkinBoundsView bounds;
  // Whose joints move the mesh; at least bounds.joint_count() entries, or kPaletteTooSmall. None:
  // influences mean nothing, and the whole mesh hangs on `joint`.
  std::optional<SkinView> skin{};
  std::int32_t joint = kNoParent;  // Where the mesh instance stands: what spec::Skin::rigid moves
                                   // hangs on it. kNoParent: on none; it stays in model space.
  // Between what values morph weights stay, as SkinBounds::Morphed takes them: of a clip, what
  // MorphRangeJob says of the instance's slots.
  std::span<const float> morph_low{}, morph_high{};
  std::span<CarriedBox> boxes;  // Out, bounds.joint_count() + 2: in the order of Morphed. Empty
                                // ones move nothing; SweepClip passes over them.

  Error Validate() const;
  Error Run() const;  // On any error nothing is written.
};

// What a job for dual quaternions writes on.
class BoundsScratch {
 public:
  explicit BoundsScratch(const SkinBoundsView& bounds);

  // One that was moved from may only be assigned to or destroyed.
  BoundsScratch(BoundsScratch&& other) noexcept;
  BoundsScratch& operator=(BoundsScratch&& other) noexcept;
  ~BoundsScratch();

 private:
  friend struct DualQuaternionBoundsJob;

  struct Spreads;
  std::unique_ptr<Spreads> spreads_;
};

// The box of a mesh that is skinned by dual quaternions: rotations and translations are blended as
// such, with signs by the influence of the largest weight, and stretch with the rotations, as
// spec::Skin does with a dual_palette. The blended place of a vertex is not between those that its
// joints would give it but beside: each joint's box is inflated by
//
//   factor * distance
//
// where distance is how far apart two joints put a vertex that they share, and factor at most
// tan(angle / 4) / 2 for two joints turned by an angle against each other: 0.21 for a right angle,
// 0.5 for half a turn. More influences: docs/bounds.md.
// On top, 1e-5 of the magnitudes involved for the rounding of such skinning.
struct DualQuaternionBoundsJob {
  SkinBoundsView bounds;
  BoundsScratch& scratch;  // Made of the same bounds, or kOtherMesh.
  std::span<const float> morph_weights{};
  std::span<const Affine> palette{};
  Affine rigid{};
  Box& box;  // Out.

  Error Validate() const;
  Error Run() const;  // On any error nothing is written but the scratch.
};

}  // namespace sinew
