// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <algorithm>

#include "base/arithmetic.h"
#include "math/usable.h"
#include "pose/mixer/setup_data.h"
#include "pose/mixer/state.h"
#include "sinew/mixer.h"

namespace sinew {
namespace {

using mixing::AttachmentState;

std::size_t PlaceOf(std::span<const AttachmentState> all, std::uint32_t object) {
  const auto before = [](const AttachmentState& a, std::uint32_t wanted) {
    return a.object < wanted;
  };
  return static_cast<std::size_t>(std::lower_bound(all.begin(), all.end(), object, before) -
                                  all.begin());
}

bool HangsAt(std::span<const AttachmentState> all, std::size_t place, std::uint32_t object) {
  return place < all.size() && all[place].object == object;
}

}  // namespace

std::optional<Socket> Mixer::socket(std::string_view name) const {
  for (const MixerSocket& known : setup().options().sockets) {
    if (known.name == name) return Socket{.joint = known.joint, .offset = known.offset};
  }
  if (const std::optional<std::uint32_t> joint = setup().skeleton().Find(name)) {
    return Socket{.joint = *joint};
  }
  return std::nullopt;
}

Error Mixer::attach(std::uint32_t object, const Socket& socket) {
  return attach(object, socket.joint, socket.offset);
}

Error Mixer::attach(std::uint32_t object, std::uint32_t joint, const Transform& offset) {
  if (joint >= setup().skeleton().joint_count()) return Error::kJointBeyondSkeleton;
  if (!scalar::IsUsable(offset)) return Error::kValueNotFinite;
  const mixing::State all = state();
  const std::size_t place = PlaceOf(all.attachments(), object);
  if (!HangsAt(all.attachments(), place, object)) {
    if (all.attachments().size() >= setup().options().attachment_capacity) return Error::kNoRoom;
    all.InsertAttachment(place);
  }
  AttachmentState& hung = all.attachments()[place];
  hung = {.object = object, .joint = joint, .offset = offset};
  hung.offset.rotation = Normalize(offset.rotation);
  return Error::kNone;
}

Error Mixer::detach(std::uint32_t object) {
  const mixing::State all = state();
  const std::size_t place = PlaceOf(all.attachments(), object);
  if (!HangsAt(all.attachments(), place, object)) return Error::kNoSuchAttachment;
  all.EraseAttachment(place);
  return Error::kNone;
}

Error Mixer::swap(std::uint32_t object, std::uint32_t replacement) {
  const mixing::State all = state();
  const std::size_t place = PlaceOf(all.attachments(), object);
  if (!HangsAt(all.attachments(), place, object)) return Error::kNoSuchAttachment;
  AttachmentState hung = all.attachments()[place];
  hung.object = replacement;
  all.EraseAttachment(place);
  const std::size_t new_place = PlaceOf(all.attachments(), replacement);
  if (!HangsAt(all.attachments(), new_place, replacement)) all.InsertAttachment(new_place);
  all.attachments()[new_place] = hung;
  return Error::kNone;
}

std::uint32_t Mixer::attachment_count() const { return state().header().attachment_count; }

Attachment Mixer::attachment(std::uint32_t index) const {
  if (index >= attachment_count()) return {};
  const AttachmentState& hung = state().attachments()[index];
  return {.object = hung.object, .joint = hung.joint, .offset = hung.offset};
}

std::optional<Affine> Mixer::attachment_model(std::uint32_t object,
                                              std::span<const Affine> model_from_joint) const {
  const std::span<const AttachmentState> all = state().attachments();
  const std::size_t place = PlaceOf(all, object);
  if (!HangsAt(all, place, object)) return std::nullopt;
  if (all[place].joint >= model_from_joint.size()) return std::nullopt;
  return Multiply(model_from_joint[all[place].joint], AffineOf(all[place].offset));
}

}  // namespace sinew
