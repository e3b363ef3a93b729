// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Any bytes as a small skeleton, poses, a clip and a mesh: every kernel of every instruction set
// that this machine runs must give the bits of its specification. A difference is a finding.
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "math/affine.h"
#include "math/usable.h"
#include "pose/blend_by_kernel.h"
#include "pose/kernels/kernels.h"
#include "sinew/packed_clip.h"
#include "sinew/skinned_mesh.h"
#include "sinew/skinning.h"
#include "sinew/specification.h"
#include "skin/evenly_scaled.h"
#include "skin/kernels/kernels.h"
#include "skin/skin_by_kernel.h"

namespace {

using sinew::Affine;
using sinew::Isa;
using sinew::Pose;
using sinew::Skeleton;
using sinew::Transform;
using sinew::Vec3;
using sinew::Vec4;

[[noreturn]] void Find(std::string_view what, Isa isa) {
  std::fprintf(stderr, "finding: %.*s differs on %.*s\n", static_cast<int>(what.size()),
               what.data(), static_cast<int>(sinew::IsaName(isa).size()),
               sinew::IsaName(isa).data());
  std::abort();
}

// Where numbers overflow, which payload a NaN has is nobody's promise.
bool SameBits(const float* a, const float* b, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    if (std::bit_cast<std::uint32_t>(a[i]) == std::bit_cast<std::uint32_t>(b[i])) continue;
    if (!(std::isnan(a[i]) && std::isnan(b[i]))) return false;
  }
  return true;
}

template <typename T>
bool SameBits(std::span<const T> a, std::span<const T> b) {
  static_assert(sizeof(T) % sizeof(float) == 0);
  return a.size() == b.size() &&
         SameBits(reinterpret_cast<const float*>(a.data()),
                  reinterpret_cast<const float*>(b.data()), a.size() * sizeof(T) / sizeof(float));
}

// The input, read from the front; zeros after its end.
class Input {
 public:
  Input(const std::uint8_t* data, std::size_t size) : left_(data, size) {}

  std::uint32_t Byte() {
    if (left_.empty()) return 0;
    const std::uint8_t byte = left_.front();
    left_ = left_.subspan(1);
    return byte;
  }
  std::uint32_t Below(std::uint32_t bound) { return Byte() % bound; }
  bool Flag() { return (Byte() & 1) != 0; }
  std::uint32_t Word() { return Byte() | Byte() << 8 | Byte() << 16 | Byte() << 24; }

  // Ordinary numbers, special ones, and any bits of magnitude at most `most`.
  float Number(float most = 1e12f) {
    constexpr float kSpecial[] = {0.0f, -0.0f, 0x1p-149f, -0x1p-140f, 0x1p-126f, 1.0f, -1.0f, 2.0f};
    const std::uint32_t kind = Byte();
    if (kind < 48) return kSpecial[kind % 8];
    if (kind < 208) return static_cast<float>(static_cast<int>(Below(256)) - 128) / 32.0f;
    const float any = std::bit_cast<float>(Word());
    return any >= -most && any <= most ? any : 1.5f;
  }
  Vec3 Vector() {
    const float x = Number(), y = Number();
    return {x, y, Number()};
  }
  sinew::Quat Rotation() {
    const Vec3 v = Vector();
    return sinew::Normalize({v.x, v.y, v.z, Number()});
  }
  Transform Placement() {
    const Vec3 translation = Vector();
    const sinew::Quat rotation = Rotation();
    if (Flag()) return {translation, rotation, {1, 1, 1}};
    return {translation, rotation, Vector()};
  }
  Affine Matrix() {
    if (Flag()) return sinew::AffineOf(Placement());
    Affine a;
    for (auto& row : a.m) {
      for (float& entry : row) entry = Number(sinew::kLargest);
    }
    return a;
  }

 private:
  std::span<const std::uint8_t> left_;
};

Skeleton ReadSkeleton(Input& in) {
  Skeleton::Parts parts;
  const std::uint32_t joints = 1 + in.Below(20);
  std::int32_t parent = -1;
  for (std::uint32_t j = 0; j < joints; ++j) {
    // Parents that never decrease are in level order.
    if (j > 0 && in.Flag()) {
      parent += static_cast<std::int32_t>(in.Below(3));
      if (parent >= static_cast<std::int32_t>(j)) parent = static_cast<std::int32_t>(j) - 1;
    }
    parts.parents.push_back(parent);
    parts.rest.push_back(in.Placement());
    parts.file_nodes.push_back(j);
  }
  parts.names.resize(joints);
  sinew::Result<Skeleton> skeleton = Skeleton::Create(std::move(parts));
  return skeleton.ok() ? std::move(skeleton).value() : Skeleton();
}

Pose ReadPose(Input& in, const Skeleton& skeleton) {
  Pose pose(skeleton.joint_count());
  for (std::uint32_t j = 0; j < skeleton.joint_count(); ++j) pose.set_joint(j, in.Placement());
  return pose;
}

std::vector<Affine> CheckLocalToModel(const Skeleton& skeleton, const Pose& pose,
                                      const Affine& root) {
  std::vector<Affine> wanted(skeleton.joint_count()), got(skeleton.joint_count());
  const bool usable = sinew::spec::LocalToModel(skeleton, pose, root, wanted);
  for (const Isa isa : sinew::AvailableIsas()) {
    const bool says =
        sinew::PoseKernelsOf(isa).local_to_model({.pose = pose.blocks().data(),
                                                  .parents = skeleton.parents().data(),
                                                  .joint_count = skeleton.joint_count(),
                                                  .root = &root,
                                                  .model_from_joint = got.data()});
    if (says != usable || !SameBits<Affine>(got, wanted)) Find("local_to_model", isa);
  }
  if (!usable) wanted.clear();
  return wanted;
}

// Joints as the specification has them, and the identity in the lanes beyond.
void ComparePoses(Pose& got, const Pose& wanted, std::string_view what, Isa isa) {
  if (!SameBits<sinew::TransformBlock>(got.blocks(), wanted.blocks())) Find(what, isa);
  if (!SameBits<float>(got.morphs(), wanted.morphs())) Find(what, isa);
}

void CheckBlend(Input& in, const Skeleton& skeleton) {
  std::vector<Pose> poses;
  std::vector<std::vector<float>> masks;
  const std::uint32_t layer_count = in.Below(4), delta_count = in.Below(3);
  for (std::uint32_t i = 0; i < layer_count + delta_count; ++i) {
    poses.push_back(ReadPose(in, skeleton));
    masks.emplace_back();
    if (in.Below(4) != 0) continue;
    for (std::uint32_t j = 0; j < skeleton.joint_count(); ++j) {
      masks.back().push_back(std::abs(in.Number(1.0f)));
    }
  }
  std::vector<sinew::BlendLayer> layers;
  std::vector<sinew::DeltaLayer> deltas;
  for (std::uint32_t i = 0; i < layer_count; ++i) {
    layers.push_back(
        {.pose = poses[i].view(), .weight = in.Number(1e3f), .joint_weights = masks[i]});
  }
  for (std::uint32_t i = layer_count; i < layer_count + delta_count; ++i) {
    deltas.push_back(
        {.mode = in.Flag() ? sinew::DeltaLayer::Mode::kAdd : sinew::DeltaLayer::Mode::kSubtract,
         .delta = poses[i].view(),
         .weight = in.Number(1e3f),
         .joint_weights = masks[i]});
  }
  const bool fill_with_rest = in.Flag();
  Pose wanted(skeleton.joint_count()), got(skeleton.joint_count());
  const auto job = [&](Pose& out) {
    return sinew::BlendJob{.skeleton = skeleton,
                           .layers = layers,
                           .deltas = deltas,
                           .fill_with_rest = fill_with_rest,
                           .pose = out};
  };
  if (job(wanted).Validate() != sinew::Error::kNone) return;
  sinew::BlendBySpecification(job(wanted));
  for (const Isa isa : sinew::AvailableIsas()) {
    sinew::BlendByKernel(job(got), sinew::PoseKernelsOf(isa));
    ComparePoses(got, wanted, "blend", isa);
  }
}

// A clip of a few tracks; none where the bytes make no legal one.
sinew::Result<sinew::Clip> ReadClip(Input& in, const Skeleton& skeleton) {
  sinew::Clip::Parts parts;
  const std::uint32_t track_count = 1 + in.Below(4);
  for (std::uint32_t i = 0; i < track_count; ++i) {
    const auto property = static_cast<sinew::Property>(in.Below(4));
    const bool is_rotation = property == sinew::Property::kRotation;
    const bool is_morphs = property == sinew::Property::kMorphWeights;
    const std::uint32_t key_count = 1 + in.Below(5);
    const std::uint32_t width = is_rotation ? 4 : is_morphs ? 1 + in.Below(10) : 3;
    parts.tracks.push_back({.target = is_morphs ? 0 : in.Below(skeleton.joint_count()),
                            .property = property,
                            .interpolation = static_cast<sinew::Interpolation>(in.Below(2)),
                            .width = width,
                            .first_time = static_cast<std::uint32_t>(parts.times.size()),
                            .key_count = key_count,
                            .first_value = static_cast<std::uint32_t>(parts.values.size())});
    float time_s = 0.0f;
    for (std::uint32_t key = 0; key < key_count; ++key) {
      parts.times.push_back(time_s);
      parts.duration_s = std::max(parts.duration_s, time_s);
      time_s += static_cast<float>(1 + in.Below(30)) / 60.0f;
      const sinew::Quat q = is_rotation ? in.Rotation() : sinew::Quat{};
      const float components[] = {q.x, q.y, q.z, q.w};
      for (std::uint32_t c = 0; c < width; ++c) {
        parts.values.push_back(is_rotation ? components[c] : in.Number(100.0f));
      }
    }
  }
  return sinew::Clip::Create(std::move(parts));
}

void CheckSampling(Input& in, const Skeleton& skeleton) {
  const sinew::Result<sinew::Clip> clip = ReadClip(in, skeleton);
  if (!clip.ok()) return;
  sinew::PackOptions options;
  options.error_bound = in.Flag() ? 1e-3f : 1.0f;
  if (in.Flag()) options.storage = sinew::PackOptions::Storage::kFloat32;
  const auto packed = sinew::PackedClip::Create(skeleton, *clip, options);
  if (!packed.ok()) return;
  for (int i = 0; i < 6; ++i) {
    const double time_s = packed->duration_s() * (in.Byte() / 255.0);
    Pose wanted(skeleton.joint_count(), packed->morph_bound());
    sinew::spec::SamplePacked(skeleton, *packed, time_s, wanted);
    for (const Isa isa : sinew::AvailableIsas()) {
      Pose got(skeleton.joint_count(), packed->morph_bound());
      sinew::PoseKernelsOf(isa).sample_packed(
          {.packed = packed->bytes().data(),
           .time_s = time_s,
           .rest = skeleton.rest_blocks().data(),
           .block_count = static_cast<std::uint32_t>(skeleton.rest_blocks().size()),
           .wanted_blocks = nullptr,
           .pose = got.blocks().data(),
           .morphs = got.morphs().data()});
      ComparePoses(got, wanted, "sample_packed", isa);
    }
  }
}

std::vector<Affine> CheckPalette(Input& in, const std::vector<Affine>& model_from_joint) {
  const std::uint32_t count = 1 + in.Below(20);
  std::vector<std::int32_t> joints;
  std::vector<Affine> inverse_bind, wanted, got(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto joint = static_cast<std::int32_t>(
        in.Below(static_cast<std::uint32_t>(model_from_joint.size()) + 1));
    joints.push_back(joint - 1);
    inverse_bind.push_back(in.Flag() ? Affine{} : in.Matrix());
    wanted.push_back(
        joint == 0 ? Affine{}
                   : sinew::scalar::Multiply(model_from_joint[static_cast<std::size_t>(joint - 1)],
                                             inverse_bind.back()));
  }
  bool usable = true, evenly = true;
  for (const Affine& matrix : wanted) {
    usable = usable && sinew::scalar::IsUsable(matrix);
    evenly = evenly && sinew::scalar::IsEvenlyScaled(matrix);
  }
  for (const Isa isa : sinew::AvailableIsas()) {
    const sinew::SkinKernels& kernels = sinew::SkinKernelsOf(isa);
    kernels.make_palette(
        {joints.data(), inverse_bind.data(), model_from_joint.data(), count, got.data()});
    if (!SameBits<Affine>(got, wanted)) Find("make_palette", isa);
    if (kernels.are_usable(wanted.data(), count) != usable) Find("are_usable", isa);
    if (kernels.are_evenly_scaled(wanted.data(), count) != evenly) Find("are_evenly_scaled", isa);
  }
  if (!usable) wanted.clear();
  return wanted;
}

void ReadInfluences(Input& in, std::uint32_t vertex_count, std::uint32_t palette_size,
                    sinew::Influences& influences) {
  influences.begins.push_back(0);
  std::vector<sinew::Influence> of_vertex;
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
    for (sinew::Influence& influence : of_vertex) {
      influence.weight = static_cast<float>(1 + in.Byte());
      sum += influence.weight;
    }
    for (sinew::Influence& influence : of_vertex) influence.weight /= sum;
    influences.list.insert(influences.list.end(), of_vertex.begin(), of_vertex.end());
    influences.begins.push_back(static_cast<std::uint32_t>(influences.list.size()));
  }
}

std::vector<Vec3> ReadVectors(Input& in, std::uint32_t count) {
  std::vector<Vec3> vectors;
  for (std::uint32_t i = 0; i < count; ++i) vectors.push_back(in.Vector());
  return vectors;
}

sinew::Result<sinew::Mesh> ReadMesh(Input& in, std::uint32_t palette_size) {
  sinew::Mesh::Parts parts;
  sinew::Primitive& primitive = parts.primitives.emplace_back();
  const std::uint32_t n = 1 + in.Below(40);
  primitive.positions = ReadVectors(in, n);
  if (in.Flag()) primitive.normals = ReadVectors(in, n);
  if (in.Flag()) {
    for (const Vec3& t : ReadVectors(in, n)) {
      primitive.tangents.push_back({t.x, t.y, t.z, in.Flag() ? 1.0f : -1.0f});
    }
  }
  if (in.Below(8) != 0) ReadInfluences(in, n, palette_size, primitive.influences);
  for (std::uint32_t i = in.Below(3); i > 0; --i) {
    sinew::MorphTarget& target = primitive.morph_targets.emplace_back();
    if (in.Flag()) target.positions = ReadVectors(in, n);
    if (in.Flag() && !primitive.normals.empty()) target.normals = ReadVectors(in, n);
    if (in.Flag() && !primitive.tangents.empty()) target.tangents = ReadVectors(in, n);
    parts.morph_weights.push_back(in.Number(1e3f));
  }
  return sinew::Mesh::Create(std::move(parts));
}

struct SkinnedVertices {
  explicit SkinnedVertices(std::uint32_t count)
      : positions(count, {7, 7, 7}), normals(count, {7, 7, 7}), tangents(count, {7, 7, 7, 7}) {}
  std::vector<Vec3> positions, normals;
  std::vector<Vec4> tangents;
};

void CheckSkinning(Input& in, const std::vector<Affine>& palette) {
  const auto mesh = ReadMesh(in, static_cast<std::uint32_t>(palette.size()));
  if (!mesh.ok()) return;
  const sinew::Primitive& primitive = mesh->primitives()[0];
  const sinew::SkinnedMesh prepared = sinew::SkinnedMesh::Create(*mesh, 0);
  const auto rule = static_cast<sinew::NormalRule>(in.Below(3));
  const std::span<const float> weights =
      in.Flag() ? mesh->morph_weights() : std::span<const float>();
  const bool wants_normals = in.Below(4) != 0, wants_tangents = in.Below(4) != 0;
  SkinnedVertices wanted(primitive.vertex_count());
  // A primitive without influences is moved by one matrix; the rule looks at that one alone.
  const std::span<const Affine> matrices =
      primitive.influences.empty() ? std::span(palette).first(1) : std::span(palette);
  const sinew::SkinJob spec{
      .primitive = primitive,
      .morph_weights = weights,
      .palette = matrices,
      .rigid = palette[0],
      .normal_rule = rule,
      .positions = wanted.positions,
      .normals = wants_normals ? std::span(wanted.normals) : std::span<Vec3>(),
      .tangents = wants_tangents ? std::span(wanted.tangents) : std::span<Vec4>()};
  if (spec.Run() != sinew::Error::kNone) return;
  for (const Isa isa : sinew::AvailableIsas()) {
    SkinnedVertices got(primitive.vertex_count());
    const sinew::SkinMeshJob job{
        .mesh = prepared,
        .morph_weights = weights,
        .palette = matrices,
        .normal_rule = rule,
        .order = sinew::VertexOrder::kFile,
        .positions = got.positions,
        .normals = wants_normals ? sinew::Strided<Vec3>(got.normals) : sinew::Strided<Vec3>(),
        .tangents = wants_tangents ? sinew::Strided<Vec4>(got.tangents) : sinew::Strided<Vec4>()};
    if (job.Validate() != sinew::Error::kNone) Find("what SkinMeshJob refuses", isa);
    sinew::SkinByKernel(job, sinew::SkinKernelsOf(isa));
    if (!SameBits<Vec3>(got.positions, wanted.positions)) Find("skin_run, positions,", isa);
    if (!SameBits<Vec3>(got.normals, wanted.normals)) Find("skin_run, normals,", isa);
    if (!SameBits<Vec4>(got.tangents, wanted.tangents)) Find("skin_run, tangents,", isa);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Input in(data, size);
  const std::uint32_t what = in.Below(8);
  const Skeleton skeleton = ReadSkeleton(in);
  if (skeleton.joint_count() == 0) return 0;
  if (what == 0) {
    CheckSampling(in, skeleton);  // Packing takes long: not with every input.
    return 0;
  }
  if (what <= 2) {
    CheckBlend(in, skeleton);
    return 0;
  }
  const Pose pose = ReadPose(in, skeleton);
  const std::vector<Affine> model = CheckLocalToModel(skeleton, pose, in.Matrix());
  if (model.empty()) return 0;
  const std::vector<Affine> palette = CheckPalette(in, model);
  if (!palette.empty()) CheckSkinning(in, palette);
  return 0;
}
