// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "bench/bench_file.h"

#include <filesystem>
#include <string>

#include "sinew/joint_reach.h"
#include "text/describe.h"
#include "text/describe_clip.h"
#include "text/load_file.h"
#include "text/packing.h"
#include "text/pick_clip.h"
#include "workloads/bench_play.h"

namespace sinew::cli {

void BenchFile(const bench::Stopwatch& watch, const std::string& path, const ImportOptions& import,
               std::optional<float> error) {
  const LoadedAsset loaded = LoadAsset(path, import);
  const Model& model = loaded.model();
  const std::string stem = std::filesystem::path(path).stem().string();
  watch.Measure("load." + stem, {.unit = "ns/file", .isa = "-"}, 1.0, [&] {
    if (loaded.is_packed()) {
      (void)LoadAsset(path, import);
    } else {
      (void)ReadModelFile(path, import);
    }
  });
  const Skeleton& skeleton = model.skeleton();
  if (loaded.is_packed()) {
    const RuntimeFile& file = *loaded.asset().file();
    for (std::uint32_t c = 0; c < file.clip_count(); ++c) {
      const RuntimeClip clip = file.clip_info(c);
      bench::BenchClip(watch, stem + "." + ClipLabel(clip.name, c) + ".packed", skeleton,
                       loaded.asset().clips()[c],
                       {.isa = bench::ChosenName(),
                        .frames = bench::kBenchFrames,
                        .size_bytes = static_cast<std::size_t>(clip.size_bytes),
                        .worst_error = clip.worst_error});
    }
    return;
  }
  watch.Measure("joint_reach." + stem, {.unit = "ns/file", .isa = "-"}, 1.0,
                [&] { (void)JointReach(model); });
  PackOptions options = PackOptionsOf(error, import.limits);
  options.keep_exact = false;  // Every form has rows of its own.
  const ClipPacker packer = MakePacker(path, model, options);
  options.storage = PackOptions::Storage::kFloat32;
  const ClipPacker fast_packer = ClipPacker::Create(model, options).value();
  for (std::size_t c = 0; c < model.clips().size(); ++c) {
    const Clip& clip = model.clips()[c];
    const std::string tail = stem + "." + ClipLabel(model, c);
    const PackedClip fast = PackClip(path, model, fast_packer, c);
    const PackedClip small = PackClip(path, model, packer, c);
    bench::BenchClip(watch, tail + ".float32", skeleton, fast, bench::OptionsOf(fast));
    bench::BenchClip(watch, tail + ".quantised", skeleton, small, bench::OptionsOf(small));
    bench::BenchClip(watch, tail + ".exact", skeleton, clip, bench::OptionsOf(clip));
  }
  options = packer.options();
  options.keep_exact = true;
  bench::BenchRuntimeFile(watch, stem, model, options);
  if (model.clips().empty()) return;
  Pose pose(skeleton.joint_count(), static_cast<std::uint32_t>(model.morph_rest().size()));
  watch.Measure("first_pose." + stem, {.unit = "ns/clip", .isa = bench::ChosenName()}, 1.0, [&] {
    const PackedClip packed = PackClip(path, model, packer, 0);
    bench::SampleInto(skeleton, packed, 0.0, pose);
  });
}

}  // namespace sinew::cli
