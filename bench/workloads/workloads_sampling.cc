// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "rig100/rig100.h"
#include "sinew/hierarchy.h"
#include "sinew/specification.h"
#include "workloads/bench_play.h"
#include "workloads/workloads.h"

namespace sinew::bench {
namespace {

std::vector<double> RandomTimes(float duration_s) {
  bench::Rng rng(77);
  std::vector<double> times(4096);
  for (double& time_s : times) {
    time_s = static_cast<double>(rng.Unit()) * static_cast<double>(duration_s);
  }
  return times;
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

BenchClipOptions OptionsOf(const Clip& clip) {
  // The exact form takes long: fewer frames tell as much.
  return {.isa = "spec", .frames = 40, .size_bytes = clip.size_bytes(), .worst_error = 0.0f};
}

BenchClipOptions OptionsOf(const PackedClip& clip) {
  return {.isa = ChosenName(),
          .frames = kBenchFrames,
          .size_bytes = clip.report().size_bytes,
          .worst_error = clip.report().worst_error};
}

void BenchClip(const Stopwatch& watch, const std::string& tail, const Skeleton& skeleton,
               ClipView clip, const BenchClipOptions& options) {
  const double joints = skeleton.joint_count();
  const int frames = options.frames;
  Pose pose(skeleton.joint_count(), clip.morph_bound());
  double time_s = 0.0;
  const BenchRow facts{.unit = "ns/joint",
                       .isa = options.isa,
                       .size_bytes = options.size_bytes,
                       .worst_error = options.worst_error};
  watch.Measure("sample_seq." + tail, facts, frames * joints, [&] {
    for (int i = 0; i < frames; ++i) {
      time_s = NextFrame(time_s, clip.duration_s());
      SampleInto(skeleton, clip, time_s, pose);
    }
  });
  std::vector<double> times = RandomTimes(clip.duration_s());
  times.resize(static_cast<std::size_t>(std::min(frames, 4096)));
  watch.Measure("sample_seek." + tail, facts, static_cast<double>(times.size()) * joints, [&] {
    for (const double t : times) SampleInto(skeleton, clip, t, pose);
  });
}

void BenchSampling(const Stopwatch& watch) {
  const Skeleton skeleton = bench::MakeRig100();
  for (const auto& [name, tracks] : {std::pair{"full", bench::Rig100Tracks::kFull},
                                     std::pair{"rot", bench::Rig100Tracks::kRotation}}) {
    const Clip clip = bench::MakeRig100Clip(skeleton, 1, tracks);
    const PackedClip fast = PackedAtMillimetre(skeleton, clip, PackOptions::Storage::kFloat32);
    const PackedClip small = PackedAtMillimetre(skeleton, clip, PackOptions::Storage::kSmallest);
    const std::string tail = name;
    BenchClip(watch, tail + ".float32", skeleton, fast, OptionsOf(fast));
    BenchClip(watch, tail + ".quantised", skeleton, small, OptionsOf(small));
    BenchClip(watch, tail + ".exact", skeleton, clip, OptionsOf(clip));
    Pose pose(skeleton.joint_count());
    double time_s = 0.0;
    watch.Measure("sample_seq." + tail + ".quantised.spec", PerBySpec("joint"), 40.0 * 100.0, [&] {
      for (int i = 0; i < 40; ++i) {
        time_s = NextFrame(time_s, clip.duration_s());
        spec::SamplePacked(skeleton, small, time_s, pose);
      }
    });
  }
}

void BenchManyClips(const Stopwatch& watch) {
  const Skeleton skeleton = bench::MakeRig100();
  std::vector<PackedClip> clips;
  Pose pose(100);
  bench::Rng rng(3);
  for (const std::size_t count : {2u, 16u, 64u, 160u}) {
    const std::string name = "many_clips." + std::to_string(count) + ".quantised";
    if (!watch.Wants(name)) continue;  // Packing takes longer than measuring.
    while (clips.size() < count) {
      clips.push_back(PackedAtMillimetre(
          skeleton, bench::MakeRig100Clip(skeleton, clips.size() + 1, bench::Rig100Tracks::kFull),
          PackOptions::Storage::kSmallest));
    }
    watch.Measure(name, Per("joint"), kBenchFrames * 100.0, [&] {
      for (int i = 0; i < kBenchFrames; ++i) {
        const PackedClip& clip = clips[rng.Next() % count];
        const double t = static_cast<double>(rng.Unit()) * static_cast<double>(clip.duration_s());
        SampleInto(skeleton, clip, t, pose);
      }
    });
  }
}

void BenchSmallRigs(const Stopwatch& watch) {
  const Skeleton big = bench::MakeRig100();
  for (const std::uint32_t joints : {20u, 45u, 65u}) {
    const Skeleton skeleton = Chain(joints);
    Clip::Parts parts = bench::MakeRig100Clip(big, 1, bench::Rig100Tracks::kRotation).parts();
    std::erase_if(parts.tracks, [&](const TrackRange& t) { return t.target >= joints; });
    const Clip clip = Clip::Create(std::move(parts)).value();
    const PackedClip packed = PackedAtMillimetre(skeleton, clip, PackOptions::Storage::kSmallest);
    Pose pose(joints);
    double time_s = 0.0;
    watch.Measure("small_rigs." + std::to_string(joints) + ".quantised", Per("call"), kBenchFrames,
                  [&] {
                    for (int i = 0; i < kBenchFrames; ++i) {
                      time_s = NextFrame(time_s, clip.duration_s());
                      SampleInto(skeleton, packed, time_s, pose);
                    }
                  });
  }
}

void BenchPacking(const Stopwatch& watch) {
  const Skeleton skeleton = bench::MakeRig100();
  const Clip clip = bench::MakeRig100Clip(skeleton, 1, bench::Rig100Tracks::kFull);
  Pose pose(100);
  for (const auto& [name, storage] : {std::pair{"float32", PackOptions::Storage::kFloat32},
                                      std::pair{"quantised", PackOptions::Storage::kSmallest}}) {
    watch.Measure(std::string("first_pose.full.") + name, Per("clip"), 1.0, [&] {
      const PackedClip packed = PackedAtMillimetre(skeleton, clip, storage);
      SampleInto(skeleton, packed, 1.0, pose);
    });
  }
}

// One joint at the end of a limb without a pose, and what a whole pose costs instead.
void BenchJointQuery(const Stopwatch& watch) {
  const Skeleton skeleton = bench::MakeRig100();
  const Clip clip = bench::MakeRig100Clip(skeleton, 1, bench::Rig100Tracks::kFull);
  const PackedClip packed = PackedAtMillimetre(skeleton, clip, PackOptions::Storage::kSmallest);
  const std::array asked{skeleton.joint_count() - 1};
  std::array<Affine, 1> found;
  Pose pose(skeleton.joint_count());
  std::vector<Affine> model(skeleton.joint_count());
  double time_s = 0.0;
  watch.Measure("joint_query.one.quantised", PerBySpec("call"), kBenchFrames, [&] {
    for (int i = 0; i < kBenchFrames; ++i) {
      time_s = NextFrame(time_s, clip.duration_s());
      Require(JointQuery{.skeleton = skeleton,
                         .clip = packed,
                         .time_s = time_s,
                         .joints = asked,
                         .model_from_joint = found}
                  .Run());
    }
  });
  watch.Measure("joint_query.all.quantised", Per("call"), kBenchFrames, [&] {
    for (int i = 0; i < kBenchFrames; ++i) {
      time_s = NextFrame(time_s, clip.duration_s());
      SampleInto(skeleton, packed, time_s, pose);
      Require(LocalToModelJob{.skeleton = skeleton, .pose = pose, .model_from_joint = model}.Run());
    }
  });
}

}  // namespace sinew::bench
