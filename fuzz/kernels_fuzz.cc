// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Any bytes as a small skeleton, poses, a clip and a mesh: every kernel of every instruction set
// that this machine runs must give the bits of its specification, all of them and no others. What
// is written to holds a mark beforehand, so that a kernel that leaves something out, or writes what
// it was not asked for, is found too. A difference is a finding.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "math/affine.h"
#include "math/usable.h"
#include "pose/blend_by_kernel.h"
#include "pose/kernels/kernels.h"
#include "pose/packed/layout.h"
#include "sinew/packed_clip.h"
#include "sinew/sampling.h"
#include "sinew/skinned_mesh.h"
#include "sinew/skinning.h"
#include "sinew/specification.h"
#include "skin/evenly_scaled.h"
#include "skin/kernels/kernels.h"
#include "skin/skin_by_kernel.h"
#include "skin/skinned_mesh_layout.h"

namespace {

using sinew::Affine;
using sinew::Isa;
using sinew::Pose;
using sinew::Skeleton;
using sinew::Transform;
using sinew::Vec3;
using sinew::Vec4;

[[noreturn]] void Find(std::string_view what, std::string_view where) {
  std::fprintf(stderr, "finding: %.*s differs on %.*s\n", static_cast<int>(what.size()),
               what.data(), static_cast<int>(where.size()), where.data());
  std::abort();
}
[[noreturn]] void Find(std::string_view what, Isa isa) { Find(what, sinew::IsaName(isa)); }

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

constexpr float kUntouched = 54321.125f;  // Not what numbers below come to by themselves.

// Everything that is made of floats, marked as not written yet.
template <typename T>
void Unwrite(std::span<T> out) {
  static_assert(sizeof(T) % sizeof(float) == 0);
  std::fill_n(reinterpret_cast<float*>(out.data()), out.size_bytes() / sizeof(float), kUntouched);
}
template <typename T>
std::vector<T> Unwritten(std::size_t count) {
  std::vector<T> out(count);
  Unwrite(std::span(out));
  return out;
}
Pose UnwrittenPose(std::uint32_t joint_count, std::uint32_t morph_count = 0) {
  Pose pose(joint_count, morph_count);
  Unwrite(pose.blocks());
  Unwrite(pose.morphs());
  return pose;
}

// The input, read from the front. After its end come bytes that look random and depend on all of
// it: the fuzzer likes its inputs short, and a mesh of zeros would find little.
class Input {
 public:
  Input(const std::uint8_t* data, std::size_t size) : left_(data, size) {
    for (const std::uint8_t byte : left_) state_ = (state_ ^ byte) * 0x100000001b3u;
  }

  std::uint32_t Byte() {
    if (left_.empty()) {
      state_ = state_ * 6364136223846793005u + 1442695040888963407u;
      return static_cast<std::uint32_t>(state_ >> 56);
    }
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
    if (kind < 40) return kSpecial[kind % 8];
    if (kind < 248) return static_cast<float>(static_cast<int>(Below(256)) - 128) / 32.0f;
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
    if (!Flag()) return {translation, rotation, {1, 1, 1}};
    return {translation, rotation, Vector()};
  }
  Affine Matrix() {
    if (!Flag()) return sinew::AffineOf(Placement());
    Affine a;
    for (auto& row : a.m) {
      for (float& entry : row) entry = Number(sinew::kLargest);
    }
    return a;
  }

 private:
  std::span<const std::uint8_t> left_;
  std::uint64_t state_ = 0xcbf29ce484222325u;
};

Skeleton ReadSkeleton(Input& in) {
  Skeleton::Parts parts;
  const bool is_chain = in.Below(16) == 1;  // Longer than what a JointQuery walks at once.
  const std::uint32_t joints = is_chain ? 60 + in.Below(20) : 1 + in.Below(20);
  std::int32_t parent = -1;
  for (std::uint32_t j = 0; j < joints; ++j) {
    // Parents that never decrease are in level order.
    if (is_chain) {
      parent = static_cast<std::int32_t>(j) - 1;
    } else if (j > 0 && in.Flag()) {
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
  std::vector<Affine> wanted(skeleton.joint_count());
  const bool usable = sinew::spec::LocalToModel(skeleton, pose, root, wanted);
  for (const Isa isa : sinew::AvailableIsas()) {
    auto got = Unwritten<Affine>(skeleton.joint_count());
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
void ComparePoses(const Pose& got, const Pose& wanted, std::string_view what, Isa isa) {
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
  Pose wanted(skeleton.joint_count());
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
    Pose got = UnwrittenPose(skeleton.joint_count());
    sinew::BlendByKernel(job(got), sinew::PoseKernelsOf(isa));
    ComparePoses(got, wanted, "blend", isa);
  }
}

// A clip of a few tracks; none where the bytes make no legal one.
sinew::Result<sinew::Clip> ReadClip(Input& in, const Skeleton& skeleton) {
  sinew::Clip::Parts parts;
  const std::uint32_t track_count = 1 + in.Below(4);
  std::uint32_t next_morph = 0;
  for (std::uint32_t i = 0; i < track_count; ++i) {
    const auto property = static_cast<sinew::Property>(in.Below(4));
    const auto interpolation = static_cast<sinew::Interpolation>(in.Below(3));
    const bool is_rotation = property == sinew::Property::kRotation;
    const bool is_morphs = property == sinew::Property::kMorphWeights;
    const std::uint32_t key_count = 1 + in.Below(in.Below(8) == 1 ? 40 : 5);
    const std::uint32_t width = is_rotation ? 4 : is_morphs ? 1 + in.Below(10) : 3;
    std::uint32_t target = in.Below(skeleton.joint_count());
    if (is_morphs) {  // Slots that no other track writes, not always the first free ones.
      target = next_morph + in.Below(12);
      next_morph = target + width;
    }
    parts.tracks.push_back({.target = target,
                            .property = property,
                            .interpolation = interpolation,
                            .width = width,
                            .first_time = static_cast<std::uint32_t>(parts.times.size()),
                            .key_count = key_count,
                            .first_value = static_cast<std::uint32_t>(parts.values.size())});
    const auto add_numbers = [&] {
      for (std::uint32_t c = 0; c < width; ++c) parts.values.push_back(in.Number(100.0f));
    };
    const bool has_tangents = interpolation == sinew::Interpolation::kCubicSpline;
    float time_s = 0.0f;
    for (std::uint32_t key = 0; key < key_count; ++key) {
      parts.times.push_back(time_s);
      parts.duration_s = std::max(parts.duration_s, time_s);
      time_s += static_cast<float>(1 + in.Below(6)) / 60.0f;
      if (has_tangents) add_numbers();
      if (is_rotation) {
        const sinew::Quat q = in.Rotation();
        parts.values.insert(parts.values.end(), {q.x, q.y, q.z, q.w});
      } else {
        add_numbers();
      }
      if (has_tangents) add_numbers();
    }
  }
  return sinew::Clip::Create(std::move(parts));
}

// All that a sampling of some blocks, with or without morphs, must give; the rest untouched.
struct WantedSample {
  std::vector<std::uint8_t> blocks;  // One a block; empty: all.
  bool morphs;
  Pose pose;

  WantedSample(Input& in, const Skeleton& skeleton, const sinew::PackedClip& packed, double time_s)
      : morphs(in.Below(4) != 1), pose(Empty(skeleton, packed)) {
    Pose all = Empty(skeleton, packed);
    std::copy_n(skeleton.rest_blocks().begin(), all.blocks().size(), all.blocks().begin());
    sinew::spec::SamplePacked(skeleton, packed, time_s, all);
    if (in.Flag()) {
      for (std::size_t b = 0; b < all.blocks().size(); ++b) blocks.push_back(in.Flag() ? 1 : 0);
    }
    for (std::size_t b = 0; b < all.blocks().size(); ++b) {
      if (blocks.empty() || blocks[b] != 0) pose.blocks()[b] = all.blocks()[b];
    }
    if (morphs) std::copy(all.morphs().begin(), all.morphs().end(), pose.morphs().begin());
  }

  // With slots beyond the last that the clip writes.
  static Pose Empty(const Skeleton& skeleton, const sinew::PackedClip& packed) {
    return UnwrittenPose(skeleton.joint_count(), packed.morph_bound() + 3);
  }
};

void CheckPackedSample(Input& in, const Skeleton& skeleton, const sinew::PackedClip& packed,
                       double time_s) {
  const WantedSample wanted(in, skeleton, packed, time_s);
  for (const Isa isa : sinew::AvailableIsas()) {
    Pose got = WantedSample::Empty(skeleton, packed);
    sinew::PoseKernelsOf(isa).sample_packed(
        {.packed = packed.bytes().data(),
         .time_s = time_s,
         .rest = skeleton.rest_blocks().data(),
         .block_count = static_cast<std::uint32_t>(skeleton.rest_blocks().size()),
         .wanted_blocks = wanted.blocks.empty() ? nullptr : wanted.blocks.data(),
         .pose = got.blocks().data(),
         .morphs = wanted.morphs ? got.morphs().data() : nullptr});
    ComparePoses(got, wanted.pose, "sample_packed", isa);
  }
}

// Some joints alone, against all of them and the whole hierarchy.
void CheckJointQuery(Input& in, const Skeleton& skeleton, sinew::ClipView clip, double time_s) {
  Pose pose(skeleton.joint_count(), clip.morph_bound());
  if (clip.packed() != nullptr) {
    sinew::spec::SamplePacked(skeleton, *clip.packed(), time_s, pose);
  } else if (sinew::SampleJob{.skeleton = skeleton, .clip = clip, .time_s = time_s, .pose = pose}
                 .Run() != sinew::Error::kNone) {
    Find("what SampleJob refuses", "an exact clip");
  }
  const Affine root = in.Matrix();
  std::vector<Affine> model_from_joint(skeleton.joint_count());
  sinew::spec::LocalToModel(skeleton, pose, root, model_from_joint);
  std::vector<std::uint32_t> joints;
  std::vector<Affine> wanted;
  bool usable = true;
  for (std::uint32_t i = 1 + in.Below(5); i > 0; --i) {
    joints.push_back(in.Below(skeleton.joint_count()));
    wanted.push_back(model_from_joint[joints.back()]);
    usable = usable && sinew::scalar::IsUsable(wanted.back());
  }
  auto got = Unwritten<Affine>(joints.size());
  const sinew::Error error = sinew::JointQuery{.skeleton = skeleton,
                                               .clip = clip,
                                               .time_s = time_s,
                                               .root = root,
                                               .joints = joints,
                                               .model_from_joint = got}
                                 .Run();
  const std::string_view form = clip.packed() != nullptr ? "a packed clip" : "an exact clip";
  if (error != (usable ? sinew::Error::kNone : sinew::Error::kValueNotFinite) ||
      !SameBits<Affine>(got, wanted)) {
    Find("JointQuery", form);
  }
}

void CheckSampling(Input& in, const Skeleton& skeleton) {
  const sinew::Result<sinew::Clip> clip = ReadClip(in, skeleton);
  if (!clip.ok()) return;
  CheckJointQuery(in, skeleton, *clip, clip->duration_s() * (in.Byte() / 255.0));
  sinew::PackOptions options;
  // Coarse, as finer ones take long to pack; the last is for a rest that is far away.
  constexpr float kBounds[] = {1.0f, 4.0f, 0.1f, 1e9f};
  options.error_bound = kBounds[in.Below(4)];
  options.morph_error = 0.1f;
  options.max_pack_bytes = std::uint64_t{1} << 22;
  if (in.Flag()) options.storage = sinew::PackOptions::Storage::kFloat32;
  const auto packed = sinew::PackedClip::Create(skeleton, *clip, options);
  if (!packed.ok()) return;
  const sinew::PackedView view = sinew::ViewOfPacked(packed->bytes().data());
  for (int i = 0; i < 6; ++i) {
    double time_s = packed->duration_s() * (in.Byte() / 255.0);
    if (in.Flag()) time_s = double{view.knots[in.Byte() * 7 % view.header->knot_count]};
    CheckPackedSample(in, skeleton, *packed, time_s);
    CheckJointQuery(in, skeleton, *packed, time_s);
  }
}

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
  for (const Affine& matrix : matrices) all = all && sinew::scalar::IsUsable(matrix);
  for (const std::int32_t joint : joints) {
    if (joint < 0) continue;
    named = named && sinew::scalar::IsUsable(matrices[static_cast<std::size_t>(joint)]);
  }
  const auto matrix_count = static_cast<std::uint32_t>(matrices.size());
  const auto entry_count = static_cast<std::uint32_t>(joints.size());
  for (const Isa isa : sinew::AvailableIsas()) {
    const sinew::SkinKernels& kernels = sinew::SkinKernelsOf(isa);
    if (kernels.are_usable(matrices.data(), matrix_count) != all) Find("are_usable", isa);
    const bool says =
        kernels.are_named_usable({joints.data(), nullptr, matrices.data(), entry_count, nullptr});
    if (says != named) Find("are_named_usable", isa);
  }
}

std::vector<Affine> CheckPalette(Input& in, const std::vector<Affine>& model_from_joint) {
  const std::uint32_t count = 1 + in.Below(20);
  std::vector<std::int32_t> joints;
  std::vector<Affine> inverse_bind, wanted;
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
  CheckUsable(in, model_from_joint, joints);
  const bool usable = sinew::scalar::AllUsable(std::span<const Affine>(wanted));
  const bool evenly = sinew::scalar::AreEvenlyScaled(wanted.data(), count);
  for (const Isa isa : sinew::AvailableIsas()) {
    const sinew::SkinKernels& kernels = sinew::SkinKernelsOf(isa);
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
    sinew::MorphTarget& target = primitive.morph_targets.emplace_back();
    if (in.Flag()) target.positions = ReadVectors(in, n);
    if (in.Flag() && !primitive.normals.empty()) target.normals = ReadVectors(in, n);
    if (in.Flag() && !primitive.tangents.empty()) target.tangents = ReadVectors(in, n);
    parts.morph_weights.push_back(in.Number(1e3f));
  }
  return sinew::Mesh::Create(std::move(parts));
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
  sinew::Strided<T> Of(Attribute attribute) {
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
  sinew::NormalRule rule;
  sinew::VertexOrder order;
  bool normals, tangents;  // Whether they are wanted.
  std::uint32_t first_block, block_count;

  SkinRequest(Input& in, std::uint32_t blocks)
      : rule(static_cast<sinew::NormalRule>(in.Below(3))),
        order(in.Flag() ? sinew::VertexOrder::kFile : sinew::VertexOrder::kPrepared),
        normals(in.Below(4) != 1),
        tangents(in.Below(4) != 1),
        first_block(in.Below(3) == 1 ? in.Byte() % (blocks + 2) : 0),
        block_count(in.Below(3) == 1 ? in.Byte() % (blocks + 2) : 0xffffffffu) {}
};

// What SkinJob makes of the primitive, put where the request wants it.
VertexBuffers WantedVertices(VertexBuffers out, const sinew::SkinnedMesh::Layout& layout,
                             const SkinRequest& request, const sinew::SkinJob& done) {
  const std::uint32_t begin_block = std::min(request.first_block, layout.block_count());
  const std::uint32_t end_block =
      begin_block + std::min(request.block_count, layout.block_count() - begin_block);
  for (std::uint32_t place = layout.block_begins[begin_block];
       place < layout.block_begins[end_block]; ++place) {
    const std::uint32_t vertex = layout.file_vertices[place];
    const std::uint32_t to = request.order == sinew::VertexOrder::kFile ? vertex : place;
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

void CheckSkinning(Input& in, const std::vector<Affine>& palette) {
  const auto mesh = ReadMesh(in, static_cast<std::uint32_t>(palette.size()));
  if (!mesh.ok()) return;
  const sinew::Primitive& primitive = mesh->primitives()[0];
  const sinew::SkinnedMesh prepared = sinew::SkinnedMesh::Create(*mesh, 0);
  const SkinRequest request(in, prepared.block_count());
  const std::span<const float> weights =
      in.Flag() ? mesh->morph_weights() : std::span<const float>();
  // A primitive without influences is moved by one matrix; the rule looks at that one alone.
  const std::span<const Affine> matrices =
      primitive.influences.empty() ? std::span(palette).first(1) : std::span(palette);
  auto positions = Unwritten<Vec3>(primitive.vertex_count());
  auto normals = Unwritten<Vec3>(primitive.vertex_count());
  auto tangents = Unwritten<Vec4>(primitive.vertex_count());
  const sinew::SkinJob spec{.primitive = primitive,
                            .morph_weights = weights,
                            .palette = matrices,
                            .rigid = palette[0],
                            .normal_rule = request.rule,
                            .positions = positions,
                            .normals = normals,
                            .tangents = tangents};
  if (spec.Run() != sinew::Error::kNone) return;
  const VertexBuffers untouched(in, primitive.vertex_count());
  const VertexBuffers wanted = WantedVertices(untouched, prepared.layout(), request, spec);
  for (const Isa isa : sinew::AvailableIsas()) {
    VertexBuffers got = untouched;
    sinew::SkinMeshJob job{.mesh = prepared,
                           .morph_weights = weights,
                           .palette = matrices,
                           .normal_rule = request.rule,
                           .order = request.order,
                           .first_block = request.first_block,
                           .block_count = request.block_count,
                           .positions = got.Of<Vec3>(VertexBuffers::kPosition)};
    if (request.normals) job.normals = got.Of<Vec3>(VertexBuffers::kNormal);
    if (request.tangents) job.tangents = got.Of<Vec4>(VertexBuffers::kTangent);
    if (job.Validate() != sinew::Error::kNone) Find("what SkinMeshJob refuses", isa);
    sinew::SkinByKernel(job, sinew::SkinKernelsOf(isa));
    if (!got.Same(wanted)) Find("skin_run", isa);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Input in(data, size);
  const bool with_sampling = in.Below(8) == 0;  // Packing takes long: not with every input.
  const Skeleton skeleton = ReadSkeleton(in);
  if (skeleton.joint_count() == 0) return 0;
  if (with_sampling) CheckSampling(in, skeleton);
  CheckBlend(in, skeleton);
  const Pose pose = ReadPose(in, skeleton);
  const std::vector<Affine> model = CheckLocalToModel(skeleton, pose, in.Matrix());
  if (model.empty()) return 0;
  const std::vector<Affine> palette = CheckPalette(in, model);
  if (!palette.empty()) CheckSkinning(in, palette);
  return 0;
}
