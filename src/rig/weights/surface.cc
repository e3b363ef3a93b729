// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "rig/weights/surface.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace sinew::weights {
namespace {

// Of the bounding box's diagonal: nearer vertices are one. Well above what float rounds, well below
// what anybody models.
constexpr double kWeldShare = 1e-6;

// Sets that merge; a set is called by its lowest member, whatever the order of merging.
class Sets {
 public:
  explicit Sets(std::size_t count) : lower_(count) { std::iota(lower_.begin(), lower_.end(), 0u); }
  std::uint32_t Lowest(std::uint32_t member) {
    while (lower_[member] != member) member = lower_[member] = lower_[lower_[member]];
    return member;
  }
  void Merge(std::uint32_t a, std::uint32_t b) {
    a = Lowest(a), b = Lowest(b);
    lower_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::uint32_t> lower_;
};

bool Before(Vec3 a, Vec3 b) {
  if (a.x != b.x) return a.x < b.x;
  if (a.y != b.y) return a.y < b.y;
  return a.z < b.z;
}

// Positions in lexicographic order, none twice, and which of them each vertex has.
struct Points {
  std::vector<Vec3> all;
  std::vector<std::uint32_t> of_vertex;
};

Points DistinctPoints(std::span<const Vec3> positions) {
  std::vector<std::uint32_t> order(positions.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    if (Before(positions[a], positions[b])) return true;
    return !Before(positions[b], positions[a]) && a < b;
  });
  Points points;
  points.of_vertex.resize(positions.size());
  for (const std::uint32_t vertex : order) {
    // Adding zero makes one zero of 0 and -0, which compare equal.
    const Vec3 p{positions[vertex].x + 0.0f, positions[vertex].y + 0.0f,
                 positions[vertex].z + 0.0f};
    if (points.all.empty() || !(points.all.back() == p)) points.all.push_back(p);
    points.of_vertex[vertex] = static_cast<std::uint32_t>(points.all.size() - 1);
  }
  return points;
}

// Points in cells as wide as the tolerance. All points of a cell are one, and cells side by side
// are one where their first points are near enough: no cluster, however dense, costs more than its
// size.
class Welding {
 public:
  explicit Welding(std::span<const Vec3> points) : points_(points), sets_(points.size()) {
    Vec3D low = scalar::Widen(points[0]), high = low;
    for (const Vec3& point : points) {
      const Vec3D p = scalar::Widen(point);
      low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
      high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
    }
    tolerance_ = Length(Sub(high, low)) * kWeldShare;
    if (!(tolerance_ > 0.0)) return;  // One point.
    cells_.reserve(points.size());
    for (std::uint32_t i = 0; i < points.size(); ++i) {
      const Vec3D from_low = Sub(scalar::Widen(points[i]), low);
      cells_.push_back(
          {Key(CellAlong(from_low.x), CellAlong(from_low.y), CellAlong(from_low.z)), i});
    }
    std::sort(cells_.begin(), cells_.end());
    MergeInside();
    for (const auto& [dx, dy] : {std::pair{0, 1}, {1, -1}, {1, 0}, {1, 1}}) MergeBeside(dx, dy);
  }

  std::uint32_t LowestOf(std::uint32_t point) { return sets_.Lowest(point); }

 private:
  // Cells are counted from 1, so that neighbours exist on every side: at most 1 / kWeldShare + 2.
  static constexpr int kBits = 20;
  static_assert(1.0 / kWeldShare + 3.0 < 1 << kBits);
  std::int64_t CellAlong(double length) const {
    const double cell = length / tolerance_;
    return static_cast<std::int64_t>(cell < 1.0 / kWeldShare ? cell : 1.0 / kWeldShare) + 1;
  }
  static std::int64_t Key(std::int64_t x, std::int64_t y, std::int64_t z) {
    return ((x << kBits) + y) * (1 << kBits) + z;
  }

  bool Near(std::uint32_t a, std::uint32_t b) const {
    const Vec3D apart = Sub(scalar::Widen(points_[a]), scalar::Widen(points_[b]));
    return Dot(apart, apart) <= tolerance_ * tolerance_;
  }

  // Afterwards cells_ has the first point of each cell alone. Cells one above the other along z
  // follow each other.
  void MergeInside() {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      if (kept > 0 && cells_[i].first == cells_[kept - 1].first) {
        sets_.Merge(cells_[kept - 1].second, cells_[i].second);
        continue;
      }
      if (kept > 0 && cells_[i].first == cells_[kept - 1].first + 1 &&
          Near(cells_[kept - 1].second, cells_[i].second)) {
        sets_.Merge(cells_[kept - 1].second, cells_[i].second);
      }
      cells_[kept++] = cells_[i];
    }
    cells_.resize(kept);
  }

  // With the three cells that are further by dx and dy. Keys ascend, and so does what is looked
  // for.
  void MergeBeside(std::int64_t dx, std::int64_t dy) {
    std::size_t first = 0;
    for (const auto& [key, point] : cells_) {
      const std::int64_t beside = key + Key(dx, dy, 0);
      while (first < cells_.size() && cells_[first].first < beside - 1) ++first;
      for (std::size_t i = first; i < cells_.size() && cells_[i].first <= beside + 1; ++i) {
        if (Near(point, cells_[i].second)) sets_.Merge(point, cells_[i].second);
      }
    }
  }

  std::span<const Vec3> points_;
  Sets sets_;
  double tolerance_ = 0.0;
  std::vector<std::pair<std::int64_t, std::uint32_t>> cells_;  // Key, point.
};

// A set of points is the place of its lowest.
void Weld(std::span<const Vec3> positions, Surface& surface, std::vector<Vec3>& places) {
  const Points points = DistinctPoints(positions);
  Welding welding(points.all);
  std::vector<std::uint32_t> place_of_point(points.all.size());
  for (std::uint32_t i = 0; i < points.all.size(); ++i) {
    const std::uint32_t lowest = welding.LowestOf(i);
    if (lowest == i) {
      place_of_point[i] = static_cast<std::uint32_t>(places.size());
      places.push_back(points.all[i]);
    } else {
      place_of_point[i] = place_of_point[lowest];
    }
  }
  surface.place_of_vertex.reserve(positions.size());
  for (const std::uint32_t point : points.of_vertex) {
    surface.place_of_vertex.push_back(place_of_point[point]);
  }
}

void ScalePlaces(std::span<const Vec3> places, Surface& surface) {
  Vec3D sum{};
  for (const Vec3& place : places) sum = Add(sum, scalar::Widen(place));
  surface.centre = Scale(sum, 1.0 / static_cast<double>(places.size()));
  double farthest = 0.0;
  for (const Vec3& place : places) {
    const Vec3D away = Sub(scalar::Widen(place), surface.centre);
    farthest = std::max(farthest, Dot(away, away));
  }
  surface.scale = farthest > 0.0 ? 0.5 / std::sqrt(farthest) : 1.0;
  surface.places.reserve(places.size());
  for (const Vec3& place : places) surface.places.push_back(surface.Scaled(place));
}

void TakeTriangles(std::span<const std::uint32_t> corners, Surface& surface) {
  constexpr double kFlat = 1e-12;  // Twice the area, beside the product of two edges.
  surface.triangles.reserve(corners.size() / 3);
  for (std::size_t i = 0; i + 2 < corners.size(); i += 3) {
    std::array<std::uint32_t, 3> t{};
    for (std::size_t c = 0; c < 3; ++c) t[c] = surface.place_of_vertex[corners[i + c]];
    if (t[0] == t[1] || t[1] == t[2] || t[2] == t[0]) {
      ++surface.flat_triangle_count;
      continue;
    }
    const Vec3D along = Sub(surface.places[t[1]], surface.places[t[0]]);
    const Vec3D other = Sub(surface.places[t[2]], surface.places[t[0]]);
    const Vec3D normal = Cross(along, other);
    if (Dot(normal, normal) <= kFlat * kFlat * Dot(along, along) * Dot(other, other)) {
      ++surface.flat_triangle_count;  // It stays: it still connects.
    }
    std::rotate(t.begin(), std::min_element(t.begin(), t.end()), t.end());
    surface.triangles.push_back(t);
  }
  std::sort(surface.triangles.begin(), surface.triangles.end());
  surface.triangles.erase(std::unique(surface.triangles.begin(), surface.triangles.end()),
                          surface.triangles.end());
}

void FindIslands(Surface& surface) {
  Sets sets(surface.places.size());
  std::vector<bool> used(surface.places.size(), false);
  for (const std::array<std::uint32_t, 3>& t : surface.triangles) {
    sets.Merge(t[0], t[1]);
    sets.Merge(t[0], t[2]);
    for (const std::uint32_t corner : t) used[corner] = true;
  }
  surface.island_of_place.assign(surface.places.size(), kNoIsland);
  for (std::uint32_t p = 0; p < surface.places.size(); ++p) {
    if (!used[p]) continue;
    const std::uint32_t lowest = sets.Lowest(p);
    surface.island_of_place[p] =
        lowest == p ? surface.island_count++ : surface.island_of_place[lowest];
  }
}

}  // namespace

Surface MakeSurface(std::span<const Vec3> positions, std::span<const std::uint32_t> triangles) {
  Surface surface;
  std::vector<Vec3> places;
  Weld(positions, surface, places);
  ScalePlaces(places, surface);
  TakeTriangles(triangles, surface);
  FindIslands(surface);
  return surface;
}

Lists NeighboursOf(const Surface& surface) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> ends;
  ends.reserve(surface.triangles.size() * 6);
  for (const std::array<std::uint32_t, 3>& t : surface.triangles) {
    for (std::size_t c = 0; c < 3; ++c) {
      ends.emplace_back(t[c], t[(c + 1) % 3]);
      ends.emplace_back(t[(c + 1) % 3], t[c]);
    }
  }
  std::sort(ends.begin(), ends.end());
  ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
  Lists lists;
  lists.begins.reserve(surface.places.size() + 1);
  lists.items.reserve(ends.size());
  std::size_t next = 0;
  for (std::uint32_t p = 0; p < surface.places.size(); ++p) {
    for (; next < ends.size() && ends[next].first == p; ++next) {
      lists.items.push_back(ends[next].second);
    }
    lists.begins.push_back(lists.items.size());
  }
  return lists;
}

}  // namespace sinew::weights
