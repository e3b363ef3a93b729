// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "sinew/device.h"
#include "sinew/vertex_format.h"
#include "support/console_mesh.h"
#include "support/random.h"
#include "support/sanitized.h"

namespace sinew {
namespace {

using testing::kCorners;
using testing::MoveBy;
using testing::SkinnedTriangle;

std::vector<std::byte> Saved(const Device& device, SnapshotContent content) {
  std::vector<std::byte> bytes(device.snapshot_bytes(content));
  EXPECT_EQ(device.Save(content, bytes), Error::kNone);
  return bytes;
}

// Two meshes, two skeletons, and two draws of a frame.
Device Played() {
  Device device;
  const std::vector<std::uint16_t> indices{0, 2, 1};
  device.LoadMesh(SkinnedTriangle(kCorners, {0, 1, 0}).bytes(), 3, kVertexSkinned);
  device.LoadMeshIndexed(SkinnedTriangle(kCorners, {1, 1, 1}).bytes(), 3, indices, kVertexSkinned);
  device.LoadSkeleton(std::vector{MoveBy(1, 0, 0), MoveBy(0, 1, 0)});
  device.LoadSkeleton(std::vector{MoveBy(2, 0, 0)});
  EXPECT_EQ(device.SetBones(std::vector{MoveBy(0, 0, 3), MoveBy(0, 0, 4)}), Error::kNone);
  device.DrawMesh(1);
  device.BindSkeleton(1);
  device.TransformSetPosition(5, 6, 7);
  device.DrawMesh(2);
  return device;
}

// The next frame of a game.
void PlayOn(Device& device) {
  device.BeginFrame();
  device.DrawMesh(1);
  device.BindSkeleton(2);
  EXPECT_EQ(device.SetBones(std::vector{MoveBy(8, 0, 0)}), Error::kNone);
  device.DrawMesh(2);
}

bool DrawTheSame(const Device& a, const Device& b) {
  return std::ranges::equal(a.draws(), b.draws()) && std::ranges::equal(a.bones(), b.bones()) &&
         std::ranges::equal(a.inverse_binds(), b.inverse_binds());
}

TEST(DeviceSnapshot, OfEverythingIsTakenOverByAnyDevice) {  // E4
  Device device = Played();
  Device other;
  ASSERT_EQ(other.Load(Saved(device, SnapshotContent::kAll)), Error::kNone);
  EXPECT_TRUE(DrawTheSame(device, other));
  EXPECT_EQ(device.Hash(), other.Hash());
  PlayOn(device);
  PlayOn(other);
  EXPECT_TRUE(DrawTheSame(device, other));
  EXPECT_EQ(device.Hash(), other.Hash());
  EXPECT_EQ(Saved(device, SnapshotContent::kAll), Saved(other, SnapshotContent::kAll));
}

TEST(DeviceSnapshot, OfTheStateRollsBack) {  // E4
  Device device = Played();
  const std::vector<std::byte> before = Saved(device, SnapshotContent::kState);
  const std::uint64_t hash_before = device.Hash();
  PlayOn(device);
  const std::uint64_t hash_after = device.Hash();
  EXPECT_NE(hash_before, hash_after);
  for (int times = 0; times < 3; ++times) {
    ASSERT_EQ(device.Load(before), Error::kNone);
    EXPECT_EQ(device.Hash(), hash_before);
    PlayOn(device);
    EXPECT_EQ(device.Hash(), hash_after);
  }
}

TEST(DeviceSnapshot, OfTheStateDropsWhatWasLoadedLater) {
  Device device = Played();
  const std::vector<std::byte> before = Saved(device, SnapshotContent::kState);
  device.LoadMesh(SkinnedTriangle(kCorners, {0, 0, 0}).bytes(), 3, kVertexSkinned);
  device.LoadSkeleton(std::vector{MoveBy(3, 0, 0)});
  ASSERT_EQ(device.Load(before), Error::kNone);
  EXPECT_EQ(device.mesh_count(), 2u);
  EXPECT_EQ(device.skeleton_count(), 2u);
  EXPECT_EQ(device.inverse_binds().size(), 3u);
  EXPECT_EQ(device.Hash(), Played().Hash());
}

TEST(DeviceSnapshot, OfTheStateIsRefusedByADeviceWithOtherResources) {
  const Device device = Played();
  Device other;
  EXPECT_EQ(other.Load(Saved(device, SnapshotContent::kState)), Error::kOtherResources);
  other.LoadSkeleton(std::vector{MoveBy(1, 0, 0), MoveBy(0, 1, 0.5f)});
  other.LoadSkeleton(std::vector{MoveBy(2, 0, 0)});
  other.LoadMesh(SkinnedTriangle(kCorners, {0, 1, 0}).bytes(), 3, kVertexSkinned);
  other.LoadMesh(SkinnedTriangle(kCorners, {1, 1, 1}).bytes(), 3, kVertexSkinned);
  EXPECT_EQ(other.Load(Saved(device, SnapshotContent::kState)), Error::kOtherResources);
}

TEST(DeviceSnapshot, HashesTellEveryPartOfTheStateApart) {
  const std::uint64_t hash = Played().Hash();
  const auto differs = [&](auto change) {
    Device device = Played();
    change(device);
    return device.Hash() != hash;
  };
  EXPECT_TRUE(differs([](Device& device) { device.BindSkeleton(0); }));
  EXPECT_TRUE(differs([](Device& device) { device.TransformSetPosition(5, 6, 8); }));
  EXPECT_TRUE(differs([](Device& device) {
    EXPECT_EQ(device.SetBones(std::vector{MoveBy(0, 0, 3)}), Error::kNone);
  }));
  EXPECT_TRUE(differs([](Device& device) { device.DrawMesh(1); }));
  EXPECT_TRUE(differs([](Device& device) { device.LoadSkeleton(std::vector<Affine>(1)); }));
  EXPECT_FALSE(differs([](Device&) {}));
}

TEST(DeviceSnapshot, WantsExactlyItsBytes) {
  const Device device = Played();
  std::vector<std::byte> bytes(device.snapshot_bytes(SnapshotContent::kState) + 1);
  EXPECT_EQ(device.Save(SnapshotContent::kState, bytes), Error::kStateSize);
  std::vector<std::byte> longer = Saved(device, SnapshotContent::kAll);
  longer.push_back({});
  Device other;
  EXPECT_EQ(other.Load(longer), Error::kStateSize);
  EXPECT_EQ(other.Load({}), Error::kStateSize);
}

TEST(DeviceSnapshot, OfAnotherVersionIsRefused) {
  std::vector<std::byte> bytes = Saved(Played(), SnapshotContent::kAll);
  bytes[4] = std::byte{2};
  Device device;
  EXPECT_EQ(device.Load(bytes), Error::kStateVersion);
}

TEST(DeviceSnapshot, EveryTruncationIsRefusedAndChangesNothing) {
  for (const SnapshotContent content : {SnapshotContent::kAll, SnapshotContent::kState}) {
    const std::vector<std::byte> whole = Saved(Played(), content);
    Device device = Played();
    PlayOn(device);
    const std::uint64_t hash = device.Hash();
    for (std::size_t size = 0; size < whole.size(); ++size) {
      const std::vector<std::byte> part(whole.begin(),
                                        whole.begin() + static_cast<std::ptrdiff_t>(size));
      ASSERT_NE(device.Load(part), Error::kNone) << size;
      ASSERT_EQ(device.Hash(), hash) << size;
    }
  }
}

TEST(DeviceSnapshot, OfAnyBytesIsRefusedOrCanBePlayed) {
  testing::SplitMix64 random(11);
  const int rounds = testing::kSanitized ? 5'000 : 20'000;
  int loaded = 0;
  for (int round = 0; round < rounds; ++round) {
    Device device = Played();
    std::vector<std::byte> bytes =
        Saved(device, round % 2 == 0 ? SnapshotContent::kAll : SnapshotContent::kState);
    for (int change = 0; change < 1 + round % 3; ++change) {
      bytes[random.Below(static_cast<std::uint32_t>(bytes.size()))] =
          static_cast<std::byte>(random.Below(256));
    }
    if (device.Load(bytes) != Error::kNone) continue;
    ++loaded;
    for (const DeviceDraw& draw : device.draws()) {
      std::vector<Vec3> positions(device.mesh(draw.mesh).vertex_count);
      const Error error =
          DeviceVerticesJob{.device = device, .draw = draw, .positions = positions}.Run();
      ASSERT_TRUE(error == Error::kNone || error == Error::kValueNotFinite);
    }
    PlayOn(device);
  }
  EXPECT_GT(loaded, rounds / 20);
}

}  // namespace
}  // namespace sinew
