// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/quantize.h"

#include "math/quantize.h"
#include "math/usable.h"
#include "sinew/assertion.h"

namespace sinew {

std::uint16_t HalfOf(float value) { return scalar::HalfOf(value); }
float FloatOfHalf(std::uint16_t half) { return scalar::FloatOfHalf(half); }

std::uint8_t Unorm8Of(float value) {
  return static_cast<std::uint8_t>(scalar::UnormOf<255>(value));
}
std::uint16_t Unorm16Of(float value) {
  return static_cast<std::uint16_t>(scalar::UnormOf<65535>(value));
}
float FloatOfUnorm8(std::uint8_t code) { return scalar::FloatOfUnorm<255>(code); }
float FloatOfUnorm16(std::uint16_t code) { return scalar::FloatOfUnorm<65535>(code); }

std::uint32_t OctNormalOf(Vec3 direction) { return scalar::OctNormalOf(direction); }
Vec3 NormalOfOct(std::uint32_t code) { return scalar::NormalOfOct(code); }
std::uint32_t OctTangentOf(Vec4 tangent) { return scalar::OctTangentOf(tangent); }
Vec4 TangentOfOct(std::uint32_t code) { return scalar::TangentOfOct(code); }

void Unorm8WeightsOf(std::span<const float> weights, std::span<std::uint8_t> bytes) {
  SINEW_ASSERT(weights.size() == bytes.size());
  SINEW_ASSERT(scalar::AllUsable(weights));
  for ([[maybe_unused]] const float weight : weights) SINEW_ASSERT(weight >= 0.0f);
  scalar::Unorm8WeightsOf(weights.size(), [&](std::size_t i) { return weights[i]; }, bytes.data());
}

}  // namespace sinew
