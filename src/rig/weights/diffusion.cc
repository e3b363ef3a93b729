// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "rig/weights/diffusion.h"

#include <Eigen/SparseCholesky>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "base/arithmetic.h"

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

constexpr std::size_t kBlock = 8;  // Joints solved for at once.

using Matrix = Eigen::SparseMatrix<double, Eigen::ColMajor, int>;
// The matrix comes in the order in which it is to be eliminated.
using Solver = Eigen::SimplicialLDLT<Matrix, Eigen::Upper, Eigen::NaturalOrdering<int>>;

// How many entries the factor of a symmetric matrix (its upper half) will have below its diagonal,
// or `most` and one where it is more. By the elimination tree, row by row, without any memory for
// the entries.
std::uint64_t FactorEntries(const Matrix& upper, std::uint64_t most) {
  const auto size = static_cast<std::size_t>(upper.cols());
  constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  std::vector<std::size_t> parent(size, kNone), seen(size, kNone);
  std::uint64_t count = 0;
  for (std::size_t k = 0; k < size; ++k) {
    seen[k] = k;
    for (Matrix::InnerIterator entry(upper, static_cast<Eigen::Index>(k)); entry; ++entry) {
      for (auto i = static_cast<std::size_t>(entry.row()); seen[i] != k; i = parent[i]) {
        if (++count > most) return count;
        seen[i] = k;
        if (parent[i] == kNone) parent[i] = k;
      }
    }
  }
  return count;
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
             std::uint32_t island, std::uint64_t max_bytes)
      : sources_(sources),
        places_(islands.places.of(island)),
        warmth_(places_.size(), 0.0),
        count_(places_.size()) {
    std::vector<Conducting> edges = Edges(surface, islands, island);
    Warm();
    Factor(edges, max_bytes);
  }

  // The factor would take more than was allowed.
  bool too_large() const { return too_large_; }
  // False: not even the clamped matrix could be factored. Nothing known leads there.
  bool ok() const { return solver_.info() == Eigen::Success; }

  // The temperatures that up to kBlock joints (indices of the sources) give, kBlock numbers a
  // place.
  void Solve(std::span<const std::uint32_t> joints, std::vector<double>& temperatures) {
    work_.assign(count_ * kBlock, 0.0);
    for (std::size_t i = 0; i < count_; ++i) {
      for (const std::uint32_t source : sources_.joints.of(places_[i])) {
        const auto found = std::lower_bound(joints.begin(), joints.end(), source);
        if (found == joints.end() || *found != source) continue;
        work_[order_[i] * kBlock + static_cast<std::size_t>(found - joints.begin())] = warmth_[i];
      }
    }
    Substitute();
    temperatures.resize(count_ * kBlock);
    for (std::size_t i = 0; i < count_; ++i) {
      for (std::size_t lane = 0; lane < kBlock; ++lane) {
        temperatures[i * kBlock + lane] = work_[order_[i] * kBlock + lane];
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

  // From areas to what one joint's heat comes to at each place.
  void Warm() {
    double area = 0.0;
    for (const double one : warmth_) area += one;
    const double least = area > 0.0 ? kLeastArea * area / static_cast<double>(count_) : 1.0;
    double total = 0.0;
    for (std::size_t i = 0; i < count_; ++i) {
      const std::size_t source_count = sources_.joints.of(places_[i]).size();
      warmth_[i] =
          source_count == 0 ? 0.0 : std::max(warmth_[i], least) * sources_.strength[places_[i]];
      total += warmth_[i] * static_cast<double>(source_count);
    }
    if (!(total < kLeastHeat) || !(total > 0.0)) return;
    for (double& one : warmth_) one *= kLeastHeat / total;
  }

  // The lower half, column by column: edges are sorted that way.
  void Factor(const std::vector<Conducting>& edges, std::uint64_t max_bytes) {
    std::vector<double> diagonal(count_);
    for (std::size_t i = 0; i < count_; ++i) {
      diagonal[i] = warmth_[i] * static_cast<double>(sources_.joints.of(places_[i]).size());
    }
    for (const Conducting& edge : edges) {
      diagonal[edge.low] += edge.half_cotangent;
      diagonal[edge.high] += edge.half_cotangent;
    }
    const auto size = static_cast<Eigen::Index>(count_);
    Matrix matrix(size, size);
    matrix.resizeNonZeros(static_cast<Eigen::Index>(count_ + edges.size()));
    std::size_t next = 0, edge = 0;
    for (std::size_t column = 0; column < count_; ++column) {
      matrix.outerIndexPtr()[column] = static_cast<int>(next);
      matrix.innerIndexPtr()[next] = static_cast<int>(column);
      matrix.valuePtr()[next++] = diagonal[column];
      for (; edge < edges.size() && edges[edge].low == column; ++edge) {
        matrix.innerIndexPtr()[next] = static_cast<int>(edges[edge].high);
        matrix.valuePtr()[next++] = -edges[edge].half_cotangent;
      }
    }
    matrix.outerIndexPtr()[count_] = static_cast<int>(next);
    Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> place_of_step;
    Eigen::AMDOrdering<int>()(matrix.selfadjointView<Eigen::Lower>(), place_of_step);
    const Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> step_of_place(
        place_of_step.inverse());
    order_.resize(count_);
    for (std::size_t i = 0; i < count_; ++i) {
      order_[i] = static_cast<std::size_t>(step_of_place.indices()[static_cast<Eigen::Index>(i)]);
    }
    Matrix upper(size, size);
    upper.selfadjointView<Eigen::Upper>() =
        matrix.selfadjointView<Eigen::Lower>().twistedBy(step_of_place);
    constexpr std::uint64_t kEntryBytes = sizeof(double) + sizeof(int);
    constexpr std::uint64_t kMostEntries = std::numeric_limits<int>::max() / 2;
    const std::uint64_t most = std::min(max_bytes / kEntryBytes, kMostEntries);
    too_large_ = FactorEntries(upper, most) > most;
    if (!too_large_) solver_.compute(upper);
  }

  // L D L^T x = b for kBlock right sides at once: the factor is read once for all of them.
  void Substitute() {
    const Matrix& factor = solver_.matrixL().nestedExpression();
    const auto& pivots = solver_.vectorD();
    const auto size = static_cast<Eigen::Index>(count_);
    const auto row = [&](Eigen::Index i) {
      return work_.data() + static_cast<std::size_t>(i) * kBlock;
    };
    for (Eigen::Index column = 0; column < size; ++column) {
      std::array<double, kBlock> known;
      std::copy_n(row(column), kBlock, known.begin());
      for (Matrix::InnerIterator entry(factor, column); entry; ++entry) {
        double* const below = row(entry.row());
        for (std::size_t lane = 0; lane < kBlock; ++lane)
          below[lane] -= entry.value() * known[lane];
      }
    }
    for (Eigen::Index column = size; column-- > 0;) {
      std::array<double, kBlock> sum;
      for (std::size_t lane = 0; lane < kBlock; ++lane) {
        sum[lane] = row(column)[lane] / pivots[column];
      }
      for (Matrix::InnerIterator entry(factor, column); entry; ++entry) {
        const double* const below = row(entry.row());
        for (std::size_t lane = 0; lane < kBlock; ++lane) sum[lane] -= entry.value() * below[lane];
      }
      std::copy_n(sum.begin(), kBlock, row(column));
    }
  }

  const HeatSources& sources_;
  std::span<const std::uint32_t> places_;
  std::vector<double> warmth_;  // Area times strength.
  std::size_t count_;
  Solver solver_;
  bool too_large_ = false;
  std::vector<std::size_t> order_;  // Where each place stands in the factor.
  std::vector<double> work_;
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
                        const SpreadLimits& limits, const std::function<void(float)>& progress) {
  const Islands islands = SplitIslands(surface);
  RowCollector rows(surface.places.size(), fading);
  const auto take_sources = [&](std::uint32_t place) {
    const std::span<const std::uint32_t> here = sources.joints.of(place);
    for (const std::uint32_t source : here) {
      rows.Add(place, joints[source], 1.0 / static_cast<double>(here.size()));
    }
  };
  std::vector<double> temperatures;
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
    IslandHeat heat(surface, islands, sources, i, limits.solver_bytes);
    if (heat.too_large()) {
      return Failure{FailureCode::kLimit, "/triangles",
                     "found an island of " + std::to_string(places.size()) +
                         " places whose solution takes more memory than max_solver_bytes, " +
                         std::to_string(limits.solver_bytes) + ", allows"};
    }
    if (!heat.ok()) {
      for (const std::uint32_t place : places) {
        take_sources(place);
        if (sources.joints.of(place).empty()) rows.Add(place, joints[warming[0]], 1.0);
      }
      done += places.size();
      continue;
    }
    constexpr double kFactored = 0.3;  // Of an island's time.
    for (std::size_t first = 0; first < warming.size(); first += kBlock) {
      progress(share_of(kFactored + (1.0 - kFactored) * static_cast<double>(first) /
                                        static_cast<double>(warming.size())));
      const std::size_t count = std::min(kBlock, warming.size() - first);
      heat.Solve(std::span(warming).subspan(first, count), temperatures);
      for (std::size_t p = 0; p < places.size(); ++p) {
        for (std::size_t lane = 0; lane < count; ++lane) {
          rows.Add(places[p], joints[warming[first + lane]], temperatures[p * kBlock + lane]);
        }
      }
      if (auto failure = CheckRoom(rows.size(), limits.weights_bytes)) return *std::move(failure);
    }
    done += places.size();
  }
  for (std::uint32_t p = 0; p < surface.places.size(); ++p) {
    if (surface.island_of_place[p] == kNoIsland) take_sources(p);
  }
  return std::move(rows).Take();
}

}  // namespace sinew::weights
