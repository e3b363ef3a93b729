// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A skin that somebody else holds: a Skin, or a runtime file in mapped memory. What jobs take; a
// Skin becomes one by itself.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "sinew/math.h"
#include "sinew/result.h"
#include "sinew/skin.h"

namespace sinew {

class SkinView {
 public:
  // As Skin::Parts.
  struct Parts {
    std::string_view name{};
    std::span<const std::int32_t> joints{};
    std::span<const Affine> inverse_bind{};
    std::optional<std::uint32_t> root{};
  };

  SkinView(const Skin& skin)  // NOLINT: meant to be implicit
      : parts_{skin.name(), skin.joints(), skin.inverse_bind(), skin.root()} {}
  SkinView(const Skin&&) = delete;  // A temporary's arrays would be gone.
  // Of arrays that nobody has looked at yet: held against all rules of a Skin. Allocates nothing
  // where they hold.
  static Result<SkinView> Create(const Parts& parts, std::uint32_t skeleton_joint_count);

  std::string_view name() const { return parts_.name; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(parts_.joints.size()); }
  std::span<const std::int32_t> joints() const { return parts_.joints; }
  std::span<const Affine> inverse_bind() const { return parts_.inverse_bind; }
  std::optional<std::uint32_t> root() const { return parts_.root; }

 private:
  explicit SkinView(const Parts& parts) : parts_(parts) {}

  Parts parts_;
};

}  // namespace sinew
