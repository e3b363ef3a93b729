// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The box of skinning by dual quaternions; the derivation is docs/bounds.md. In short: let z_i be
// where entry i alone puts the vertex, stretch and all. The blend puts it at
//
//   sum of l_i z_i + E,   l_i = w_i (sum_j w_j c_ij) / n^2,   which sum to one,
//   E = sum over pairs of w_i w_j (z_i - z_j) x u_ij / n^2,
//   n^2 = 1 - 2 * sum over pairs of w_i w_j (1 - c_ij),
//
// where c_ij and |u_ij| are cosine and sine of half the angle between the two. So where no c_ij is
// negative the vertex lies within |E| of what is between the z_i.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "sinew/hooks.h"
#include "skin/bounds_job.h"

namespace sinew {
namespace dual_quaternion_bounds {

struct JointSpread {
  Box bind_box{};
  double scale = 1.0;        // Of the joint's matrix, negative where it mirrors,
  double unevenness = 0.0;   // and how far its stretch is from that, at most (Frobenius).
  bool has_rotation = true;  // Not where it is so flat that it hardly has one, or mirrors or not.
  double inflation = 0.0;
};

struct PairSpread {
  double distance = 0.0;  // Between where the two put a vertex of theirs, at most.
  double cosine = 1.0;    // Of half the angle between them, at least.
};

}  // namespace dual_quaternion_bounds

namespace {

using dual_quaternion_bounds::JointSpread;
using dual_quaternion_bounds::PairSpread;
using scalar::BoxD;

// What such skinning may be off by in float, relative to the magnitudes that it adds up.
constexpr double kRounding = 1e-5;

double Magnitude(double v) { return v < 0.0 ? -v : v; }

// The 3x3 part alone.
double Product(const Affine& a, const Affine& b) {
  double sum = 0.0;
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t c = 0; c < 3; ++c) {
      sum = sum + static_cast<double>(a.m[r][c]) * static_cast<double>(b.m[r][c]);
    }
  }
  return sum;
}

// With A = R S, S symmetric and not negative, and s^2 the mean of the squares of its values:
// A^T A = S^2, and |S^2 - s^2| = |(S - s)(S + s)| >= s |S - s|. No decomposition is needed.
void MeasureStretch(const Affine& a, JointSpread& spread) {
  const double square = Product(a, a) / 3.0;
  const double scale = std::sqrt(square);
  double uneven = 0.0;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      double entry = i == j ? -square : 0.0;
      for (std::size_t r = 0; r < 3; ++r) {
        entry = entry + static_cast<double>(a.m[r][i]) * static_cast<double>(a.m[r][j]);
      }
      uneven = uneven + entry * entry;
    }
  }
  spread.unevenness = scale > 0.0 ? std::sqrt(uneven) / scale : 0.0;
  const double determinant = static_cast<double>(Determinant(a));
  spread.scale = determinant < 0.0 ? -scale : scale;
  // One of its three values is next to nothing beside the others: which way round it is, and with
  // two of them how it is turned, is up to rounding.
  spread.has_rotation = Magnitude(determinant) > 1e-3 * (scale * scale * scale);
}

BoxD Common(const Box& a, const Box& b) {
  const BoxD p = scalar::Widen(a), q = scalar::Widen(b);
  BoxD common;
  for (std::size_t c = 0; c < 3; ++c) {
    common.min[c] = p.min[c] > q.min[c] ? p.min[c] : q.min[c];
    common.max[c] = p.max[c] < q.max[c] ? p.max[c] : q.max[c];
  }
  return common;
}

// A_i = s_i R_i + D_i with |D_i| <= unevenness, so that the product of A_i and A_j over s_i s_j is
// that of R_i and R_j, which is 4 c^2 - 1, but for what the D come to.
double LeastCosine(double product, const JointSpread& a, const JointSpread& b) {
  const double scales = a.scale * b.scale;
  if (!a.has_rotation || !b.has_rotation || !(Magnitude(scales) > 0.0)) return 0.0;
  const double off_a = a.unevenness / Magnitude(a.scale), off_b = b.unevenness / Magnitude(b.scale);
  constexpr double kRootOfThree = 1.7320508075688774;
  const double off = kRootOfThree * (off_a + off_b) + off_a * off_b + 1e-12;
  const double square = (1.0 + product / scales - off) / 4.0;
  if (!(square > 0.0)) return 0.0;
  return square < 1.0 ? std::sqrt(square) : 1.0;
}

PairSpread Measure(const Affine& a, const Affine& b, const JointSpread& of_a,
                   const JointSpread& of_b) {
  const BoxD shared = Common(of_a.bind_box, of_b.bind_box);
  scalar::AffineD difference = scalar::Widen(a);
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t c = 0; c < 4; ++c) {
      difference.m[r][c] = difference.m[r][c] - static_cast<double>(b.m[r][c]);
    }
  }
  return {.distance = scalar::Reach(scalar::Moved(difference, shared)),
          .cosine = LeastCosine(Product(a, b), of_a, of_b)};
}

// Where this pair of the first, second and third of some stands among their pairs.
std::size_t PlaceOf(std::size_t a, std::size_t b, std::size_t count) {
  return a * (2 * count - a - 1) / 2 + (b - a - 1);
}

// True where the signs that skinning chooses make all cosines of these entries positive. Each is
// positive against the entry of the largest weight. A third pair that came out negative would need
// three unit vectors with the cosines a, b and -c, which do not exist where this is positive: the
// determinant of their products would be negative.
bool SignsAgree(std::span<const std::uint32_t> places, std::span<const PairSpread> pairs,
                std::size_t count) {
  const auto cosine = [&](std::size_t a, std::size_t b) {
    return pairs[places[PlaceOf(a, b, count)]].cosine;
  };
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = i + 1; j < count; ++j) {
      for (std::size_t k = j + 1; k < count; ++k) {
        const double a = cosine(i, j), b = cosine(i, k), c = cosine(j, k);
        // A little more than one: rotations are computed in float.
        if (!(a * a + b * b + c * c + 2.0 * a * b * c > 1.00001)) return false;
      }
    }
  }
  return true;
}

// Whatever the rotations: the blended real part is at least as long as the leading weight w, so the
// l_i of the others sum to (1 - w) / w at most, and n^2 >= w^2.
double WildFactor(const SkinBoundsLayout::Together& together) {
  const double lead = static_cast<double>(together.leading_weight);
  return (1.0 - lead) / lead + static_cast<double>(together.weight_products) / (lead * lead);
}

double Inflation(const SkinBoundsLayout::Together& together, std::span<const std::uint32_t> places,
                 std::span<const PairSpread> pairs) {
  double distance = 0.0, cosine = 1.0;
  for (const std::uint32_t place : places) {
    const PairSpread& pair = pairs[place];
    distance = pair.distance > distance ? pair.distance : distance;
    cosine = pair.cosine < cosine ? pair.cosine : cosine;
  }
  double factor = WildFactor(together);
  if (SignsAgree(places, pairs, together.joint_end - together.joint_begin)) {
    const double products = static_cast<double>(together.weight_products);
    const double sine = std::sqrt(1.0 - cosine * cosine);
    const double tame = products * sine / (1.0 - 2.0 * products * (1.0 - cosine));
    factor = tame < factor ? tame : factor;
  }
  return factor * distance;
}

// Of more entries than pairs are kept of: as far apart as all their boxes are together.
double WideInflation(const SkinBoundsLayout::Together& together,
                     std::span<const std::uint32_t> joints, std::span<const Affine> palette,
                     std::span<const JointSpread> spreads) {
  BoxD all;
  for (const std::uint32_t joint : joints) {
    const BoxD bind_box = scalar::Widen(spreads[joint].bind_box);
    scalar::Add(scalar::Moved(scalar::Widen(palette[joint]), bind_box), all);
  }
  return WildFactor(together) * scalar::Diagonal(all);
}

void MeasureInflations(const SkinBoundsLayout& layout, std::span<const Affine> palette,
                       std::span<JointSpread> spreads, std::span<PairSpread> pairs) {
  for (std::size_t i = 0; i < layout.pairs.size(); ++i) {
    const auto [a, b] = layout.pairs[i];
    pairs[i] = Measure(palette[a], palette[b], spreads[a], spreads[b]);
  }
  for (const SkinBoundsLayout::Together& together : layout.together) {
    const std::size_t count = together.joint_end - together.joint_begin;
    const auto joints = std::span(layout.together_joints).subspan(together.joint_begin, count);
    const double inflation =
        together.has_pairs != 0
            ? Inflation(together,
                        std::span(layout.together_pairs)
                            .subspan(together.pair_begin, count * (count - 1) / 2),
                        pairs)
            : WideInflation(together, joints, palette, spreads);
    for (const std::uint32_t joint : joints) {
      double& kept = spreads[joint].inflation;
      kept = inflation > kept ? inflation : kept;
    }
  }
}

}  // namespace

struct BoundsScratch::Spreads : FromHooks {
  HookVector<JointSpread> joints;
  HookVector<PairSpread> pairs;  // In the order of SkinBoundsLayout::pairs.
};

BoundsScratch::BoundsScratch(const SkinBoundsView& bounds) : spreads_(std::make_unique<Spreads>()) {
  spreads_->joints.resize(bounds.joint_count());
  spreads_->pairs.resize(LayoutOfBounds(bounds.bytes()).pairs.size());
}
BoundsScratch::BoundsScratch(BoundsScratch&& other) noexcept = default;
BoundsScratch& BoundsScratch::operator=(BoundsScratch&& other) noexcept = default;
BoundsScratch::~BoundsScratch() = default;

Error DualQuaternionBoundsJob::Validate() const {
  if (scratch.spreads_->joints.size() != bounds.joint_count() ||
      scratch.spreads_->pairs.size() != LayoutOfBounds(bounds.bytes()).pairs.size()) {
    return Error::kOtherMesh;
  }
  return ValidateBounds(*this);
}

Error DualQuaternionBoundsJob::Run() const {
  if (const Error error = Validate(); error != Error::kNone) return error;
  const SkinBoundsLayout layout = LayoutOfBounds(bounds.bytes());
  const std::span<JointSpread> spreads = scratch.spreads_->joints;
  for (std::uint32_t i = 0; i < layout.joint_count; ++i) {
    JointSpread& spread = spreads[i];
    spread.bind_box =
        scalar::NarrowOutwards(scalar::MorphedBox(layout, i, morph_weights, morph_weights));
    spread.inflation = 0.0;
    MeasureStretch(palette[i], spread);
  }
  MeasureInflations(layout, palette, spreads, scratch.spreads_->pairs);

  BoxD all;
  double magnitude = 0.0;
  for (std::uint32_t i = 0; i < layout.joint_count; ++i) {
    const JointSpread& spread = spreads[i];
    if (spread.bind_box.empty()) continue;
    const BoxD bind_box = scalar::Widen(spread.bind_box);
    scalar::Add(scalar::Grown(SkinnedBox(layout, palette[i], bind_box), spread.inflation), all);
    for (const double sum :
         scalar::Magnitudes(scalar::Widen(palette[i]), scalar::ReachByAxis(bind_box))) {
      magnitude = sum > magnitude ? sum : magnitude;
    }
  }
  all = scalar::Grown(all, kRounding * magnitude);
  scalar::Add(UnskinnedBox(*this), all);
  box = scalar::NarrowOutwards(all);
  return Error::kNone;
}

}  // namespace sinew
