// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "rig/weights/heat_sources.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "rig/weights/triangle_tree.h"

namespace sinew::weights {
namespace {

// Bones whose distances differ by less share a place: those at a mirror plane, or at a joint where
// bones meet.
constexpr double kEquallyNear = 1.0 + 1e-4;
// A bone through a vertex warms no more than one at this distance, in the scaled unit.
constexpr double kNearest = 1e-4;
// A place asks for no more joints than this, the nearest first.
constexpr std::size_t kMostLooks = 8;
// Where nothing is asked for, so many joints may share a place, the nearest first and of equally
// far ones the lowest. More than meet in any rig; without a bound, joints that all stand at one
// point would take places times joints of memory.
constexpr std::size_t kMostSharing = 32;
// An island with less volume, beside its area to the 3/2, has no inside to speak of.
constexpr double kVolume = 1e-4;

// Outward unit normals, none where the surface has no inside or no direction.
std::vector<Vec3D> NormalsOf(const Surface& surface) {
  struct Body {
    Vec3D sum{};
    double count = 0.0, volume = 0.0, area = 0.0;
  };
  std::vector<Body> bodies(surface.island_count);
  for (std::size_t p = 0; p < surface.places.size(); ++p) {
    if (surface.island_of_place[p] == kNoIsland) continue;
    Body& body = bodies[surface.island_of_place[p]];
    body.sum = Add(body.sum, surface.places[p]);
    body.count += 1.0;
  }
  std::vector<Vec3D> normals(surface.places.size());
  for (const std::array<std::uint32_t, 3>& t : surface.triangles) {
    Body& body = bodies[surface.island_of_place[t[0]]];
    const Vec3D middle = Scale(body.sum, 1.0 / body.count);
    const Vec3D a = surface.places[t[0]];
    const Vec3D normal = Cross(Sub(surface.places[t[1]], a), Sub(surface.places[t[2]], a));
    body.volume += Dot(Sub(a, middle), normal) / 6.0;
    body.area += Length(normal) / 2.0;
    for (const std::uint32_t corner : t) normals[corner] = Add(normals[corner], normal);
  }
  for (std::size_t p = 0; p < surface.places.size(); ++p) {
    if (surface.island_of_place[p] == kNoIsland) continue;
    const Body& body = bodies[surface.island_of_place[p]];
    const bool inside = std::abs(body.volume) > kVolume * body.area * std::sqrt(body.area);
    const double sign = !inside ? 0.0 : body.volume < 0.0 ? -1.0 : 1.0;
    normals[p] = Scale(scalar::UnitOr(normals[p], Vec3D{}), sign);
  }
  return normals;
}

enum class Sight : std::uint8_t { kAll, kOwnIsland, kAny };

// The bones of one place in ascending distance.
class Looker {
 public:
  Looker(const Surface& surface, const JointBones& bones)
      : surface_(surface), bones_(bones), tree_(surface), normals_(NormalsOf(surface)) {
    candidates_.resize(bones.joints.size());
  }

  struct Seen {
    bool all = false;  // Some bone, past everything;
    bool own = false;  // or past the place's own island.
  };

  // What all looks so far were, in units of max_work.
  double work() const {
    return kBoneWork * static_cast<double>(look_count_) *
               static_cast<double>(bones_.segments.size()) +
           kBoxWork * static_cast<double>(tree_.box_count());
  }

  // Appends the joints that warm the place, and how strongly.
  Seen Look(std::uint32_t place, Sight sight, HeatSources& sources) {
    ++look_count_;
    Measure(place, sight);
    const std::size_t asked =
        std::min(sight == Sight::kAny ? kMostSharing : kMostLooks, candidates_.size());
    std::partial_sort(candidates_.begin(), candidates_.begin() + static_cast<std::ptrdiff_t>(asked),
                      candidates_.end());
    Seen seen;
    double nearest = -1.0;
    const std::size_t first = sources.joints.items.size();
    for (std::size_t i = 0; i < asked; ++i) {
      const Candidate& candidate = candidates_[i];
      if (nearest >= 0.0 && candidate.distance > nearest * kEquallyNear) break;
      if (sight != Sight::kAny) {
        const Vec3D point = NearestOf(bones_, candidate.joint, surface_.places[place]).point;
        if (tree_.OwnBetween(place, point)) continue;
        seen.own = true;
        if (sight == Sight::kAll && tree_.OthersBetween(place, point)) continue;
        seen.all = true;
      }
      if (nearest < 0.0) nearest = candidate.distance;
      sources.joints.items.push_back(candidate.joint);
    }
    std::sort(sources.joints.items.begin() + static_cast<std::ptrdiff_t>(first),
              sources.joints.items.end());
    nearest = std::max(nearest, kNearest);
    sources.strength.push_back(1.0 / (nearest * nearest));
    sources.joints.begins.push_back(sources.joints.items.size());
    return seen;
  }

 private:
  struct Candidate {
    double distance = 0.0;
    std::uint32_t joint = 0;
    bool operator<(const Candidate& other) const {
      return distance != other.distance ? distance < other.distance : joint < other.joint;
    }
  };

  void Measure(std::uint32_t place, Sight sight) {
    const Vec3D at = surface_.places[place], normal = normals_[place];
    const bool stretched = sight == Sight::kAll && Dot(normal, normal) > 0.0;
    for (std::uint32_t j = 0; j < candidates_.size(); ++j) {
      const ToBone to = NearestOf(bones_, j, at);
      double distance = to.distance;
      if (stretched && distance > 0.0) {
        const double cosine = Dot(Sub(at, to.point), normal) / distance;
        distance /= 0.5 * (std::max(cosine, 0.0) + 1.0);
      }
      candidates_[j] = {distance, j};
    }
  }

  const Surface& surface_;
  const JointBones& bones_;
  const TriangleTree tree_;
  const std::vector<Vec3D> normals_;
  std::vector<Candidate> candidates_;
  std::uint64_t look_count_ = 0;
};

}  // namespace

Result<HeatSources> FindSources(const Surface& surface, const JointBones& bones, SourceNotes& notes,
                                WorkBudget& budget, const std::function<void(float)>& progress) {
  const auto count = static_cast<std::uint32_t>(surface.places.size());
  const auto too_much_work = [&] {
    return budget.Exceeded("/triangles", std::to_string(surface.triangles.size()) +
                                             " triangles between vertices and bones that take");
  };
  const double distances = static_cast<double>(count) * static_cast<double>(bones.segments.size());
  if (!budget.Allows(kBoneWork * distances)) return too_much_work();
  Looker looker(surface, bones);
  constexpr std::uint32_t kReportEvery = 1024;
  struct Counts {
    std::uint32_t all = 0, own = 0;
  };
  std::vector<Counts> counts(surface.island_count);
  HeatSources first;
  first.strength.reserve(count);
  first.joints.begins.reserve(count + std::size_t{1});
  for (std::uint32_t p = 0; p < count; ++p) {
    if (p % kReportEvery == 0) progress(static_cast<float>(p) / static_cast<float>(count));
    const std::uint32_t island = surface.island_of_place[p];
    const Looker::Seen seen =
        looker.Look(p, island == kNoIsland ? Sight::kAny : Sight::kAll, first);
    if (!budget.Allows(looker.work())) return too_much_work();
    if (island == kNoIsland) continue;
    counts[island].all += seen.all ? 1 : 0;
    counts[island].own += seen.own ? 1 : 0;
  }
  // An island whose few sights past the others would warm all of it is better off looking through
  // them: a shirt must not follow the neck that alone shows at its collar.
  std::vector<Sight> sights(surface.island_count, Sight::kAll);
  for (std::uint32_t i = 0; i < surface.island_count; ++i) {
    if (counts[i].own == 0) {
      sights[i] = Sight::kAny;
      notes.islands.emplace_back(i, IslandReason::kSeesNoBone);
    } else if (2 * std::uint64_t{counts[i].all} < counts[i].own) {
      sights[i] = Sight::kOwnIsland;
      notes.islands.emplace_back(i, IslandReason::kBehindOthers);
    }
  }
  if (notes.islands.empty()) {
    budget.Spend(looker.work());
    return first;
  }
  HeatSources sources;
  for (std::uint32_t p = 0; p < count; ++p) {
    const std::uint32_t island = surface.island_of_place[p];
    if (island != kNoIsland && sights[island] != Sight::kAll) {
      looker.Look(p, sights[island], sources);
      if (!budget.Allows(looker.work())) return too_much_work();
      continue;
    }
    for (const std::uint32_t joint : first.joints.of(p)) sources.joints.items.push_back(joint);
    sources.joints.begins.push_back(sources.joints.items.size());
    sources.strength.push_back(first.strength[p]);
  }
  budget.Spend(looker.work());
  return sources;
}

}  // namespace sinew::weights
