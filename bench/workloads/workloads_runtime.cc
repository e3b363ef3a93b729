// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The runtime file: how long it takes to write one, and from the mapped file to the first palette.
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <span>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "rig100/rig100.h"
#include "sinew/hierarchy.h"
#include "sinew/pack.h"
#include "sinew/runtime_file.h"
#include "sinew/skinning.h"
#include "workloads/bench_play.h"
#include "workloads/workloads.h"

namespace sinew::bench {
namespace {

// A file that has no name and is gone when this is.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::span<const std::byte> bytes) : file_(std::tmpfile()) {
    if (file_ == nullptr || std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size() ||
        std::fflush(file_) != 0) {
      throw std::system_error(errno, std::generic_category(), "a temporary file cannot be written");
    }
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() {
    if (file_ != nullptr) std::fclose(file_);
  }
  int descriptor() const { return fileno(file_); }

 private:
  std::FILE* file_;
};

// A file in mapped memory, as long as this lives.
class Mapping {
 public:
  Mapping(const TemporaryFile& file, std::size_t size)
      : size_(size), data_(mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.descriptor(), 0)) {
    if (data_ == MAP_FAILED)
      throw std::system_error(errno, std::generic_category(), "a file cannot be mapped");
  }
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;
  ~Mapping() { munmap(data_, size_); }
  std::span<const std::byte> bytes() const { return {static_cast<const std::byte*>(data_), size_}; }

 private:
  std::size_t size_;
  void* data_;
};

template <typename T>
T Take(Result<T> result) {
  if (!result.ok()) Fail(Describe(result.failure()));
  return std::move(result).value();
}

// What a frame is written to; made before the file is opened.
struct FirstFrame {
  explicit FirstFrame(const Model& model)
      : pose(model.skeleton().joint_count(), static_cast<std::uint32_t>(model.morph_rest().size())),
        model_from_joint(model.skeleton().joint_count()),
        palette(model.skins().empty() ? 0 : model.skins()[0].size()) {}

  Pose pose;
  std::vector<Affine> model_from_joint, palette;
};

// The first clip at its beginning, and the first skin's palette.
void MakeFirstPalette(std::span<const std::byte> bytes, FirstFrame& frame) {
  const RuntimeFile file = Take(RuntimeFile::Open(bytes));
  Require(SampleJob{.skeleton = file.skeleton(),
                    .clip = Take(file.clip(0)),
                    .morph_rest = file.morph_rest(),
                    .pose = frame.pose}
              .Run());
  Require(LocalToModelJob{
      .skeleton = file.skeleton(), .pose = frame.pose, .model_from_joint = frame.model_from_joint}
              .Run());
  if (file.skin_count() == 0) return;
  Require(PaletteJob{.skin = Take(file.skin(0)),
                     .model_from_joint = frame.model_from_joint,
                     .palette = frame.palette}
              .Run());
}

}  // namespace

void BenchRuntimeFile(const Stopwatch& watch, const std::string& tail, const Model& model,
                      const PackOptions& options) {
  if (!watch.Wants("runtime_pack." + tail) && !watch.Wants("runtime_open." + tail) &&
      !watch.Wants("runtime_map." + tail) && !watch.Wants("runtime_check_all." + tail)) {
    return;
  }
  const AlignedBytes bytes = Take(WriteRuntimeFile(model, options));
  const BenchRow facts{.unit = "ns/file", .isa = ChosenName(), .size_bytes = bytes.size()};
  watch.MeasureSlow("runtime_pack." + tail, facts,
                    [&] { (void)Take(WriteRuntimeFile(model, options)); });
  if (model.clips().empty()) return;
  const TemporaryFile file(bytes);
  const Mapping mapping(file, bytes.size());
  FirstFrame frame(model);
  // Mapped already; and mapped anew each time, so that every page that is touched is met anew.
  watch.Measure("runtime_open." + tail, facts, 1.0,
                [&] { MakeFirstPalette(mapping.bytes(), frame); });
  watch.Measure("runtime_map." + tail, facts, 1.0, [&] {
    const Mapping anew(file, bytes.size());
    MakeFirstPalette(anew.bytes(), frame);
  });
  watch.Measure("runtime_check_all." + tail, facts, 1.0,
                [&] { (void)Take(RuntimeFile::Open(mapping.bytes())).CheckAll(); });
}

void BenchRuntime(const Stopwatch& watch) {
  Model::Parts parts;
  parts.skeleton = bench::MakeRig100();
  parts.clips = {bench::MakeRig100Clip(parts.skeleton, 1, bench::Rig100Tracks::kFull),
                 bench::MakeRig100Clip(parts.skeleton, 2, bench::Rig100Tracks::kRotation)};
  parts.meshes = {bench::MakeSmoothMesh(10'000, 4, false)};
  Skin::Parts skin;
  for (const std::uint32_t joint : bench::Rig100Chains(parts.skeleton)) {
    skin.joints.push_back(static_cast<std::int32_t>(joint));
    skin.inverse_bind.push_back({});
  }
  parts.skins = {Take(Skin::Create(std::move(skin), parts.skeleton.joint_count()))};
  BenchRuntimeFile(watch, "Rig100", Take(Model::Create(std::move(parts))),
                   {.error_bound = 1e-3f, .point_distance = 0.03f});
}

}  // namespace sinew::bench
