// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <array>
#include <limits>
#include <utility>

#include "kernel_checks.h"
#include "pose/kernels/kernels.h"
#include "pose/packed/layout.h"
#include "sinew/packed_clip.h"
#include "sinew/sampling.h"
#include "sinew/specification.h"

namespace sinew::fuzz {
namespace {

// A clip of a few tracks; none where the bytes make no legal one.
Result<Clip> ReadClip(Input& in, const Skeleton& skeleton) {
  Clip::Parts parts;
  const std::uint32_t track_count = 1 + in.Below(4);
  std::uint32_t next_morph = 0;
  for (std::uint32_t i = 0; i < track_count; ++i) {
    const auto property = static_cast<Property>(in.Below(4));
    const auto interpolation = static_cast<Interpolation>(in.Below(3));
    const bool is_rotation = property == Property::kRotation;
    const bool is_morphs = property == Property::kMorphWeights;
    const std::uint32_t key_count = 1 + in.Below(in.Below(8) == 1 ? 40 : 5);
    const std::uint32_t width = is_rotation ? 4 : is_morphs ? 1 + in.Below(10) : 3;
    std::uint32_t target = in.Below(skeleton.joint_count());
    if (is_morphs) {  // Slots that no other track writes, not always the first free ones.
      target = next_morph + in.Below(12);
      next_morph = target + width;
    }
    parts.tracks.push_back({.target = target,
                            .property = property,
                            .interpolation = interpolation,
                            .width = width,
                            .first_time = static_cast<std::uint32_t>(parts.times.size()),
                            .key_count = key_count,
                            .first_value = static_cast<std::uint32_t>(parts.values.size())});
    const auto add_numbers = [&] {
      for (std::uint32_t c = 0; c < width; ++c) parts.values.push_back(in.Number(100.0f));
    };
    const bool has_tangents = interpolation == Interpolation::kCubicSpline;
    float time_s = 0.0f;
    for (std::uint32_t key = 0; key < key_count; ++key) {
      parts.times.push_back(time_s);
      parts.duration_s = std::max(parts.duration_s, time_s);
      time_s += static_cast<float>(1 + in.Below(6)) / 60.0f;
      if (has_tangents) add_numbers();
      if (is_rotation) {
        const Quat q = in.Rotation();
        parts.values.insert(parts.values.end(), {q.x, q.y, q.z, q.w});
      } else {
        add_numbers();
      }
      if (has_tangents) add_numbers();
    }
  }
  return Clip::Create(std::move(parts));
}

// All that a sampling of some blocks, with or without morphs, must give; the rest untouched.
struct WantedSample {
  std::vector<std::uint8_t> blocks;  // One a block; empty: all.
  bool morphs;
  Pose pose;

  WantedSample(Input& in, const Skeleton& skeleton, const PackedClip& packed, double time_s)
      : morphs(in.Below(4) != 1), pose(Empty(skeleton, packed)) {
    Pose all = Empty(skeleton, packed);
    std::copy_n(skeleton.rest_blocks().begin(), all.blocks().size(), all.blocks().begin());
    spec::SamplePacked(skeleton, packed, time_s, all);
    if (in.Flag()) {
      for (std::size_t b = 0; b < all.blocks().size(); ++b) blocks.push_back(in.Flag() ? 1 : 0);
    }
    for (std::size_t b = 0; b < all.blocks().size(); ++b) {
      if (blocks.empty() || blocks[b] != 0) pose.blocks()[b] = all.blocks()[b];
    }
    if (morphs) std::copy(all.morphs().begin(), all.morphs().end(), pose.morphs().begin());
  }

  // With slots beyond the last that the clip writes.
  static Pose Empty(const Skeleton& skeleton, const PackedClip& packed) {
    return UnwrittenPose(skeleton.joint_count(), packed.morph_bound() + 3);
  }
};

void CheckPackedSample(Input& in, const Skeleton& skeleton, const PackedClip& packed,
                       double time_s) {
  const WantedSample wanted(in, skeleton, packed, time_s);
  for (const Isa isa : AvailableIsas()) {
    Pose got = WantedSample::Empty(skeleton, packed);
    PoseKernelsOf(isa).sample_packed(
        {.packed = packed.bytes().data(),
         .time_s = time_s,
         .rest = skeleton.rest_blocks().data(),
         .block_count = static_cast<std::uint32_t>(skeleton.rest_blocks().size()),
         .wanted_blocks = wanted.blocks.empty() ? nullptr : wanted.blocks.data(),
         .pose = got.blocks().data(),
         .morphs = wanted.morphs ? got.morphs().data() : nullptr});
    ComparePoses(got, wanted.pose, "sample_packed", isa);
  }
}

// Some joints alone, against all of them and the whole hierarchy.
void CheckJointQuery(Input& in, const Skeleton& skeleton, ClipView clip, double time_s) {
  Pose pose(skeleton.joint_count(), clip.morph_bound());
  if (clip.packed() != nullptr) {
    spec::SamplePacked(skeleton, *clip.packed(), time_s, pose);
  } else if (SampleJob{.skeleton = skeleton, .clip = clip, .time_s = time_s, .pose = pose}.Run() !=
             Error::kNone) {
    Find("what SampleJob refuses", "an exact clip");
  }
  const Affine root = in.Matrix();
  std::vector<Affine> model_from_joint(skeleton.joint_count());
  spec::LocalToModel(skeleton, pose, root, model_from_joint);
  std::vector<std::uint32_t> joints;
  std::vector<Affine> wanted;
  bool usable = true;
  for (std::uint32_t i = 1 + in.Below(5); i > 0; --i) {
    joints.push_back(in.Below(skeleton.joint_count()));
    wanted.push_back(model_from_joint[joints.back()]);
    usable = usable && scalar::IsUsable(wanted.back());
  }
  auto got = Unwritten<Affine>(joints.size());
  const Error error = JointQuery{.skeleton = skeleton,
                                 .clip = clip,
                                 .time_s = time_s,
                                 .root = root,
                                 .joints = joints,
                                 .model_from_joint = got}
                          .Run();
  const std::string_view form = clip.packed() != nullptr ? "a packed clip" : "an exact clip";
  if (error != (usable ? Error::kNone : Error::kValueNotFinite) || !SameBits<Affine>(got, wanted)) {
    Find("JointQuery", form);
  }
}

}  // namespace

void CheckSampling(Input& in, const Skeleton& skeleton) {
  const Result<Clip> clip = ReadClip(in, skeleton);
  if (!clip.ok()) return;
  CheckJointQuery(in, skeleton, *clip, clip->duration_s() * (in.Byte() / 255.0));
  PackOptions options;
  // Coarse, as finer ones take long to pack; the last is for a rest that is far away.
  constexpr float kBounds[] = {1.0f, 4.0f, 0.1f, 1e9f};
  options.error_bound = kBounds[in.Below(4)];
  options.point_distance = 0.03f;
  options.morph_error = 0.1f;
  options.max_pack_bytes = std::uint64_t{1} << 22;
  if (in.Flag()) options.storage = PackOptions::Storage::kFloat32;
  const auto packed = PackedClip::Create(skeleton, *clip, options);
  if (!packed.ok()) return;
  const PackedView view = ViewOfPacked(packed->bytes().data());
  for (int i = 0; i < 6; ++i) {
    double time_s = packed->duration_s() * (in.Byte() / 255.0);
    if (in.Flag()) time_s = double{view.knots[in.Byte() * 7 % view.header->knot_count]};
    CheckPackedSample(in, skeleton, *packed, time_s);
    CheckJointQuery(in, skeleton, *packed, time_s);
  }
}

}  // namespace sinew::fuzz
