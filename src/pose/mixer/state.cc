// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "pose/mixer/state.h"

#include <algorithm>
#include <cassert>

#include "pose/mixer/setup_data.h"
#include "sinew/hash.h"

namespace sinew::mixing {

std::span<const ActionState> ConstState::actions() const {
  return {&At<ActionState>(setup_->layout.actions), header().action_count};
}

const LayerState& ConstState::layer(std::uint32_t layer) const {
  return At<LayerState>(setup_->layout.layers + layer * sizeof(LayerState));
}

const GroupState& ConstState::group(std::uint32_t group) const {
  return At<GroupState>(setup_->groups[group].offset);
}

std::span<const Ticks> ConstState::group_segments(std::uint32_t group) const {
  const MixerSetup::Data::Group& known = setup_->groups[group];
  return {&At<Ticks>(known.offset + sizeof(GroupState)), known.segment_count};
}

Vec2 ConstState::space(std::uint32_t space) const {
  return At<Vec2>(setup_->layout.spaces + space * sizeof(Vec2));
}

std::uint32_t ConstState::serials_given(std::uint32_t clip) const {
  return At<std::uint32_t>(setup_->layout.serials + clip * sizeof(std::uint32_t));
}

std::span<const AttachmentState> ConstState::attachments() const {
  return {&At<AttachmentState>(setup_->layout.attachments), header().attachment_count};
}

std::span<const JointResidue> ConstState::joint_residues() const {
  const bool any = setup_->options.inertial;
  return {&At<JointResidue>(setup_->layout.joint_residues),
          any ? setup_->skeleton.joint_count() : 0};
}

std::span<const MorphResidue> ConstState::morph_residues() const {
  const bool any = setup_->options.inertial;
  return {&At<MorphResidue>(setup_->layout.morph_residues), any ? setup_->morph_count : 0};
}

Vec2& State::space(std::uint32_t space) const {
  return Mutable(At<Vec2>(setup_->layout.spaces + space * sizeof(Vec2)));
}

std::uint32_t& State::serials_given(std::uint32_t clip) const {
  return Mutable(At<std::uint32_t>(setup_->layout.serials + clip * sizeof(std::uint32_t)));
}

bool ComesBefore(const ActionState& a, const ActionState& b) {
  return a.clip != b.clip ? a.clip < b.clip : a.serial < b.serial;
}

ActionState& State::InsertAction(std::size_t index) const {
  ++header().action_count;
  const std::span<ActionState> all = actions();
  std::move_backward(all.begin() + static_cast<std::ptrdiff_t>(index), all.end() - 1, all.end());
  return all[index] = ActionState{};
}

void State::EraseAction(std::size_t index) const {
  const std::span<ActionState> all = actions();
  std::move(all.begin() + static_cast<std::ptrdiff_t>(index) + 1, all.end(),
            all.begin() + static_cast<std::ptrdiff_t>(index));
  std::memset(static_cast<void*>(&all.back()), 0, sizeof(ActionState));
  --header().action_count;
}

AttachmentState& State::InsertAttachment(std::size_t index) const {
  ++header().attachment_count;
  const std::span<AttachmentState> all = attachments();
  std::move_backward(all.begin() + static_cast<std::ptrdiff_t>(index), all.end() - 1, all.end());
  return all[index] = AttachmentState{};
}

void State::EraseAttachment(std::size_t index) const {
  const std::span<AttachmentState> all = attachments();
  std::move(all.begin() + static_cast<std::ptrdiff_t>(index) + 1, all.end(),
            all.begin() + static_cast<std::ptrdiff_t>(index));
  std::memset(static_cast<void*>(&all.back()), 0, sizeof(AttachmentState));
  --header().attachment_count;
}

void State::Clear() const {
  std::memset(static_cast<void*>(&header()), 0, setup_->layout.total);
  header() = {.arithmetic = kArithmeticVersion, .setup_hash = setup_->hash};
  for (std::uint32_t l = 0; l < setup_->options.layers.size(); ++l) layer(l) = LayerState{};
}

}  // namespace sinew::mixing
