// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <array>
#include <limits>
#include <utility>

#include "kernel_checks.h"
#include "sinew/dual_quaternion.h"
#include "sinew/skinned_mesh.h"
#include "sinew/skinning.h"
#include "sinew/specification.h"
#include "skin/evenly_scaled.h"
#include "skin/kernels/kernels.h"
#include "skin/skin_by_kernel.h"
#include "skin/skinned_mesh_layout.h"

namespace sinew::fuzz {
namespace {

// What kernels say of matrices that come from anywhere: whether all are usable, and those that
// entries name.
void CheckUsable(Input& in, std::vector<Affine> matrices, std::span<const std::int32_t> joints) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  constexpr float kOdd[] = {1e18f,     -1e18f,     1.0000001e18f,
                            kInfinity, -kInfinity, std::numeric_limits<float>::quiet_NaN(),
                            -2e18f,    3e38f};
  for (std::uint32_t i = in.Below(4); i > 0; --i) {
    Affine& matrix = matrices[in.Byte() % matrices.size()];
    matrix.m[in.Below(3)][in.Below(4)] = kOdd[in.Below(8)];
  }
  bool all = true, named = true;
  for (const Affine& matrix : matrices) all = all && scalar::IsUsable(matrix);
  for (const std::int32_t joint : joints) {
    if (joint < 0) continue;
    named = named && scalar::IsUsable(matrices[static_cast<std::size_t>(joint)]);
  }
  const auto matrix_count = static_cast<std::uint32_t>(matrices.size());
  const auto entry_count = static_cast<std::uint32_t>(joints.size());
  for (const Isa isa : AvailableIsas()) {
    const SkinKernels& kernels = SkinKernelsOf(isa);
    if (kernels.are_usable(matrices.data(), matrix_count) != all) Find("are_usable", isa);
    const bool says =
        kernels.are_named_usable({joints.data(), nullptr, matrices.data(), entry_count, nullptr});
    if (says != named) Find("are_named_usable", isa);
  }
}

void ReadInfluences(Input& in, std::uint32_t vertex_count, std::uint32_t palette_size,
                    Influences& influences) {
  influences.begins.push_back(0);
  std::vector<Influence> of_vertex;
  for (std::uint32_t v = 0; v < vertex_count; ++v) {
    if (v == 0 || in.Below(4) == 0) {  // Else those of the vertex before.
      of_vertex.clear();
      std::uint32_t joint = in.Below(3);
      for (std::uint32_t i = in.Below(10); i > 0 && joint < palette_size; --i) {
        of_vertex.push_back({joint, 0.0f});
        joint += 1 + in.Below(3);
      }
    }
    float sum = 0.0f;
    for (Influence& influence : of_vertex) {
      influence.weight = static_cast<float>(1 + in.Byte());
      sum += influence.weight;
    }
    for (Influence& influence : of_vertex) influence.weight /= sum;
    influences.list.insert(influences.list.end(), of_vertex.begin(), of_vertex.end());
    influences.begins.push_back(static_cast<std::uint32_t>(influences.list.size()));
  }
}

std::vector<Vec3> ReadVectors(Input& in, std::uint32_t count) {
  std::vector<Vec3> vectors;
  for (std::uint32_t i = 0; i < count; ++i) vectors.push_back(in.Vector());
  return vectors;
}

Result<Mesh> ReadMesh(Input& in, std::uint32_t palette_size) {
  Mesh::Parts parts;
  Primitive& primitive = parts.primitives.emplace_back();
  const std::uint32_t n = 1 + in.Below(60);
  primitive.positions = ReadVectors(in, n);
  if (in.Flag()) primitive.normals = ReadVectors(in, n);
  if (in.Flag()) {
    for (const Vec3& t : ReadVectors(in, n)) {
      primitive.tangents.push_back({t.x, t.y, t.z, in.Flag() ? 1.0f : -1.0f});
    }
  }
  if (in.Below(8) != 0) ReadInfluences(in, n, palette_size, primitive.influences);
  for (std::uint32_t i = in.Below(5); i > 0; --i) {
    MorphTarget& target = primitive.morph_targets.emplace_back();
    if (in.Flag()) target.positions = ReadVectors(in, n);
    if (in.Flag() && !primitive.normals.empty()) target.normals = ReadVectors(in, n);
    if (in.Flag() && !primitive.tangents.empty()) target.tangents = ReadVectors(in, n);
    parts.morph_weights.push_back(in.Number(1e3f));
  }
  return Mesh::Create(std::move(parts));
}

// Where vertices go: each attribute in a buffer of its own, or all of them side by side. A buffer
// ends with its last vertex, so that the sanitizer sees every float beyond.
class VertexBuffers {
 public:
  enum Attribute : std::size_t { kPosition, kNormal, kTangent };

  VertexBuffers(Input& in, std::uint32_t count) : count_(count) {
    const bool interleaved = in.Below(3) == 1;
    std::size_t before = 0;
    const std::size_t shared_stride = 10 + in.Below(4);
    for (const Attribute attribute : {kPosition, kNormal, kTangent}) {
      const std::size_t width = WidthOf(attribute);
      Place& place = places_[attribute];
      place.stride = interleaved ? shared_stride : width + (in.Flag() ? in.Below(6) : 0);
      place.buffer = interleaved ? std::size_t{0} : attribute;
      place.first = interleaved ? before : 0;
      const std::size_t size = place.first + (count - 1) * place.stride + width;
      std::vector<float>& buffer = buffers_[place.buffer];
      buffer = std::vector<float>(std::max(buffer.size(), size), kUntouched);
      before += width;
    }
  }

  template <typename T>
  Strided<T> Of(Attribute attribute) {
    const Place& place = places_[attribute];
    return {reinterpret_cast<T*>(buffers_[place.buffer].data() + place.first), count_,
            place.stride * sizeof(float)};
  }
  template <typename T>
  void Put(Attribute attribute, std::uint32_t vertex, const T& value) {
    static_assert(sizeof(T) <= 4 * sizeof(float));
    const Place& place = places_[attribute];
    std::memcpy(buffers_[place.buffer].data() + place.first + vertex * place.stride, &value,
                sizeof value);
  }
  bool Same(const VertexBuffers& other) const {
    for (std::size_t i = 0; i < buffers_.size(); ++i) {
      if (!SameBits<float>(buffers_[i], other.buffers_[i])) return false;
    }
    return true;
  }

 private:
  struct Place {
    std::size_t buffer = 0, first = 0, stride = 0;  // In floats.
  };
  static std::size_t WidthOf(Attribute attribute) { return attribute == kTangent ? 4 : 3; }

  std::uint32_t count_;
  std::array<Place, 3> places_;
  std::array<std::vector<float>, 3> buffers_;
};

// A run of blocks, in either order, to buffers of any stride.
struct SkinRequest {
  NormalRule rule;
  VertexOrder order;
  bool normals, tangents;  // Whether they are wanted.
  std::uint32_t first_block, block_count;

  SkinRequest(Input& in, std::uint32_t blocks)
      : rule(static_cast<NormalRule>(in.Below(3))),
        order(in.Flag() ? VertexOrder::kFile : VertexOrder::kPrepared),
        normals(in.Below(4) != 1),
        tangents(in.Below(4) != 1),
        first_block(in.Below(3) == 1 ? in.Byte() % (blocks + 2) : 0),
        block_count(in.Below(3) == 1 ? in.Byte() % (blocks + 2) : 0xffffffffu) {}
};

// By the specification, and by every kernel.
std::vector<DualJoint> CheckDualPalette(std::span<const Affine> matrices) {
  std::vector<DualJoint> wanted;
  for (const Affine& matrix : matrices) wanted.push_back(spec::MakeDualJoint(matrix));
  for (const Isa isa : AvailableIsas()) {
    auto got = Unwritten<DualJoint>(matrices.size());
    SkinKernelsOf(isa).make_dual_palette(matrices.data(),
                                         static_cast<std::uint32_t>(matrices.size()), got.data());
    if (!SameBits<DualJoint>(got, wanted)) Find("make_dual_palette", isa);
  }
  return wanted;
}

// What spec::Skin makes of the primitive, put where the request wants it.
VertexBuffers WantedVertices(VertexBuffers out, const SkinnedMeshLayout& layout,
                             const SkinRequest& request, const spec::Skin& done) {
  const std::uint32_t begin_block = std::min(request.first_block, layout.block_count());
  const std::uint32_t end_block =
      begin_block + std::min(request.block_count, layout.block_count() - begin_block);
  for (std::uint32_t place = layout.block_begins[begin_block];
       place < layout.block_begins[end_block]; ++place) {
    const std::uint32_t vertex = layout.file_vertices[place];
    const std::uint32_t to = request.order == VertexOrder::kFile ? vertex : place;
    out.Put(VertexBuffers::kPosition, to, done.positions[vertex]);
    if (request.normals && layout.has_normals) {
      out.Put(VertexBuffers::kNormal, to, done.normals[vertex]);
    }
    if (request.tangents && layout.has_tangents) {
      out.Put(VertexBuffers::kTangent, to, done.tangents[vertex]);
    }
  }
  return out;
}

}  // namespace

std::vector<Affine> CheckPalette(Input& in, const std::vector<Affine>& model_from_joint) {
  const std::uint32_t count = 1 + in.Below(20);
  std::vector<std::int32_t> joints;
  std::vector<Affine> inverse_bind, wanted;
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto joint = static_cast<std::int32_t>(
        in.Below(static_cast<std::uint32_t>(model_from_joint.size()) + 1));
    joints.push_back(joint - 1);
    inverse_bind.push_back(in.Flag() ? Affine{} : in.Matrix());
    wanted.push_back(joint == 0
                         ? Affine{}
                         : scalar::Multiply(model_from_joint[static_cast<std::size_t>(joint - 1)],
                                            inverse_bind.back()));
  }
  CheckUsable(in, model_from_joint, joints);
  const bool usable = scalar::AllUsable(std::span<const Affine>(wanted));
  const bool evenly = scalar::AreEvenlyScaled(wanted.data(), count);
  for (const Isa isa : AvailableIsas()) {
    const SkinKernels& kernels = SkinKernelsOf(isa);
    auto got = Unwritten<Affine>(count);
    kernels.make_palette(
        {joints.data(), inverse_bind.data(), model_from_joint.data(), count, got.data()});
    if (!SameBits<Affine>(got, wanted)) Find("make_palette", isa);
    if (kernels.are_usable(wanted.data(), count) != usable) Find("are_usable", isa);
    if (kernels.are_evenly_scaled(wanted.data(), count) != evenly) Find("are_evenly_scaled", isa);
  }
  if (!usable) wanted.clear();
  return wanted;
}

void CheckSkinning(Input& in, const std::vector<Affine>& palette) {
  const auto mesh = ReadMesh(in, static_cast<std::uint32_t>(palette.size()));
  if (!mesh.ok()) return;
  const Primitive& primitive = mesh->primitives()[0];
  const SkinnedMesh prepared = SkinnedMesh::Create(*mesh, 0);
  const SkinRequest request(in, prepared.block_count());
  const std::span<const float> weights =
      in.Flag() ? mesh->morph_weights() : std::span<const float>();
  // A primitive without influences is moved by one matrix; the rule looks at that one alone.
  const std::span<const Affine> matrices =
      primitive.influences.empty() ? std::span(palette).first(1) : std::span(palette);
  std::vector<DualJoint> dual_palette;
  if (in.Below(3) == 1) dual_palette = CheckDualPalette(matrices);
  auto positions = Unwritten<Vec3>(primitive.vertex_count());
  auto normals = Unwritten<Vec3>(primitive.vertex_count());
  auto tangents = Unwritten<Vec4>(primitive.vertex_count());
  const spec::Skin spec{.primitive = primitive,
                        .morph_weights = weights,
                        .palette = matrices,
                        .dual_palette = dual_palette,
                        .rigid = palette[0],
                        .normal_rule = request.rule,
                        .positions = positions,
                        .normals = normals,
                        .tangents = tangents};
  if (spec.Run() != Error::kNone) return;
  const VertexBuffers untouched(in, primitive.vertex_count());
  const VertexBuffers wanted = WantedVertices(untouched, LayoutOf(prepared.bytes()), request, spec);
  for (const Isa isa : AvailableIsas()) {
    VertexBuffers got = untouched;
    SkinJob job{.mesh = prepared,
                .morph_weights = weights,
                .palette = matrices,
                .dual_palette = dual_palette,
                .normal_rule = request.rule,
                .order = request.order,
                .first_block = request.first_block,
                .block_count = request.block_count,
                .positions = got.Of<Vec3>(VertexBuffers::kPosition)};
    if (request.normals) job.normals = got.Of<Vec3>(VertexBuffers::kNormal);
    if (request.tangents) job.tangents = got.Of<Vec4>(VertexBuffers::kTangent);
    if (job.Validate() != Error::kNone) Find("what SkinJob refuses", isa);
    SkinByKernel(job, SkinKernelsOf(isa));
    if (!got.Same(wanted)) Find("skin_run", isa);
  }
}

}  // namespace sinew::fuzz
