// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// One track at one time: the three interpolations of glTF (C78, L13, L14).
//
// A key that is hit exactly gives its value, rotations made unit; nothing else is computed. So the
// interpolated forms are only ever used strictly between two keys.
#include <algorithm>
#include <array>
#include <cstddef>

#include "base/arithmetic.h"
#include "math/quat.h"
#include "sinew/assertion.h"
#include "sinew/sampling.h"

namespace sinew {
namespace {

// The largest float below one.
constexpr float kJustBelowOne = 0x1.fffffep-1f;

// A CUBICSPLINE key: in-tangent, value, out-tangent, `width` floats each.
struct CubicKey {
  std::span<const float> in_tangent, value, out_tangent;
};

CubicKey CubicKeyAt(const Track& track, std::size_t key) {
  const std::size_t width = track.width;
  const std::span<const float> all = track.values.subspan(key * 3 * width, 3 * width);
  return {all.subspan(0, width), all.subspan(width, width), all.subspan(2 * width, width)};
}

std::span<const float> ValueAt(const Track& track, std::size_t key) {
  if (track.interpolation == Interpolation::kCubicSpline) return CubicKeyAt(track, key).value;
  return track.values.subspan(key * track.width, track.width);
}

Quat QuatFrom(std::span<const float> v) { return {v[0], v[1], v[2], v[3]}; }

void Store(Quat q, std::span<float> value) {
  value[0] = q.x;
  value[1] = q.y;
  value[2] = q.z;
  value[3] = q.w;
}

// The value of a key. Rotation keys need not be quite unit in a file, so they are made unit here.
void CopyKey(const Track& track, std::size_t key, std::span<float> value) {
  const std::span<const float> source = ValueAt(track, key);
  if (track.property == Property::kRotation) {
    Store(Normalize(QuatFrom(source)), value);
  } else {
    std::copy(source.begin(), source.end(), value.begin());
  }
}

// a + (b - a) * t rather than a * (1 - t) + b * t: between equal keys it gives exactly their value.
// At t = 1 it could be off by a rounding, but t = 1 is the next key, which is copied.
void Linear(const Track& track, const KeyInterval& at, std::span<float> value) {
  const std::span<const float> a = ValueAt(track, at.a);
  const std::span<const float> b = ValueAt(track, at.b);
  if (track.property == Property::kRotation) {
    Store(scalar::Slerp(QuatFrom(a), QuatFrom(b), at.blend), value);
    return;
  }
  for (std::size_t i = 0; i < value.size(); ++i) value[i] = a[i] + (b[i] - a[i]) * at.blend;
}

// Hermite's four weights, for the two values and for the two tangents in units a second.
struct HermiteWeights {
  double value_a, tangent_a, value_b, tangent_b;
};

HermiteWeights HermiteAt(double t, double segment_s) {
  const double t2 = t * t;
  const double t3 = t2 * t;
  return {.value_a = 2.0 * t3 - 3.0 * t2 + 1.0,
          .tangent_a = segment_s * (t3 - 2.0 * t2 + t),
          .value_b = 3.0 * t2 - 2.0 * t3,
          .tangent_b = segment_s * (t3 - t2)};
}

// In double, each component rounded once.
void CubicSpline(const Track& track, const KeyInterval& at, std::span<float> value) {
  const CubicKey a = CubicKeyAt(track, at.a);
  const CubicKey b = CubicKeyAt(track, at.b);
  const double segment_s =
      static_cast<double>(track.times[at.b]) - static_cast<double>(track.times[at.a]);
  const HermiteWeights w = HermiteAt(at.blend, segment_s);
  const auto component = [&](std::size_t i) {
    return w.value_a * a.value[i] + w.tangent_a * a.out_tangent[i] + w.value_b * b.value[i] +
           w.tangent_b * b.in_tangent[i];
  };
  if (track.property == Property::kRotation) {
    const Quat nearer_key = Normalize(QuatFrom(at.blend < 0.5f ? a.value : b.value));
    Store(scalar::UnitOr({component(0), component(1), component(2), component(3)}, nearer_key),
          value);
    return;
  }
  for (std::size_t i = 0; i < value.size(); ++i) value[i] = static_cast<float>(component(i));
}

}  // namespace

KeyInterval FindKeys(std::span<const float> times_s, double time_s) {
  SINEW_ASSERT(!times_s.empty());
  const auto last = static_cast<std::uint32_t>(times_s.size() - 1);
  if (!(time_s > times_s.front())) return {0, 0, 0.0f};
  if (time_s >= times_s.back()) return {last, last, 0.0f};

  // times[a] <= time < times[b] all along, until they are neighbours.
  std::uint32_t a = 0;
  std::uint32_t b = last;
  while (b - a > 1) {
    const std::uint32_t middle = a + (b - a) / 2;
    if (time_s < times_s[middle]) {
      b = middle;
    } else {
      a = middle;
    }
  }
  const double begin_s = times_s[a];
  const double end_s = times_s[b];
  const auto blend = static_cast<float>((time_s - begin_s) / (end_s - begin_s));
  return {a, b, blend < 1.0f ? blend : kJustBelowOne};
}

void SampleTrack(const Track& track, double time_s, std::span<float> value) {
  SINEW_ASSERT(value.size() >= track.width);
  SINEW_ASSERT(track.property != Property::kRotation || track.width == 4);
  value = value.first(track.width);
  const KeyInterval at = FindKeys(track.times, time_s);
  if (at.blend == 0.0f) return CopyKey(track, at.a, value);
  switch (track.interpolation) {
    case Interpolation::kStep:
      return CopyKey(track, at.a, value);
    case Interpolation::kLinear:
      return Linear(track, at, value);
    case Interpolation::kCubicSpline:
      return CubicSpline(track, at, value);
  }
}

}  // namespace sinew
