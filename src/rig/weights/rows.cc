// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "rig/weights/rows.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "base/arithmetic.h"

namespace sinew::weights {
namespace {

// Below this a weight is dust: it moves a vertex of a kilometre's size by a tenth of a millimetre.
constexpr double kDust = 1e-7;

double TotalOf(std::span<const Share> row) {
  double total = 0.0;
  for (const Share& share : row) total += share.weight;
  return total;
}

Failure TooMany(std::uint64_t count, std::uint64_t max_bytes) {
  return {FailureCode::kLimit, "/positions",
          "found vertices that take more than " + std::to_string(count) +
              " weights: more memory than max_weights_bytes, " + std::to_string(max_bytes) +
              ", allows"};
}

// The shares of one vertex that its locked joints leave to the others.
class Finisher {
 public:
  Finisher(const Finishing& finishing, WeightsReport& report, Influences& out)
      : finishing_(finishing), report_(report), out_(out) {}

  void Finish(std::uint32_t vertex, const Rows& rows, std::uint32_t index) {
    kept_.clear();
    double room = 1.0;
    if (finishing_.before != nullptr) {
      for (const Influence& influence : finishing_.before->of(vertex)) {
        if (!finishing_.locked[influence.joint]) continue;
        kept_.push_back(influence);
        room -= static_cast<double>(influence.weight);
      }
    }
    const std::size_t locked_count = kept_.size();
    if (room > kDust || locked_count == 0) TakeFree(rows, index, room, locked_count);
    std::sort(kept_.begin(), kept_.end(),
              [](const Influence& a, const Influence& b) { return a.joint < b.joint; });
    out_.list.insert(out_.list.end(), kept_.begin(), kept_.end());
    out_.begins.push_back(static_cast<std::uint32_t>(out_.list.size()));
    report_.most_influences =
        std::max(report_.most_influences, static_cast<std::uint32_t>(kept_.size()));
    report_.unweighted_count += kept_.empty() ? 1 : 0;
  }

 private:
  void TakeFree(const Rows& rows, std::uint32_t index, double room, std::size_t locked_count) {
    const std::span<const Share> row = rows.of(index);
    free_.assign(row.begin(), row.end());
    std::erase_if(free_, [&](const Share& share) {
      return !(share.weight > 0.0) || finishing_.locked[share.joint];
    });
    if (finishing_.most > 0) {
      const std::span<const double> totals = finishing_.totals;
      Limit(locked_count, totals.empty() ? model::SumOf(free_) : totals[index], room);
    }
    const double total = model::SumOf(free_);
    for (const Share& share : free_) {
      const auto weight = static_cast<float>(share.weight / total * room);
      if (weight > 0.0f) kept_.push_back({share.joint, weight});
    }
  }

  void Limit(std::size_t locked_count, double total, double room) {
    const std::size_t most = std::max<std::size_t>(
        1, finishing_.most - std::min<std::size_t>(locked_count, finishing_.most));
    const std::optional<Share> dropped = model::KeepLargest(free_, most);
    if (!dropped) return;
    report_.largest_dropped =
        std::max(report_.largest_dropped, static_cast<float>(dropped->weight / total * room));
    ++report_.limited_count;
  }

  const Finishing& finishing_;
  WeightsReport& report_;
  Influences& out_;
  std::vector<Influence> kept_;
  std::vector<Share> free_;
};

}  // namespace

void RowSum::Add(std::uint32_t joint, double weight) {
  if (!used_[joint]) joints_.push_back(joint);
  used_[joint] = true;
  sums_[joint] += weight;
}

void RowSum::Add(std::span<const Share> row, double times) {
  for (const Share& share : row) Add(share.joint, share.weight * times);
}

void RowSum::TakeInto(Rows& rows, double scale) {
  std::sort(joints_.begin(), joints_.end());
  for (const std::uint32_t joint : joints_) {
    if (sums_[joint] != 0.0) rows.shares.push_back({joint, sums_[joint] * scale});
    sums_[joint] = 0.0;
    used_[joint] = false;
  }
  joints_.clear();
  rows.EndRow();
}

std::optional<Failure> CheckRoom(std::size_t share_count, std::uint64_t max_bytes) {
  const std::uint64_t most = max_bytes / sizeof(Share);
  if (share_count <= most) return std::nullopt;
  return TooMany(most, max_bytes);
}

Rows RowsOfPlaces(const Surface& surface, const Influences& influences,
                  const std::vector<bool>& locked) {
  const auto vertex_count = static_cast<std::uint32_t>(surface.place_of_vertex.size());
  std::vector<std::uint32_t> order(vertex_count), begins(surface.places.size() + 1, 0);
  for (const std::uint32_t place : surface.place_of_vertex) ++begins[place + std::size_t{1}];
  for (std::size_t p = 1; p < begins.size(); ++p) begins[p] += begins[p - 1];
  std::vector<std::uint32_t> next(begins.begin(), begins.end() - 1);
  for (std::uint32_t v = 0; v < vertex_count; ++v) order[next[surface.place_of_vertex[v]]++] = v;

  Rows rows;
  rows.begins.reserve(begins.size());
  std::vector<Influence> here;
  for (std::size_t p = 0; p < surface.places.size(); ++p) {
    here.clear();
    for (std::uint32_t i = begins[p]; i < begins[p + 1]; ++i) {
      for (const Influence& one : influences.of(order[i])) {
        if (!locked[one.joint]) here.push_back(one);
      }
    }
    std::sort(here.begin(), here.end(), [](const Influence& a, const Influence& b) {
      return a.joint != b.joint ? a.joint < b.joint : a.weight < b.weight;
    });
    const double scale = 1.0 / static_cast<double>(begins[p + 1] - begins[p]);
    for (std::size_t i = 0; i < here.size();) {
      const std::uint32_t joint = here[i].joint;
      double sum = 0.0;
      for (; i < here.size() && here[i].joint == joint; ++i) {
        sum += static_cast<double>(here[i].weight);
      }
      rows.shares.push_back({joint, sum * scale});
    }
    rows.EndRow();
  }
  return rows;
}

Rows NormalRows(Rows rows) {
  for (std::uint32_t r = 0; r < rows.count(); ++r) {
    const double total = TotalOf(rows.of(r));
    for (std::size_t s = rows.begins[r]; s < rows.begins[r + 1]; ++s) {
      rows.shares[s].weight /= total;
    }
  }
  return rows;
}

Result<Rows> SmoothRows(Rows rows, const Lists& neighbours, std::uint32_t joint_count,
                        std::uint32_t iterations, std::uint64_t max_bytes) {
  RowSum sum(joint_count);
  for (std::uint32_t i = 0; i < iterations; ++i) {
    Rows smoother;
    smoother.begins.reserve(rows.begins.size());
    smoother.shares.reserve(rows.shares.size());
    for (std::uint32_t p = 0; p < rows.count(); ++p) {
      const std::span<const std::uint32_t> beside = neighbours.of(p);
      sum.Add(rows.of(p), beside.empty() ? 1.0 : 0.5);
      for (const std::uint32_t other : beside) {
        sum.Add(rows.of(other), 0.5 / static_cast<double>(beside.size()));
      }
      sum.TakeInto(smoother, 1.0);
      if (auto failure = CheckRoom(smoother.shares.size(), max_bytes)) return *std::move(failure);
    }
    // What fell below dust would only make rows longer with every round.
    std::size_t next = 0, begin = 0;
    for (std::uint32_t p = 0; p < smoother.count(); ++p) {
      const std::size_t end = smoother.begins[p + 1];
      for (std::size_t s = begin; s < end; ++s) {
        if (smoother.shares[s].weight > kDust) smoother.shares[next++] = smoother.shares[s];
      }
      begin = end;
      smoother.begins[p + 1] = next;
    }
    smoother.shares.resize(next);
    rows = std::move(smoother);
  }
  return rows;
}

Result<Influences> FinishRows(const Rows& rows, std::span<const std::uint32_t> row_of_vertex,
                              const Finishing& finishing, WeightsReport& report) {
  const std::uint64_t most = std::min<std::uint64_t>(finishing.max_bytes / sizeof(Share),
                                                     std::numeric_limits<std::uint32_t>::max());
  Influences influences;
  const std::size_t count = row_of_vertex.empty() ? rows.count() : row_of_vertex.size();
  influences.begins.reserve(count + 1);
  influences.begins.push_back(0);
  Finisher finisher(finishing, report, influences);
  for (std::uint32_t v = 0; v < count; ++v) {
    finisher.Finish(v, rows, row_of_vertex.empty() ? v : row_of_vertex[v]);
    if (influences.list.size() > most) return TooMany(most, finishing.max_bytes);
  }
  return influences;
}

void MeasureJump(std::span<const std::uint32_t> triangles, const Influences& influences,
                 WeightsReport& report) {
  const auto consider = [&](std::uint32_t a, std::uint32_t b, std::uint32_t joint, float jump) {
    if (jump <= report.largest_jump) return;
    report.largest_jump = jump;
    report.jump_vertex = a;
    report.jump_neighbour = b;
    report.jump_joint = joint;
  };
  for (std::size_t i = 0; i + 2 < triangles.size(); i += 3) {
    for (std::size_t c = 0; c < 3; ++c) {
      const std::uint32_t a = triangles[i + c], b = triangles[i + (c + 1) % 3];
      const std::span<const Influence> of_a = influences.of(a), of_b = influences.of(b);
      std::size_t next = 0;
      for (const Influence& one : of_a) {
        for (; next < of_b.size() && of_b[next].joint < one.joint; ++next) {
          consider(a, b, of_b[next].joint, of_b[next].weight);
        }
        const bool both = next < of_b.size() && of_b[next].joint == one.joint;
        const float other = both ? of_b[next].weight : 0.0f;
        consider(a, b, one.joint, std::abs(one.weight - other));
        if (both) ++next;
      }
      for (; next < of_b.size(); ++next) consider(a, b, of_b[next].joint, of_b[next].weight);
    }
  }
}

}  // namespace sinew::weights
