// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Animations become clips: exact keys, in one array of times and one of values a clip. Whatever a
// Clip promises is seen to here, key by key, or was by the data stage: nothing asks a second time.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "io/gltf/build.h"
#include "io/gltf/clip_extras.h"
#include "io/gltf/key_mending.h"
#include "io/gltf/pointer.h"
#include "math/quat.h"
#include "math/usable.h"
#include "model/checked_clip.h"

namespace sinew::gltf {
namespace {

constexpr float kLegalSquareError = 0.015f;  // Lengths off by 0.0075; Khronos allows 0.00769.

float SquareOf(const float* quaternion) {
  const float* const q = quaternion;
  return q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
}

// What all animations of a file share: which clip last saw an accessor or a target.
struct Seen {
  struct Times {
    std::uint32_t clip = 0;  // One more than the clip's index; 0: none yet.
    std::uint32_t first_time = 0;
    bool good = false;
  };
  std::vector<Times> times;            // By accessor.
  std::vector<std::uint32_t> targets;  // By node and property: one more than the clip's index.
};

class ClipBuilder {
 public:
  ClipBuilder(Build& build, Seen& seen, std::uint32_t index)
      : build_(build), seen_(seen), def_(build.document.animations[index]), index_(index) {}

  bool Run(Clip::Parts& parts);

 private:
  std::string ChannelPointer(std::size_t channel) const {
    return PointerOf("animations", index_, "channels", channel);
  }
  void Drop(MendRule rule, std::size_t channel) {
    build_.judge.Mended(rule, ChannelPointer(channel));
  }
  // The view where it is ready; else null, and the file is refused.
  const AccessorView* Need(std::int32_t accessor) const {
    const AccessorView& view = build_.accessors.at(accessor);
    return view.ready() ? &view : build_.accessors.Need(accessor, build_.judge);
  }
  bool Reserve();
  // False where the file was refused; a dropped channel is true.
  bool AddChannel(std::size_t channel);
  // The joint or first morph slot, and the width of a value; false: nothing there to move.
  bool Aim(const ChannelDef& channel, TrackRange& track) const;
  // Times in the pool, shared with other tracks of the clip where they are good as they are.
  const Seen::Times& TimesOf(std::int32_t accessor, const AccessorView& view);
  void MendKeys(std::size_t channel, TrackRange& track, const AccessorView& input);
  void NormaliseRotations(std::size_t channel, const TrackRange& track);
  bool ValuesUsable(const TrackRange& track) const;

  Build& build_;
  Seen& seen_;
  const AnimationDef& def_;
  std::uint32_t index_;
  Clip::Parts out_;
};

bool IsUsableChannel(const AnimationDef& def, const ChannelDef& channel) {
  if (channel.broken || channel.sampler < 0 || channel.node < 0) return false;
  const SamplerDef& sampler = def.samplers[static_cast<std::size_t>(channel.sampler)];
  return !sampler.broken && sampler.input >= 0 && sampler.output >= 0;
}

// One allocation each for times, values and tracks, sized by what the accessors declare.
bool ClipBuilder::Reserve() {
  std::uint64_t times = 0, values = 0, tracks = 0;
  std::int32_t last_input = kNone;
  for (const ChannelDef& channel : def_.channels) {
    if (!IsUsableChannel(def_, channel)) continue;
    const SamplerDef& sampler = def_.samplers[static_cast<std::size_t>(channel.sampler)];
    const AccessorView& input = build_.accessors.at(sampler.input);
    const AccessorView& output = build_.accessors.at(sampler.output);
    if (!input.ready() || !output.ready()) continue;
    ++tracks;
    values += output.value_count();
    // Neighbours that share their input are the common case; others are counted in full.
    if (sampler.input != last_input) times += input.count;
    last_input = sampler.input;
  }
  const auto pointer = [this] { return PointerOf("animations", index_); };
  if (!build_.Take(times, sizeof(float), pointer()) ||
      !build_.Take(values, sizeof(float), pointer()) ||
      !build_.Take(tracks, sizeof(TrackRange), pointer())) {
    return false;
  }
  if (times > ~0u || values > ~0u) {
    build_.judge.Refuse(FailureCode::kLimit, pointer(),
                        "The animation has more keys than a clip holds.");
    return false;
  }
  out_.times.reserve(static_cast<std::size_t>(times));
  out_.values.reserve(static_cast<std::size_t>(values));
  out_.tracks.reserve(static_cast<std::size_t>(tracks));
  return true;
}

bool ClipBuilder::Aim(const ChannelDef& channel, TrackRange& track) const {
  const auto node = static_cast<std::size_t>(channel.node);
  track.property = channel.property;
  if (channel.property != Property::kMorphWeights) {
    track.target = build_.joint_of_node[node];
    track.width = channel.property == Property::kRotation ? 4 : 3;
    return true;
  }
  const std::int32_t instance = build_.instance_of_node[node];
  if (instance < 0) return false;
  const MeshInstance& shown = build_.parts.instances[static_cast<std::size_t>(instance)];
  track.target = shown.first_morph;
  track.width = build_.parts.meshes[shown.mesh].morph_count();
  return track.width != 0;
}

const Seen::Times& ClipBuilder::TimesOf(std::int32_t accessor, const AccessorView& view) {
  Seen::Times& times = seen_.times[static_cast<std::size_t>(accessor)];
  if (times.clip == index_ + 1) return times;
  times.clip = index_ + 1;
  times.first_time = static_cast<std::uint32_t>(out_.times.size());
  out_.times.resize(out_.times.size() + static_cast<std::size_t>(view.count));
  float* const keys = out_.times.data() + times.first_time;
  DecodeFloats(view, keys);
  times.good = keys[0] >= 0.0f && keys[view.count - 1] <= kLargest;
  for (std::uint64_t i = 1; i < view.count; ++i) times.good &= keys[i - 1] < keys[i];
  if (!times.good) out_.times.resize(times.first_time);
  return times;
}

// The track gets times of its own; its values move together in the pool.
void ClipBuilder::MendKeys(std::size_t channel, TrackRange& track, const AccessorView& input) {
  std::vector<float> times(static_cast<std::size_t>(input.count));
  DecodeFloats(input, times.data());
  const std::size_t values_a_key =
      track.width * (track.interpolation == Interpolation::kCubicSpline ? 3u : 1u);
  const MendedKeys mended = MendTimes(times);
  std::vector<float> kept(mended.order.size() * values_a_key);
  float* const values = out_.values.data() + track.first_value;
  for (std::size_t i = 0; i < mended.order.size(); ++i) {
    std::memcpy(kept.data() + i * values_a_key, values + mended.order[i] * values_a_key,
                values_a_key * sizeof(float));
  }
  if (!kept.empty()) std::memcpy(values, kept.data(), kept.size() * sizeof(float));
  out_.values.resize(track.first_value + kept.size());
  track.key_count = static_cast<std::uint32_t>(mended.order.size());
  track.first_time = static_cast<std::uint32_t>(out_.times.size());
  for (const std::uint32_t key : mended.order) out_.times.push_back(times[key]);
  if (mended.resorted) Drop("keys-resorted", channel);
  if (mended.dropped != 0) {
    build_.judge.Mended("keys-dropped", ChannelPointer(channel), mended.dropped);
  }
}

// Keys as far off unit as a legal file may have them are interpolated as they are, as the
// specification's formula reads; only the result is normalised. Others are mended (C74).
void ClipBuilder::NormaliseRotations(std::size_t channel, const TrackRange& track) {
  float* key = out_.values.data() + track.first_value;
  std::int32_t illegal = 0;  // Nearly always there is none, which this loop finds out quickly.
  for (std::uint32_t i = 0; i < track.key_count; ++i) {
    illegal |= std::abs(SquareOf(key + std::size_t{i} * 4) - 1.0f) <= kLegalSquareError ? 0 : 1;
  }
  if (illegal == 0) return;
  std::uint64_t mended = 0;
  for (std::uint32_t i = 0; i < track.key_count; ++i, key += 4) {
    if (std::abs(SquareOf(key) - 1.0f) <= kLegalSquareError) continue;
    const Quat unit = scalar::UnitOr(scalar::Widen({key[0], key[1], key[2], key[3]}), Quat{});
    key[0] = unit.x;
    key[1] = unit.y;
    key[2] = unit.z;
    key[3] = unit.w;
    ++mended;
  }
  if (mended != 0) build_.judge.Mended("rotation-normalised", ChannelPointer(channel), mended);
}

bool ClipBuilder::ValuesUsable(const TrackRange& track) const {
  return scalar::AllUsable(std::span<const float>(out_.values).subspan(track.first_value));
}

bool ClipBuilder::AddChannel(std::size_t index) {
  const ChannelDef& channel = def_.channels[index];
  if (!IsUsableChannel(def_, channel)) return true;
  const SamplerDef& sampler = def_.samplers[static_cast<std::size_t>(channel.sampler)];
  TrackRange track;
  if (!Aim(channel, track)) return Drop("channel-dropped", index), true;

  std::uint32_t& target = seen_.targets[static_cast<std::size_t>(channel.node) * 4 +
                                        static_cast<std::size_t>(channel.property)];
  if (target == index_ + 1) return Drop("duplicate-target", index), true;

  const AccessorView* const input = Need(sampler.input);
  const AccessorView* const output = Need(sampler.output);
  if (input == nullptr || output == nullptr) return false;
  track.interpolation = sampler.interpolation;
  const bool cubic = track.interpolation == Interpolation::kCubicSpline;
  const std::uint64_t values_a_key = std::uint64_t{track.width} * (cubic ? 3 : 1);
  const std::uint32_t components = output->components();
  const bool is_morph = track.property == Property::kMorphWeights;
  // Counts are below 2^60, see max_accessor_elements; so are the products below.
  if (input->type != ElementType::kScalar || components != (is_morph ? 1 : track.width) ||
      output->value_count() / values_a_key != input->count ||
      output->value_count() % values_a_key != 0) {
    return Drop("channel-output-count", index), true;
  }

  track.first_value = static_cast<std::uint32_t>(out_.values.size());
  track.key_count = static_cast<std::uint32_t>(input->count);
  out_.values.resize(out_.values.size() + static_cast<std::size_t>(output->value_count()));
  DecodeFloats(*output, out_.values.data() + track.first_value);
  if (!input->sparse_ascending || !output->sparse_ascending) Drop("sparse-unsorted", index);
  if (!output->known_usable && !ValuesUsable(track)) {
    build_.judge.Refuse(FailureCode::kInvalid, ChannelPointer(index),
                        "A key's value is not finite or beyond 1e18.");
    return false;
  }

  const Seen::Times& times = TimesOf(sampler.input, *input);
  if (times.good) {
    track.first_time = times.first_time;
  } else {
    if (!build_.Take(input->count, sizeof(float) * (3 + values_a_key), ChannelPointer(index))) {
      return false;
    }
    MendKeys(index, track, *input);
    if (track.key_count == 0) return Drop("channel-dropped", index), true;
  }
  if (cubic && track.key_count == 1) {
    // Its value alone, without tangents (nasty 40).
    float* const values = out_.values.data() + track.first_value;
    std::memmove(values, values + track.width, track.width * sizeof(float));
    out_.values.resize(track.first_value + track.width);
    track.interpolation = Interpolation::kLinear;
    Drop("cubic-single-key", index);
  }
  if (track.property == Property::kRotation && !output->known_unit &&
      track.interpolation != Interpolation::kCubicSpline) {
    NormaliseRotations(index, track);
  }
  out_.duration_s = std::max(out_.duration_s, out_.times[track.first_time + track.key_count - 1]);
  target = index_ + 1;
  out_.tracks.push_back(track);
  return true;
}

bool ClipBuilder::Run(Clip::Parts& parts) {
  out_.name = NameOf(build_, def_.json).value_or("unnamed");  // L37
  if (!def_.broken) {
    if (!Reserve()) return false;
    for (std::size_t channel = 0; channel < def_.channels.size(); ++channel) {
      if (!AddChannel(channel)) return false;
    }
  }
  if (!TakeClipExtras(build_, index_, out_)) return false;
  parts = std::move(out_);
  return true;
}

}  // namespace

bool BuildClips(Build& build) {
  const Document& document = build.document;
  if (document.animations.empty()) return true;
  if (!build.Take(document.accessors.size(), sizeof(Seen::Times), "/animations") ||
      !build.Take(document.nodes.size(), 4 * sizeof(std::uint32_t), "/animations") ||
      !build.Take(document.animations.size(), sizeof(Clip), "/animations")) {
    return false;
  }
  Seen seen;
  seen.times.resize(document.accessors.size());
  seen.targets.resize(document.nodes.size() * 4);
  build.parts.clips.reserve(document.animations.size());
  for (std::uint32_t i = 0; i < document.animations.size(); ++i) {
    Clip::Parts parts;
    if (!ClipBuilder(build, seen, i).Run(parts)) return false;
    build.parts.clips.push_back(CheckedClip::Make(std::move(parts)));
  }
  return true;
}

}  // namespace sinew::gltf
