// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <algorithm>
#include <cstddef>

#include "base/arithmetic.h"
#include "base/job_environment.h"
#include "math/usable.h"
#include "sinew/skinned_mesh.h"
#include "skin/kernels/kernels.h"
#include "skin/linear_blend.h"
#include "skin/skin_by_kernel.h"

namespace sinew {
namespace {

constexpr std::uint32_t kLanes = 8;

std::size_t FloatsPerBlock(const SkinnedMesh& mesh, const SkinnedMesh::Run& run) {
  const std::uint32_t rows = 3u + (mesh.has_normals() ? 3u : 0u) + (mesh.has_tangents() ? 4u : 0u) +
                             (run.unit_weight ? 0u : run.influence_count);
  return std::size_t{rows} * kLanes;
}

// One lane of a block, as the specification sees it.
Vec3 Vec3At(const float* rows, std::uint32_t lane) {
  return {rows[lane], rows[kLanes + lane], rows[2 * kLanes + lane]};
}

Vec3 MorphedAt(const SkinArgs& args, MorphAttribute attribute, const float* differences,
               std::uint32_t block, std::uint32_t lane, Vec3 base) {
  for (std::uint32_t i = 0; args.morph_weights != nullptr && i < args.morph_count; ++i) {
    const float weight = args.morph_weights[i];
    if (weight == 0.0f || (args.morph_attributes[i] & attribute) == 0) continue;
    const float* rows = differences + i * args.morph_stride + std::size_t{block} * 3 * kLanes;
    base = scalar::Add(base, scalar::Scale(Vec3At(rows, lane), weight));
  }
  return base;
}

Affine BlendAt(const SkinArgs& args, const SkinRunArgs& run, const std::uint32_t* joints,
               const float* weights, std::uint32_t lane) {
  Affine sum;
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t c = 0; c < 4; ++c) {
      float entry = 0.0f;
      for (std::uint32_t k = 0; k < run.influence_count; ++k) {
        const std::uint32_t joint = run.mixed ? joints[k * kLanes + lane] : joints[k];
        const float weight = run.unit_weight ? 1.0f : weights[k * kLanes + lane];
        const float product = weight * args.palette[joint].m[r][c];
        entry = k == 0 ? product : entry + product;
      }
      sum.m[r][c] = entry;
    }
  }
  return sum;
}

void Store(const VertexOutput& output, std::size_t vertex, std::span<const float> values) {
  std::copy(values.begin(), values.end(), output.first + vertex * output.stride_floats);
}

// Matrices so large or small that the kernels leave them to the specification.
void SkinExtremeBlock(const SkinArgs& args, const SkinRunArgs& run, std::uint32_t index) {
  const std::uint32_t block = run.first_block + index;
  const float* position_rows = run.floats + std::size_t{index} * run.floats_per_block;
  const float* normal_rows = position_rows + 3 * kLanes;
  const float* tangent_rows = normal_rows + (args.has_normals ? 3 * kLanes : 0);
  const float* weights = tangent_rows + (args.has_tangents ? 4 * kLanes : 0);
  const std::uint32_t* joints =
      run.joints + std::size_t{index} * run.influence_count * (run.mixed ? kLanes : 1);
  const std::uint32_t first = args.block_begins[block];
  for (std::uint32_t lane = 0; first + lane < args.block_begins[block + 1]; ++lane) {
    const std::size_t vertex = args.order == nullptr ? first + lane : args.order[first + lane];
    const Affine m = BlendAt(args, run, joints, weights, lane);
    const scalar::SurfaceTurn turn = scalar::SurfaceTurnOf(m);
    const Vec3 p = scalar::TransformPoint(m, MorphedAt(args, kMorphsPosition, args.morph_positions,
                                                       block, lane, Vec3At(position_rows, lane)));
    Store(args.positions, vertex, std::array{p.x, p.y, p.z});
    if (args.normals.first != nullptr) {
      const Vec3 rest = Vec3At(normal_rows, lane);
      const Vec3 n = scalar::SkinNormal(
          turn, MorphedAt(args, kMorphsNormal, args.morph_normals, block, lane, rest), rest);
      Store(args.normals, vertex, std::array{n.x, n.y, n.z});
    }
    if (args.tangents.first != nullptr) {
      const Vec3 rest = Vec3At(tangent_rows, lane);
      const Vec4 t = scalar::SkinTangent(
          m, turn, MorphedAt(args, kMorphsTangent, args.morph_tangents, block, lane, rest),
          {rest.x, rest.y, rest.z, tangent_rows[3 * kLanes + lane]});
      Store(args.tangents, vertex, std::array{t.x, t.y, t.z, t.w});
    }
  }
}

template <typename T>
VertexOutput OutputOf(const Strided<T>& out, bool is_there) {
  if (out.empty() || !is_there) return {nullptr, 0};
  return {reinterpret_cast<float*>(out.first), out.stride_bytes / sizeof(float)};
}

template <typename T>
bool Fits(const Strided<T>& out, std::uint32_t vertex_count) {
  return out.count >= vertex_count && out.stride_bytes >= sizeof(T) && out.stride_bytes % 4 == 0;
}

SkinArgs ArgsOf(const SkinMeshJob& job, const SkinKernels& kernels) {
  const SkinnedMesh& mesh = job.mesh;
  const bool upper = job.normal_rule == NormalRule::kUpper ||
                     (job.normal_rule == NormalRule::kByPalette &&
                      kernels.are_evenly_scaled(job.palette.data(),
                                                static_cast<std::uint32_t>(job.palette.size())));
  const bool in_file_order = job.order == VertexOrder::kFile;
  return {.palette = job.palette.data(),
          .has_normals = mesh.has_normals(),
          .has_tangents = mesh.has_tangents(),
          .upper_normals = upper,
          .block_begins = mesh.block_begins().data(),
          .order = in_file_order ? mesh.file_vertices().data() : nullptr,
          .morph_weights = job.morph_weights.empty() ? nullptr : job.morph_weights.data(),
          .morph_count = mesh.morph_count(),
          .morph_attributes = mesh.morph_attributes().data(),
          .morph_positions = mesh.morph_positions().data(),
          .morph_normals = mesh.morph_normals().data(),
          .morph_tangents = mesh.morph_tangents().data(),
          .morph_stride = std::size_t{mesh.block_count()} * 3 * kLanes,
          .positions = OutputOf(job.positions, true),
          .normals = OutputOf(job.normals, mesh.has_normals()),
          .tangents = OutputOf(job.tangents, mesh.has_tangents()),
          .skin_extreme_block = SkinExtremeBlock};
}

}  // namespace

Error SkinMeshJob::Validate() const {
  if (!JobsMayCompute()) return Error::kFloatEnvironment;
  const std::uint32_t vertex_count = mesh.vertex_count();
  if (!Fits(positions, vertex_count)) return Error::kVerticesTooSmall;
  if (!normals.empty() && !Fits(normals, vertex_count)) return Error::kVerticesTooSmall;
  if (!tangents.empty() && !Fits(tangents, vertex_count)) return Error::kVerticesTooSmall;
  if (!morph_weights.empty() && morph_weights.size() != mesh.morph_count()) {
    return Error::kMorphWeightMismatch;
  }
  if (!scalar::AllUsable(morph_weights)) return Error::kValueNotFinite;
  if (palette.size() < mesh.joint_bound()) return Error::kPaletteTooSmall;
  const bool usable =
      ChosenSkinKernels().are_usable(palette.data(), static_cast<std::uint32_t>(palette.size()));
  return usable ? Error::kNone : Error::kValueNotFinite;
}

void SkinByKernel(const SkinMeshJob& job, const SkinKernels& kernels) {
  const SkinnedMesh& mesh = job.mesh;
  const SkinArgs args = ArgsOf(job, kernels);
  const std::uint32_t first_block = std::min(job.first_block, mesh.block_count());
  const std::uint32_t end =
      first_block + std::min(job.block_count, mesh.block_count() - first_block);
  for (const SkinnedMesh::Run& run : mesh.runs()) {
    const std::uint32_t begin_here = std::max(first_block, run.first_block);
    const std::uint32_t end_here = std::min(end, run.first_block + run.block_count);
    if (begin_here >= end_here) continue;
    const std::size_t skipped = begin_here - run.first_block;
    const std::size_t floats_per_block = FloatsPerBlock(mesh, run);
    const std::size_t joints_per_block =
        std::size_t{run.influence_count} * (run.mixed ? kLanes : 1u);
    kernels.skin_run(args,
                     {.floats = mesh.floats().data() + run.first_float + skipped * floats_per_block,
                      .floats_per_block = floats_per_block,
                      .joints = mesh.joints().data() + run.first_joint + skipped * joints_per_block,
                      .influence_count = run.influence_count,
                      .mixed = run.mixed,
                      .unit_weight = run.unit_weight,
                      .first_block = begin_here,
                      .block_count = end_here - begin_here});
  }
}

Error SkinMeshJob::Run() const {
  if (const Error error = Validate(); error != Error::kNone) return error;
  SkinByKernel(*this, ChosenSkinKernels());
  return Error::kNone;
}

}  // namespace sinew
