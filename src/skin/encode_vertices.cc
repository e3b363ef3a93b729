// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "base/job_environment.h"
#include "math/quantize.h"
#include "math/usable.h"
#include "sinew/quantize.h"
#include "sinew/vertex_format.h"
#include "skin/vertex_bytes.h"

namespace sinew {
namespace {

constexpr std::size_t kSlots = 4;
constexpr std::uint32_t kHalfOne = 0x3C00;

bool FitsHalf(float v) { return v > -kHalfEnd && v < kHalfEnd; }
bool FitsHalf(Vec3 p) { return FitsHalf(p.x) && FitsHalf(p.y) && FitsHalf(p.z); }

bool IsUnorm16(Vec2 uv) { return scalar::IsUnorm<65535>(uv.x) && scalar::IsUnorm<65535>(uv.y); }
bool IsUnorm8(Vec4 c) {
  return scalar::IsUnorm<255>(c.x) && scalar::IsUnorm<255>(c.y) && scalar::IsUnorm<255>(c.z) &&
         scalar::IsUnorm<255>(c.w);
}
bool IsUsableUv(Vec2 uv) { return scalar::IsUsable(uv.x) && scalar::IsUsable(uv.y); }
bool IsUsableColor(Vec4 c) {
  return scalar::IsUsable(c.x) && scalar::IsUsable(c.y) && scalar::IsUsable(c.z) &&
         scalar::IsUsable(c.w);
}
bool IsUsableTangent(Vec4 t) { return scalar::IsUsable(Vec3{t.x, t.y, t.z}); }

// The first value that fails, as a refusal.
template <typename T, typename Rule>
VertexRefusal FirstBroken(const std::vector<T>& values, Rule keeps, Error error) {
  const auto found = std::find_if_not(values.begin(), values.end(), keeps);
  if (found == values.end()) return {};
  return {error, static_cast<std::uint32_t>(found - values.begin())};
}

VertexRefusal CheckInfluences(const EncodeVerticesJob& job) {
  const std::uint32_t most = job.format.joints == JointForm::kUint8x4 ? 255 : 65535;
  for (std::uint32_t v = 0; v < job.primitive.vertex_count(); ++v) {
    const std::span<const Influence> of_vertex = job.primitive.influences.of(v);
    if (of_vertex.size() > kSlots) return {Error::kTooManyInfluences, v};
    if (of_vertex.empty() && job.format.weights == WeightForm::kUnorm8x3) {
      return {Error::kNoInfluence, v};
    }
    for (const Influence& influence : of_vertex) {
      if (influence.joint > most) return {Error::kJointBeyondFormat, v};
      if (!(influence.weight >= 0.0f && scalar::IsUsable(influence.weight))) {
        return {Error::kValueNotFinite, v};
      }
    }
  }
  return {};
}

// One vertex's influences as slots of joints and bytes.
struct Slots {
  std::array<std::uint32_t, kSlots> joints{};
  std::array<std::uint8_t, kSlots> weights{};
};

// Bytes of all, and of those that are not zero the slots.
Slots SlotsOf(std::span<const Influence> influences, WeightForm form) {
  std::array<std::uint8_t, kSlots> bytes{};
  // More were refused by Check; that they are few is said once more for compilers that wonder.
  const std::size_t influence_count = std::min<std::size_t>(influences.size(), kSlots);
  scalar::Unorm8WeightsOf(
      influence_count, [&](std::size_t i) { return influences[i].weight; }, bytes.data());
  Slots slots;
  std::size_t count = 0;
  for (std::size_t i = 0; i < influence_count; ++i) {
    if (bytes[i] == 0) continue;
    slots.joints[count] = influences[i].joint;
    slots.weights[count++] = bytes[i];
  }
  if (form == WeightForm::kUnorm8x3) {
    // Insertion: stable, so that equals stay in ascending joint.
    for (std::size_t i = 1; i < count; ++i) {
      for (std::size_t k = i; k > 0 && slots.weights[k] > slots.weights[k - 1]; --k) {
        std::swap(slots.joints[k], slots.joints[k - 1]);
        std::swap(slots.weights[k], slots.weights[k - 1]);
      }
    }
    slots.weights[kSlots - 1] = 0;  // Implied.
  }
  return slots;
}

}  // namespace

VertexRefusal EncodeVerticesJob::Check() const {
  if (!JobsMayCompute()) return {Error::kFloatEnvironment};
  if (!scalar::IsFormat(format)) return {Error::kOptionOutOfRange};
  if ((format.flags & ~FormatOf(primitive).flags) != 0) return {Error::kAttributeMissing};
  if (!scalar::HoldsVertices(bytes.size(), primitive.vertex_count(), VertexStride(format))) {
    return {Error::kBytesTooSmall};
  }
  const auto wants = [&](std::uint32_t flag) { return (format.flags & flag) != 0; };
  VertexRefusal refusal =
      FirstBroken(primitive.positions, [](Vec3 p) { return FitsHalf(p); }, Error::kBeyondFormat);
  if (refusal.error == Error::kNone && wants(kVertexUv)) {
    refusal = clamp ? FirstBroken(primitive.texcoords[0], IsUsableUv, Error::kValueNotFinite)
                    : FirstBroken(primitive.texcoords[0], IsUnorm16, Error::kBeyondFormat);
  }
  if (refusal.error == Error::kNone && wants(kVertexColor)) {
    refusal = clamp ? FirstBroken(primitive.colors[0], IsUsableColor, Error::kValueNotFinite)
                    : FirstBroken(primitive.colors[0], IsUnorm8, Error::kBeyondFormat);
  }
  if (refusal.error == Error::kNone && wants(kVertexNormal)) {
    refusal = FirstBroken(
        primitive.normals, [](Vec3 n) { return scalar::IsUsable(n); }, Error::kValueNotFinite);
  }
  if (refusal.error == Error::kNone && wants(kVertexTangent)) {
    refusal = FirstBroken(primitive.tangents, IsUsableTangent, Error::kValueNotFinite);
  }
  if (refusal.error == Error::kNone && wants(kVertexSkinned)) refusal = CheckInfluences(*this);
  return refusal;
}

Error EncodeVerticesJob::Validate() const { return Check().error; }

Error EncodeVerticesJob::Run() const {
  if (const Error error = Validate(); error != Error::kNone) return error;
  const VertexLayout layout = LayoutOf(format);
  // One attribute of all vertices after another.
  const auto write = [&](std::uint32_t offset, const auto& values, auto put) {
    if (offset == VertexLayout::kAbsent) return;
    for (std::size_t v = 0; v < values.size(); ++v) {
      put(values[v], bytes.data() + v * layout.stride + offset);
    }
  };
  write(layout.position, primitive.positions, [](Vec3 p, std::byte* to) {
    scalar::Put16(scalar::HalfOf(p.x), to);
    scalar::Put16(scalar::HalfOf(p.y), to + 2);
    scalar::Put16(scalar::HalfOf(p.z), to + 4);
    scalar::Put16(kHalfOne, to + 6);
  });
  if (layout.uv != VertexLayout::kAbsent) {
    write(layout.uv, primitive.texcoords[0], [](Vec2 uv, std::byte* to) {
      scalar::Put16(scalar::UnormOf<65535>(uv.x), to);
      scalar::Put16(scalar::UnormOf<65535>(uv.y), to + 2);
    });
  }
  if (layout.color != VertexLayout::kAbsent) {
    write(layout.color, primitive.colors[0], [](Vec4 c, std::byte* to) {
      scalar::Put32(scalar::UnormOf<255>(c.x) | (scalar::UnormOf<255>(c.y) << 8) |
                        (scalar::UnormOf<255>(c.z) << 16) | (scalar::UnormOf<255>(c.w) << 24),
                    to);
    });
  }
  write(layout.normal, primitive.normals,
        [](Vec3 n, std::byte* to) { scalar::Put32(scalar::OctNormalOf(n), to); });
  write(layout.tangent, primitive.tangents,
        [](Vec4 t, std::byte* to) { scalar::Put32(scalar::OctTangentOf(t), to); });
  if (layout.joints == VertexLayout::kAbsent) return Error::kNone;
  for (std::uint32_t v = 0; v < primitive.vertex_count(); ++v) {
    const Slots slots = SlotsOf(primitive.influences.of(v), format.weights);
    std::byte* const vertex = bytes.data() + std::size_t{v} * layout.stride;
    for (std::size_t k = 0; k < kSlots; ++k) {
      if (format.joints == JointForm::kUint16x4) {
        scalar::Put16(slots.joints[k], vertex + layout.joints + 2 * k);
      } else {
        vertex[layout.joints + k] = static_cast<std::byte>(slots.joints[k]);
      }
      vertex[layout.weights + k] = static_cast<std::byte>(slots.weights[k]);
    }
  }
  return Error::kNone;
}

Error EncodeIndicesJob::Validate() const {
  if (out.size() < indices.size()) return Error::kBytesTooSmall;
  const bool fit = std::all_of(indices.begin(), indices.end(),
                               [](std::uint32_t index) { return index <= 65535; });
  return fit ? Error::kNone : Error::kBeyondFormat;
}

Error EncodeIndicesJob::Run() const {
  if (const Error error = Validate(); error != Error::kNone) return error;
  std::transform(indices.begin(), indices.end(), out.begin(),
                 [](std::uint32_t index) { return static_cast<std::uint16_t>(index); });
  return Error::kNone;
}

}  // namespace sinew
