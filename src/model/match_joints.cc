// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "model/match_joints.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "model/checks.h"
#include "sinew/names.h"

namespace sinew::model {
namespace {

constexpr std::size_t kMostNamesakes = 32;  // On either side; all pairs of a name are looked at.

// Texts as numbers: the same number where the text is the same. Only looked up, never walked.
class TextIds {
 public:
  std::uint32_t IdOf(std::string_view text) {
    return ids_.try_emplace(std::string(text), static_cast<std::uint32_t>(ids_.size()))
        .first->second;
  }
  std::size_t size() const { return ids_.size(); }

 private:
  std::unordered_map<std::string, std::uint32_t> ids_;
};

// One of the two skeletons, with names as numbers.
struct Side {
  const Skeleton& skeleton;
  std::vector<std::uint32_t> labels;  // Of every joint.
  std::vector<bool> named;            // Whether the label is a name.

  std::uint32_t joint_count() const { return skeleton.joint_count(); }
};

std::string_view WithoutNamespace(std::string_view name) {
  const std::size_t colon = name.rfind(':');
  return colon == name.npos || colon + 1 == name.size() ? name : name.substr(colon + 1);
}

// The only joint of each number, kNobody where there is none, kSeveral where there are more.
constexpr std::uint32_t kSeveral = kNobody - 1;
std::vector<std::uint32_t> OnlyOnes(std::span<const std::uint32_t> ids, std::size_t id_count) {
  std::vector<std::uint32_t> only(id_count, kNobody);
  for (std::uint32_t j = 0; j < ids.size(); ++j) {
    only[ids[j]] = only[ids[j]] == kNobody ? j : kSeveral;
  }
  return only;
}

// Of two joints of one name: how many names are equal from them upwards. All pairs of a name are
// looked at once, parents before children, so that a pair builds on its parents'.
class Tails {
 public:
  Tails(const Side& from, const Side& to, std::size_t id_count);

  // Joints of that joint's name on the other side.
  std::span<const std::uint32_t> SourcesOf(std::uint32_t target) const {
    return groups_[to_.labels[target]].from;
  }
  std::span<const std::uint32_t> TargetsOf(std::uint32_t source) const {
    return groups_[from_.labels[source]].to;
  }
  // Whether pairs of this name were looked at.
  bool Counted(std::uint32_t source) const { return groups_[from_.labels[source]].counted; }
  std::uint32_t Of(std::uint32_t source, std::uint32_t target) const {
    return tails_[PairOf(source, target)];
  }

 private:
  struct Group {
    std::vector<std::uint32_t> from, to;  // Named joints, ascending.
    std::size_t first_pair = 0;
    bool counted = false;
  };
  std::size_t PairOf(std::uint32_t source, std::uint32_t target) const {
    const Group& group = groups_[from_.labels[source]];
    return group.first_pair + place_from_[source] * group.to.size() + place_to_[target];
  }
  // What the parents of a pair have in common.
  std::uint32_t Above(std::uint32_t source, std::uint32_t target) const;

  const Side& from_;
  const Side& to_;
  std::vector<Group> groups_;                       // By name.
  std::vector<std::size_t> place_from_, place_to_;  // Of each joint in its group.
  std::vector<std::uint32_t> tails_;
};

Tails::Tails(const Side& from, const Side& to, std::size_t id_count)
    : from_(from),
      to_(to),
      groups_(id_count),
      place_from_(from.joint_count()),
      place_to_(to.joint_count()) {
  const auto fill = [this](const Side& side, std::vector<std::uint32_t> Group::* members,
                           std::vector<std::size_t>& places) {
    for (std::uint32_t j = 0; j < side.joint_count(); ++j) {
      if (!side.named[j]) continue;
      std::vector<std::uint32_t>& group = groups_[side.labels[j]].*members;
      places[j] = group.size();
      group.push_back(j);
    }
  };
  fill(from, &Group::from, place_from_);
  fill(to, &Group::to, place_to_);
  std::size_t pair_count = 0;
  for (Group& group : groups_) {
    group.counted = group.from.size() <= kMostNamesakes && group.to.size() <= kMostNamesakes;
    group.first_pair = pair_count;
    if (group.counted) pair_count += group.from.size() * group.to.size();
  }
  tails_.resize(pair_count);
  for (std::uint32_t source = 0; source < from.joint_count(); ++source) {
    if (!from.named[source] || !Counted(source)) continue;
    for (const std::uint32_t target : TargetsOf(source)) {
      tails_[PairOf(source, target)] = 1 + Above(source, target);
    }
  }
}

std::uint32_t Tails::Above(std::uint32_t source, std::uint32_t target) const {
  const std::int32_t a = from_.skeleton.parent(source), b = to_.skeleton.parent(target);
  if (a == kNoParent || b == kNoParent) return 0;
  const auto above = static_cast<std::uint32_t>(a), other = static_cast<std::uint32_t>(b);
  const bool namesakes = from_.named[above] && to_.named[other] &&
                         from_.labels[above] == to_.labels[other] && Counted(above);
  return namesakes ? Of(above, other) : 0;
}

// The longest tails of one joint with others.
struct Best {
  std::uint32_t tail = 0;
  std::uint32_t count = 0;
  std::uint32_t joint = kNobody;  // The first.

  void Offer(std::uint32_t other, std::uint32_t its_tail) {
    if (its_tail > tail) *this = {its_tail, 0, other};
    if (its_tail == tail) ++count;
  }
};

class Matcher {
 public:
  Matcher(const Skeleton& from, const Skeleton& to)
      : from_(from), to_(to), joints_(from.joint_count()), taken_(to.joint_count(), false) {}

  std::optional<Failure> FollowMap(std::span<const JointMapEntry> map,
                                   std::vector<std::uint32_t>& unused_entries);
  // Paths first, then tails. Without namespaces every joint so found is kNamespace.
  void CompareNames(bool without_namespaces);

  std::vector<MatchedJoint> Take() && { return std::move(joints_); }

 private:
  bool Settled(std::uint32_t source) const {
    return joints_[source].match <= JointMatch::kNamespace ||
           joints_[source].match == JointMatch::kUnwanted;
  }
  void Settle(std::uint32_t source, std::uint32_t target, JointMatch match) {
    joints_[source] = {match, target, {}};
    taken_[target] = true;
  }
  void ComparePaths(const Side& from, const Side& to, JointMatch match);
  void CompareTails(const Side& from, const Side& to, std::size_t id_count,
                    bool without_namespaces);
  // Of the targets of its name: those that have this tail in common with it, or all.
  void SayWhyNot(std::uint32_t source, const Tails& tails, std::optional<std::uint32_t> tail);

  const Skeleton& from_;
  const Skeleton& to_;
  std::vector<MatchedJoint> joints_;
  std::vector<bool> taken_;  // By target.
};

constexpr const char* kManyReadings =
    ", expected a path that can be read in one way: names with '/' in them allow more than 16";

std::string Quoted(std::string_view text) { return "\"" + std::string(text) + "\""; }

// "root/left/hand, root/right/hand": the first few.
std::string PathsOf(const Skeleton& skeleton, std::span<const std::uint32_t> joints) {
  constexpr std::size_t kShown = 4;
  std::string text;
  for (std::size_t i = 0; i < joints.size(); ++i) {
    if (i == kShown) return text + " and " + std::to_string(joints.size() - kShown) + " more";
    text += (i == 0 ? "" : ", ") + PathOf(skeleton, joints[i]);
  }
  return text;
}

std::optional<Failure> Matcher::FollowMap(std::span<const JointMapEntry> map,
                                          std::vector<std::uint32_t>& unused_entries) {
  if (map.empty()) return std::nullopt;
  std::size_t max_parts = 1;
  for (const JointMapEntry& entry : map) max_parts = std::max(max_parts, PartCount(entry.source));
  const JointIndex index_from(from_, max_parts), index_to = IndexOfTargets(map, to_);
  std::vector<std::uint32_t> entry_of_source(from_.joint_count(), kNobody);
  std::vector<std::uint32_t> entry_of_target(to_.joint_count(), kNobody);
  for (std::uint32_t e = 0; e < map.size(); ++e) {
    const JointMapEntry& entry = map[e];
    const auto broken = [e](std::string message) { return Broken(At("map", e), message); };
    const Result<std::uint32_t> led = TargetOfEntry(map, e, to_, index_to);
    if (!led.ok()) return led.failure();
    const std::uint32_t target = *led;
    const std::optional<std::vector<std::uint32_t>> found = index_from.Find(entry.source);
    if (!found) return broken("found " + Quoted(entry.source) + kManyReadings);
    const std::vector<std::uint32_t>& sources = *found;
    if (sources.empty()) {
      unused_entries.push_back(e);
      continue;
    }
    if (sources.size() > 1) {
      return broken("found " + Quoted(entry.source) + ", expected one joint and not " +
                    std::to_string(sources.size()) + ": " + PathsOf(from_, sources));
    }
    const std::uint32_t source = sources[0];
    if (const std::uint32_t before = entry_of_source[source]; before != kNobody) {
      return broken("found " + Quoted(entry.source) + ", expected a joint that " +
                    Quoted(map[before].source) + " has not named");
    }
    entry_of_source[source] = e;
    if (target == kNobody) {
      joints_[source].match = JointMatch::kUnwanted;
      continue;
    }
    if (const std::uint32_t before = entry_of_target[target]; before != kNobody) {
      return broken("found " + Quoted(entry.source) + " led to " + Quoted(*entry.target) +
                    ", expected a joint that " + Quoted(map[before].source) + " does not lead to");
    }
    entry_of_target[target] = e;
    Settle(source, target, JointMatch::kMap);
  }
  return std::nullopt;
}

void Matcher::CompareNames(bool without_namespaces) {
  TextIds ids;
  const auto side = [&](const Skeleton& skeleton, auto&& joint_to_ask) {
    Side made{skeleton, std::vector<std::uint32_t>(skeleton.joint_count()),
              std::vector<bool>(skeleton.joint_count())};
    for (std::uint32_t j = 0; j < skeleton.joint_count(); ++j) {
      const auto& [owner, joint] = joint_to_ask(j);
      const std::string& name = owner->name(joint);
      made.named[j] = !name.empty();
      made.labels[j] = ids.IdOf(name.empty()         ? owner->Label(joint)
                                : without_namespaces ? std::string(WithoutNamespace(name))
                                                     : name);
    }
    return made;
  };
  using Asked = std::pair<const Skeleton*, std::uint32_t>;
  const Side from = side(from_, [this](std::uint32_t j) {
    const MatchedJoint& joint = joints_[j];
    return joint.match == JointMatch::kMap ? Asked{&to_, joint.target} : Asked{&from_, j};
  });
  const Side to = side(to_, [this](std::uint32_t j) { return Asked{&to_, j}; });
  ComparePaths(from, to, without_namespaces ? JointMatch::kNamespace : JointMatch::kPath);
  CompareTails(from, to, ids.size(), without_namespaces);
}

void Matcher::ComparePaths(const Side& from, const Side& to, JointMatch match) {
  std::unordered_map<std::uint64_t, std::uint32_t> ids;  // Of a path above and a label.
  const auto paths_of = [&ids](const Side& side) {
    std::vector<std::uint32_t> paths(side.joint_count());
    for (std::uint32_t j = 0; j < side.joint_count(); ++j) {
      const std::int32_t parent = side.skeleton.parent(j);
      const std::uint32_t above =
          parent == kNoParent ? kNobody : paths[static_cast<std::uint32_t>(parent)];
      const std::uint64_t key = std::uint64_t{above} << 32 | side.labels[j];
      paths[j] = ids.try_emplace(key, static_cast<std::uint32_t>(ids.size())).first->second;
    }
    return paths;
  };
  const std::vector<std::uint32_t> paths_from = paths_of(from), paths_to = paths_of(to);
  const std::vector<std::uint32_t> only_from = OnlyOnes(paths_from, ids.size());
  const std::vector<std::uint32_t> only_to = OnlyOnes(paths_to, ids.size());
  for (std::uint32_t source = 0; source < from.joint_count(); ++source) {
    const std::uint32_t target = only_to[paths_from[source]];
    if (only_from[paths_from[source]] != source || target >= kSeveral) continue;
    if (!Settled(source) && !taken_[target]) Settle(source, target, match);
  }
}

void Matcher::CompareTails(const Side& from, const Side& to, std::size_t id_count,
                           bool without_namespaces) {
  const Tails tails(from, to, id_count);
  std::vector<Best> best_from(from.joint_count()), best_to(to.joint_count());
  for (std::uint32_t source = 0; source < from.joint_count(); ++source) {
    if (!from.named[source] || !tails.Counted(source)) continue;
    for (const std::uint32_t target : tails.TargetsOf(source)) {
      best_from[source].Offer(target, tails.Of(source, target));
      best_to[target].Offer(source, tails.Of(source, target));
    }
  }
  // Joints that are settled already count here too: what is left over is no reason to pair it.
  for (std::uint32_t source = 0; source < from.joint_count(); ++source) {
    const Best& best = best_from[source];
    if (best.count != 1 || best_to[best.joint].count != 1 || best_to[best.joint].joint != source) {
      continue;
    }
    if (Settled(source) || taken_[best.joint]) continue;
    Settle(source, best.joint,
           without_namespaces ? JointMatch::kNamespace
           : best.tail > 1    ? JointMatch::kTail
                              : JointMatch::kName);
  }
  // Joints of a name that was not counted all have the same reason: it is found once.
  std::vector<std::uint32_t> first_of_label(id_count, kNobody);
  for (std::uint32_t source = 0; source < from.joint_count(); ++source) {
    if (!from.named[source] || joints_[source].match != JointMatch::kNone) continue;
    if (tails.Counted(source)) {
      SayWhyNot(source, tails, best_from[source].tail);
      continue;
    }
    std::uint32_t& first = first_of_label[from.labels[source]];
    if (first == kNobody) {
      first = source;
      SayWhyNot(source, tails, std::nullopt);
    } else {
      joints_[source] = joints_[first];
    }
  }
}

void Matcher::SayWhyNot(std::uint32_t source, const Tails& tails,
                        std::optional<std::uint32_t> tail) {
  MatchedJoint& joint = joints_[source];
  std::vector<std::uint32_t> gone;
  for (const std::uint32_t target : tails.TargetsOf(source)) {
    if (tail && tails.Of(source, target) != *tail) continue;
    std::vector<std::uint32_t>& list = taken_[target] ? gone : joint.candidates;
    if (list.size() < kMostCandidates) list.push_back(target);
  }
  if (!joint.candidates.empty()) {
    joint.match = JointMatch::kAmbiguous;
  } else if (!gone.empty()) {
    joint.match = JointMatch::kTaken;
    joint.candidates = std::move(gone);
  }
}

bool HasNamespaces(const Skeleton& skeleton) {
  for (std::uint32_t j = 0; j < skeleton.joint_count(); ++j) {
    if (WithoutNamespace(skeleton.name(j)).size() != skeleton.name(j).size()) return true;
  }
  return false;
}

}  // namespace

Result<std::uint32_t> TargetOfEntry(std::span<const JointMapEntry> map, std::uint32_t entry,
                                    const Skeleton& to, const JointIndex& index) {
  const auto& [source, target] = map[entry];
  if (!target) return kNobody;
  const std::optional<std::vector<std::uint32_t>> joints = index.Find(*target);
  const std::string led = "found " + Quoted(source) + " led to " + Quoted(*target);
  if (!joints) return Broken(At("map", entry), led + kManyReadings);
  const std::vector<std::uint32_t>& found = *joints;
  if (found.size() == 1) return found[0];
  if (!found.empty()) {
    return Broken(At("map", entry), led + ", expected one joint and not " +
                                        std::to_string(found.size()) + ": " + PathsOf(to, found));
  }
  const std::vector<std::string>& names = to.parts().names;
  const auto near = NearestName(*target, std::vector<std::string_view>(names.begin(), names.end()));
  return Broken(At("map", entry),
                led + ", expected a joint of the target" +
                    (near ? " (did you mean " + Quoted(*near) + "?)" : std::string()));
}

JointIndex IndexOfTargets(std::span<const JointMapEntry> map, const Skeleton& to) {
  std::size_t max_parts = 1;
  for (const JointMapEntry& entry : map) {
    if (entry.target) max_parts = std::max(max_parts, PartCount(*entry.target));
  }
  return JointIndex(to, max_parts);
}

Result<MatchedJoints> MatchJoints(const Skeleton& from, const Skeleton& to,
                                  const BindOptions& options) {
  MatchedJoints matched;
  Matcher matcher(from, to);
  if (auto failure = matcher.FollowMap(options.map, matched.unused_entries)) return *failure;
  matcher.CompareNames(false);
  if (options.ignore_namespaces && (HasNamespaces(from) || HasNamespaces(to))) {
    matcher.CompareNames(true);
  }
  matched.joints = std::move(matcher).Take();
  return matched;
}

JointReporter::JointReporter(const Skeleton& from, const Skeleton& to, MatchCounts& counts)
    : from_(from), to_(to), counts_(counts) {
  for (const Transform& rest : to.rest()) size_ = std::max(size_, Length(rest.translation));
}

JointBinding JointReporter::Report(std::uint32_t joint, MatchedJoint&& matched) {
  JointBinding binding{
      .joint = joint, .match = matched.match, .candidates = std::move(matched.candidates)};
  ++counts_.counts[static_cast<std::size_t>(matched.match)];
  if (matched.target == kNobody) return binding;
  binding.target = matched.target;
  binding.rest = CompareRest(from_.rest()[joint], to_.rest()[matched.target], size_);
  return binding;
}

}  // namespace sinew::model
