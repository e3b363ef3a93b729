// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/skin.h"

#include <utility>

#include "model/checks.h"
#include "sinew/skin_view.h"

namespace sinew {

Result<SkinView> SkinView::Create(const Parts& parts, std::uint32_t skeleton_joint_count) {
  using model::At;
  using model::Broken;
  if (parts.joints.empty()) return Broken("joints", "found no entry, expected at least one");
  if (parts.inverse_bind.size() != parts.joints.size()) {
    return Broken("inverse_bind",
                  model::FoundExpected(parts.inverse_bind.size(), parts.joints.size()) +
                      " matrices, one an entry");
  }
  for (std::size_t entry = 0; entry < parts.joints.size(); ++entry) {
    const std::int32_t joint = parts.joints[entry];
    if (joint == kIdentityJoint) continue;
    if (joint < 0 || static_cast<std::uint32_t>(joint) >= skeleton_joint_count) {
      return Broken(At("joints", entry), "found joint " + std::to_string(joint) +
                                             ", expected -1 or less than " +
                                             std::to_string(skeleton_joint_count));
    }
  }
  if (parts.root && *parts.root >= skeleton_joint_count) {
    return Broken("root", "found joint " + std::to_string(*parts.root) + ", expected less than " +
                              std::to_string(skeleton_joint_count));
  }
  if (const auto entry = model::FirstUnusable(parts.inverse_bind)) {
    return Broken(At("inverse_bind", *entry), model::kNotUsable);
  }
  return SkinView(parts);
}

Result<Skin> Skin::Create(Parts parts, std::uint32_t skeleton_joint_count) {
  const Result<SkinView> checked = SkinView::Create(
      {parts.name, parts.joints, parts.inverse_bind, parts.root}, skeleton_joint_count);
  if (!checked.ok()) return checked.failure();
  Skin skin;
  skin.parts_ = std::move(parts);
  return skin;
}

}  // namespace sinew
