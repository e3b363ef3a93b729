// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "rig/weights/diffusion.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>

#include "base/arithmetic.h"
#include "rig/weights/direct_solver.h"
#include "rig/weights/gradient_solver.h"
#include "rig/weights/heat_matrix.h"

namespace sinew::weights {
namespace {

// What an edge conducts is half the sum of the cotangents opposite to it. That can be anything for
// thin triangles, and negative beside obtuse angles, where heat would flow from cold to warm.
// Within these bounds the matrix has no positive entry off its diagonal, so that temperatures stay
// between 0 and 1, and islands stay connected.
constexpr double kLeastConducted = 1e-6, kMostConducted = 1e3;
// A place has at least this share of its island's mean area.
constexpr double kLeastArea = 1e-6;
// The heat that an island takes from its sources, per degree: less (bones that are very far away)
// would drown in rounding, and scaling all of it changes little where it hardly differs.
constexpr double kLeastHeat = 1e-6;

// A factorisation of so many terms takes a fraction of a second: there is nothing to save.
constexpr double kFewTerms = 1e8;
// The factors of surfaces have so many terms for each place to the 3/2, with much to spare. Where
// there are more, the triangles are no surface.
constexpr double kTermsOfSurface = 1000.0;

bool IsSparse(const FactorCost& cost, std::size_t place_count) {
  const auto places = static_cast<double>(place_count);
  return cost.terms <= kFewTerms || cost.terms <= kTermsOfSurface * places * std::sqrt(places);
}

double Cotangent(Vec3D at, Vec3D b, Vec3D c) {
  const Vec3D to_b = Sub(b, at), to_c = Sub(c, at);
  const double cosine = Dot(to_b, to_c), sine = Length(Cross(to_b, to_c));
  const double most = 2.0 * kMostConducted;
  if (!(std::abs(cosine) < most * sine)) return cosine < 0.0 ? -most : most;
  return cosine / sine;
}

// The places and triangles of each island.
struct Islands {
  Lists places, triangles;
  std::vector<std::uint32_t> local;  // The place's index in its island.
};

Islands SplitIslands(const Surface& surface) {
  const auto bucket = [&](std::size_t count, const auto& island_of) {
    Lists lists;
    lists.begins.assign(surface.island_count + std::size_t{1}, 0);
    for (std::uint32_t i = 0; i < count; ++i) {
      if (island_of(i) != kNoIsland) ++lists.begins[island_of(i) + std::size_t{1}];
    }
    for (std::size_t i = 1; i < lists.begins.size(); ++i) lists.begins[i] += lists.begins[i - 1];
    lists.items.resize(lists.begins.back());
    std::vector<std::size_t> next(lists.begins.begin(), lists.begins.end() - 1);
    for (std::uint32_t i = 0; i < count; ++i) {
      if (island_of(i) != kNoIsland) lists.items[next[island_of(i)]++] = i;
    }
    return lists;
  };
  Islands islands;
  islands.places =
      bucket(surface.places.size(), [&](std::uint32_t p) { return surface.island_of_place[p]; });
  islands.triangles = bucket(surface.triangles.size(), [&](std::uint32_t t) {
    return surface.island_of_place[surface.triangles[t][0]];
  });
  islands.local.resize(surface.places.size());
  for (std::uint32_t i = 0; i < surface.island_count; ++i) {
    std::uint32_t next = 0;
    for (const std::uint32_t place : islands.places.of(i)) islands.local[place] = next++;
  }
  return islands;
}

// One island's system: (conduction + warming) * temperature = warming by a joint.
class IslandHeat {
 public:
  IslandHeat(const Surface& surface, const Islands& islands, const HeatSources& sources,
             std::uint32_t island)
      : sources_(sources), places_(islands.places.of(island)), warmth_(places_.size(), 0.0) {
    TakeEdges(Edges(surface, islands, island));
    Warm();
    TakeDiagonal();
  }
  const HeatMatrix& matrix() const { return matrix_; }

  // What up to kBlock joints (indices of the sources) warm, kBlock numbers per place.
  void Fill(std::span<const std::uint32_t> joints, std::vector<double>& block) const {
    block.assign(places_.size() * kBlock, 0.0);
    for (std::size_t i = 0; i < places_.size(); ++i) {
      for (const std::uint32_t source : sources_.joints.of(places_[i])) {
        const auto found = std::lower_bound(joints.begin(), joints.end(), source);
        if (found == joints.end() || *found != source) continue;
        block[i * kBlock + static_cast<std::size_t>(found - joints.begin())] = warmth_[i];
      }
    }
  }

 private:
  struct Conducting {
    std::uint32_t low = 0, high = 0, triangle = 0;
    double half_cotangent = 0.0;
    bool operator<(const Conducting& other) const {
      if (low != other.low) return low < other.low;
      if (high != other.high) return high < other.high;
      return triangle < other.triangle;
    }
  };

  // Each edge once, with what it conducts; and the area of each place, into warmth_.
  std::vector<Conducting> Edges(const Surface& surface, const Islands& islands,
                                std::uint32_t island) {
    std::vector<Conducting> edges;
    edges.reserve(islands.triangles.of(island).size() * 3);
    for (const std::uint32_t triangle : islands.triangles.of(island)) {
      const std::array<std::uint32_t, 3>& t = surface.triangles[triangle];
      const Vec3D a = surface.places[t[0]];
      const double area =
          Length(Cross(Sub(surface.places[t[1]], a), Sub(surface.places[t[2]], a))) / 2.0;
      for (std::size_t c = 0; c < 3; ++c) {
        const std::uint32_t at = t[c], b = t[(c + 1) % 3], d = t[(c + 2) % 3];
        warmth_[islands.local[at]] += area / 3.0;
        const std::uint32_t low = islands.local[std::min(b, d)],
                            high = islands.local[std::max(b, d)];
        edges.push_back(
            {low, high, triangle,
             0.5 * Cotangent(surface.places[at], surface.places[b], surface.places[d])});
      }
    }
    std::sort(edges.begin(), edges.end());
    std::size_t kept = 0;
    for (std::size_t i = 0; i < edges.size(); ++i) {
      if (kept > 0 && edges[kept - 1].low == edges[i].low &&
          edges[kept - 1].high == edges[i].high) {
        edges[kept - 1].half_cotangent += edges[i].half_cotangent;
      } else {
        edges[kept++] = edges[i];
      }
    }
    edges.resize(kept);
    for (Conducting& edge : edges) {
      edge.half_cotangent = std::clamp(edge.half_cotangent, kLeastConducted, kMostConducted);
    }
    return edges;
  }

  void TakeEdges(const std::vector<Conducting>& edges) {
    matrix_.edges.reserve(edges.size());
    for (const Conducting& edge : edges) {
      matrix_.edges.push_back({edge.low, edge.high, edge.half_cotangent});
    }
  }

  // From areas to what one joint's heat comes to at each place.
  void Warm() {
    double area = 0.0;
    for (const double one : warmth_) area += one;
    const double least = area > 0.0 ? kLeastArea * area / static_cast<double>(places_.size()) : 1.0;
    double total = 0.0;
    for (std::size_t i = 0; i < places_.size(); ++i) {
      const std::size_t source_count = sources_.joints.of(places_[i]).size();
      warmth_[i] =
          source_count == 0 ? 0.0 : std::max(warmth_[i], least) * sources_.strength[places_[i]];
      total += warmth_[i] * static_cast<double>(source_count);
    }
    if (!(total < kLeastHeat) || !(total > 0.0)) return;
    for (double& one : warmth_) one *= kLeastHeat / total;
  }

  void TakeDiagonal() {
    std::vector<double>& diagonal = matrix_.diagonal;
    diagonal.resize(places_.size());
    for (std::size_t i = 0; i < places_.size(); ++i) {
      diagonal[i] = warmth_[i] * static_cast<double>(sources_.joints.of(places_[i]).size());
    }
    for (const HeatMatrix::Edge& edge : matrix_.edges) {
      diagonal[edge.low] += edge.conducted;
      diagonal[edge.high] += edge.conducted;
    }
  }

  const HeatSources& sources_;
  std::span<const std::uint32_t> places_;
  std::vector<double> warmth_;  // Area times strength.
  HeatMatrix matrix_;
};

// Solves by factors where they are sparse, else by gradients; by factors again where those do not
// get near enough.
class IslandSolver {
 public:
  IslandSolver(const HeatMatrix& matrix, const SpreadLimits& limits, WorkBudget& budget)
      : matrix_(matrix), limits_(limits), budget_(budget), direct_(matrix) {}

  // Nothing, or why it cannot be solved within the limits.
  std::optional<Failure> Prepare() {
    if (IsSparse(direct_.cost(), matrix_.size())) return Factor();
    if (GradientSolver::Bytes(matrix_) > static_cast<double>(limits_.solver_bytes)) {
      return TooLarge();
    }
    gradients_.emplace(matrix_);
    return std::nullopt;
  }
  // False: the matrix could not be factored. Nothing known leads there.
  bool ok() const { return ok_; }

  // From what joints warm to temperatures.
  std::optional<Failure> Solve(std::vector<double>& block) {
    if (gradients_) {
      std::vector<double> sides = block;
      switch (gradients_->Solve(block, budget_)) {
        case GradientSolver::Outcome::kSolved:
          return std::nullopt;
        case GradientSolver::Outcome::kTooMuchWork:
          return TooMuchWork();
        case GradientSolver::Outcome::kNotSolved:
          break;
      }
      gradients_.reset();
      block = std::move(sides);
      if (auto failure = Factor()) return failure;
      if (!ok_) return std::nullopt;
    }
    const double terms = direct_.cost().entries * 2.0 + static_cast<double>(matrix_.size()) * 4.0;
    if (!budget_.Spend(kBlockTermWork * terms)) return TooMuchWork();
    direct_.Solve(block);
    return std::nullopt;
  }

 private:
  std::optional<Failure> Factor() {
    if (direct_.bytes() > static_cast<double>(limits_.solver_bytes)) return TooLarge();
    if (!budget_.Spend(kTermWork * direct_.cost().terms)) return TooMuchWork();
    ok_ = direct_.Factor();
    return std::nullopt;
  }
  Failure TooLarge() const {
    return Failure{FailureCode::kLimit, "/triangles",
                   "found an island of " + std::to_string(matrix_.size()) +
                       " places whose solution takes more memory than max_solver_bytes, " +
                       std::to_string(limits_.solver_bytes) + ", allows"};
  }
  Failure TooMuchWork() const {
    return budget_.Exceeded("/triangles", "an island of " + std::to_string(matrix_.size()) +
                                              " places whose solution takes");
  }

  const HeatMatrix& matrix_;
  const SpreadLimits& limits_;
  WorkBudget& budget_;
  DirectSolver direct_;
  std::optional<GradientSolver> gradients_;
  bool ok_ = true;
};

// Temperatures as they come, joint after joint, on their way to rows.
class RowCollector {
 public:
  RowCollector(std::size_t place_count, const Fading& fading)
      : fading_(fading), best_(place_count), counts_(place_count, 0) {}

  void Add(std::uint32_t place, std::uint32_t joint, double temperature) {
    Best& best = best_[place];
    if (best.weight < 0.0 || temperature > best.weight) best = {joint, temperature};
    if (!(temperature > fading_.to)) return;
    double weight = temperature;
    if (temperature < fading_.from) {
      weight = fading_.from * (temperature - fading_.to) / (fading_.from - fading_.to);
    }
    entries_.push_back({place, joint, weight});
    ++counts_[place];
  }

  std::size_t size() const { return entries_.size(); }

  // Where everything faded the strongest joint stays.
  Rows Take() && {
    Rows rows;
    rows.begins.assign(counts_.size() + 1, 0);
    for (std::size_t p = 0; p < counts_.size(); ++p) {
      rows.begins[p + 1] = rows.begins[p] + std::max(counts_[p], 1u);
    }
    rows.shares.resize(rows.begins.back());
    std::vector<std::size_t> next(rows.begins.begin(), rows.begins.end() - 1);
    for (const Entry& entry : entries_)
      rows.shares[next[entry.place]++] = {entry.joint, entry.weight};
    for (std::size_t p = 0; p < counts_.size(); ++p) {
      if (counts_[p] == 0) rows.shares[rows.begins[p]] = {best_[p].joint, 1.0};
    }
    return rows;
  }

 private:
  struct Best {
    std::uint32_t joint = 0;
    double weight = -1.0;
  };
  struct Entry {
    std::uint32_t place = 0, joint = 0;
    double weight = 0.0;
  };
  const Fading& fading_;
  std::vector<Best> best_;
  std::vector<std::uint32_t> counts_;
  std::vector<Entry> entries_;  // Within a place in ascending joint.
};

}  // namespace

Result<Rows> SpreadHeat(const Surface& surface, const HeatSources& sources,
                        std::span<const std::uint32_t> joints, const Fading& fading,
                        const SpreadLimits& limits, WorkBudget& budget,
                        const std::function<void(float)>& progress) {
  const Islands islands = SplitIslands(surface);
  RowCollector rows(surface.places.size(), fading);
  const auto take_sources = [&](std::uint32_t place) {
    const std::span<const std::uint32_t> here = sources.joints.of(place);
    for (const std::uint32_t source : here) {
      rows.Add(place, joints[source], 1.0 / static_cast<double>(here.size()));
    }
  };
  std::vector<double> block;  // What joints warm, then temperatures.
  std::size_t done = 0;
  for (std::uint32_t i = 0; i < surface.island_count; ++i) {
    const std::span<const std::uint32_t> places = islands.places.of(i);
    const auto share_of = [&](double part) {
      return static_cast<float>(
          (static_cast<double>(done) + part * static_cast<double>(places.size())) /
          static_cast<double>(surface.places.size()));
    };
    progress(share_of(0.0));
    std::vector<std::uint32_t> warming;  // The island's sources, ascending.
    for (const std::uint32_t place : places) {
      const std::span<const std::uint32_t> here = sources.joints.of(place);
      warming.insert(warming.end(), here.begin(), here.end());
    }
    std::sort(warming.begin(), warming.end());
    warming.erase(std::unique(warming.begin(), warming.end()), warming.end());
    if (warming.size() == 1) {  // All of it, without a solution.
      for (const std::uint32_t place : places) rows.Add(place, joints[warming[0]], 1.0);
      done += places.size();
      continue;
    }
    const IslandHeat heat(surface, islands, sources, i);
    IslandSolver solver(heat.matrix(), limits, budget);
    if (auto failure = solver.Prepare()) return *std::move(failure);
    constexpr double kFactored = 0.3;  // Of an island's time.
    for (std::size_t first = 0; solver.ok() && first < warming.size(); first += kBlock) {
      progress(share_of(kFactored + (1.0 - kFactored) * static_cast<double>(first) /
                                        static_cast<double>(warming.size())));
      const std::size_t count = std::min(kBlock, warming.size() - first);
      heat.Fill(std::span(warming).subspan(first, count), block);
      if (auto failure = solver.Solve(block)) return *std::move(failure);
      if (!solver.ok()) break;
      for (std::size_t p = 0; p < places.size(); ++p) {
        for (std::size_t lane = 0; lane < count; ++lane) {
          rows.Add(places[p], joints[warming[first + lane]], block[p * kBlock + lane]);
        }
      }
      if (auto failure = CheckRoom(rows.size(), limits.weights_bytes)) return *std::move(failure);
    }
    if (!solver.ok()) {
      for (const std::uint32_t place : places) {
        take_sources(place);
        if (sources.joints.of(place).empty()) rows.Add(place, joints[warming[0]], 1.0);
      }
    }
    done += places.size();
  }
  for (std::uint32_t p = 0; p < surface.places.size(); ++p) {
    if (surface.island_of_place[p] == kNoIsland) take_sources(p);
  }
  return std::move(rows).Take();
}

}  // namespace sinew::weights
