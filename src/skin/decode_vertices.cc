// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <algorithm>
#include <array>

#include "base/job_environment.h"
#include "math/quantize.h"
#include "math/usable.h"
#include "sinew/vertex_format.h"
#include "skin/vertex_bytes.h"

namespace sinew {
namespace {

Vec3 PositionAt(const std::byte* from) {
  const auto half = [&](std::size_t k) {
    return scalar::FloatOfHalf(static_cast<std::uint16_t>(scalar::Get16(from + 2 * k)));
  };
  return {half(0), half(1), half(2)};
}

// A joint and its byte, or several bytes of slots that name it.
struct Slot {
  std::uint32_t joint = 0, weight = 0;
};

VertexInfluences InfluencesAt(const std::byte* joints, const std::byte* weights,
                              const VertexFormat& format) {
  std::array<Slot, 4> slots{};
  std::uint32_t total = 0;
  for (std::size_t k = 0; k < 4; ++k) {
    const bool wide = format.joints == JointForm::kUint16x4;
    slots[k].joint = wide ? scalar::Get16(joints + 2 * k) : scalar::Get8(joints + k);
    const bool implied = k == 3 && format.weights == WeightForm::kUnorm8x3;
    slots[k].weight = implied ? (total < 255 ? 255 - total : 0) : scalar::Get8(weights + k);
    total += slots[k].weight;
  }
  VertexInfluences out;
  std::array<std::uint32_t, 4> sums{};
  for (const Slot& slot : slots) {
    if (slot.weight == 0) continue;
    std::uint32_t at = 0;
    while (at < out.count && out.list[at].joint < slot.joint) ++at;
    if (at == out.count || out.list[at].joint != slot.joint) {
      for (std::uint32_t k = out.count; k > at; --k) {
        out.list[k] = out.list[k - 1];
        sums[k] = sums[k - 1];
      }
      out.list[at].joint = slot.joint;
      sums[at] = 0;
      ++out.count;
    }
    sums[at] += slot.weight;
  }
  for (std::uint32_t k = 0; k < out.count; ++k) {
    out.list[k].weight = static_cast<float>(sums[k]) / static_cast<float>(total);
  }
  return out;
}

}  // namespace

VertexRefusal DecodeVerticesJob::Check() const {
  if (!JobsMayCompute()) return {Error::kFloatEnvironment};
  if (!scalar::IsFormat(format)) return {Error::kOptionOutOfRange};
  const VertexLayout layout = LayoutOf(format);
  if (!scalar::HoldsVertices(bytes.size(), vertex_count, layout.stride))
    return {Error::kBytesTooSmall};
  const auto check = [&](std::size_t size, std::uint32_t offset) {
    if (size == 0) return Error::kNone;
    if (offset == VertexLayout::kAbsent) return Error::kAttributeMissing;
    return size < vertex_count ? Error::kVerticesTooSmall : Error::kNone;
  };
  for (const Error error :
       {check(positions.size(), layout.position), check(texcoords.size(), layout.uv),
        check(colors.size(), layout.color), check(normals.size(), layout.normal),
        check(tangents.size(), layout.tangent), check(influences.size(), layout.joints)}) {
    if (error != Error::kNone) return {error};
  }
  if (positions.empty()) return {};
  for (std::uint32_t v = 0; v < vertex_count; ++v) {
    if (!scalar::IsUsable(PositionAt(bytes.data() + std::size_t{v} * layout.stride))) {
      return {Error::kValueNotFinite, v};
    }
  }
  return {};
}

Error DecodeVerticesJob::Validate() const { return Check().error; }

Error DecodeVerticesJob::Run() const {
  if (const Error error = Validate(); error != Error::kNone) return error;
  const VertexLayout layout = LayoutOf(format);
  // One attribute of all vertices after another.
  const auto read = [&](std::uint32_t offset, auto out, auto get) {
    if (out.empty()) return;
    for (std::size_t v = 0; v < vertex_count; ++v) {
      out[v] = get(bytes.data() + v * layout.stride + offset);
    }
  };
  read(layout.position, positions, PositionAt);
  read(layout.uv, texcoords, [](const std::byte* from) {
    return Vec2{scalar::FloatOfUnorm<65535>(scalar::Get16(from)),
                scalar::FloatOfUnorm<65535>(scalar::Get16(from + 2))};
  });
  read(layout.color, colors, [](const std::byte* from) {
    return Vec4{scalar::FloatOfUnorm<255>(scalar::Get8(from)),
                scalar::FloatOfUnorm<255>(scalar::Get8(from + 1)),
                scalar::FloatOfUnorm<255>(scalar::Get8(from + 2)),
                scalar::FloatOfUnorm<255>(scalar::Get8(from + 3))};
  });
  read(layout.normal, normals,
       [](const std::byte* from) { return scalar::NormalOfOct(scalar::Get32(from)); });
  read(layout.tangent, tangents,
       [](const std::byte* from) { return scalar::TangentOfOct(scalar::Get32(from)); });
  read(layout.joints, influences, [&](const std::byte* from) {
    return InfluencesAt(from, from + (layout.weights - layout.joints), format);
  });
  return Error::kNone;
}

}  // namespace sinew
