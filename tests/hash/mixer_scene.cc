// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "mixer_scene.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "scene.h"
#include "sinew/hierarchy.h"
#include "sinew/mixer.h"
#include "sinew/packed_clip.h"

namespace sinew::hash_scenes {
namespace {

Clip WithEvents(Clip clip, std::optional<std::uint32_t> root) {
  Clip::Parts parts = std::move(clip).TakeParts();
  for (const double share : {0.0, 0.3, 0.55, 1.0}) {
    parts.events.push_back(
        {.time_s = static_cast<float>(static_cast<double>(parts.duration_s) * share)});
  }
  parts.root_motion_joint = root;
  Result<Clip> made = Clip::Create(std::move(parts));
  Require(made.ok(), "a clip of the mixer's");
  return std::move(made).value();
}

PackedClip Packed(const Skeleton& skeleton, const Clip& clip) {
  Result<PackedClip> packed =
      PackedClip::Create(skeleton, clip, {.error_bound = 1e-3f, .point_distance = 0.03f});
  Require(packed.ok(), "a packed clip of the mixer's");
  return std::move(packed).value();
}

MixerSetup SetupOf(const Skeleton& skeleton, MixerOptions options) {
  Result<MixerSetup> setup = MixerSetup::Create(skeleton, std::move(options));
  Require(setup.ok(), "a mixer's setup");
  return std::move(setup).value();
}

// Things on joints and the bytes of states as mixers kept them when they had a table of
// attachments: the hashes below are those of that time. It lay before the residue, and its capacity
// was a part of the setup's hash.
class Attachments {
 public:
  Attachments(std::uint32_t capacity, std::uint64_t setup_hash)
      : table_(capacity * sizeof(Entry)), setup_hash_(setup_hash) {}

  void Attach(std::uint32_t object, std::uint32_t joint, const Transform& offset) {
    const auto place =
        std::lower_bound(all_.begin(), all_.end(), object,
                         [](const Entry& a, std::uint32_t wanted) { return a.object < wanted; });
    const Entry entry{.object = object, .joint = joint, .offset = offset};
    if (place != all_.end() && place->object == object) {
      *place = entry;
    } else {
      all_.insert(place, entry);
    }
    Require(all_.size() * sizeof(Entry) <= table_.size(), "room for attachments");
    std::memcpy(table_.data(), all_.data(), all_.size() * sizeof(Entry));
  }

  void AddTo(Hash64& hash, std::span<const Affine> model) const {
    for (const Entry& entry : all_) {
      const Affine hangs = Multiply(model[entry.joint], AffineOf(entry.offset));
      hash.Add(std::span<const Affine>(&hangs, 1));
    }
  }

  // What a mixer with that table would save.
  std::vector<std::byte> StateOf(const Mixer& mixer) const {
    std::vector<std::byte> bytes(mixer.state_bytes());
    Require(mixer.save(bytes));
    const auto residue = static_cast<std::ptrdiff_t>(bytes.size() - mixer.setup().residue_bytes());
    bytes.insert(bytes.begin() + residue, table_.begin(), table_.end());
    Put(bytes, kSetupHashAt, setup_hash_);
    Put(bytes, kCountAt, static_cast<std::uint32_t>(all_.size()));
    return bytes;
  }

  // And back: what a mixer of today loads.
  std::vector<std::byte> StateFrom(std::vector<std::byte> bytes, const MixerSetup& setup) const {
    const auto end = static_cast<std::ptrdiff_t>(bytes.size() - setup.residue_bytes());
    bytes.erase(bytes.begin() + end - static_cast<std::ptrdiff_t>(table_.size()),
                bytes.begin() + end);
    Put(bytes, kSetupHashAt, setup.hash());
    Put(bytes, kCountAt, std::uint32_t{0});
    return bytes;
  }

 private:
  struct Entry {
    std::uint32_t object = 0, joint = 0;
    Transform offset{};
  };
  static_assert(sizeof(Entry) == 48);
  static constexpr std::size_t kSetupHashAt = 16, kCountAt = 36;

  template <typename T>
  static void Put(std::vector<std::byte>& bytes, std::size_t at, T value) {
    std::memcpy(bytes.data() + at, &value, sizeof value);
  }

  std::vector<Entry> all_;  // In ascending object.
  std::vector<std::byte> table_;
  std::uint64_t setup_hash_;
};

// What a mixer comes to, frame by frame.
struct Stages {
  Hash64 pose, events, root_motion, attachments, state;
  Hash64 today;  // Of states as mixers save them now, and of their setups.

  void Add(const Mixer& mixer, MixerScratch& scratch, Pose& posed, const Attachments& attached) {
    Require(mixer.evaluate(scratch, posed));
    for (std::uint32_t joint = 0; joint < posed.joint_count(); ++joint) {
      hash_scenes::Add(posed.joint(joint), pose);
    }
    pose.Add(posed.morphs());
    for (const MixerEvent& event : mixer.events()) {
      hash_scenes::Add(static_cast<std::uint64_t>(event.at), events);
      events.Add(event.clip).Add(event.serial).Add(event.event * 2 + (event.backwards ? 1u : 0u));
      events.Add(event.weight);
    }
    hash_scenes::Add(mixer.root_motion(), root_motion);
    std::vector<Affine> model(posed.joint_count());
    Require(LocalToModelJob{
        .skeleton = mixer.setup().skeleton(), .pose = posed, .model_from_joint = model}
                .Run());
    attached.AddTo(attachments, model);
    hash_scenes::Add(Hash64().Add(attached.StateOf(mixer)).value(), state);
    hash_scenes::Add(mixer.hash(), today);
    hash_scenes::Add(mixer.setup().hash(), today);
  }

  void Print(const char* form, const char* scene = "Rig100") const {
    hash_scenes::Print(form, "pose", pose, scene);
    hash_scenes::Print(form, "events", events, scene);
    hash_scenes::Print(form, "root_motion", root_motion, scene);
    hash_scenes::Print(form, "attachments", attachments, scene);
    hash_scenes::Print(form, "state", state, scene);
    hash_scenes::Print(form, "saved_state", today, scene);
  }
};

// --- a program of calls on Rig100 ---

// Clips 0 and 2 exact, 1 and 3 packed; 0 and 1 keep one beat and move their character, 0 to 2 are a
// blend space.
struct Cast {
  Skeleton skeleton = bench::MakeRig100();
  std::uint32_t root = bench::Rig100Chains(skeleton)[1];
  Clip walk = WithEvents(bench::MakeRig100Clip(skeleton, 31, bench::Rig100Tracks::kFull), root);
  Clip wave = WithEvents(bench::MakeRig100Clip(skeleton, 32, bench::Rig100Tracks::kRotation), {});
  PackedClip run = Packed(
      skeleton, WithEvents(bench::MakeRig100Clip(skeleton, 33, bench::Rig100Tracks::kFull), root));
  PackedClip breathe =
      Packed(skeleton,
             WithEvents(bench::MakeRig100Clip(skeleton, 34, bench::Rig100Tracks::kRotation), {}));

  MixerOptions Options(bool fill_with_rest) const {
    std::vector<float> mask;
    for (std::uint32_t joint = 0; joint < skeleton.joint_count(); ++joint) {
      mask.push_back(static_cast<float>(joint % 5) * 0.25f);
    }
    const float speeds[] = {0.0f, 1.5f, 4.0f};
    return {.clips = {walk, run, wave, breathe},
            .layers = {{}, {.joint_weights = mask}, {.mode = MixerLayer::Mode::kAdditive}},
            .sync_groups = {{.members = {{.clip = 0, .markers = {0.1f, 0.6f}},
                                         {.clip = 1, .markers = {0.2f, 0.55f}}}}},
            .blend_spaces = {{.space = BlendSpace::Line(speeds).value(), .clips = {0, 1, 2}}},
            .action_capacity = 12,
            .fill_with_rest = fill_with_rest,
            .inertial = true,
            .root_motion = RootMotionOptions{},
            .idle = MixerOptions::Idle::kRest};
  }
};

// Null where the mixer is full.
Action OrNull(const Result<Action>& action) { return action.ok() ? *action : Action{}; }

// One call, on whatever there is; what makes no sense changes nothing, the same everywhere.
void AnyCall(Wild& wild, Mixer& mixer, MixerScratch& scratch, Attachments& attached) {
  const auto below = [&](std::uint32_t count) {
    return static_cast<std::uint32_t>(wild.Bits() % count);
  };
  const std::uint32_t clip = below(4), layer = below(3), what = below(22);
  Action action = OrNull(mixer.clip_action(clip, layer));
  const Action other = OrNull(mixer.clip_action(below(4), layer));
  const float unit = wild.Unit();
  const double seconds = 0.05 + static_cast<double>(wild.Unit());
  const Easing easing = below(2) == 0 ? Easing::kLinear : Easing::kSmooth;
  switch (what) {
    case 0:
      action.play();
      break;
    case 1:
      action.stop();
      break;
    case 2:
      action.pause();
      break;
    case 3:
      action.reset();
      break;
    case 4:
      action.set_weight(unit);
      break;
    case 5:
      action.set_speed(4.0f * unit - 2.0f);
      break;
    case 6:
      action.set_loop(static_cast<LoopMode>(below(3)));
      break;
    case 7:
      action.set_time(10.0 * static_cast<double>(unit) - 3.0);
      break;
    case 8:
      action.set_synced(unit < 0.5f);
      break;
    case 9:
      action.fade_in(seconds, easing);
      break;
    case 10:
      action.fade_out(seconds, easing);
      break;
    case 11:
      action.fade_weight(unit, seconds, easing);
      break;
    case 12:
      mixer.cross_fade(action, other, seconds, easing);
      break;
    case 13:
      mixer.fade_to(action, seconds, easing);
      break;
    case 14:
      mixer.set_layer_weight(layer, unit);
      break;
    case 15:
      mixer.fade_layer(layer, unit, seconds, easing);
      break;
    case 16:
      mixer.set_blend(0, 5.0f * unit);
      break;
    case 17:
      mixer.play_space(0);
      break;
    case 18:
      mixer.fade_to_space(0, seconds, easing);
      break;
    case 19:
      OrNull(mixer.new_action(clip, layer)).fade_in(seconds);
      break;
    case 20:
      attached.Attach(layer, below(100), {.translation = {unit, 0.0f, 1.0f}});
      break;
    default:
      Require(mixer.inertial_to(action, seconds, scratch));
      break;
  }
  // The last of new_action's makes room.
  if (mixer.action_count() > 10) mixer.action_at(below(mixer.action_count())).release();
  static_cast<void>(mixer.take_error());
}

void PlayProgram(const Cast& cast, bool fill_with_rest, const char* form) {
  const MixerSetup setup = SetupOf(cast.skeleton, cast.Options(fill_with_rest));
  Mixer mixer(setup);
  MixerScratch scratch(setup);
  Pose pose(setup.skeleton().joint_count(), setup.morph_count());
  Stages stages;
  Attachments attached(3, fill_with_rest ? 0x2ffbf13f72268e76u : 0x4ef6b8487d15d897u);
  Wild wild(fill_with_rest ? 26 : 27);
  mixer.fade_to(*mixer.clip_action(0), 0.2);
  for (int frame = 0; frame < 240; ++frame) {
    if (frame % 3 == 0) AnyCall(wild, mixer, scratch, attached);
    // A frame, a part of one, and a long one.
    const Ticks step = frame % 16 == 15 ? kTicksPerSecond / 3 : kTicksPerSecond / 60;
    Require(mixer.update_ticks(frame % 5 == 4 ? step / 7 + 1 : step));
    stages.Add(mixer, scratch, pose, attached);
  }
  stages.Print(form);
}

// --- a state that was saved elsewhere ---

// Three joints, of which a clip moves one from here to there and turns another.
Clip Swing(const char* name, float seconds, float far, std::optional<std::uint32_t> root) {
  Clip::Parts parts{.name = name, .duration_s = seconds, .times = {0.0f, seconds / 2, seconds}};
  parts.values = {0.0f, 0.0f, 0.0f, far, 0.0f, 1.0f, 2 * far, 0.0f, 0.0f};
  parts.tracks.push_back({.target = 0, .key_count = 3});
  parts.values.insert(parts.values.end(),
                      {0.0f, 0.0f, 0.0f, 1.0f, 0.0f, 0.6f, 0.0f, 0.8f, 0.0f, 0.0f, 0.0f, 1.0f});
  parts.tracks.push_back(
      {.target = 1, .property = Property::kRotation, .width = 4, .key_count = 3, .first_value = 9});
  Result<Clip> clip = Clip::Create(std::move(parts));
  Require(clip.ok(), "a clip of the saved state");
  return WithEvents(std::move(clip).value(), root);
}

// What a build for x86-64 saved, in hexadecimal digits. Where a change of the format or of the
// arithmetic is meant, the program prints what it has become.
constexpr std::string_view kSaved =
    "534e4d580100000004000000000000005d1dc1eb729315e500a4d21000000000040000000100000000fb9d0c"
    "00000000004d07150000000000fb9d0c00000000000000000000000000fb9d0c0000000000f1d92500000000"
    "0000803f0000803f000000000000803f00000000010000000001210000000000000000000000000000000000"
    "00000000000000000000000000000000000000000000803f0000803f000000000000803f0100000001000000"
    "000100000000000000fb9d0c00000000000000000000000000000000000000000000000000000000333333bf"
    "0000803f000000000000803f0100000000010000000101000000000000526908000000000000000000000000"
    "0052690800000000009f701d000000000000803f0000803f000000000000803f020000000200000001012900"
    "00000000000000000000000000000000000000000000803f0000000000000000000000000052690800000000"
    "00341d54000000000000003f0000803f000000000000000000a4d21000000000000000000000000063740dee"
    "41000000f44495e3ffffffffce4495e3ffffffff0000a03f0000000000000000010000000000000000000000"
    "4d000000020000000000803f00000040000040400000000000000000000000000000803f0000803f0000803f"
    "0000803f00000000000000000000000000000000000000000000000000000000000000000000000000000000"
    "0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
    "0000000002485abd00000000000000000000000000000000000000000000f0390000000000000000d517a23f"
    "0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
    "00000000000000000000f0380000000000000000000000000000000000000000000000000000000000000000";

std::vector<std::byte> BytesOf(std::string_view digits) {
  std::vector<std::byte> bytes;
  const auto digit = [](char c) {
    return static_cast<unsigned>(c <= '9' ? c - '0' : c - 'a' + 10);
  };
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
    bytes.push_back(static_cast<std::byte>(digit(digits[i]) * 16 + digit(digits[i + 1])));
  }
  return bytes;
}

void PlaySaved() {
  Skeleton::Parts parts;
  parts.parents = {-1, 0, 1};
  parts.rest = {{}, {.translation = {0, 10, 0}}, {.translation = {5, 0, 0}}};
  parts.names = {"root", "spine", "hand"};
  parts.file_nodes = {0, 1, 2};
  const Result<Skeleton> skeleton = Skeleton::Create(std::move(parts));
  Require(skeleton.ok(), "the skeleton of the saved state");
  const Clip walk = Swing("walk", 1.0f, 2.0f, 0), idle = Swing("idle", 1.5f, 0.0f, {});
  const PackedClip run = Packed(skeleton.value(), Swing("run", 0.75f, 3.0f, 0));
  const float speeds[] = {1.0f, 3.0f};
  const MixerSetup setup =
      SetupOf(skeleton.value(),
              {.clips = {walk, run, idle},
               .layers = {{}, {.joint_weights = {0.0f, 1.0f, 0.5f}}},
               .sync_groups = {{.members = {{.clip = 0, .markers = {0.1f, 0.6f}},
                                            {.clip = 1, .markers = {0.2f, 0.7f}}}}},
               .blend_spaces = {{.space = BlendSpace::Line(speeds).value(), .clips = {0, 1}}},
               .action_capacity = 4,
               .inertial = true,
               .root_motion = RootMotionOptions{}});

  // Something of everything going on.
  Mixer mixer(setup);
  MixerScratch scratch(setup);
  Pose pose(setup.skeleton().joint_count());
  mixer.set_blend(0, 1.25f);
  mixer.play_space(0);
  Require(mixer.update(0.2));
  mixer.clip_action(2, 1)->fade_in(0.7, Easing::kSmooth);
  mixer.fade_layer(1, 0.5f, 2);
  Attachments attached(1, 0xe5159372ebc11d5du);
  attached.Attach(77, 2, {.translation = {1, 2, 3}});
  Require(mixer.update(0.1));
  Require(mixer.inertial_to(mixer.new_action(1)->set_speed(-0.7f), 0.5, scratch));
  mixer.clip_action(0)->fade_in(0.9);
  Require(mixer.update(0.1));
  Require(mixer.take_error());

  const std::vector<std::byte> saved = attached.StateOf(mixer);
  if (saved != BytesOf(kSaved)) {
    std::fprintf(stderr, "sinew_hash_scenes: the mixer saves otherwise now:\n");
    for (const std::byte byte : saved) std::fprintf(stderr, "%02x", static_cast<unsigned>(byte));
    std::fprintf(stderr, "\n");
    std::exit(1);
  }
  Print("saved", "bytes", Hash64().Add(saved), "Three");
  // What goes on from the literal, in a mixer that has seen nothing else.
  Mixer other(setup);
  Require(other.load(attached.StateFrom(BytesOf(kSaved), setup)));
  Stages stages;
  for (int frame = 0; frame < 120; ++frame) {
    if (frame == 40) other.fade_to_space(0, 0.3);
    Require(other.update(1.0 / 60.0));
    stages.Add(other, scratch, pose, attached);
  }
  stages.Print("saved", "Three");
}

}  // namespace

void PlayMixer() {
  const Cast cast;
  PlayProgram(cast, false, "mixer");
  PlayProgram(cast, true, "mixer_with_rest");
  PlaySaved();
}

}  // namespace sinew::hash_scenes
