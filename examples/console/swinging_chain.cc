// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Bones moved by physics: a chain of eight bones hangs from a hook that is pulled aside. The game
// simulates points, turns the pieces between them into model-space bone transforms, and draws. All
// of its state is an array of points: a game that rolls back copies it.
//
// Prints:
//   frame   0: the tip is at  0.00 -2.00, drawn at  0.00 -2.00
//   frame  45: the tip is at  0.46 -1.45, drawn at  0.46 -1.45
//   frame  90: the tip is at  1.73 -1.84, drawn at  1.73 -1.84
//   frame 135: the tip is at  0.81 -1.99, drawn at  0.81 -1.99
//   frame 180: the tip is at  0.68 -1.97, drawn at  0.68 -1.97
#include <array>
#include <cstdio>

#include "tube.h"

namespace {

using namespace sinew;
using namespace console_examples;

constexpr std::uint32_t kBoneCount = 8;
constexpr float kLength = 0.25f;  // Of a bone, in metres.
constexpr float kStep_s = 1.0f / 60.0f;
constexpr float kGravity = -9.81f;  // In metres per second squared.

struct Chain {
  std::array<Vec3, kBoneCount + 1> points{};
  std::array<Vec3, kBoneCount + 1> before{};  // One step ago: their velocity.
};

Chain Hanging() {
  Chain chain;
  for (std::size_t i = 0; i < chain.points.size(); ++i) {
    chain.points[i] = chain.before[i] = {0, -kLength * static_cast<float>(i), 0};
  }
  return chain;
}

// Verlet integration, then the lengths of all pieces restored, a few times over.
void Simulate(Chain& chain, Vec3 hook) {
  for (std::size_t i = 1; i < chain.points.size(); ++i) {
    const Vec3 now = chain.points[i], then = chain.before[i];
    constexpr float kDrag = 0.99f;
    chain.points[i] = {now.x + kDrag * (now.x - then.x),
                       now.y + kDrag * (now.y - then.y) + kGravity * kStep_s * kStep_s,
                       now.z + kDrag * (now.z - then.z)};
    chain.before[i] = now;
  }
  chain.points[0] = hook;
  for (int round = 0; round < 16; ++round) {
    for (std::size_t i = 0; i < kBoneCount; ++i) {
      Vec3 &a = chain.points[i], &b = chain.points[i + 1];
      const Vec3 along = NormalizeOr({b.x - a.x, b.y - a.y, b.z - a.z}, {0, -1, 0});
      const Vec3 wanted{a.x + kLength * along.x, a.y + kLength * along.y, a.z + kLength * along.z};
      if (i == 0) {  // The hook holds.
        b = wanted;
        continue;
      }
      const Vec3 half{0.5f * (wanted.x - b.x), 0.5f * (wanted.y - b.y), 0.5f * (wanted.z - b.z)};
      b = {b.x + half.x, b.y + half.y, b.z + half.z};
      a = {a.x - half.x, a.y - half.y, a.z - half.z};
    }
  }
}

}  // namespace

int main() {
  Device device;
  const Tube tube = MakeTube(kBoneCount, kLength, 0.05f);
  const std::uint32_t mesh =
      device.LoadMeshIndexed(tube.vertices, tube.vertex_count, tube.indices, kTubeFormat);
  const std::uint32_t skeleton = device.LoadSkeleton(tube.inverse_bind);

  Chain chain = Hanging();
  for (int frame = 0; frame <= 180; ++frame) {
    Simulate(chain, frame < 20 ? Vec3{0.05f * static_cast<float>(frame), 0, 0} : Vec3{1, 0, 0});

    std::array<Affine, kBoneCount> bones;
    for (std::size_t i = 0; i < kBoneCount; ++i) {
      bones[i] = BoneBetween(chain.points[i], chain.points[i + 1]);
    }
    device.BeginFrame();
    device.BindSkeleton(skeleton);
    if (device.SetBones(bones) != Error::kNone) return 1;
    device.DrawMesh(mesh);

    if (frame % 45 != 0) continue;
    const Vec3 tip = chain.points[kBoneCount];
    const std::vector<Vec3> drawn = FirstDraw(device);  // The last ring is around the tip.
    Vec3 middle{};
    for (std::size_t v = drawn.size() - 4; v < drawn.size(); ++v) {
      middle = {middle.x + 0.25f * drawn[v].x, middle.y + 0.25f * drawn[v].y,
                middle.z + 0.25f * drawn[v].z};
    }
    std::printf("frame %3d: the tip is at %5.2f %5.2f, drawn at %5.2f %5.2f\n", frame, tip.x, tip.y,
                middle.x, middle.y);
  }
}
