// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// How costs grow with joints, vertices and influences. tools/plot_growth.py draws these rows.
#include <string>
#include <vector>

#include "rig100/rig100.h"
#include "sinew/hierarchy.h"
#include "sinew/skinned_mesh.h"
#include "sinew/skinning.h"
#include "workloads/bench_play.h"
#include "workloads/workloads.h"

namespace sinew::bench {
namespace {

// A root and limbs of ten joints, in level order.
Skeleton LimbRig(std::uint32_t joints) {
  const std::uint32_t limbs = (joints + 8) / 10;
  Skeleton::Parts parts;
  for (std::uint32_t j = 0; j < joints; ++j) {
    const std::int32_t parent =
        j == 0 ? kNoParent : static_cast<std::int32_t>(j <= limbs ? 0 : j - limbs);
    parts.parents.push_back(parent);
    parts.rest.push_back({.translation = {0.1f, 0, 0}});
    parts.names.push_back("joint_" + std::to_string(j));
    parts.file_nodes.push_back(j);
  }
  return Skeleton::Create(std::move(parts)).value();
}

// Every joint turns as one of Rig100's does.
Clip TurningClip(std::uint32_t joints) {
  Clip::Parts parts =
      bench::MakeRig100Clip(bench::MakeRig100(), 1, bench::Rig100Tracks::kRotation).parts();
  std::vector<TrackRange> turns;
  for (const TrackRange& track : parts.tracks) {
    if (track.property == Property::kRotation) turns.push_back(track);
  }
  parts.tracks.clear();
  for (std::uint32_t j = 0; j < joints; ++j) {
    parts.tracks.push_back(turns[j % turns.size()]);
    parts.tracks.back().target = j;
  }
  return Clip::Create(std::move(parts)).value();
}

void BenchJoints(const Stopwatch& watch) {
  for (const std::uint32_t joints : {8u, 16u, 32u, 64u, 128u, 256u, 512u, 1024u}) {
    const std::string name = "growth.joints." + std::to_string(joints);
    if (!watch.Wants(name)) continue;
    const Skeleton skeleton = LimbRig(joints);
    const Clip clip = TurningClip(joints);
    const PackedClip packed = PackedAtMillimetre(skeleton, clip, PackOptions::Storage::kFloat32);
    Pose pose(joints);
    std::vector<Affine> model(joints);
    double time_s = 0.0;
    const int frames = static_cast<int>(200'000 / joints);
    watch.Measure(name, Per("character"), frames, [&] {
      for (int i = 0; i < frames; ++i) {
        time_s = NextFrame(time_s, clip.duration_s());
        SampleInto(skeleton, packed, time_s, pose);
        Require(
            LocalToModelJob{.skeleton = skeleton, .pose = pose, .model_from_joint = model}.Run());
      }
    });
  }
}

// Each vertex has that many joints of a chain, of even weight.
Mesh EvenMesh(std::uint32_t vertices, std::uint32_t influences) {
  Mesh::Parts parts = bench::MakeSmoothMesh(vertices, 1, false).parts();
  Influences& all = parts.primitives[0].influences;
  const std::vector<Influence> first = all.list;
  all.list.clear();
  all.begins = {0};
  for (const Influence& one : first) {
    const std::uint32_t begin = one.joint < 100 - influences ? one.joint : 100 - influences;
    for (std::uint32_t i = 0; i < influences; ++i) {
      all.list.push_back({begin + i, 1.0f / static_cast<float>(influences)});
    }
    all.begins.push_back(static_cast<std::uint32_t>(all.list.size()));
  }
  return Mesh::Create(std::move(parts)).value();
}

void BenchDeforming(const Stopwatch& watch, const std::string& name, const Mesh& mesh) {
  const SkinnedMesh prepared = SkinnedMesh::Create(mesh, 0);
  const std::uint32_t vertices = prepared.vertex_count();
  const std::vector<Affine> palette(100);
  std::vector<Vec3> positions(vertices), normals(vertices);
  const SkinJob job{
      .mesh = prepared, .palette = palette, .positions = positions, .normals = normals};
  const int loops = static_cast<int>(200'000 / vertices) + 1;
  watch.Measure(name, Per("mesh"), loops, [&] {
    for (int i = 0; i < loops; ++i) Require(job.Run());
  });
}

}  // namespace

void BenchGrowth(const Stopwatch& watch) {
  BenchJoints(watch);
  for (const std::uint32_t vertices : {1000u, 3000u, 10'000u, 30'000u, 100'000u, 300'000u}) {
    const std::string name = "growth.vertices." + std::to_string(vertices);
    if (watch.Wants(name)) BenchDeforming(watch, name, bench::MakeSmoothMesh(vertices, 4, false));
  }
  for (std::uint32_t influences = 1; influences <= 8; ++influences) {
    const std::string name = "growth.influences." + std::to_string(influences);
    if (watch.Wants(name)) BenchDeforming(watch, name, EvenMesh(10'000, influences));
  }
}

}  // namespace sinew::bench
