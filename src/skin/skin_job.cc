// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/job_environment.h"
#include "math/usable.h"
#include "sinew/skinning.h"
#include "skin/dual_joint.h"
#include "skin/evenly_scaled.h"
#include "skin/kernels/kernels.h"
#include "skin/skin_by_kernel.h"
#include "skin/skin_extreme_block.h"
#include "skin/skinned_mesh_layout.h"

namespace sinew {
namespace {

template <typename T>
Error CheckOutput(const Strided<T>& out, std::uint32_t vertex_count) {
  if (out.count < vertex_count) return Error::kVerticesTooSmall;
  const bool is_usable = out.stride_bytes >= sizeof(T) && out.stride_bytes % sizeof(float) == 0;
  return is_usable ? Error::kNone : Error::kStrideNotUsable;
}

template <typename T>
VertexOutput OutputOf(const Strided<T>& out, bool is_there) {
  if (out.empty() || !is_there) return {nullptr, 0};
  return {reinterpret_cast<float*>(out.first), out.stride_bytes / sizeof(float)};
}

PaletteFacts FactsBy(const SkinKernels& kernels, std::span<const Affine> palette,
                     std::span<const DualJoint> dual_palette) {
  const auto count = static_cast<std::uint32_t>(palette.size());
  const bool is_evenly_scaled = kernels.are_evenly_scaled(palette.data(), count);
  return {.is_usable = kernels.are_usable(palette.data(), count) && scalar::AllUsable(dual_palette),
          .is_evenly_scaled = is_evenly_scaled,
          .is_of_one_scale =
              is_evenly_scaled && !dual_palette.empty() && scalar::AreOfOneScale(palette)};
}

// Whether normals go by the 3x3 itself. A linear blend of uniform scales is uniform enough to count
// as such; one by dual quaternions only where all scales are the same.
bool UsesUpper(const SkinJob& job, const SkinKernels& kernels) {
  if (job.normal_rule != NormalRule::kByPalette) return job.normal_rule == NormalRule::kUpper;
  if (job.rigid != nullptr) return kernels.are_evenly_scaled(job.rigid, 1);
  const bool is_dual = !job.dual_palette.empty();
  if (job.palette_facts != nullptr) {
    return job.palette_facts->is_evenly_scaled && (!is_dual || job.palette_facts->is_of_one_scale);
  }
  return kernels.are_evenly_scaled(job.palette.data(),
                                   static_cast<std::uint32_t>(job.palette.size())) &&
         (!is_dual || scalar::AreOfOneScale(job.palette));
}

SkinArgs ArgsOf(const SkinJob& job, const SkinKernels& kernels) {
  const SkinnedMeshLayout mesh = LayoutOf(job.mesh.bytes());
  const bool in_file_order = job.order == VertexOrder::kFile;
  const bool morphs = !job.morph_weights.empty() && !mesh.morph_floats.empty();
  const auto list_of = [morphs](std::span<const MorphRows> rows) -> MorphList {
    return {rows.data(), morphs ? static_cast<std::uint32_t>(rows.size()) : 0u};
  };
  const bool is_rigid = job.rigid != nullptr;
  const bool is_dual = !is_rigid && !job.dual_palette.empty();
  return {.palette = is_rigid ? job.rigid : job.palette.data(),
          .dual_palette = is_dual ? job.dual_palette.data() : nullptr,
          .has_normals = mesh.has_normals,
          .has_tangents = mesh.has_tangents,
          .upper_normals = UsesUpper(job, kernels),
          .block_begins = mesh.block_begins.data(),
          .order = in_file_order ? mesh.file_vertices.data() : nullptr,
          .morph_weights = morphs ? job.morph_weights.data() : nullptr,
          .morph_positions = list_of(mesh.morph_positions),
          .morph_normals = list_of(mesh.morph_normals),
          .morph_tangents = list_of(mesh.morph_tangents),
          .morph_floats = mesh.morph_floats.data(),
          .positions = OutputOf(job.positions, true),
          .normals = OutputOf(job.normals, mesh.has_normals),
          .tangents = OutputOf(job.tangents, mesh.has_tangents),
          .skin_extreme_block = SkinExtremeBlock};
}

}  // namespace

bool IsEvenlyScaled(std::span<const Affine> palette) {
  return ChosenSkinKernels().are_evenly_scaled(palette.data(),
                                               static_cast<std::uint32_t>(palette.size()));
}

PaletteFacts FactsOf(std::span<const Affine> palette, std::span<const DualJoint> dual_palette) {
  return FactsBy(ChosenSkinKernels(), palette, dual_palette);
}

Error SkinJob::Validate() const {
  if (!JobsMayCompute()) return Error::kFloatEnvironment;
  const std::uint32_t vertex_count = mesh.vertex_count();
  Error error = CheckOutput(positions, vertex_count);
  if (error == Error::kNone && !normals.empty()) error = CheckOutput(normals, vertex_count);
  if (error == Error::kNone && !tangents.empty()) error = CheckOutput(tangents, vertex_count);
  if (error != Error::kNone) return error;
  if (!morph_weights.empty() && morph_weights.size() != mesh.morph_count()) {
    return Error::kMorphWeightMismatch;
  }
  if (!scalar::AllUsable(morph_weights)) return Error::kValueNotFinite;
  if (rigid != nullptr) return scalar::IsUsable(*rigid) ? Error::kNone : Error::kValueNotFinite;
  if (palette.size() < mesh.joint_bound()) return Error::kPaletteTooSmall;
  if (!dual_palette.empty() && dual_palette.size() < mesh.joint_bound()) {
    return Error::kPaletteTooSmall;
  }
  if (palette_facts != nullptr) {
    return palette_facts->is_usable ? Error::kNone : Error::kValueNotFinite;
  }
  if (!scalar::AllUsable(dual_palette)) return Error::kValueNotFinite;
  const bool usable =
      ChosenSkinKernels().are_usable(palette.data(), static_cast<std::uint32_t>(palette.size()));
  return usable ? Error::kNone : Error::kValueNotFinite;
}

void SkinByKernel(const SkinJob& job, const SkinKernels& kernels) {
  const SkinnedMeshLayout mesh = LayoutOf(job.mesh.bytes());
  const SkinArgs args = ArgsOf(job, kernels);
  const bool is_rigid = job.rigid != nullptr;
  const std::uint32_t first_entry = 0;  // What every vertex of a rigid mesh follows.
  const std::uint32_t first_block = std::min(job.first_block, mesh.block_count());
  const std::uint32_t end =
      first_block + std::min(job.block_count, mesh.block_count() - first_block);
  for (const SkinnedMeshLayout::Run& run : mesh.runs) {
    const std::uint32_t begin_here = std::max(first_block, run.first_block);
    const std::uint32_t end_here = std::min(end, run.first_block + run.block_count);
    if (begin_here >= end_here) continue;
    const std::size_t skipped = begin_here - run.first_block;
    const std::size_t floats_per_block = mesh.floats_per_block(run);
    const std::size_t joints_per_block = is_rigid ? 0 : mesh.joints_per_block(run);
    kernels.skin_run(
        args,
        {.floats = mesh.floats.data() + run.first_float + skipped * floats_per_block,
         .floats_per_block = floats_per_block,
         .joints = is_rigid ? &first_entry
                            : mesh.joints.data() + run.first_joint + skipped * joints_per_block,
         .joints_per_block = joints_per_block,
         .influence_count = is_rigid ? 1 : run.influence_count,
         .mixed = !is_rigid && run.mixed != 0,
         .unit_weight = is_rigid || run.unit_weight != 0,
         .first_block = begin_here,
         .block_count = end_here - begin_here});
  }
}

Error SkinJob::Run() const {
  if (const Error error = Validate(); error != Error::kNone) return error;
  SkinByKernel(*this, ChosenSkinKernels());
  return Error::kNone;
}

}  // namespace sinew
