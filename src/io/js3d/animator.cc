// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The animator: one time line for the whole scene, and so one clip.
//
//   Exactly   translations and scales of transforms and the skeleton's offset, as CUBICSPLINE;
//             rotations of transforms, as LINEAR.
//   Sampled   poses of bones: the spline goes through angles, a track through quaternions, so keys
//             are put in until they stay within a tenth of a degree.
#include <algorithm>
#include <charconv>
#include <compare>
#include <utility>

#include "io/js3d/bone_rig.h"
#include "io/js3d/scene_parts.h"
#include "io/js3d/spline.h"
#include "math/usable.h"

namespace sinew::js3d {
namespace {

// Keys of a track as they go into the clip.
struct Keys {
  Interpolation interpolation = Interpolation::kLinear;
  std::vector<float> times_s{};
  std::vector<float> values{};
};

struct ChannelBone {
  std::uint32_t skinned = 0, channel_id = 0, bone = 0;
  auto operator<=>(const ChannelBone&) const = default;
  static bool SameChannelOrder(const ChannelBone& a, const ChannelBone& b) {
    return std::pair(a.skinned, a.channel_id) < std::pair(b.skinned, b.channel_id);
  }
};

class ClipMaker {
 public:
  ClipMaker(Source& source, const SceneParts& parts) : source_(source), parts_(parts) {
    for (std::uint32_t s = 0; s < parts.skinned.size(); ++s) {
      const std::vector<Bone>& bones = parts.skinned[s].rig.bones;
      for (std::uint32_t b = 0; b < bones.size(); ++b) {
        bones_by_channel_.push_back({s, bones[b].channel_id, b});
      }
    }
    std::ranges::sort(bones_by_channel_);
  }

  // One channel of one thing, by the names of the file.
  bool Add(const std::string& resource, std::string_view channel, json::Value object) {
    const auto transform = parts_.transforms.find(resource);
    if (transform != parts_.transforms.end()) {
      const std::uint32_t joint = parts_.joint_of_node[transform->second];
      if (channel == "translation") return AddCubic(object, {}, {joint}, Property::kTranslation);
      if (channel == "scale") return AddCubic(object, {}, {joint}, Property::kScale);
      if (channel == "rotation") return AddRotation(object, joint);
    }
    const auto skinned = parts_.skinned_meshes.find(resource);
    if (skinned != parts_.skinned_meshes.end()) {
      if (channel == "base_offset") return AddBaseOffset(object, skinned->second);
      if (const auto id = BoneChannel(channel)) return AddPose(object, skinned->second, *id);
    }
    source_.Lost(Loss::kChannels, object);
    return true;
  }

  bool Finish(json::Value at, std::vector<Clip>& clips) {
    if (clip_.tracks.empty()) return true;
    for (const float time_s : clip_.times) {
      clip_.duration_s = time_s > clip_.duration_s ? time_s : clip_.duration_s;
    }
    clip_.name = "animation";
    Result<Clip> made = Clip::Create(std::move(clip_));
    if (!made.ok()) return source_.Invalid(at, made.failure());
    clips.push_back(std::move(made).value());
    return true;
  }

 private:
  // "bone.12.pose": 12.
  static std::optional<std::uint32_t> BoneChannel(std::string_view channel) {
    constexpr std::string_view kBefore = "bone.", kAfter = ".pose";
    if (!channel.starts_with(kBefore) || !channel.ends_with(kAfter)) return std::nullopt;
    if (channel.size() <= kBefore.size() + kAfter.size()) return std::nullopt;
    const std::string_view digits =
        channel.substr(kBefore.size(), channel.size() - kBefore.size() - kAfter.size());
    std::uint32_t id = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), id);
    const bool plain = digits == "0" || !digits.starts_with('0');
    if (error != std::errc() || end != digits.data() + digits.size() || !plain) return std::nullopt;
    return id;
  }

  // Knots plus `base` become keys with tangents.
  bool AddCubic(json::Value object, Vec3 base, const std::vector<std::uint32_t>& joints,
                Property property) {
    Knots knots;
    if (!ReadKnots(source_, object, "Vec3", knots)) return false;
    if (!source_.Take(knots.count(), 10 * sizeof(float), object)) return false;
    const bool is_cubic = knots.count() > 1;  // One key has no tangents.
    Keys keys{.interpolation = is_cubic ? Interpolation::kCubicSpline : Interpolation::kLinear,
              .times_s = knots.times_s};
    const float bases[3] = {base.x, base.y, base.z};
    for (std::uint32_t knot = 0; knot < knots.count(); ++knot) {
      float tangents[3], values[3];
      for (std::uint32_t c = 0; c < 3; ++c) {
        const double tangent = TangentAt(knots, knot, c);
        values[c] = bases[c] + knots.at(knot)[c];
        tangents[c] = tangent <= kLargest && tangent >= -kLargest ? static_cast<float>(tangent)
                                                                  : 2.0f * kLargest;
        if (!scalar::IsUsable(values[c]) || !scalar::IsUsable(tangents[c])) {
          return source_.Invalid(object, Words("at knot ", knot, " it moves beyond 1e18"));
        }
      }
      if (is_cubic) keys.values.insert(keys.values.end(), tangents, tangents + 3);
      keys.values.insert(keys.values.end(), values, values + 3);
      if (is_cubic) keys.values.insert(keys.values.end(), tangents, tangents + 3);
    }
    return AddTracks(object, keys, joints, property);
  }

  bool AddRotation(json::Value object, std::uint32_t joint) {
    Knots knots{.width = 4};
    if (!ReadKnots(source_, object, "Quat", knots)) return false;
    Keys keys{.times_s = std::move(knots.times_s)};
    for (std::size_t v = 0; v < knots.values.size(); v += 4) {
      const float* const q = knots.values.data() + v;
      const Quat unit = Normalize({q[0], q[1], q[2], q[3]});
      keys.values.insert(keys.values.end(), {unit.x, unit.y, unit.z, unit.w});
    }
    return AddTracks(object, keys, {joint}, Property::kRotation);
  }

  bool AddBaseOffset(json::Value object, std::uint32_t skinned) {
    const BoneRig& rig = parts_.skinned[skinned].rig;
    std::vector<std::uint32_t> joints;
    for (std::uint32_t b = 0; b < rig.bones.size(); ++b) {
      if (rig.bones[b].parent == kNoParent) GatherJoints(skinned, b, joints);
    }
    return AddCubic(object, rig.base, joints, Property::kTranslation);
  }

  bool AddPose(json::Value object, std::uint32_t skinned, std::uint32_t channel_id) {
    const auto [first, last] = std::equal_range(
        bones_by_channel_.begin(), bones_by_channel_.end(),
        ChannelBone{.skinned = skinned, .channel_id = channel_id}, ChannelBone::SameChannelOrder);
    if (first == last) {
      source_.Lost(Loss::kChannels, object);
      return true;
    }
    if (last - first > 1) return source_.Invalid(object, "found two bones with this channel");
    std::vector<std::uint32_t> joints;
    GatherJoints(skinned, first->bone, joints);
    Keys keys;
    return SamplePose(object, parts_.skinned[skinned].rig.bones[first->bone], keys) &&
           AddTracks(object, keys, joints, Property::kRotation);
  }

  bool SamplePose(json::Value object, const Bone& bone, Keys& keys) {
    Knots knots;
    if (!ReadKnots(source_, object, "Vec3", knots)) return false;
    for (const float degrees : knots.values) {
      if (!(degrees >= -kMostDegrees && degrees <= kMostDegrees)) {
        return source_.Invalid(object, Words("found ", static_cast<double>(degrees),
                                             " degrees, expected at most a million"));
      }
    }
    const scalar::ThreeAxes axes = scalar::BoneAxes(bone.extent, bone.roll);
    const auto add = [&](float time_s, scalar::Vec3D degrees) {
      const Quat turn =
          TurnOf(axes, {RadiansOf(degrees.x), RadiansOf(degrees.y), RadiansOf(degrees.z)});
      keys.times_s.push_back(time_s);
      keys.values.insert(keys.values.end(), {turn.x, turn.y, turn.z, turn.w});
    };
    for (std::uint32_t knot = 0; knot < knots.count(); ++knot) {
      const float* const degrees = knots.at(knot);
      add(knots.times_s[knot], {degrees[0], degrees[1], degrees[2]});
      if (knot + 1 == knots.count()) break;
      const std::uint32_t steps = StepsOf(knots, knot);
      if (!source_.Take(steps, 10 * sizeof(float), object)) return false;
      const double from_s = knots.times_s[knot], to_s = knots.times_s[knot + 1];
      for (std::uint32_t step = 1; step < steps; ++step) {
        const double share = static_cast<double>(step) / static_cast<double>(steps);
        const auto time_s = static_cast<float>(from_s + (to_s - from_s) * share);
        if (time_s <= keys.times_s.back() || time_s >= knots.times_s[knot + 1]) continue;
        add(time_s, PieceAt(knots, knot, share));
      }
    }
    return true;
  }

  void GatherJoints(std::uint32_t skinned, std::uint32_t bone,
                    std::vector<std::uint32_t>& joints) const {
    for (const BoneNodes& where : parts_.bone_nodes[skinned]) {
      joints.push_back(parts_.joint_of_node[where.first + bone]);
    }
  }

  // The same keys for each of the joints: every instance of a mesh moves alike.
  bool AddTracks(json::Value object, const Keys& keys, const std::vector<std::uint32_t>& joints,
                 Property property) {
    if (joints.empty()) source_.Lost(Loss::kChannels, object);  // Nothing shows the bone.
    if (keys.times_s.empty() || joints.empty()) return true;
    if (!source_.Take(joints.size(), sizeof(TrackRange), object)) return false;
    constexpr std::size_t kMost = 0xFFFFFFFF;
    if (clip_.values.size() > kMost - keys.values.size()) {
      return source_.Invalid(object, "found more keys than 32 bits count");
    }
    for (const std::uint32_t joint : joints) {
      clip_.tracks.push_back({.target = joint,
                              .property = property,
                              .interpolation = keys.interpolation,
                              .width = property == Property::kRotation ? 4u : 3u,
                              .first_time = static_cast<std::uint32_t>(clip_.times.size()),
                              .key_count = static_cast<std::uint32_t>(keys.times_s.size()),
                              .first_value = static_cast<std::uint32_t>(clip_.values.size())});
    }
    clip_.times.insert(clip_.times.end(), keys.times_s.begin(), keys.times_s.end());
    clip_.values.insert(clip_.values.end(), keys.values.begin(), keys.values.end());
    return true;
  }

  Source& source_;
  const SceneParts& parts_;
  std::vector<ChannelBone> bones_by_channel_;  // Ascending.
  Clip::Parts clip_;
};

}  // namespace

bool ReadAnimator(Source& source, json::Value root, SceneParts& parts) {
  std::optional<json::Value> animator;
  if (!source.FindObject(root, "animator", animator)) return false;
  if (!animator) return true;
  if (!source.CheckFormat(*animator, "js3d-v1")) return false;
  ClipMaker maker(source, parts);
  const bool read = ForEachMember(source, *animator, "splines",
                                  [&](const std::string& resource, json::Value channels) {
                                    for (const auto& [key, channel] : channels.members()) {
                                      if (!source.RequireObject(channel)) return false;
                                      if (!maker.Add(resource, key.string(), channel)) return false;
                                    }
                                    return true;
                                  });
  return read && maker.Finish(*animator, parts.model.clips);
}

}  // namespace sinew::js3d
