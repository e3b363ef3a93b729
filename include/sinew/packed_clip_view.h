// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A packed clip that somebody else holds: a PackedClip, or a runtime file in mapped memory. What
// jobs and playback take, inside a ClipView; a PackedClip becomes one by itself.
//
//   Borrowed  whoever holds the bytes, the name and the events keeps them where they are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "sinew/assertion.h"
#include "sinew/clip.h"
#include "sinew/names.h"
#include "sinew/packed_clip.h"
#include "sinew/result.h"
#include "sinew/temporary_owner.h"

namespace sinew {

// The events of a clip of either form, in ascending time.
class ClipEvents {
 public:
  struct Event {
    float time_s = 0.0f;
    std::string_view name{};
  };

  ClipEvents() = default;
  ClipEvents(std::span<const ClipEvent> events)  // NOLINT: meant to be implicit
      : events_(events.data()), count_(events.size()) {}
  // As many names as times: other counts are a caller's bug.
  ClipEvents(std::span<const float> times_s, NameList names)
      : times_s_(times_s.data()), names_(names), count_(times_s.size()) {
    SINEW_ASSERT(names.size() == times_s.size());
  }
  // Temporaries would take their events along.
  template <typename Events>
    requires TemporaryOwner<Events, std::span<const ClipEvent>>
  ClipEvents(Events&& events) = delete;
  template <typename Times>
    requires TemporaryOwner<Times, std::span<const float>>
  ClipEvents(Times&& times_s, NameList names) = delete;

  std::size_t size() const { return count_; }
  bool empty() const { return count_ == 0; }
  float time_s(std::size_t i) const {
    return SINEW_ASSERT(i < count_), events_ != nullptr ? events_[i].time_s : times_s_[i];
  }
  Event operator[](std::size_t i) const {
    return {time_s(i), events_ != nullptr ? std::string_view(events_[i].name) : names_[i]};
  }

 private:
  const ClipEvent* events_ = nullptr;
  const float* times_s_ = nullptr;
  NameList names_{};
  std::size_t count_ = 0;
};

class PackedClipView {
 public:
  // As in PackedClip.
  struct Parts {
    ClipForm form = ClipForm::kPacked;
    std::string_view name{};
    float duration_s = 0.0f;
    float error_bound = 0.0f;
    std::uint32_t joint_bound = 0;
    std::uint32_t morph_bound = 0;
    std::uint64_t rest_hash = 0;
    ClipEvents events{};
    std::optional<std::uint32_t> root_motion_joint{};
    std::span<const std::byte> bytes{};  // At an address that four divides.
  };

  PackedClipView(const PackedClip& clip)  // NOLINT: meant to be implicit
      : parts_{.form = clip.form(),
               .name = clip.name(),
               .duration_s = clip.duration_s(),
               .error_bound = clip.error_bound(),
               .joint_bound = clip.joint_bound(),
               .morph_bound = clip.morph_bound(),
               .rest_hash = clip.rest_hash(),
               .events = clip.events(),
               .root_motion_joint = clip.root_motion_joint(),
               .bytes = clip.bytes()} {}
  PackedClipView(const PackedClip&&) = delete;  // A temporary's bytes would be gone.
  // Of bytes that nobody has looked at yet. Every count, offset and number in them is checked, once
  // and here, so that sampling at any time stays inside them and gives usable numbers and unit
  // rotations: whatever the bytes are. That takes some 1 ns a byte. Allocates nothing where they
  // are right.
  static Result<PackedClipView> Create(const Parts& parts);

  ClipForm form() const { return parts_.form; }
  std::string_view name() const { return parts_.name; }
  float duration_s() const { return parts_.duration_s; }
  float error_bound() const { return parts_.error_bound; }
  std::uint32_t joint_bound() const { return parts_.joint_bound; }
  std::uint32_t morph_bound() const { return parts_.morph_bound; }
  std::uint64_t rest_hash() const { return parts_.rest_hash; }
  ClipEvents events() const { return parts_.events; }
  std::optional<std::uint32_t> root_motion_joint() const { return parts_.root_motion_joint; }
  std::size_t size_bytes() const { return parts_.bytes.size(); }
  std::span<const std::byte> bytes() const { return parts_.bytes; }

 private:
  explicit PackedClipView(const Parts& parts) : parts_(parts) {}

  Parts parts_;
};

}  // namespace sinew
