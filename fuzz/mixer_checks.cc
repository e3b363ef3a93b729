// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "mixer_checks.h"

#include <sanitizer/allocator_interface.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "sinew/hash.h"
#include "sinew/hierarchy.h"

namespace sinew::fuzz {
namespace {

// Hooks run inside malloc: no allocation here.
std::atomic<bool> counting{false};
std::atomic<std::uint64_t> allocations{0};

void OnMalloc(const volatile void*, std::size_t) {
  if (counting.load(std::memory_order_relaxed)) ++allocations;
}
void OnFree(const volatile void*) {}

bool IsFinite(Vec3 v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

bool IsUnit(Quat q) {
  const double x = q.x, y = q.y, z = q.z, w = q.w;
  return std::abs(std::sqrt(x * x + y * y + z * z + w * w) - 1.0) < 1e-4;
}

bool IsWeight(float weight) { return weight >= 0.0f && weight <= 1.0f; }

void CheckTransform(const Transform& t) {
  if (!IsFinite(t.translation) || !IsFinite(t.scale)) Report("a place that is not finite");
  if (!IsUnit(t.rotation)) Report("a rotation that is not unit");
}

void CheckPose(const Pose& pose) {
  for (std::uint32_t j = 0; j < pose.joint_count(); ++j) CheckTransform(pose.joint(j));
  for (const float morph : pose.morphs()) {
    if (!std::isfinite(morph)) Report("a morph weight that is not finite");
  }
}

void CheckAction(const Action& action, const MixerSetup& setup) {
  if (!action) Report("an action that is listed and not there");
  if (!IsWeight(action.weight()) || !IsWeight(action.contribution())) Report("an action's weight");
  if (action.time_ticks() < 0 || action.time_ticks() > setup.duration(action.clip())) {
    Report("a time outside its clip");
  }
  if (std::abs(action.position_ticks()) > kMostTicks) Report("a position out of range");
}

void CheckState(const Mixer& mixer, Mixer& spare) {
  const auto bytes_of = [](const Mixer& saved) {
    std::vector<std::byte> bytes(saved.state_bytes());
    if (saved.save(bytes) != Error::kNone) Report("a state cannot be saved");
    return bytes;
  };
  const std::vector<std::byte> bytes = bytes_of(mixer);
  if (Hash64().Add(bytes).value() != mixer.hash()) Report("the hash is not that of the bytes");
  if (spare.load(bytes) != Error::kNone) Report("a state that was saved is refused");
  if (bytes_of(spare) != bytes || spare.hash() != mixer.hash()) Report("a state loads to another");
}

bool SameBits(const Pose& a, const Pose& b) {
  // Lane by lane of the joints there are.
  for (std::uint32_t j = 0; j < a.joint_count(); ++j) {
    const Transform of_a = a.joint(j), of_b = b.joint(j);
    if (std::memcmp(&of_a, &of_b, sizeof of_a) != 0) return false;
  }
  return std::memcmp(a.morphs().data(), b.morphs().data(), a.morphs().size_bytes()) == 0;
}

}  // namespace

void Report(std::string_view what) {
  std::fprintf(stderr, "finding: %.*s\n", static_cast<int>(what.size()), what.data());
  std::abort();
}

NothingAllocated::NothingAllocated() {
  [[maybe_unused]] static const int installed =
      __sanitizer_install_malloc_and_free_hooks(OnMalloc, OnFree);
  allocations = 0;
  counting = true;
}

NothingAllocated::~NothingAllocated() {
  counting = false;
  if (allocations > 0) Report("a call that allocates");
}

void ForgetAllocations() { allocations = 0; }

void CheckPlayer(Player& player, Mixer& spare) {
  Mixer& mixer = player.mixer;
  const MixerSetup& setup = mixer.setup();
  {
    const NothingAllocated guard;
    if (mixer.evaluate(player.scratch, player.pose) != Error::kNone) Report("evaluate refuses");
  }
  CheckPose(player.pose);
  for (std::uint32_t i = 0; i < mixer.action_count(); ++i) CheckAction(mixer.action_at(i), setup);
  for (std::uint32_t l = 0; l < setup.layer_count(); ++l) {
    if (!IsWeight(mixer.layer_weight(l))) Report("a layer's weight");
  }
  CheckState(mixer, spare);
}

void CheckStep(const Mixer& mixer, Ticks began) {
  const Transform motion = mixer.root_motion();
  CheckTransform(motion);
  if (motion.scale != Vec3{1, 1, 1}) Report("a root motion that scales");
  Ticks last = began;
  for (const MixerEvent& event : mixer.events()) {
    if (event.at < last || event.at > mixer.now()) Report("events out of order");
    if (event.clip >= mixer.setup().clip_count() ||
        event.event >= mixer.setup().clip(event.clip).events().size()) {
      Report("an event that is not there");
    }
    if (!IsWeight(event.weight)) Report("an event's weight");
    last = event.at;
  }
}

void CheckSame(const Player& a, const Player& b, int steps_together) {
  if (a.mixer.hash() != b.mixer.hash()) Report("states that were alike differ");
  if (!SameBits(a.pose, b.pose)) Report("poses of one state differ");
  if (steps_together == 0) return;
  if (!std::ranges::equal(a.mixer.events(), b.mixer.events()) ||
      a.mixer.events_lost() != b.mixer.events_lost()) {
    Report("events of one state differ");
  }
  const Transform of_a = a.mixer.root_motion(), of_b = b.mixer.root_motion();
  if (std::memcmp(&of_a, &of_b, sizeof of_a) != 0) Report("root motions of one state differ");
  if (steps_together > 1 && a.mixer.jumped() != b.mixer.jumped())
    Report("jumps of one state differ");
}

}  // namespace sinew::fuzz
