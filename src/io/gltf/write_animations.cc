// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Clips become animations: one channel a track, key times shared wherever they are equal.
#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "io/gltf/clip_extras.h"
#include "io/gltf/write.h"

namespace sinew::gltf {
namespace {

// Accessors of key times by their bytes.
using SharedTimes = std::map<std::string, std::uint32_t, std::less<>>;

std::uint32_t InputOf(Write& write, SharedTimes& shared, std::span<const float> times) {
  const std::span<const std::byte> bytes = std::as_bytes(times);
  const std::string_view key(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const auto found = shared.find(key);
  if (found != shared.end()) return found->second;
  const std::uint32_t accessor =
      write.buffer.AddBoundedFloats(Pool::kKeys, ElementType::kScalar, times);
  shared.emplace(key, accessor);
  return accessor;
}

// A cubic rotation may have values of any length in the model; a file's are unit.
std::vector<float> UnitCubicValues(std::span<const float> values) {
  std::vector<float> unit(values.begin(), values.end());
  for (std::size_t i = 4; i + 8 <= unit.size(); i += 12) {
    float* q = unit.data() + i;
    const float square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    if (std::abs(square - 1.0f) <= 0.01f) continue;  // The validator allows 0.015.
    const Quat n = Normalize({q[0], q[1], q[2], q[3]});
    q[0] = n.x;
    q[1] = n.y;
    q[2] = n.z;
    q[3] = n.w;
  }
  return unit;
}

// One channel: what is sampled and where it goes.
struct Channel {
  std::uint32_t input = 0;
  std::uint32_t output = 0;
  Interpolation interpolation = Interpolation::kLinear;
  Property property = Property::kTranslation;
  std::uint32_t node = kLeftOut;
};

void AddJointChannel(Write& write, const Track& track, Channel channel,
                     std::vector<Channel>& channels) {
  channel.node = write.plan.node_of_joint[track.target];
  if (track.property != Property::kRotation) {
    channel.output = write.buffer.AddFloats(Pool::kKeys, ElementType::kVec3, track.values);
  } else if (track.interpolation == Interpolation::kCubicSpline) {
    channel.output =
        write.buffer.AddFloats(Pool::kKeys, ElementType::kVec4, UnitCubicValues(track.values));
  } else {
    channel.output = write.buffer.AddFloats(Pool::kKeys, ElementType::kVec4, track.values);
  }
  channels.push_back(channel);
}

// Instances that own morph slots, by their first slot.
using SlotOwners = std::map<std::uint32_t, std::uint32_t>;

// A morph track covers whole runs of slots: each becomes the channel of one node.
void AddMorphChannels(Write& write, const SlotOwners& owners, const Track& track, Channel channel,
                      std::vector<Channel>& channels) {
  const std::uint32_t end = track.target + track.width;
  for (auto owner = owners.lower_bound(track.target); owner != owners.end() && owner->first < end;
       ++owner) {
    const std::uint32_t instance = owner->second;
    channel.node = write.plan.node_of_instance[instance];
    if (channel.node == kLeftOut) continue;  // Its mesh is not written.
    const std::uint32_t width =
        write.model.meshes()[write.model.instances()[instance].mesh].morph_count();
    std::vector<float> values;
    for (std::size_t i = owner->first - track.target; i < track.values.size(); i += track.width) {
      const std::span<const float> run = track.values.subspan(i, width);
      values.insert(values.end(), run.begin(), run.end());
    }
    channel.output = write.buffer.AddFloats(Pool::kKeys, ElementType::kScalar, values);
    channels.push_back(channel);
  }
}

void WriteChannels(JsonWriter& json, const std::vector<Channel>& channels) {
  json.Key("samplers").BeginArray();
  for (const Channel& channel : channels) {
    json.BeginObject();
    json.Key("input").Integer(channel.input);
    json.Key("output").Integer(channel.output);
    if (channel.interpolation != Interpolation::kLinear) {
      json.Key("interpolation").String(InterpolationName(channel.interpolation));
    }
    json.EndObject();
  }
  json.EndArray();
  json.Key("channels").BeginArray();
  for (std::size_t i = 0; i < channels.size(); ++i) {
    json.BeginObject();
    json.Key("sampler").Integer(i);
    json.Key("target").BeginObject();
    if (channels[i].node != kLeftOut) json.Key("node").Integer(channels[i].node);
    json.Key("path").String(PropertyName(channels[i].property));
    json.EndObject();
    json.EndObject();
  }
  json.EndArray();
}

}  // namespace

void WriteAnimations(Write& write) {
  const std::span<const Clip> clips = write.model.clips();
  if (clips.empty()) return;
  SlotOwners owners;
  for (std::uint32_t i = 0; i < write.model.instances().size(); ++i) {
    const MeshInstance& instance = write.model.instances()[i];
    if (write.model.meshes()[instance.mesh].morph_count() != 0) {
      owners.emplace(instance.first_morph, i);
    }
  }
  SharedTimes shared;
  write.json.Key("animations").BeginArray();
  for (std::uint32_t c = 0; c < clips.size(); ++c) {
    const Clip& clip = clips[c];
    std::vector<Channel> channels;
    float last_key_s = 0.0f;
    for (std::uint32_t t = 0; t < clip.track_count(); ++t) {
      const Track track = clip.track(t);
      const std::size_t before = channels.size();
      Channel channel;
      channel.input = InputOf(write, shared, track.times);
      channel.interpolation = track.interpolation;
      channel.property = track.property;
      if (track.property == Property::kMorphWeights) {
        AddMorphChannels(write, owners, track, channel, channels);
      } else {
        AddJointChannel(write, track, channel, channels);
      }
      if (channels.size() > before) last_key_s = std::max(last_key_s, track.times.back());
    }
    if (channels.empty()) {
      // An animation must have a channel. One without a node moves nothing, and the others keep
      // their numbers.
      Channel channel;
      channel.input = InputOf(write, shared, std::vector<float>{0.0f});
      channel.output =
          write.buffer.AddFloats(Pool::kKeys, ElementType::kVec3, std::vector<float>{0, 0, 0});
      channels.push_back(channel);
    }
    write.json.BeginObject();
    WriteName(write.json, clip.name());
    WriteChannels(write.json, channels);
    const CarriedJson* const carried = write.carried.Find(CarriedJson::Owner::kAnimation, c);
    WriteCarriedExtensions(write.json, carried);
    WriteClipExtras(write, clip, last_key_s, carried);
    write.json.EndObject();
  }
  write.json.EndArray();
}

}  // namespace sinew::gltf
