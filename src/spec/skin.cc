// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <cassert>
#include <cstddef>
#include <span>

#include "base/arithmetic.h"
#include "base/job_environment.h"
#include "math/usable.h"
#include "sinew/specification.h"
#include "skin/dual_blend.h"
#include "skin/dual_joint.h"
#include "skin/evenly_scaled.h"
#include "skin/linear_blend.h"
#include "skin/morph.h"

namespace sinew::spec {
namespace {

std::span<const Affine> MatricesOf(const Skin& job) {
  return job.primitive.influences.empty() ? std::span(&job.rigid, 1) : job.palette;
}

// Whether normals go by the 3x3 itself. A linear blend of uniform scales is uniform enough to count
// as such; one by dual quaternions only where all scales are the same.
bool UsesUpper(const Skin& job) {
  if (job.normal_rule != NormalRule::kByPalette) return job.normal_rule == NormalRule::kUpper;
  const std::span<const Affine> matrices = MatricesOf(job);
  return scalar::AreEvenlyScaled(matrices.data(), static_cast<std::uint32_t>(matrices.size())) &&
         (job.dual_palette.empty() || scalar::AreOfOneScale(matrices));
}

// Writes one vertex after another. What is not wanted, or not there, is not written.
class VertexWriter {
 public:
  explicit VertexWriter(const Skin& job)
      : job_(job),
        writes_normals_(!job.normals.empty() && !job.primitive.normals.empty()),
        writes_tangents_(!job.tangents.empty() && !job.primitive.tangents.empty()),
        upper_normals_(UsesUpper(job)) {}

  // The vertex as morphing leaves it: no matrix touches it, so that not even -0 changes.
  void WriteUnmoved(std::uint32_t vertex) const {
    job_.positions[vertex] = MorphedPosition(vertex);
    if (writes_normals_) {
      const Vec3 rest = job_.primitive.normals[vertex];
      job_.normals[vertex] =
          scalar::NormalizeOr(MorphedNormal(vertex), scalar::NormalizeOr(rest, rest));
    }
    if (writes_tangents_) {
      const auto [x, y, z, handedness] = job_.primitive.tangents[vertex];
      const Vec3 rest{x, y, z};
      const Vec3 unit =
          scalar::NormalizeOr(MorphedTangent(vertex), scalar::NormalizeOr(rest, rest));
      job_.tangents[vertex] = {unit.x, unit.y, unit.z, handedness};
    }
  }

  void WriteMoved(std::uint32_t vertex, const Affine& model_from_bind) const {
    job_.positions[vertex] = scalar::TransformPoint(model_from_bind, MorphedPosition(vertex));
    if (!writes_normals_ && !writes_tangents_) return;
    const scalar::SurfaceTurn turn = upper_normals_ ? scalar::UpperTurnOf(model_from_bind)
                                                    : scalar::SurfaceTurnOf(model_from_bind);
    if (writes_normals_) {
      job_.normals[vertex] =
          scalar::SkinNormal(turn, MorphedNormal(vertex), job_.primitive.normals[vertex]);
    }
    if (writes_tangents_) {
      job_.tangents[vertex] = scalar::SkinTangent(model_from_bind, turn, MorphedTangent(vertex),
                                                  job_.primitive.tangents[vertex]);
    }
  }

 private:
  Vec3 MorphedPosition(std::uint32_t vertex) const {
    return scalar::Morphed(job_.primitive.positions[vertex], vertex, job_.primitive.morph_targets,
                           job_.morph_weights, &MorphTarget::positions);
  }
  Vec3 MorphedNormal(std::uint32_t vertex) const {
    return scalar::Morphed(job_.primitive.normals[vertex], vertex, job_.primitive.morph_targets,
                           job_.morph_weights, &MorphTarget::normals);
  }
  Vec3 MorphedTangent(std::uint32_t vertex) const {
    const Vec4 tangent = job_.primitive.tangents[vertex];
    return scalar::Morphed({tangent.x, tangent.y, tangent.z}, vertex, job_.primitive.morph_targets,
                           job_.morph_weights, &MorphTarget::tangents);
  }

  const Skin& job_;
  const bool writes_normals_;
  const bool writes_tangents_;
  const bool upper_normals_;
};

}  // namespace

Error Skin::Validate() const {
  if (!JobsMayCompute()) return Error::kFloatEnvironment;
  const std::size_t vertex_count = primitive.vertex_count();
  if (positions.size() < vertex_count) return Error::kVerticesTooSmall;
  if (!normals.empty() && !primitive.normals.empty() && normals.size() < vertex_count) {
    return Error::kVerticesTooSmall;
  }
  if (!tangents.empty() && !primitive.tangents.empty() && tangents.size() < vertex_count) {
    return Error::kVerticesTooSmall;
  }
  if (!morph_weights.empty() && morph_weights.size() != primitive.morph_targets.size()) {
    return Error::kMorphWeightMismatch;
  }
  if (!scalar::AllUsable(morph_weights)) return Error::kValueNotFinite;
  if (primitive.influences.empty()) {
    return scalar::IsUsable(rigid) ? Error::kNone : Error::kValueNotFinite;
  }
  if (palette.empty()) return Error::kPaletteTooSmall;
  for (const Influence& influence : primitive.influences.list) {
    if (influence.joint >= palette.size()) return Error::kPaletteTooSmall;
    if (!dual_palette.empty() && influence.joint >= dual_palette.size()) {
      return Error::kPaletteTooSmall;
    }
  }
  if (!scalar::AllUsable(dual_palette)) return Error::kValueNotFinite;
  return scalar::AllUsable(palette) ? Error::kNone : Error::kValueNotFinite;
}

Error Skin::Run() const {
  if (const Error error = Validate(); error != Error::kNone) return error;
  const VertexWriter writer(*this);
  const std::uint32_t vertex_count = primitive.vertex_count();
  const bool is_skinned = !primitive.influences.empty();
  const DualJoint* const duals = dual_palette.empty() ? nullptr : dual_palette.data();
  assert(!is_skinned || primitive.influences.begins.size() == std::size_t{vertex_count} + 1);
  for (std::uint32_t vertex = 0; vertex < vertex_count; ++vertex) {
    if (!is_skinned) {
      writer.WriteMoved(vertex, rigid);
      continue;
    }
    const std::span<const Influence> influences = primitive.influences.of(vertex);
    if (influences.empty()) {
      writer.WriteUnmoved(vertex);
    } else {
      const auto influence_at = [&](std::size_t k) { return influences[k]; };
      writer.WriteMoved(
          vertex, scalar::BlendByEither(influences.size(), influence_at, palette.data(), duals));
    }
  }
  return Error::kNone;
}

}  // namespace sinew::spec
