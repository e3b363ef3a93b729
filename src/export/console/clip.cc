// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "export/console/folded_pose.h"
#include "export/message.h"
#include "math/rounding.h"
#include "math/usable.h"
#include "sinew/console_export.h"
#include "sinew/hierarchy.h"
#include "sinew/matrix_layouts.h"

namespace sinew {
namespace {

constexpr double kMaxFps = 1e6;

// Joints that a clip has a track for.
std::vector<std::uint8_t> TrackedJoints(const Clip& clip, std::uint32_t joint_count) {
  std::vector<std::uint8_t> tracked(joint_count, 0);
  for (const TrackRange& track : clip.track_ranges()) {
    if (track.property != Property::kMorphWeights) tracked[track.target] = 1;
  }
  return tracked;
}

// How many frames a clip takes at a rate: as a double, because a file chooses the duration.
double FrameCountOf(float duration_s, double fps) {
  const double count = scalar::RoundHalfUp(static_cast<double>(duration_s) * fps) + 1.0;
  return duration_s > 0.0f && count < 2.0 ? 2.0 : count;
}

std::vector<float> UniformTimes(float duration_s, double fps, std::size_t count) {
  std::vector<float> times(count);
  for (std::size_t i = 0; i + 1 < count; ++i) {
    times[i] = static_cast<float>(static_cast<double>(i) / fps);
  }
  times.back() = duration_s;
  return times;
}

// All moments at which a key of a bone lies, and both ends.
std::vector<float> KeyTimes(const Clip& clip, std::span<const std::uint8_t> wanted) {
  std::vector<float> times{0.0f, clip.duration_s()};
  for (std::uint32_t t = 0; t < clip.track_count(); ++t) {
    const Track track = clip.track(t);
    if (track.property == Property::kMorphWeights || wanted[track.target] == 0) continue;
    times.insert(times.end(), track.times.begin(), track.times.end());
  }
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

// kStep where every track that moves a bone is STEP.
Interpolation InterpolationOf(const Clip& clip, std::span<const std::uint8_t> wanted) {
  bool any = false;
  for (const TrackRange& track : clip.track_ranges()) {
    if (track.property == Property::kMorphWeights || wanted[track.target] == 0) continue;
    if (track.interpolation != Interpolation::kStep) return Interpolation::kLinear;
    any = true;
  }
  return any ? Interpolation::kStep : Interpolation::kLinear;
}

std::optional<Failure> CheckFrames(double frames, double joints, double bones,
                                   const ConsoleClipOptions& options) {
  if (frames * joints > static_cast<double>(options.max_work)) {
    return Failure{FailureCode::kLimit, "",
                   Message(Roughly(frames), " frames of ", Roughly(joints),
                           " joints are more than the limit max_work allows: ",
                           Roughly(static_cast<double>(options.max_work)))};
  }
  constexpr double kBytesPerBone = 22.0 * 18.0;  // Of text.
  if (frames * bones * kBytesPerBone > static_cast<double>(options.max_output_bytes)) {
    return Failure{FailureCode::kLimit, "",
                   Message(Roughly(frames), " frames of ", Roughly(bones), " bones may take ",
                           Roughly(frames * bones * kBytesPerBone),
                           " bytes of text, the limit max_output_bytes allows ",
                           Roughly(static_cast<double>(options.max_output_bytes)))};
  }
  return std::nullopt;
}

float Dot4(const Quat& a, const Quat& b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }

void AppendMatrix(std::vector<float>& floats, const Affine& matrix) {
  const std::array<float, 12> rows = ToRowMajor3x4(matrix);
  floats.insert(floats.end(), rows.begin(), rows.end());
}

void AppendTrs(std::vector<float>& floats, const Transform& t) {
  const float values[10] = {t.translation.x, t.translation.y, t.translation.z, t.rotation.x,
                            t.rotation.y,    t.rotation.z,    t.rotation.w,    t.scale.x,
                            t.scale.y,       t.scale.z};
  floats.insert(floats.end(), std::begin(values), std::end(values));
}

// Writes one frame after another.
class ClipSampler {
 public:
  ClipSampler(const Asset& asset, const ConsoleSkeleton& bones, console::FoldedPose folded,
              ConsoleClip& out)
      : skeleton_(asset.skeleton()),
        bones_(bones),
        folded_(std::move(folded)),
        pose_(skeleton_.joint_count()),
        model_from_joint_(skeleton_.joint_count()),
        last_(bones.bone_count()),
        moved_(bones.bone_count(), 0),
        out_(out) {}

  Error AddFrame(const ClipView& clip, double time_s, bool bake) {
    Error error =
        SampleJob{.skeleton = skeleton_, .clip = clip, .time_s = time_s, .pose = pose_}.Run();
    if (error != Error::kNone) return error;
    return bake ? AddBaked() : AddLocal();
  }

  // Bones that are anywhere but at rest in some frame.
  const std::vector<std::uint8_t>& moved() const { return moved_; }

 private:
  Error AddBaked() {
    const Error error =
        LocalToModelJob{.skeleton = skeleton_, .pose = pose_, .model_from_joint = model_from_joint_}
            .Run();
    if (error != Error::kNone) return error;
    for (std::uint32_t b = 0; b < bones_.bone_count(); ++b) {
      std::array<float, 12> inverse_bind;
      std::copy_n(bones_.inverse_bind.data() + 12 * std::size_t{b}, 12, inverse_bind.begin());
      const std::int32_t joint = bones_.joints[b];
      const Affine final = joint < 0 ? Affine{}
                                     : Multiply(model_from_joint_[static_cast<std::size_t>(joint)],
                                                FromRowMajor3x4(inverse_bind));
      if (!scalar::IsUsable(final)) return Error::kValueNotFinite;
      AppendMatrix(out_.frames, final);
    }
    return Error::kNone;
  }

  Error AddLocal() {
    const bool first = out_.keyframes.empty();
    folded_.Set(pose_);
    for (std::uint32_t b = 0; b < bones_.bone_count(); ++b) {
      const std::int32_t joint = bones_.joints[b];
      const Affine local = joint < 0 ? Affine{} : folded_.local(static_cast<std::uint32_t>(joint));
      if (!scalar::IsUsable(local)) return Error::kValueNotFinite;
      Transform trs = joint < 0 ? Transform{}
                                : folded_.Trs(static_cast<std::uint32_t>(joint), pose_, out_.shear);
      Quat& q = trs.rotation;
      if (!first && Dot4(q, last_[b]) < 0.0f) q = {-q.x, -q.y, -q.z, -q.w};
      last_[b] = q;
      const std::array<float, 12> rows = ToRowMajor3x4(local);
      if (!std::equal(rows.begin(), rows.end(), bones_.rest_local.data() + 12 * std::size_t{b})) {
        moved_[b] = 1;
      }
      AppendMatrix(out_.keyframes, local);
      AppendTrs(out_.keyframes_trs, trs);
    }
    return Error::kNone;
  }

  const SkeletonView& skeleton_;
  const ConsoleSkeleton& bones_;
  console::FoldedPose folded_;
  Pose pose_;
  std::vector<Affine> model_from_joint_;
  std::vector<Quat> last_;  // Of the frame before, one per bone.
  std::vector<std::uint8_t> moved_;
  ConsoleClip& out_;
};

}  // namespace

Result<ConsoleClip> MakeConsoleClip(const Asset& asset, const ConsoleSkeleton& bones,
                                    std::uint32_t clip_index, const ConsoleClipOptions& options) {
  if (clip_index >= asset.clips().size()) {
    return Failure{
        FailureCode::kInvalid, "",
        Message("clip ", clip_index, " does not exist; the file has ", asset.clips().size())};
  }
  const ClipView& clip = asset.clips()[clip_index];
  if (!(options.fps > 0.0 && options.fps <= kMaxFps)) {
    return Failure{FailureCode::kInvalid, "", "the frame rate must be above 0 and at most 1e6"};
  }
  if (options.keys && clip.exact() == nullptr) {
    return Failure{FailureCode::kInvalid, "",
                   "a packed clip has no key times of its own; export it at a frame rate"};
  }
  const SkeletonView& skeleton = asset.skeleton();
  std::vector<std::uint8_t> is_bone(skeleton.joint_count(), 0);
  for (const std::int32_t joint : bones.joints) {
    if (joint >= 0) is_bone[static_cast<std::size_t>(joint)] = 1;
  }
  console::FoldedPose folded(skeleton, is_bone);
  // Joints that a bone is made of: bones, and what is multiplied into them.
  std::vector<std::uint8_t> wanted = is_bone;
  for (std::uint32_t j = skeleton.joint_count(); j-- > 0;) {
    const std::int32_t parent = skeleton.parent(j);
    if (parent >= 0 && folded.parent(j) != parent && wanted[j] != 0) {
      wanted[static_cast<std::size_t>(parent)] = 1;
    }
  }

  ConsoleClip out;
  out.name = std::string(clip.name());
  out.duration_s = clip.duration_s();
  out.fps = static_cast<float>(options.fps);
  out.bone_count = bones.bone_count();
  std::vector<float> times;
  if (options.keys) times = KeyTimes(*clip.exact(), wanted);
  const double frames = options.keys ? static_cast<double>(times.size())
                                     : FrameCountOf(clip.duration_s(), options.fps);
  if (std::optional<Failure> failure =
          CheckFrames(frames, skeleton.joint_count(), bones.bone_count(), options)) {
    return *std::move(failure);
  }
  if (!options.keys) {
    times = UniformTimes(clip.duration_s(), options.fps, static_cast<std::size_t>(frames));
  }
  if (options.loop && times.size() > 1) times.pop_back();

  (options.bake ? out.frames : out.keyframes).reserve(times.size() * bones.bone_count() * 12);
  ClipSampler sampler(asset, bones, folded, out);
  for (const float time_s : times) {
    const Error error = sampler.AddFrame(clip, static_cast<double>(time_s), options.bake);
    if (error != Error::kNone) return CannotPose(error);
  }
  out.times_s = std::move(times);

  std::vector<std::uint8_t> animated = sampler.moved();
  if (const Clip* exact = clip.exact()) {
    std::vector<std::uint8_t> tracked = TrackedJoints(*exact, skeleton.joint_count());
    folded.Spread(tracked);
    for (std::uint32_t b = 0; b < bones.bone_count(); ++b) {
      animated[b] = bones.joints[b] < 0 ? 0 : tracked[static_cast<std::size_t>(bones.joints[b])];
    }
    out.interpolation = InterpolationOf(*exact, wanted);
  }
  for (std::uint32_t b = 0; b < bones.bone_count(); ++b) {
    if (animated[b] != 0) out.animated_bones.push_back(b);
  }
  return out;
}

}  // namespace sinew
