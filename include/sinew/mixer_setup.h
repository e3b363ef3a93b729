// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What all characters that are mixed alike have in common: skeleton, clips, layers, sync groups,
// blend spaces, and how much room each character needs. Made once, shared, never changed.
//
//   Borrowed  the skeleton and the clips. They must outlive the setup and its mixers and stay where
//             they are; an owner that is given to Create is kept alive for that long.
//   Shared    a MixerSetup is a counted reference: copy it freely. Mixers keep theirs.
//   Memory    Create allocates; nothing else here does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sinew/blend_space.h"
#include "sinew/blending.h"
#include "sinew/math.h"
#include "sinew/playback.h"
#include "sinew/pose.h"
#include "sinew/result.h"
#include "sinew/sampling.h"
#include "sinew/shared.h"
#include "sinew/skeleton_view.h"
#include "sinew/ticks.h"

namespace sinew {

// Actions of one layer are averaged; layers lie over one another, the first at the bottom.
struct MixerLayer {
  enum class Mode : std::uint8_t {
    kOverride,  // Covers what is below by (layer's weight) * (sum of its actions' weights, at most
                // 1) * (joint's weight).
    kAdditive,  // Adds what its actions differ from a reference, each by its own weight.
  } mode = Mode::kOverride;
  std::vector<float> joint_weights{};  // One a joint, in [0, 1]; empty: all 1.
  bool moves_morphs = true;            // Else morph weights are left to the layers below.
  // For kAdditive: what is added is the difference from this pose. Without one: from the first pose
  // of each clip; for a caller's pose, from rest.
  std::optional<Pose> reference{};
};

// For MixerLayer::joint_weights and masks of blends: 1 for a joint and all below it, 0 elsewhere.
// The joint is one of the skeleton's: another is a caller's bug and asserts.
std::vector<float> MaskBelow(SkeletonView skeleton, std::uint32_t joint);

// Clips that are played on one beat: their actions share a phase.
struct SyncGroup {
  struct Member {
    std::uint32_t clip = 0;
    // Where the beats are (left foot, right foot), as fractions of the duration: in [0, 1) and
    // ascending, as many in every member. Empty in all: the loop's beginning is the only beat.
    std::vector<float> markers{};
  };
  std::vector<Member> members{};  // A clip is in one group at most, and lasts at least one tick.
};

inline constexpr std::uint32_t kMostMarkers = 16;

// Clips at the samples of a blend space; their actions (clip_action) are weighted by it.
struct MixerBlendSpace {
  BlendSpace space;
  std::vector<std::uint32_t> clips{};  // One a sample; no clip twice.
  std::uint32_t layer = 0;
};

struct MixerOptions {
  std::vector<ClipView> clips{};                                // Of either form. At most 65,535.
  std::vector<MixerLayer> layers = std::vector<MixerLayer>(1);  // At least one, at most 255.
  std::vector<SyncGroup> sync_groups{};
  std::vector<MixerBlendSpace> blend_spaces{};
  // Actions that exist at once, in one mixer. At most 1024; each takes 64 bytes of the state. 0: as
  // the clips need: one per clip and layer, and a quarter more for new_action (at least 4); in all
  // at least 8, at most 1024. MixerSetup::options() gives the number.
  std::uint32_t action_capacity = 0;
  std::uint32_t event_capacity = 64;  // Events that one step can tell. At most 65,536.
  std::vector<float> morph_rest{};    // One a morph slot of the poses; see SampleJob.
  // How rotations of actions and layers are averaged. The sum costs less (sinew/blending.h).
  RotationAverage rotations = RotationAverage::kEvenPace;
  // Where the weights of the bottom layer's actions sum to less than one, rest makes up for it.
  // Otherwise they are normalised (C61).
  bool fill_with_rest = false;
  bool inertial = false;  // Room for one inertial transition: state_bytes() grows by
                          // residue_bytes().
  // The motion of a joint is taken out of the pose, whole or in parts, and Mixer::root_motion()
  // tells it. None: all stays in the pose.
  std::optional<RootMotionOptions> root_motion{};
  // What evaluate() does where nothing plays after an action did: leave the caller's pose alone, so
  // that the last one stands (C88), or write the rest pose. (Before one did: the rest pose.) A game
  // that rolls back without saving its poses wants kRest: then a pose is a function of the state
  // alone.
  enum class Idle : std::uint8_t { kKeep, kRest } idle = Idle::kKeep;
};

class MixerSetup {
 public:
  // Fails where clips do not fit the skeleton or one another, where numbers are not usable or
  // indices out of range; the place is a path into the options ("/sync_groups/0/members/1").
  //   owner  of the skeleton and the clips, where they are shared data; none: see Borrowed.
  static Result<MixerSetup> Create(const SkeletonView& skeleton, MixerOptions options,
                                   SharedRef owner = {});

  MixerSetup(const MixerSetup& other);
  MixerSetup(MixerSetup&& other) noexcept;
  MixerSetup& operator=(const MixerSetup& other);
  MixerSetup& operator=(MixerSetup&& other) noexcept;
  ~MixerSetup();

  // Those of a temporary setup are deleted: it may be the last copy.
  const SharedRef& owner() const&;  // As given to Create.
  const SharedRef& owner() const&& = delete;
  const SkeletonView& skeleton() const&;
  const SkeletonView& skeleton() const&& = delete;
  const MixerOptions& options() const&;
  const MixerOptions& options() const&& = delete;
  std::uint32_t clip_count() const;
  const ClipView& clip(std::uint32_t clip) const&;
  const ClipView& clip(std::uint32_t clip) const&& = delete;
  const std::string& clip_name(std::uint32_t clip) const&;
  const std::string& clip_name(std::uint32_t clip) const&& = delete;
  std::optional<std::uint32_t> FindClip(std::string_view name) const;  // The first of that name.
  Ticks duration(std::uint32_t clip) const;
  std::uint32_t layer_count() const;
  std::uint32_t morph_count() const;  // That its poses have: as morph_rest and the clips need.

  // Of one character's state, known in advance: 64 bytes an action of the capacity, and what
  // layers, groups and spaces take.
  std::size_t state_bytes() const;
  std::size_t residue_bytes() const;  // Of those, what inertial transitions take; 0 without.

  // Of all that gives a saved state its meaning: counts, durations, modes, masks, beats, samples of
  // blend spaces, references, the rest of skeleton and morphs; of clips no more than how long they
  // are. A state loads into mixers whose setup has the same.
  std::uint64_t hash() const;

  struct Data;  // Of the library itself.
  const Data& data() const { return *data_; }

 private:
  explicit MixerSetup(const Data* data) : data_(data) {}

  // Counted by Data::uses; null once moved from. See sinew/shared.h why no std::shared_ptr.
  const Data* data_;
};

}  // namespace sinew
