// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Packs a character into a runtime file, maps the file, and plays it where it lies: through the
// mixer, to a pose, to a palette, to skinned vertices.
//
// Prints:
//   6 joints, 3 clips, 1 mesh of 8 vertices
//   walk lasts 1.0 s and is off by 0.0001 at most
//   t = 0.250 s  left leg at  30.0 degrees  its foot at z = -0.50
//   t = 0.500 s  left leg at   0.0 degrees  its foot at z =  0.00
//   step at 0.500 s
//   t = 0.750 s  left leg at -30.0 degrees  its foot at z =  0.50
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "little_rig.h"
#include "sinew/hierarchy.h"
#include "sinew/mixer.h"
#include "sinew/pack.h"
#include "sinew/runtime_file.h"
#include "sinew/skinning.h"

namespace {

using namespace sinew;
using namespace examples;

// A leg of one metre below the hips: eight vertices, the lower four a foot.
Mesh MakeLeg() {
  Primitive leg;
  leg.influences.begins = {0};
  for (const float y : {1.0f, 0.0f}) {
    for (const float x : {0.05f, 0.15f}) {
      for (const float z : {-0.05f, 0.05f}) {
        leg.positions.push_back({x, y, z});
        leg.influences.list.push_back({.joint = 0, .weight = 1.0f});
        leg.influences.begins.push_back(static_cast<std::uint32_t>(leg.positions.size()));
      }
    }
  }
  return Expect(Mesh::Create({.name = "leg", .primitives = {leg}}));
}

// What `sinew pack` does with a file of an artist.
void PackCharacter(const std::filesystem::path& path) {
  Model::Parts parts;
  parts.skeleton = MakeSkeleton();
  parts.clips = MakeClips();
  Clip::Parts walk = std::move(parts.clips[kWalk]).TakeParts();
  walk.events = {{.time_s = 0.5f, .name = "step"}};
  parts.clips[kWalk] = Expect(Clip::Create(std::move(walk)));
  Affine from_leg;  // The leg's joint stood at (0.1, 1, 0) when it was bound.
  from_leg.m[0][3] = -0.1f;
  from_leg.m[1][3] = -1.0f;
  parts.skins = {Expect(Skin::Create({.joints = {kLegL}, .inverse_bind = {from_leg}}, 6))};
  parts.meshes = {MakeLeg()};
  parts.instances = {{.joint = kHips, .mesh = 0, .skin = 0}};
  const Model model = Expect(Model::Create(std::move(parts)));
  const AlignedBytes bytes = Expect(WriteRuntimeFile(model, {.error_bound = 1e-4f}));
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
}

// A file in mapped memory, as long as this lives.
class Mapping {
 public:
  explicit Mapping(const std::filesystem::path& path) : size_(std::filesystem::file_size(path)) {
    const int file = open(path.c_str(), O_RDONLY);
    data_ = mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file, 0);
    close(file);
    if (data_ == MAP_FAILED) std::exit(1);
  }
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;
  ~Mapping() { munmap(data_, size_); }
  std::span<const std::byte> bytes() const { return {static_cast<const std::byte*>(data_), size_}; }

 private:
  std::size_t size_;
  void* data_;
};

void Play(std::span<const std::byte> bytes) {
  // Nothing is read but the header, the names, the skeleton and the tables.
  const RuntimeFile file = Expect(RuntimeFile::Open(bytes));
  const RuntimePrimitive leg = Expect(file.primitive(0));
  std::printf("%u joints, %u clips, %u mesh of %u vertices\n", file.skeleton().joint_count(),
              file.clip_count(), file.mesh_count(), leg.mesh.vertex_count());
  const std::uint32_t walk = file.FindClip("walk").value();
  std::printf("walk lasts %.1f s and is off by %.4f at most\n",
              static_cast<double>(file.clip_info(walk).duration_s),
              static_cast<double>(file.clip_info(walk).error_bound));

  // Clips are checked as they are asked for; jobs and mixer use them where they lie.
  MixerOptions options;
  for (std::uint32_t i = 0; i < file.clip_count(); ++i) {
    options.clips.push_back(Expect(file.clip(i)));
  }
  const MixerSetup setup = Expect(MixerSetup::Create(file.skeleton(), std::move(options)));
  Mixer mixer(setup);
  MixerScratch scratch(setup);
  mixer.clip_action(walk).play();

  const SkinView skin = Expect(file.skin(0));
  Pose pose(file.skeleton().joint_count());
  std::vector<Affine> model_from_joint(file.skeleton().joint_count()), palette(skin.size());
  std::vector<Vec3> positions(leg.mesh.vertex_count());
  for (int frame = 1; frame <= 3; ++frame) {
    Expect(mixer.update(0.25));
    for (const MixerEvent& event : mixer.events()) {
      const ClipEvents::Event met = setup.clip(walk).events()[event.event];
      std::printf("%.*s at %.3f s\n", static_cast<int>(met.name.size()), met.name.data(),
                  static_cast<double>(met.time_s));
    }
    Expect(mixer.evaluate(scratch, pose));
    Expect(LocalToModelJob{
        .skeleton = file.skeleton(), .pose = pose, .model_from_joint = model_from_joint}
               .Run());
    Expect(
        PaletteJob{.skin = skin, .model_from_joint = model_from_joint, .palette = palette}.Run());
    Expect(SkinJob{.mesh = leg.mesh, .palette = palette, .positions = positions}.Run());
    double foot_z = 0.0;
    for (std::size_t i = 4; i < 8; ++i) foot_z += static_cast<double>(positions[i].z) / 4.0;
    std::printf("t = %.3f s  left leg at %5.1f degrees  its foot at z = %5.2f\n",
                mixer.clip_action(walk).time(), DegreesAboutX(pose.joint(kLegL).rotation),
                std::round(foot_z * 100.0) / 100.0 + 0.0);
  }
}

}  // namespace

int main() {
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() /
      ("sinew_play_runtime_file_" + std::to_string(getpid()) + ".sinew");
  PackCharacter(path);
  {
    const Mapping mapping(path);
    Play(mapping.bytes());
  }
  std::filesystem::remove(path);
}
