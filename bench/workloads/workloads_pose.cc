// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <array>
#include <string>
#include <thread>
#include <vector>

#include "rig100/rig100.h"
#include "sinew/blending.h"
#include "sinew/hierarchy.h"
#include "sinew/skin.h"
#include "sinew/skinning.h"
#include "sinew/specification.h"
#include "workloads/bench_play.h"
#include "workloads/workloads.h"

namespace sinew::bench {

void BenchBlending(const Stopwatch& watch) {
  const Skeleton skeleton = bench::MakeRig100();
  const Clip clip = bench::MakeRig100Clip(skeleton, 1, bench::Rig100Tracks::kFull);
  std::array<Pose, 4> poses{Pose(100), Pose(100), Pose(100), Pose(100)};
  for (std::size_t i = 0; i < poses.size(); ++i) {
    SampleInto(skeleton, clip, 1.0 + static_cast<double>(i), poses[i]);
  }
  Pose out(100);
  const auto blend = [&](std::span<const BlendLayer> layers, RotationAverage rotations) {
    for (int i = 0; i < kBenchFrames; ++i) {
      Require(BlendJob{.skeleton = skeleton, .layers = layers, .rotations = rotations, .pose = out}
                  .Run());
    }
  };
  const auto measure = [&](const char* name, std::span<const BlendLayer> layers,
                           RotationAverage rotations = RotationAverage::kSum) {
    watch.Measure(name, Per("joint"), kBenchFrames * 100.0, [&] { blend(layers, rotations); });
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
  measure("blend2", two);
  measure("blend2_even", two, RotationAverage::kEvenPace);
  measure("blend4", four);
  measure("blend4_even", four, RotationAverage::kEvenPace);
  measure("blend2_masked", masked);
  measure("blend2_masked_even", masked, RotationAverage::kEvenPace);
  const BlendJob job{.skeleton = skeleton, .layers = two, .pose = out};
  watch.Measure("blend2.spec", PerBySpec("joint"), 100.0 * 100.0, [&] {
    for (int i = 0; i < 100; ++i) {
      for (std::uint32_t j = 0; j < 100; ++j) out.set_joint(j, spec::BlendJoint(job, j));
    }
  });
}

void BenchHierarchy(const Stopwatch& watch) {
  const Skeleton skeleton = bench::MakeRig100();
  const Clip clip = bench::MakeRig100Clip(skeleton, 1, bench::Rig100Tracks::kFull);
  Pose pose(100);
  SampleInto(skeleton, clip, 1.0, pose);
  std::vector<Affine> model(100), palette(100);
  watch.Measure("local_to_model", Per("joint"), kBenchFrames * 100.0, [&] {
    for (int i = 0; i < kBenchFrames; ++i) {
      Require(LocalToModelJob{.skeleton = skeleton, .pose = pose, .model_from_joint = model}.Run());
    }
  });
  watch.Measure("local_to_model.spec", PerBySpec("joint"), 100.0 * 100.0, [&] {
    for (int i = 0; i < 100; ++i) spec::LocalToModel(skeleton, pose, Affine{}, model);
  });
  Skin::Parts parts;
  for (std::int32_t i = 0; i < 100; ++i) {
    parts.joints.push_back(i);
    parts.inverse_bind.push_back({});
  }
  const Skin skin = Skin::Create(std::move(parts), 100).value();
  watch.Measure("palette", Per("joint"), kBenchFrames * 100.0, [&] {
    for (int i = 0; i < kBenchFrames; ++i) {
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
    bench::Rng rng(9);
    for (double& phase : phases_) {
      phase = static_cast<double>(rng.Unit()) * static_cast<double>(a.duration_s());
    }
  }

  void Advance(std::size_t begin, std::size_t end) {
    Pose from(100), to(100), blended(100);
    const std::array layers{BlendLayer{.pose = from, .weight = 0.5f},
                            BlendLayer{.pose = to, .weight = 0.5f}};
    for (std::size_t i = begin; i < end; ++i) {
      phases_[i] = NextFrame(phases_[i], a_.duration_s());
      SampleInto(skeleton_, a_, phases_[i], from);
      SampleInto(skeleton_, b_, phases_[i], to);
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
  BenchInstances(watch);
  const Skeleton skeleton = bench::MakeRig100();
  const Clip clip_a = bench::MakeRig100Clip(skeleton, 1, bench::Rig100Tracks::kFull);
  const Clip clip_b = bench::MakeRig100Clip(skeleton, 2, bench::Rig100Tracks::kFull);
  for (const auto& [name, storage] : {std::pair{"float32", PackOptions::Storage::kFloat32},
                                      std::pair{"quantised", PackOptions::Storage::kSmallest}}) {
    const PackedClip a = PackedAtMillimetre(skeleton, clip_a, storage),
                     b = PackedAtMillimetre(skeleton, clip_b, storage);
    for (const std::uint32_t count : {100u, 1000u}) {
      Crowd crowd(count, skeleton, a, b);
      watch.Measure("crowd." + std::to_string(count) + ".full." + name, Per("character"), count,
                    [&] { crowd.Advance(0, crowd.size()); });
      if (count != 1000) continue;
      watch.Measure(std::string("two_threads.crowd.1000.full.") + name, Per("character"), count,
                    [&] {
                      std::thread half([&] { crowd.Advance(0, 500); });
                      crowd.Advance(500, 1000);
                      half.join();
                    });
    }
    if (storage != PackOptions::Storage::kFloat32) continue;
    for (const std::uint32_t count : {1u, 4u, 16u, 64u, 256u, 1024u}) {
      Crowd crowd(count, skeleton, a, b);
      const int loops = static_cast<int>(256 / count) + 1;
      watch.Measure("growth.characters." + std::to_string(count), Per("crowd"), loops, [&] {
        for (int i = 0; i < loops; ++i) crowd.Advance(0, crowd.size());
      });
    }
  }
}

}  // namespace sinew::bench
