// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <algorithm>
#include <utility>
#include <vector>

#include "base/arithmetic.h"
#include "model/checks.h"
#include "model/influence_checks.h"
#include "model/shares.h"
#include "sinew/influences.h"

namespace sinew {
namespace model {

std::optional<Share> KeepLargest(std::vector<Share>& shares, std::size_t most) {
  if (shares.size() <= most) return std::nullopt;
  std::sort(shares.begin(), shares.end(), [](const Share& a, const Share& b) {
    return a.weight != b.weight ? a.weight > b.weight : a.joint < b.joint;
  });
  const Share dropped = shares[most];
  shares.resize(most);
  std::sort(shares.begin(), shares.end(),
            [](const Share& a, const Share& b) { return a.joint < b.joint; });
  return dropped;
}

double SumOf(const std::vector<Share>& shares) {
  double total = 0.0;
  for (const Share& share : shares) total += share.weight;
  return total;
}

}  // namespace model

namespace {

using model::Share;

// One vertex after another.
class Limiter {
 public:
  Limiter(std::uint32_t most, std::span<const std::uint32_t> locked_joints)
      : most_(most), locked_(locked_joints.begin(), locked_joints.end()) {
    std::sort(locked_.begin(), locked_.end());
  }

  void Append(std::uint32_t vertex, std::span<const Influence> influences, LimitedInfluences& out) {
    kept_.assign(influences.begin(), influences.end());
    if (kept_.size() > most_) Limit(vertex, influences, out.loss);
    out.influences.list.insert(out.influences.list.end(), kept_.begin(), kept_.end());
    out.influences.begins.push_back(static_cast<std::uint32_t>(out.influences.list.size()));
    out.loss.most_influences =
        std::max(out.loss.most_influences, static_cast<std::uint32_t>(kept_.size()));
  }

 private:
  bool IsLocked(std::uint32_t joint) const {
    return std::binary_search(locked_.begin(), locked_.end(), joint);
  }

  void Limit(std::uint32_t vertex, std::span<const Influence> influences, LimitLoss& loss) {
    free_.clear();
    for (const Influence& one : influences) {
      if (!IsLocked(one.joint)) free_.push_back({one.joint, static_cast<double>(one.weight)});
    }
    const std::size_t locked_count = influences.size() - free_.size();
    const double total = model::SumOf(free_);
    const std::optional<Share> dropped =
        model::KeepLargest(free_, most_ > locked_count ? most_ - locked_count : 1);
    if (!dropped) return;
    ++loss.limited_count;
    const auto weight = static_cast<float>(dropped->weight);
    if (weight > loss.largest_dropped) {
      loss.largest_dropped = weight;
      loss.dropped_vertex = vertex;
      loss.dropped_joint = dropped->joint;
    }
    std::erase_if(kept_, [&](const Influence& one) { return !IsLocked(one.joint); });
    const double kept = model::SumOf(free_);
    for (const Share& share : free_) {
      kept_.push_back({share.joint, static_cast<float>(share.weight / kept * total)});
    }
    std::sort(kept_.begin(), kept_.end(),
              [](const Influence& a, const Influence& b) { return a.joint < b.joint; });
  }

  const std::size_t most_;
  std::vector<std::uint32_t> locked_;
  std::vector<Influence> kept_;
  std::vector<Share> free_;
};

// Influences that keep the rules of Mesh.
LimitedInfluences Limited(const Influences& influences, std::uint32_t most,
                          std::span<const std::uint32_t> locked_joints) {
  LimitedInfluences out;
  out.influences.begins.reserve(influences.begins.size());
  out.influences.begins.push_back(0);
  Limiter limiter(most, locked_joints);
  for (std::uint32_t v = 0; v + std::size_t{1} < influences.begins.size(); ++v) {
    limiter.Append(v, influences.of(v), out);
  }
  return out;
}

}  // namespace

Result<LimitedInfluences> LimitInfluences(const Influences& influences, std::uint32_t most,
                                          std::span<const std::uint32_t> locked_joints) {
  if (most == 0) return model::Broken("/most", "found 0, expected at least 1");
  if (influences.empty()) return model::Broken("/influences", "found none to limit");
  const auto vertex_count = static_cast<std::uint32_t>(influences.begins.size() - 1);
  if (auto failure = model::CheckInfluences(influences, vertex_count, "/influences")) {
    return *std::move(failure);
  }
  return Limited(influences, most, locked_joints);
}

Result<LimitedModel> LimitInfluences(Model&& whole, std::uint32_t most) {
  if (most == 0) return model::Broken("/most", "found 0, expected at least 1");
  Model::Parts parts = std::move(whole).TakeParts();
  LimitedModel limited;
  LimitLoss& all = limited.loss;
  for (std::uint32_t m = 0; m < parts.meshes.size(); ++m) {
    Mesh::Parts mesh = std::move(parts.meshes[m]).TakeParts();
    for (std::uint32_t p = 0; p < mesh.primitives.size(); ++p) {
      Primitive& primitive = mesh.primitives[p];
      if (primitive.influences.empty()) continue;
      LimitedInfluences made = Limited(primitive.influences, most, {});
      all.limited_count += made.loss.limited_count;
      all.most_influences = std::max(all.most_influences, made.loss.most_influences);
      if (made.loss.largest_dropped > all.largest_dropped) {
        all.largest_dropped = made.loss.largest_dropped;
        all.dropped_vertex = made.loss.dropped_vertex;
        all.dropped_joint = made.loss.dropped_joint;
        limited.dropped_mesh = m;
        limited.dropped_primitive = p;
      }
      if (made.loss.limited_count > 0) primitive.influences = std::move(made.influences);
    }
    Result<Mesh> again = Mesh::Create(std::move(mesh));
    if (!again.ok()) return again.failure();
    parts.meshes[m] = std::move(again).value();
  }
  Result<Model> again = Model::Create(std::move(parts));
  if (!again.ok()) return again.failure();
  limited.model = std::move(again).value();
  return limited;
}

}  // namespace sinew
