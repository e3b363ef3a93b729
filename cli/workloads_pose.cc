// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <array>
#include <cstring>
#include <memory>
#include <string>
#include <thread>

#include "exit_code.h"
#include "pick_clip.h"
#include "rig100.h"
#include "sinew/blending.h"
#include "sinew/hierarchy.h"
#include "sinew/isa.h"
#include "sinew/packed_clip.h"
#include "sinew/sampling.h"
#include "sinew/skin.h"
#include "sinew/skinning.h"
#include "sinew/specification.h"
#include "workloads.h"

namespace sinew::cli {
namespace {

constexpr float kErrorBound = 1e-3f;  // A millimetre, for points 3 cm from their joint.
constexpr int kFrames = 2000;
constexpr double kFrame_s = 1.0 / 60.0;

std::string Chosen() { return std::string(IsaName(ChosenIsa())); }

PackedClip Packed(const Skeleton& skeleton, const Clip& clip, PackOptions::Storage storage) {
  Result<PackedClip> packed = PackedClip::Create(
      skeleton, clip, {.error_bound = kErrorBound, .point_distance = 0.03f, .storage = storage});
  if (!packed.ok()) throw CommandError(ExitCode::kBug, Describe(packed.failure()));
  return std::move(packed).value();
}

void Sample(const Skeleton& skeleton, ClipView clip, double time_s, PoseView pose) {
  Require(SampleJob{.skeleton = skeleton, .clip = clip, .time_s = time_s, .pose = pose}.Run());
}

// Advances by a frame and wraps.
double Step(double time_s, float duration_s) {
  time_s += kFrame_s;
  return time_s > static_cast<double>(duration_s) ? time_s - static_cast<double>(duration_s)
                                                  : time_s;
}

std::vector<double> RandomTimes(float duration_s) {
  Rng rng(77);
  std::vector<double> times(4096);
  for (double& time_s : times) {
    time_s = static_cast<double>(rng.Unit()) * static_cast<double>(duration_s);
  }
  return times;
}

void BenchClip(const Stopwatch& watch, const std::string& tail, const Skeleton& skeleton,
               ClipView clip, const std::string& isa, int frames) {
  const double joints = skeleton.joint_count();
  Pose pose(skeleton.joint_count());
  double time_s = 0.0;
  watch.Measure("sample_seq." + tail, "ns/joint", isa, frames * joints, [&] {
    for (int i = 0; i < frames; ++i) {
      time_s = Step(time_s, clip.duration_s());
      Sample(skeleton, clip, time_s, pose);
    }
  });
  const std::vector<double> times = RandomTimes(clip.duration_s());
  watch.Measure("sample_seek." + tail, "ns/joint", isa, static_cast<double>(times.size()) * joints,
                [&] {
                  for (const double t : times) Sample(skeleton, clip, t, pose);
                });
}

// A spine of so many joints: a rig smaller than Rig100.
Skeleton Chain(std::uint32_t joints) {
  Skeleton::Parts parts;
  for (std::uint32_t j = 0; j < joints; ++j) {
    parts.parents.push_back(static_cast<std::int32_t>(j) - 1);
    parts.rest.push_back({.translation = {0, 0.1f, 0}});
    parts.names.push_back("joint_" + std::to_string(j));
    parts.file_nodes.push_back(j);
  }
  return Skeleton::Create(std::move(parts)).value();
}

}  // namespace

void BenchMachine(const Stopwatch& watch) {
  constexpr std::size_t kBytes = std::size_t{64} << 20;
  if (!watch.Wants("copy_bandwidth")) return;
  std::vector<char> from(kBytes, 1), to(kBytes, 2);
  watch.Measure("copy_bandwidth", "ns/KiB", "-", kBytes / 1024.0,
                [&] { std::memcpy(to.data(), from.data(), kBytes); });
}

void BenchSampling(const Stopwatch& watch) {
  const Skeleton skeleton = MakeRig100();
  for (const auto& [name, tracks] :
       {std::pair{"full", Rig100Tracks::kFull}, std::pair{"rot", Rig100Tracks::kRotation}}) {
    const Clip clip = MakeRig100Clip(skeleton, 1, tracks);
    const PackedClip fast = Packed(skeleton, clip, PackOptions::Storage::kFloat32);
    const PackedClip small = Packed(skeleton, clip, PackOptions::Storage::kSmallest);
    const std::string tail = name;
    BenchClip(watch, tail + ".float32", skeleton, fast, Chosen(), kFrames);
    BenchClip(watch, tail + ".quantised", skeleton, small, Chosen(), kFrames);
    BenchClip(watch, tail + ".exact", skeleton, clip, "spec", 40);
    Pose pose(skeleton.joint_count());
    double time_s = 0.0;
    watch.Measure("sample_seq." + tail + ".quantised.spec", "ns/joint", "spec", 40.0 * 100.0, [&] {
      for (int i = 0; i < 40; ++i) {
        time_s = Step(time_s, clip.duration_s());
        spec::SamplePacked(skeleton, small, time_s, pose);
      }
    });
  }
}

void BenchBlending(const Stopwatch& watch) {
  const Skeleton skeleton = MakeRig100();
  const Clip clip = MakeRig100Clip(skeleton, 1, Rig100Tracks::kFull);
  std::array<Pose, 4> poses{Pose(100), Pose(100), Pose(100), Pose(100)};
  for (std::size_t i = 0; i < poses.size(); ++i) {
    Sample(skeleton, clip, 1.0 + static_cast<double>(i), poses[i]);
  }
  Pose out(100);
  const auto blend = [&](std::span<const BlendLayer> layers) {
    for (int i = 0; i < kFrames; ++i) {
      Require(BlendJob{.skeleton = skeleton, .layers = layers, .pose = out}.Run());
    }
  };
  const std::array two{BlendLayer{.pose = poses[0], .weight = 0.5f},
                       BlendLayer{.pose = poses[1], .weight = 0.5f}};
  const std::array four{
      BlendLayer{.pose = poses[0], .weight = 0.4f}, BlendLayer{.pose = poses[1], .weight = 0.3f},
      BlendLayer{.pose = poses[2], .weight = 0.2f}, BlendLayer{.pose = poses[3], .weight = 0.1f}};
  std::vector<float> mask(100), rest(100);
  for (std::size_t i = 0; i < mask.size(); ++i) {
    mask[i] = static_cast<float>(i) / 100.0f;
    rest[i] = 1.0f - mask[i];
  }
  const std::array masked{BlendLayer{.pose = poses[0], .weight = 0.5f, .joint_weights = mask},
                          BlendLayer{.pose = poses[1], .weight = 0.5f, .joint_weights = rest}};
  watch.Measure("blend2", "ns/joint", Chosen(), kFrames * 100.0, [&] { blend(two); });
  watch.Measure("blend4", "ns/joint", Chosen(), kFrames * 100.0, [&] { blend(four); });
  watch.Measure("blend2_masked", "ns/joint", Chosen(), kFrames * 100.0, [&] { blend(masked); });
  const BlendJob job{.skeleton = skeleton, .layers = two, .pose = out};
  watch.Measure("blend2.spec", "ns/joint", "spec", 100.0 * 100.0, [&] {
    for (int i = 0; i < 100; ++i) {
      for (std::uint32_t j = 0; j < 100; ++j) out.set_joint(j, spec::BlendJoint(job, j));
    }
  });
}

void BenchHierarchy(const Stopwatch& watch) {
  const Skeleton skeleton = MakeRig100();
  const Clip clip = MakeRig100Clip(skeleton, 1, Rig100Tracks::kFull);
  Pose pose(100);
  Sample(skeleton, clip, 1.0, pose);
  std::vector<Affine> model(100), palette(100);
  watch.Measure("local_to_model", "ns/joint", Chosen(), kFrames * 100.0, [&] {
    for (int i = 0; i < kFrames; ++i) {
      Require(LocalToModelJob{.skeleton = skeleton, .pose = pose, .model_from_joint = model}.Run());
    }
  });
  watch.Measure("local_to_model.spec", "ns/joint", "spec", 100.0 * 100.0, [&] {
    for (int i = 0; i < 100; ++i) spec::LocalToModel(skeleton, pose, Affine{}, model);
  });
  Skin::Parts parts;
  for (std::int32_t i = 0; i < 100; ++i) {
    parts.joints.push_back(i);
    parts.inverse_bind.push_back({});
  }
  const Skin skin = Skin::Create(std::move(parts), 100).value();
  watch.Measure("palette", "ns/joint", Chosen(), kFrames * 100.0, [&] {
    for (int i = 0; i < kFrames; ++i) {
      Require(PaletteJob{.skin = skin, .model_from_joint = model, .palette = palette}.Run());
    }
  });
}

namespace {

// Each character: clip A, clip B, half and half, local to model into its own matrices.
class Crowd {
 public:
  Crowd(std::uint32_t count, const Skeleton& skeleton, const PackedClip& a, const PackedClip& b)
      : skeleton_(skeleton), a_(a), b_(b), phases_(count), model_(std::size_t{count} * 100) {
    Rng rng(9);
    for (double& phase : phases_) {
      phase = static_cast<double>(rng.Unit()) * static_cast<double>(a.duration_s());
    }
  }

  void Advance(std::size_t begin, std::size_t end) {
    Pose from(100), to(100), blended(100);
    const std::array layers{BlendLayer{.pose = from, .weight = 0.5f},
                            BlendLayer{.pose = to, .weight = 0.5f}};
    for (std::size_t i = begin; i < end; ++i) {
      phases_[i] = Step(phases_[i], a_.duration_s());
      Sample(skeleton_, a_, phases_[i], from);
      Sample(skeleton_, b_, phases_[i], to);
      Require(BlendJob{.skeleton = skeleton_, .layers = layers, .pose = blended}.Run());
      Require(LocalToModelJob{.skeleton = skeleton_,
                              .pose = blended,
                              .model_from_joint = std::span(model_).subspan(i * 100, 100)}
                  .Run());
    }
  }
  std::size_t size() const { return phases_.size(); }

 private:
  const Skeleton& skeleton_;
  const PackedClip& a_;
  const PackedClip& b_;
  std::vector<double> phases_;
  std::vector<Affine> model_;
};

}  // namespace

void BenchCrowd(const Stopwatch& watch) {
  const Skeleton skeleton = MakeRig100();
  const Clip clip_a = MakeRig100Clip(skeleton, 1, Rig100Tracks::kFull);
  const Clip clip_b = MakeRig100Clip(skeleton, 2, Rig100Tracks::kFull);
  for (const auto& [name, storage] : {std::pair{"float32", PackOptions::Storage::kFloat32},
                                      std::pair{"quantised", PackOptions::Storage::kSmallest}}) {
    const PackedClip a = Packed(skeleton, clip_a, storage), b = Packed(skeleton, clip_b, storage);
    for (const std::uint32_t count : {100u, 1000u}) {
      Crowd crowd(count, skeleton, a, b);
      watch.Measure("crowd." + std::to_string(count) + ".full." + name, "ns/character", Chosen(),
                    count, [&] { crowd.Advance(0, crowd.size()); });
      if (count != 1000) continue;
      watch.Measure(std::string("two_threads.crowd.1000.full.") + name, "ns/character", Chosen(),
                    count, [&] {
                      std::thread half([&] { crowd.Advance(0, 500); });
                      crowd.Advance(500, 1000);
                      half.join();
                    });
    }
  }
}

void BenchManyClips(const Stopwatch& watch) {
  const Skeleton skeleton = MakeRig100();
  std::vector<PackedClip> clips;
  Pose pose(100);
  Rng rng(3);
  for (const std::size_t count : {2u, 16u, 64u, 160u}) {
    const std::string name = "many_clips." + std::to_string(count) + ".quantised";
    if (!watch.Wants(name)) continue;  // Packing takes longer than measuring.
    while (clips.size() < count) {
      clips.push_back(Packed(skeleton,
                             MakeRig100Clip(skeleton, clips.size() + 1, Rig100Tracks::kFull),
                             PackOptions::Storage::kSmallest));
    }
    watch.Measure(name, "ns/joint", Chosen(), kFrames * 100.0, [&] {
      for (int i = 0; i < kFrames; ++i) {
        const PackedClip& clip = clips[rng.Next() % count];
        const double t = static_cast<double>(rng.Unit()) * static_cast<double>(clip.duration_s());
        Sample(skeleton, clip, t, pose);
      }
    });
  }
}

void BenchSmallRigs(const Stopwatch& watch) {
  const Skeleton big = MakeRig100();
  for (const std::uint32_t joints : {20u, 45u, 65u}) {
    const Skeleton skeleton = Chain(joints);
    Clip::Parts parts = MakeRig100Clip(big, 1, Rig100Tracks::kRotation).parts();
    std::erase_if(parts.tracks, [&](const TrackRange& t) { return t.target >= joints; });
    const Clip clip = Clip::Create(std::move(parts)).value();
    const PackedClip packed = Packed(skeleton, clip, PackOptions::Storage::kSmallest);
    Pose pose(joints);
    double time_s = 0.0;
    watch.Measure("small_rigs." + std::to_string(joints) + ".quantised", "ns/call", Chosen(),
                  kFrames, [&] {
                    for (int i = 0; i < kFrames; ++i) {
                      time_s = Step(time_s, clip.duration_s());
                      Sample(skeleton, packed, time_s, pose);
                    }
                  });
  }
}

void BenchPacking(const Stopwatch& watch) {
  const Skeleton skeleton = MakeRig100();
  const Clip clip = MakeRig100Clip(skeleton, 1, Rig100Tracks::kFull);
  Pose pose(100);
  for (const auto& [name, storage] : {std::pair{"float32", PackOptions::Storage::kFloat32},
                                      std::pair{"quantised", PackOptions::Storage::kSmallest}}) {
    watch.Measure(std::string("first_pose.full.") + name, "ns/clip", Chosen(), 1.0,
                  [&] { Sample(skeleton, Packed(skeleton, clip, storage), 1.0, pose); });
  }
}

}  // namespace sinew::cli
