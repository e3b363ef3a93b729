// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A character small enough to work out in the head, and a stage to play it on.
//
//   joint 0  root, at rest at x = 0
//     joint 1  spine, at rest 10 above it
//       joint 2  hand_R, at rest 5 along x
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sinew/mixer.h"
#include "support/build_model.h"

namespace sinew::testing {

inline constexpr float kHalfRoot = 0.70710677f;  // Of a half: a quarter turn is (0, 0, it, it).

inline Skeleton SmallSkeleton() {
  Skeleton::Parts parts;
  parts.parents = {-1, 0, 1};
  parts.rest = {{}, {.translation = {0, 10, 0}}, {.translation = {5, 0, 0}}};
  parts.names = {"root", "spine", "hand_R"};
  parts.file_nodes = {0, 1, 2};
  return Expect(Skeleton::Create(std::move(parts)));
}

struct ClipExtras {
  std::vector<ClipEvent> events{};
  std::optional<std::uint32_t> root{};
};

inline Clip NamedClip(std::string name, const std::vector<TrackSpec>& tracks, float duration_s = 0,
                      const ClipExtras& extras = {}) {
  Clip::Parts parts = ClipOf(tracks, duration_s).TakeParts();
  parts.name = std::move(name);
  parts.events = extras.events;
  parts.root_motion_joint = extras.root;
  return Expect(Clip::Create(std::move(parts)));
}

// The joint's x runs evenly from one value to another; y and z as it rests.
inline Clip Ramp(std::string name, float from, float to, float seconds, std::uint32_t joint = 0,
                 const ClipExtras& extras = {}) {
  const float y = joint == 1 ? 10.0f : 0.0f;
  return NamedClip(std::move(name),
                   {{.target = joint, .times = {0, seconds}, .values = {from, y, 0, to, y, 0}}}, 0,
                   extras);
}

// The joint's x stands still, for so long.
inline Clip Still(std::string name, float x, float seconds = 1.0f, std::uint32_t joint = 0) {
  return Ramp(std::move(name), x, x, seconds, joint);
}

// A setup, one mixer of it and what it needs. Clips are borrowed: they outlive the stage.
class Stage {
 public:
  explicit Stage(const std::vector<Clip>& clips, MixerOptions options = {})
      : Stage(SmallSkeleton(), clips, std::move(options)) {}
  Stage(Skeleton own_skeleton, const std::vector<Clip>& clips, MixerOptions options)
      : skeleton(std::make_unique<Skeleton>(std::move(own_skeleton))),
        setup(Make(*skeleton, clips, std::move(options))),
        mixer(setup),
        scratch(setup),
        pose(skeleton->joint_count(), setup.morph_count()) {}

  Action action(std::uint32_t clip) { return *mixer.clip_action(clip); }

  // A step without trouble.
  void Step(double seconds) { EXPECT_EQ(mixer.update(seconds), Error::kNone); }

  Transform Joint(std::uint32_t joint = 0) {
    EXPECT_EQ(mixer.evaluate(scratch, pose), Error::kNone);
    return pose.joint(joint);
  }
  float X(std::uint32_t joint = 0) { return Joint(joint).translation.x; }

  std::vector<std::byte> Saved() const {
    std::vector<std::byte> bytes(mixer.state_bytes());
    EXPECT_EQ(mixer.save(bytes), Error::kNone);
    return bytes;
  }

  std::unique_ptr<Skeleton> skeleton;
  MixerSetup setup;
  Mixer mixer;
  MixerScratch scratch;
  Pose pose;

 private:
  static MixerSetup Make(const Skeleton& skeleton, const std::vector<Clip>& clips,
                         MixerOptions options) {
    for (const Clip& clip : clips) options.clips.emplace_back(clip);
    return MixerSetup::Create(skeleton, std::move(options)).value();
  }
};

}  // namespace sinew::testing
