// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What an Instance costs beside the same mixer and jobs called by hand.
#include <cstdint>
#include <utility>
#include <vector>

#include "rig100/rig100.h"
#include "sinew/asset.h"
#include "sinew/hierarchy.h"
#include "sinew/instance.h"
#include "sinew/mixer.h"
#include "sinew/pack.h"
#include "sinew/skinning.h"
#include "workloads/bench_play.h"
#include "workloads/workloads.h"

namespace sinew::bench {
namespace {

constexpr std::uint32_t kCrowd = 1000;
constexpr double kFrame_s = 1.0 / 60.0;

// The rig of the other workloads, with a skin over all its joints and one triangle that uses it.
Asset RigAsset() {
  Model::Parts parts;
  parts.skeleton = bench::MakeRig100();
  for (const std::uint64_t seed : {1u, 2u}) {
    parts.clips.push_back(bench::MakeRig100Clip(parts.skeleton, seed, bench::Rig100Tracks::kFull));
  }
  Skin::Parts skin;
  for (std::uint32_t joint = 0; joint < parts.skeleton.joint_count(); ++joint) {
    skin.joints.push_back(static_cast<std::int32_t>(joint));
    skin.inverse_bind.emplace_back();
  }
  parts.skins.push_back(Skin::Create(std::move(skin), parts.skeleton.joint_count()).value());
  Primitive triangle;
  triangle.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  triangle.influences = {.begins = {0, 1, 2, 3}, .list = {{0, 1.0f}, {1, 1.0f}, {2, 1.0f}}};
  parts.meshes.push_back(Mesh::Create({.primitives = {triangle}}).value());
  parts.instances = {{.joint = 0, .mesh = 0, .skin = 0}};
  const Asset exact = Asset::Create(Model::Create(std::move(parts)).value());
  return Pack(exact, {.error_bound = 1e-3f}).value();
}

// Characters in the middle of an endless fade between two clips.
void StartFade(Mixer& mixer, std::uint32_t number) {
  const Action walk = *mixer.Play(0u);
  walk.set_time(0.01 * number);
  walk.set_weight(0.5f);
  mixer.Play(1u)->set_weight(0.5f);
}

}  // namespace

void BenchInstances(const Stopwatch& watch) {
  const bool wants_instances = watch.Wants("crowd.1000.instance");
  const bool wants_jobs = watch.Wants("crowd.1000.by_hand");
  if (!wants_instances && !wants_jobs) return;
  const Asset asset = RigAsset();
  const MixerSetup setup = asset.MakeMixerSetup().value();
  if (wants_instances) {
    InstanceScratch scratch(setup);
    std::vector<Instance> crowd;
    for (std::uint32_t i = 0; i < kCrowd; ++i) {
      crowd.emplace_back(setup);
      StartFade(crowd.back().mixer(), i);
    }
    watch.Measure("crowd.1000.instance", Per("character"), kCrowd, [&] {
      for (Instance& instance : crowd) Require(instance.Update(kFrame_s, scratch));
    });
  }
  if (wants_jobs) {
    MixerScratch scratch(setup);
    const std::uint32_t joints = asset.skeleton().joint_count();
    struct Character {
      Mixer mixer;
      Pose pose;
      std::vector<Affine> model_from_joint, palette;
    };
    std::vector<Character> crowd;
    for (std::uint32_t i = 0; i < kCrowd; ++i) {
      crowd.push_back({Mixer(setup), Pose(joints), std::vector<Affine>(joints),
                       std::vector<Affine>(asset.skins()[0].size())});
      StartFade(crowd.back().mixer, i);
    }
    watch.Measure("crowd.1000.by_hand", Per("character"), kCrowd, [&] {
      for (Character& one : crowd) {
        Require(one.mixer.update(kFrame_s));
        Require(one.mixer.evaluate(scratch, one.pose));
        Require(LocalToModelJob{.skeleton = asset.skeleton(),
                                .pose = one.pose,
                                .model_from_joint = one.model_from_joint}
                    .Run());
        Require(PaletteJob{.skin = asset.skins()[0],
                           .model_from_joint = one.model_from_joint,
                           .palette = one.palette}
                    .Run());
      }
    });
  }
}

}  // namespace sinew::bench
