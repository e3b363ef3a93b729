// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A skin binds: it names the joints that a mesh's influences index, and says where each joint stood
// when the mesh was bound. One mesh under many skins, one joint in many skins, are ordinary.
//
//   Space   inverse_bind[i] takes the mesh's bind space to the space of joint joints[i].
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sinew/math.h"
#include "sinew/result.h"

namespace sinew {

// A skin entry that no joint controls: what it weighs stays where it is (G4MF's -1).
inline constexpr std::int32_t kIdentityJoint = -1;

// Invariants, checked by Create:
//   1. At least one entry; as many inverse bind matrices as entries.
//   2. Entries are kIdentityJoint or a joint below skeleton_joint_count. (Repeats are legal: they
//      merge joints.) The root, where there is one, is a joint too.
//   3. Matrices are usable numbers. (They may shear, scale or be singular.)
class Skin {
 public:
  struct Parts {
    std::string name{};
    std::vector<std::int32_t> joints{};   // Skeleton joints, in the order influences index them.
    std::vector<Affine> inverse_bind{};   // joint_from_bind, one an entry.
    std::optional<std::uint32_t> root{};  // A hint that some files carry; skinning ignores it.
  };

  static Result<Skin> Create(Parts parts, std::uint32_t skeleton_joint_count);

  const std::string& name() const& { return parts_.name; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(parts_.joints.size()); }
  std::span<const std::int32_t> joints() const& { return parts_.joints; }
  std::span<const Affine> inverse_bind() const& { return parts_.inverse_bind; }
  std::optional<std::uint32_t> root() const { return parts_.root; }
  const Parts& parts() const& { return parts_; }
  Parts parts() && { return std::move(parts_); }
  Parts TakeParts() && { return std::move(parts_); }  // To edit and Create anew.

  // Of a temporary these would be gone at the end of the statement.
  const std::string& name() const&& = delete;
  std::span<const std::int32_t> joints() const&& = delete;
  std::span<const Affine> inverse_bind() const&& = delete;
  const Parts& parts() const&& = delete;

 private:
  Skin() = default;  // Breaks invariant 1: only Create makes skins.

  Parts parts_;
};

}  // namespace sinew
