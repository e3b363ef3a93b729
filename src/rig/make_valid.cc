// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Mends a rig, rule by rule (S17). After it CheckRig has nothing to say.
#include <limits>
#include <set>
#include <string>
#include <utility>

#include "model/checks.h"
#include "rig/check_rig.h"
#include "sinew/rigging.h"

namespace sinew {
namespace {

constexpr std::uint32_t kNoMoreIds = std::numeric_limits<std::uint32_t>::max();

class Mender {
 public:
  explicit Mender(BoneRig& rig) : rig_(rig) {}

  std::vector<RigMend> Mend() {
    ZeroUnless(scalar::IsUsable(rig_.base), rig_.base, "/base");
    ZeroUnless(scalar::IsUsable(rig_.base_offset), rig_.base_offset, "/base_offset");
    for (std::size_t i = 0; i < rig_.bones.size(); ++i) MendBone(i);
    MendHandles();
    MendIds();
    return std::move(mends_);
  }

 private:
  void Say(std::string place, std::string message) {
    mends_.push_back({std::move(place), std::move(message)});
  }

  template <typename T>
  void ZeroUnless(bool fine, T& value, const std::string& place) {
    if (fine) return;
    value = {};
    Say(place, "found a number that is not usable there, made it zero");
  }

  void MendBone(std::size_t i) {
    Bone& bone = rig_.bones[i];
    const std::string place = model::At("/bones", i);
    ZeroUnless(scalar::IsUsable(bone.extent), bone.extent, place + "/extent");
    ZeroUnless(scalar::IsUsable(bone.radius), bone.radius, place + "/radius");
    ZeroUnless(rig::IsAngle(bone.roll), bone.roll, place + "/roll");
    ZeroUnless(rig::AreAngles(bone.pose), bone.pose, place + "/pose");
    if (rig::IsParent(bone.parent, i)) return;
    Say(place + "/parent", "found " + std::to_string(bone.parent) +
                               ", which is no bone before this one; made it -1, a root");
    bone.parent = kNoParent;
  }

  void MendHandles() {
    if (rig_.bones.empty() && !rig_.handles.empty()) {
      Say("/handles",
          "found " + std::to_string(rig_.handles.size()) + " handles and no bone; removed them");
      rig_.handles.clear();
    }
    for (std::size_t i = 0; i < rig_.handles.size(); ++i) {
      BoneHandle& handle = rig_.handles[i];
      const std::string place = model::At("/handles", i);
      ZeroUnless(scalar::IsUsable(handle.target), handle.target, place + "/target");
      if (handle.bone < rig_.bones.size()) continue;
      Say(place + "/bone", "found bone " + std::to_string(handle.bone) + " of " +
                               std::to_string(rig_.bones.size()) + "; made it 0");
      handle.bone = 0;
    }
  }

  // A new id for each that came before. Where there are not enough left, all are numbered anew.
  void MendIds() {
    std::uint64_t next = rig_.next_channel_id;
    const std::uint64_t repeated = Look(rig_.bones, next) + Look(rig_.handles, next);
    const bool anew = next + repeated > kNoMoreIds;
    if (anew) next = 0;
    RenewIds(rig_.bones, "/bones", anew, next);
    RenewIds(rig_.handles, "/handles", anew, next);
    if (next == rig_.next_channel_id) return;
    Say("/next_channel_id",
        "found " + std::to_string(rig_.next_channel_id) + ", made it " + std::to_string(next));
    rig_.next_channel_id = static_cast<std::uint32_t>(next);
  }

  // How many ids came before; `next` is raised above all.
  template <typename T>
  static std::uint64_t Look(const std::vector<T>& items, std::uint64_t& next) {
    std::set<std::uint32_t> taken;
    for (const T& item : items) {
      taken.insert(item.channel_id);
      if (item.channel_id >= next) next = std::uint64_t{item.channel_id} + 1;
    }
    return items.size() - taken.size();
  }

  template <typename T>
  void RenewIds(std::vector<T>& items, const char* name, bool anew, std::uint64_t& next) {
    std::set<std::uint32_t> taken;
    for (std::size_t i = 0; i < items.size(); ++i) {
      std::uint32_t& id = items[i].channel_id;
      if (!anew && taken.insert(id).second) continue;
      Say(model::At(name, i) + "/channel_id",
          "found " + std::to_string(id) + ", taken or too large; made it " + std::to_string(next));
      id = static_cast<std::uint32_t>(next++);
    }
  }

  BoneRig& rig_;
  std::vector<RigMend> mends_;
};

}  // namespace

std::vector<RigMend> MakeValid(BoneRig& rig) { return Mender(rig).Mend(); }

}  // namespace sinew
