// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// An instance: one character that plays. A mixer, and the asset at the moment that it has come to.
//
//   Asset fox = Asset::Create(std::move(model));
//   Result<MixerSetup> setup = fox.MakeMixerSetup();
//   InstanceScratch scratch(*setup);                 // One per thread, for all instances.
//   Instance hero(*setup);
//   hero.Play("Walk").value();                       // value() stops the program with a message
//   ...                                              // where there is no such clip.
//   hero.FadeTo("Run", 0.3).value();
//   Error error = hero.Update(1.0 / 60.0, scratch);  // Once per frame. Then what is needed of
//   hero.palette(0);                                 // it: matrices for a GPU,
//   error = hero.Skin(draw, out);                    // or vertices.
//
//   Space    model space; see asset_pose.h.
//   Stable   its body stays where it is on the heap: Actions outlive moves of the Instance, and the
//            growth of a std::vector<Instance>.
//   Memory   an Instance and an InstanceScratch allocate when they are made, and never again.
//   Threads  different instances may run side by side, with a scratch each. While nothing changes
//            an instance, any number of threads may read it and call Skin.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "sinew/asset.h"
#include "sinew/asset_pose.h"
#include "sinew/mixer.h"
#include "sinew/mixer_setup.h"

namespace sinew {

// What updating needs room for; made once, for all instances of one setup, one per thread.
class InstanceScratch {
 public:
  explicit InstanceScratch(const MixerSetup& setup) : mixer_(setup) {}
  MixerScratch& mixer() { return mixer_; }

 private:
  MixerScratch mixer_;
};

class Instance {
 public:
  // `setup` was made by Asset::MakeMixerSetup: another is a caller's bug, and stops the program
  // with a message. The instance is at rest until something plays.
  explicit Instance(const MixerSetup& setup, SkinMethod method = SkinMethod::kLinearBlend);

  // Views and references of a temporary are deleted: what they show would be gone.
  const Asset& asset() const& { return pose_.asset(); }
  const Asset& asset() const&& = delete;
  const MixerSetup& setup() const& { return mixer_.setup(); }
  const MixerSetup& setup() const&& = delete;

  // All that a mixer can do; Update shows it. (mixer.h)
  Mixer& mixer() & { return mixer_; }
  const Mixer& mixer() const& { return mixer_; }
  const Mixer& mixer() const&& = delete;
  // The two calls that most games need, by clip number or name.
  Result<Action> Play(std::uint32_t clip) { return mixer_.Play(clip); }
  Result<Action> Play(std::string_view clip) { return mixer_.Play(clip); }
  Result<Action> FadeTo(std::uint32_t clip, double seconds) { return mixer_.FadeTo(clip, seconds); }
  Result<Action> FadeTo(std::string_view clip, double seconds) {
    return mixer_.FadeTo(clip, seconds);
  }

  // Advances the mixer, and makes pose, matrices and palettes of the new moment.
  Error Update(double seconds, InstanceScratch& scratch);
  // The same without a step: after calls that shall be seen at once, or after Load.
  Error Evaluate(InstanceScratch& scratch);

  // Of the last step; see Mixer.
  Transform root_motion() const { return mixer_.root_motion(); }
  std::span<const MixerEvent> events() const& { return mixer_.events(); }
  std::span<const MixerEvent> events() const&& = delete;

  // --- the moment; see AssetPose ---

  AssetPose& moment() & { return pose_; }
  const AssetPose& moment() const& { return pose_; }
  const AssetPose& moment() const&& = delete;
  ConstPoseView pose() const& { return pose_.pose(); }
  ConstPoseView pose() const&& = delete;
  std::span<const Affine> model_from_joint() const& { return pose_.model_from_joint(); }
  std::span<const Affine> model_from_joint() const&& = delete;
  std::span<const Affine> palette(std::uint32_t skin) const& { return pose_.palette(skin); }
  std::span<const Affine> palette(std::uint32_t skin) const&& = delete;
  Error CopyPalette4x4(std::uint32_t skin, std::span<float> out) const {
    return pose_.CopyPalette4x4(skin, out);
  }
  DrawRange draws() const& { return asset().draws(); }
  DrawRange draws() const&& = delete;
  Error Skin(const Draw& draw, const SkinOutput& out) const { return pose_.Skin(draw, out); }
  Box bounds() { return pose_.bounds(); }
  Error Pick(const Ray& ray, RaySides sides, PickScratch& scratch, std::optional<AssetHit>& hit) {
    return pose_.Pick(ray, sides, scratch, hit);
  }

  // --- state: the mixer's. The pose follows from it: call Evaluate after Load. (With
  // MixerOptions::Idle::kRest always; with kKeep where something plays.) ---

  std::size_t state_bytes() const { return mixer_.state_bytes(); }
  Error Save(std::span<std::byte> bytes) const { return mixer_.save(bytes); }
  Error Load(std::span<const std::byte> bytes, Loading loading = Loading::kJumps) {
    return mixer_.load(bytes, loading);
  }
  std::uint64_t Hash() const { return mixer_.hash(); }

 private:
  Mixer mixer_;
  AssetPose pose_;
};

}  // namespace sinew
