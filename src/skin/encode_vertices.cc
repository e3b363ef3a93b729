// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <algorithm>
#include <array>
#include <utility>

#include "base/job_environment.h"
#include "math/quantize.h"
#include "math/usable.h"
#include "sinew/quantize.h"
#include "sinew/vertex_format.h"
#include "skin/vertex_bytes.h"
#include "skin/vertex_reader.h"

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

// The first of so many vertices whose value fails, as a refusal.
template <typename ValueAt, typename Rule>
VertexRefusal FirstBroken(std::size_t count, const ValueAt& value_at, Rule keeps, Error error) {
  for (std::uint32_t v = 0; v < count; ++v) {
    if (!keeps(value_at(v))) return {error, v};
  }
  return {};
}

VertexRefusal CheckInfluences(const EncodeVerticesJob& job, const VertexReader& vertices) {
  const std::uint32_t most = job.format.joints == JointForm::kUint8x4 ? 255 : 65535;
  for (std::uint32_t v = 0; v < vertices.vertex_count(); ++v) {
    const VertexReader::Vertex vertex = vertices[v];
    const std::size_t count = vertex.influence_count();
    if (count > kSlots) return {Error::kTooManyInfluences, v};
    if (count == 0 && job.format.weights == WeightForm::kUnorm8x3) {
      return {Error::kNoInfluence, v};
    }
    for (std::size_t k = 0; k < count; ++k) {
      const Influence influence = vertex.influence(k);
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
Slots SlotsOf(const VertexReader::Vertex& vertex, WeightForm form) {
  std::array<std::uint8_t, kSlots> bytes{};
  // More were refused by Check; that they are few is said once more for compilers that wonder.
  const std::size_t influence_count = std::min<std::size_t>(vertex.influence_count(), kSlots);
  std::array<Influence, kSlots> influences{};
  for (std::size_t i = 0; i < influence_count; ++i) influences[i] = vertex.influence(i);
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
  const VertexReader vertices(primitive);
  const std::uint32_t count = vertices.vertex_count();
  const std::span<const Vec2> uvs = primitive.texcoords();
  const std::span<const Vec4> colors = primitive.colors();
  const auto wants = [&](std::uint32_t flag) { return (format.flags & flag) != 0; };
  if ((wants(kVertexUv) && uvs.size() < count) || (wants(kVertexColor) && colors.size() < count)) {
    return {Error::kAttributeMissing};
  }
  if (!scalar::HoldsVertices(bytes.size(), count, VertexStride(format))) {
    return {Error::kBytesTooSmall};
  }
  VertexRefusal refusal = FirstBroken(
      count, [&](std::uint32_t v) { return vertices[v].position(); },
      [](Vec3 p) { return FitsHalf(p); }, Error::kBeyondFormat);
  if (refusal.error == Error::kNone && wants(kVertexUv)) {
    const auto uv = [&](std::uint32_t v) { return uvs[v]; };
    refusal = clamp ? FirstBroken(count, uv, IsUsableUv, Error::kValueNotFinite)
                    : FirstBroken(count, uv, IsUnorm16, Error::kBeyondFormat);
  }
  if (refusal.error == Error::kNone && wants(kVertexColor)) {
    const auto color = [&](std::uint32_t v) { return colors[v]; };
    refusal = clamp ? FirstBroken(count, color, IsUsableColor, Error::kValueNotFinite)
                    : FirstBroken(count, color, IsUnorm8, Error::kBeyondFormat);
  }
  if (refusal.error == Error::kNone && wants(kVertexNormal)) {
    refusal = FirstBroken(
        count, [&](std::uint32_t v) { return vertices[v].normal(); },
        [](Vec3 n) { return scalar::IsUsable(n); }, Error::kValueNotFinite);
  }
  if (refusal.error == Error::kNone && wants(kVertexTangent)) {
    refusal = FirstBroken(
        count, [&](std::uint32_t v) { return vertices[v].tangent(); }, IsUsableTangent,
        Error::kValueNotFinite);
  }
  if (refusal.error == Error::kNone && wants(kVertexSkinned)) {
    refusal = CheckInfluences(*this, vertices);
  }
  return refusal;
}

Error EncodeVerticesJob::Validate() const { return Check().error; }

Error EncodeVerticesJob::Run() const {
  if (const Error error = Validate(); error != Error::kNone) return error;
  const VertexLayout layout = LayoutOf(format);
  const VertexReader vertices(primitive);
  const std::uint32_t count = vertices.vertex_count();
  // One attribute of all vertices after another.
  const auto write = [&](std::uint32_t offset, const auto& value_at, auto put) {
    if (offset == VertexLayout::kAbsent) return;
    for (std::uint32_t v = 0; v < count; ++v) {
      put(value_at(v), bytes.data() + std::size_t{v} * layout.stride + offset);
    }
  };
  write(
      layout.position, [&](std::uint32_t v) { return vertices[v].position(); },
      [](Vec3 p, std::byte* to) {
        scalar::Put16(scalar::HalfOf(p.x), to);
        scalar::Put16(scalar::HalfOf(p.y), to + 2);
        scalar::Put16(scalar::HalfOf(p.z), to + 4);
        scalar::Put16(kHalfOne, to + 6);
      });
  write(
      layout.uv, [uvs = primitive.texcoords()](std::uint32_t v) { return uvs[v]; },
      [](Vec2 uv, std::byte* to) {
        scalar::Put16(scalar::UnormOf<65535>(uv.x), to);
        scalar::Put16(scalar::UnormOf<65535>(uv.y), to + 2);
      });
  write(
      layout.color, [colors = primitive.colors()](std::uint32_t v) { return colors[v]; },
      [](Vec4 c, std::byte* to) {
        scalar::Put32(scalar::UnormOf<255>(c.x) | (scalar::UnormOf<255>(c.y) << 8) |
                          (scalar::UnormOf<255>(c.z) << 16) | (scalar::UnormOf<255>(c.w) << 24),
                      to);
      });
  write(
      layout.normal, [&](std::uint32_t v) { return vertices[v].normal(); },
      [](Vec3 n, std::byte* to) { scalar::Put32(scalar::OctNormalOf(n), to); });
  write(
      layout.tangent, [&](std::uint32_t v) { return vertices[v].tangent(); },
      [](Vec4 t, std::byte* to) { scalar::Put32(scalar::OctTangentOf(t), to); });
  if (layout.joints == VertexLayout::kAbsent) return Error::kNone;
  for (std::uint32_t v = 0; v < count; ++v) {
    const Slots slots = SlotsOf(vertices[v], format.weights);
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
