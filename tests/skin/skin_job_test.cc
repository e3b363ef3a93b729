// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// SkinJob is held against spec::Skin, bit for bit, on every instruction set.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <thread>
#include <vector>

#include "sinew/skinned_mesh.h"
#include "sinew/skinning.h"
#include "sinew/specification.h"
#include "skin/dual_palette_of.h"
#include "skin/kernels/kernels.h"
#include "skin/random_mesh.h"
#include "skin/skin_by_kernel.h"

namespace sinew {
namespace {

using testing::DualPaletteOf;
using testing::MeshRecipe;
using testing::RandomMesh;
using Matrices = RandomMesh::Matrices;

constexpr float kUntouched = 7.0f;
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

// What spec::Skin gives: the specification.
struct Expected {
  std::vector<Vec3> positions, normals;
  std::vector<Vec4> tangents;

  Expected(const Primitive& primitive, std::span<const Affine> palette,
           std::span<const DualJoint> dual_palette, std::span<const float> morph_weights,
           NormalRule rule)
      : positions(primitive.vertex_count()),
        normals(primitive.normals.size()),
        tangents(primitive.tangents.size()) {
    const spec::Skin job{.primitive = primitive,
                         .morph_weights = morph_weights,
                         .palette = palette,
                         .dual_palette = dual_palette,
                         .rigid = palette[0],
                         .normal_rule = rule,
                         .positions = positions,
                         .normals = normals,
                         .tangents = tangents};
    EXPECT_EQ(job.Run(), Error::kNone);
  }
};

// Vertices in a buffer of their own, or, where the stride has room, side by side in one.
class Vertices {
 public:
  Vertices(std::uint32_t count, std::size_t stride_bytes)
      : count_(count),
        stride_floats_(stride_bytes / 4),
        tangent_stride_floats_(std::max<std::size_t>(stride_floats_, 4)),
        interleaved_(stride_bytes >= 48),
        positions_(count * stride_floats_, kUntouched),
        normals_(interleaved_ ? 0 : count * stride_floats_, kUntouched),
        tangents_(interleaved_ ? 0 : count * tangent_stride_floats_, kUntouched) {}

  Strided<Vec3> positions() { return {At<Vec3>(positions_, 0), count_, stride_floats_ * 4}; }
  Strided<Vec3> normals() {
    return {interleaved_ ? At<Vec3>(positions_, 3) : At<Vec3>(normals_, 0), count_,
            stride_floats_ * 4};
  }
  Strided<Vec4> tangents() {
    return {interleaved_ ? At<Vec4>(positions_, 6) : At<Vec4>(tangents_, 0), count_,
            tangent_stride_floats_ * 4};
  }

  // How many floats were compared; fails at the first that differs, be it one that should have been
  // left alone. `file_vertices` empty: the vertices are in the file's order.
  std::size_t Compare(const Expected& expected, bool normals, bool tangents,
                      std::span<const std::uint32_t> file_vertices) const {
    std::vector<float> wanted_positions(positions_.size(), kUntouched);
    std::vector<float> wanted_normals(normals_.size(), kUntouched);
    std::vector<float> wanted_tangents(tangents_.size(), kUntouched);
    for (std::uint32_t i = 0; i < count_; ++i) {
      const std::uint32_t v = file_vertices.empty() ? i : file_vertices[i];
      Put(expected.positions[v], wanted_positions, i * stride_floats_);
      if (normals && !expected.normals.empty()) {
        Put(expected.normals[v], interleaved_ ? wanted_positions : wanted_normals,
            i * stride_floats_ + (interleaved_ ? 3 : 0));
      }
      if (tangents && !expected.tangents.empty()) {
        Put(expected.tangents[v], interleaved_ ? wanted_positions : wanted_tangents,
            i * tangent_stride_floats_ + (interleaved_ ? 6 : 0));
      }
    }
    return SameBits(positions_, wanted_positions) + SameBits(normals_, wanted_normals) +
           SameBits(tangents_, wanted_tangents);
  }

  bool IsUntouched() const {
    const auto untouched = [](const std::vector<float>& all) {
      return std::all_of(all.begin(), all.end(), [](float f) { return f == kUntouched; });
    };
    return untouched(positions_) && untouched(normals_) && untouched(tangents_);
  }

 private:
  template <typename T>
  static T* At(std::vector<float>& floats, std::size_t offset) {
    return reinterpret_cast<T*>(floats.data() + offset);
  }
  template <typename T>
  static void Put(const T& value, std::vector<float>& floats, std::size_t at) {
    std::memcpy(floats.data() + at, &value, sizeof value);
  }
  static std::size_t SameBits(const std::vector<float>& got, const std::vector<float>& wanted) {
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      if (std::bit_cast<std::uint32_t>(got[i]) == std::bit_cast<std::uint32_t>(wanted[i])) continue;
      ADD_FAILURE() << "float " << i << " is " << got[i] << ", wanted " << wanted[i];
      break;
    }
    return wanted.size();
  }

  std::uint32_t count_;
  std::size_t stride_floats_, tangent_stride_floats_;
  bool interleaved_;
  std::vector<float> positions_, normals_, tangents_;
};

struct Wanted {
  bool normals = true;
  bool tangents = true;
  VertexOrder order = VertexOrder::kPrepared;
  std::size_t stride_bytes = 12;
};

// One mesh, one palette, one rule; all instruction sets.
class Comparison {
 public:
  Comparison(const Mesh& mesh, std::span<const Affine> palette,
             std::span<const float> morph_weights, NormalRule rule,
             std::span<const DualJoint> dual_palette = {})
      : prepared_(SkinnedMesh::Create(mesh, 0)),
        palette_(palette),
        dual_palette_(dual_palette),
        morph_weights_(morph_weights),
        rule_(rule),
        expected_(mesh.primitives()[0], palette, dual_palette, morph_weights, rule) {}

  std::size_t Run(const Wanted& wanted) const {
    std::size_t compared = 0;
    for (const Isa isa : AvailableIsas()) {
      SCOPED_TRACE(IsaName(isa));
      Vertices out(prepared_.vertex_count(), wanted.stride_bytes);
      const SkinJob job = Job(wanted, out);
      EXPECT_EQ(job.Validate(), Error::kNone);
      SkinByKernel(job, SkinKernelsOf(isa));
      compared += Compare(wanted, out);
    }
    return compared;
  }

  SkinJob Job(const Wanted& wanted, Vertices& out) const {
    return {.mesh = prepared_,
            .morph_weights = morph_weights_,
            .palette = palette_,
            .dual_palette = dual_palette_,
            .normal_rule = rule_,
            .order = wanted.order,
            .positions = out.positions(),
            .normals = wanted.normals ? out.normals() : Strided<Vec3>(),
            .tangents = wanted.tangents ? out.tangents() : Strided<Vec4>()};
  }
  std::size_t Compare(const Wanted& wanted, const Vertices& out) const {
    const bool in_file_order = wanted.order == VertexOrder::kFile;
    return out.Compare(
        expected_, wanted.normals, wanted.tangents,
        in_file_order ? std::span<const std::uint32_t>() : prepared_.file_vertices());
  }
  const SkinnedMesh& prepared() const { return prepared_; }

 private:
  SkinnedMesh prepared_;
  std::span<const Affine> palette_;
  std::span<const DualJoint> dual_palette_;
  std::span<const float> morph_weights_;
  NormalRule rule_;
  Expected expected_;
};

constexpr NormalRule kRules[] = {NormalRule::kByPalette, NormalRule::kCofactor, NormalRule::kUpper};

// --- the same bits ---

TEST(SkinJob, GivesTheBitsOfSkinJobForAnyNumberOfInfluences) {
  std::size_t compared = 0;
  RandomMesh random(10);
  for (std::uint32_t influences = 0; influences <= 9; ++influences) {
    for (const std::uint32_t sets : {1u, 4u, 60u}) {
      const Mesh mesh = random.Make({.vertex_count = 150,
                                     .joint_set_count = sets,
                                     .most_influences = influences,
                                     .fewest_influences = influences,
                                     .tangents = true});
      for (const Matrices kind : {Matrices::kEven, Matrices::kUneven}) {
        const std::vector<Affine> palette = random.Palette(20, kind);
        for (const NormalRule rule : kRules) {
          for (const auto& blend : {std::vector<DualJoint>(), DualPaletteOf(palette)}) {
            const Comparison comparison(mesh, palette, {}, rule, blend);
            compared += comparison.Run({.normals = false, .tangents = false});
            compared += comparison.Run({.tangents = false});
            compared += comparison.Run({});
          }
        }
      }
    }
  }
  std::printf("%zu floats compared\n", compared);
  EXPECT_GT(compared, 1'000'000u);
}

TEST(SkinJob, GivesTheBitsOfSkinJobForEveryKindOfMeshMatrixAndOutput) {  // C3, C4, C9, S6
  std::size_t compared = 0;
  RandomMesh random(11);
  for (int i = 0; i < 60; ++i) {
    auto& r = random.random();
    const bool skinned = r.Below(5) != 0;
    const std::uint32_t most = r.Below(10);
    const MeshRecipe recipe{.vertex_count = i % 6 == 0 ? 1 : 1 + r.Below(120),
                            .joint_set_count = 1 + r.Below(30),
                            .most_influences = most,
                            .fewest_influences = r.Below(most + 1),
                            .skinned = skinned,
                            .normals = r.Below(5) != 0,
                            .tangents = r.Below(2) != 0,
                            .morph_count = r.Below(2) * r.Below(5),
                            .special_numbers = r.Below(2) != 0};
    const Mesh mesh = random.Make(recipe);
    std::vector<float> weights;
    for (std::uint32_t m = 0; m < recipe.morph_count; ++m) {
      weights.push_back(r.Below(3) == 0 ? 0.0f : r.Between(-1, 1));
    }
    for (int kind = 0; kind < RandomMesh::kMatricesKinds; ++kind) {
      SCOPED_TRACE(kind);
      const auto palette = random.Palette(skinned ? 20 : 1, static_cast<Matrices>(kind));
      const auto dual_palette = r.Below(2) == 0 ? std::vector<DualJoint>() : DualPaletteOf(palette);
      for (const NormalRule rule : kRules) {
        const Comparison comparison(mesh, palette, weights, rule, dual_palette);
        for (const std::size_t stride : {12u, 16u, 32u, 48u}) {
          for (const VertexOrder order : {VertexOrder::kPrepared, VertexOrder::kFile}) {
            compared += comparison.Run({.normals = r.Below(4) != 0,
                                        .tangents = r.Below(3) != 0,
                                        .order = order,
                                        .stride_bytes = stride});
          }
        }
      }
    }
    if (HasFailure()) break;
  }
  std::printf("%zu floats compared\n", compared);
  EXPECT_GT(compared, 1'000'000u);
}

TEST(SkinJob, TangentsOfMirroredMatricesSwapTheirHandednessAlike) {  // C3
  RandomMesh random(12);
  const Mesh mesh = random.Make({.vertex_count = 200, .tangents = true});
  const std::vector<Affine> palette = random.Palette(20, Matrices::kMirrored);
  const Comparison comparison(mesh, palette, {}, NormalRule::kCofactor);
  EXPECT_GT(comparison.Run({}), 0u);
  Vertices out(200, 12);
  ASSERT_EQ(comparison.Job({.order = VertexOrder::kFile}, out).Run(), Error::kNone);
  int swapped = 0;
  for (std::uint32_t v = 0; v < 200; ++v) {
    swapped += out.tangents().first[v].w != mesh.primitives()[0].tangents[v].w;
  }
  EXPECT_GT(swapped, 10) << "the palette mirrors some";
}

// Rotations far apart, and weights of which several are the largest: the lowest joint is the pivot
// in every lane, in groups and out of them.
TEST(SkinJob, FindsThePivotsOfSkinJob) {
  std::size_t compared = 0;
  RandomMesh random(19);
  for (int i = 0; i < 40; ++i) {
    Mesh::Parts parts = random
                            .Make({.vertex_count = 60,
                                   .joint_set_count = 1 + random.random().Below(20),
                                   .most_influences = 7,
                                   .fewest_influences = 2})
                            .parts();
    Influences& influences = parts.primitives[0].influences;
    for (std::uint32_t v = 0; v < 60; ++v) {
      const std::uint32_t begin = influences.begins[v], end = influences.begins[v + 1];
      float sum = 0.0f;
      for (std::uint32_t k = begin; k < end; ++k) {
        influences.list[k].weight = static_cast<float>(1 + random.random().Below(2));
        sum += influences.list[k].weight;
      }
      for (std::uint32_t k = begin; k < end; ++k) influences.list[k].weight /= sum;
    }
    const Mesh mesh = Mesh::Create(std::move(parts)).value();
    const std::vector<Affine> palette = random.Palette(20, Matrices::kUneven);
    const std::vector<DualJoint> dual = DualPaletteOf(palette);
    compared += Comparison(mesh, palette, {}, NormalRule::kCofactor, dual).Run({});
  }
  std::printf("%zu floats compared\n", compared);
  EXPECT_GT(compared, 10'000u);
}

// -0 + 0 is 0: what a target does not have must not be added as zeros.
TEST(SkinJob, ATargetAddsNothingToAnAttributeThatItLacks) {
  Mesh::Parts parts;
  Primitive& primitive = parts.primitives.emplace_back();
  primitive.positions = {{-0.0f, -0.0f, -0.0f}};
  primitive.influences.begins = {0, 0};
  primitive.morph_targets = {{.normals = {}}, {.positions = {{1, 1, 1}}}};
  parts.morph_weights = {0, 0};
  const Mesh mesh = Mesh::Create(std::move(parts)).value();
  const std::vector<Affine> palette(1);
  const std::vector<float> weights{0.5f, 0.0f};
  const Comparison comparison(mesh, palette, weights, NormalRule::kUpper);
  EXPECT_GT(comparison.Run({.normals = false, .tangents = false}), 0u);
  Vertices out(1, 12);
  ASSERT_EQ(comparison.Job({.normals = false, .tangents = false}, out).Run(), Error::kNone);
  EXPECT_TRUE(std::signbit(out.positions().first->x));
}

TEST(SkinJob, SplitOverThreadsGivesTheSameBits) {
  RandomMesh random(13);
  const Mesh mesh = random.Make({.vertex_count = 2000, .joint_set_count = 40, .tangents = true});
  const std::vector<Affine> palette = random.Palette(20, Matrices::kUneven);
  const Comparison comparison(mesh, palette, {}, NormalRule::kByPalette);
  const std::uint32_t block_count = comparison.prepared().block_count();
  std::size_t compared = 0;
  for (const VertexOrder order : {VertexOrder::kPrepared, VertexOrder::kFile}) {
    for (const std::uint32_t share : {1u, 7u, 64u, block_count}) {
      Vertices out(2000, 12);
      std::vector<std::thread> threads;
      for (std::uint32_t worker = 0; worker < 4; ++worker) {
        threads.emplace_back([&, worker] {
          for (std::uint32_t b = worker * share; b < block_count; b += 4 * share) {
            SkinJob job = comparison.Job({.order = order}, out);
            job.first_block = b;
            job.block_count = share;
            EXPECT_EQ(job.Run(), Error::kNone);
          }
        });
      }
      for (std::thread& thread : threads) thread.join();
      compared += comparison.Compare({.order = order}, out);
    }
  }
  std::printf("%zu floats compared\n", compared);
  EXPECT_EQ(compared, 8u * 2000 * 10);
}

TEST(SkinJob, BlocksBeyondTheLastAreNone) {
  RandomMesh random(14);
  const Mesh mesh = random.Make({.vertex_count = 30});
  const std::vector<Affine> palette = random.Palette(20, Matrices::kEven);
  const Comparison comparison(mesh, palette, {}, NormalRule::kUpper);
  Vertices out(30, 12);
  SkinJob job = comparison.Job({}, out);
  for (const std::uint32_t first : {comparison.prepared().block_count(), 0xffffffffu}) {
    job.first_block = first;
    EXPECT_EQ(job.Run(), Error::kNone);
  }
  job.first_block = 0;
  job.block_count = 0;
  EXPECT_EQ(job.Run(), Error::kNone);
  EXPECT_TRUE(out.IsUntouched());
}

// --- the rule by palette ---

TEST(SkinJob, APaletteOfTurnsTurnsNormalsByTheMatricesThemselves) {  // C3
  RandomMesh random(15);
  const Mesh mesh = random.Make({.vertex_count = 100});
  const std::vector<Affine> palette = random.Palette(20, Matrices::kEven);
  ASSERT_TRUE(IsEvenlyScaled(palette));
  const Comparison by_palette(mesh, palette, {}, NormalRule::kByPalette);
  const Comparison by_upper(mesh, palette, {}, NormalRule::kUpper);
  Vertices out(100, 12);
  ASSERT_EQ(by_palette.Job({}, out).Run(), Error::kNone);
  EXPECT_GT(by_upper.Compare({}, out), 0u);
}

TEST(SkinJob, OneUnevenMatrixTurnsAllNormalsByCofactors) {  // C3
  RandomMesh random(16);
  const Mesh mesh = random.Make({.vertex_count = 100});
  for (const float stretch : {1.01f, -1.0f}) {  // Stretched; mirrored.
    std::vector<Affine> palette = random.Palette(20, Matrices::kEven);
    for (auto& row : palette[17].m) row[1] *= stretch;
    ASSERT_FALSE(IsEvenlyScaled(palette));
    const Comparison by_palette(mesh, palette, {}, NormalRule::kByPalette);
    const Comparison by_cofactor(mesh, palette, {}, NormalRule::kCofactor);
    Vertices out(100, 12);
    ASSERT_EQ(by_palette.Job({}, out).Run(), Error::kNone);
    EXPECT_GT(by_cofactor.Compare({}, out), 0u);
  }
}

TEST(SkinJob, WithDefaultFieldsGivesTheNormalsOfSkinJob) {  // C3
  RandomMesh random(18);
  const Mesh mesh = random.Make({.vertex_count = 100});
  const SkinnedMesh prepared = SkinnedMesh::Create(mesh, 0);
  for (const Matrices kind : {Matrices::kEven, Matrices::kUneven}) {
    const std::vector<Affine> palette = random.Palette(20, kind);
    std::vector<Vec3> positions(100), normals(100), wanted_positions(100), wanted_normals(100);
    ASSERT_EQ((spec::Skin{.primitive = mesh.primitives()[0],
                          .palette = palette,
                          .positions = wanted_positions,
                          .normals = wanted_normals}
                   .Run()),
              Error::kNone);
    SkinJob job{.mesh = prepared, .palette = palette, .positions = positions};
    job.normals = normals;
    job.order = VertexOrder::kFile;
    ASSERT_EQ(job.Run(), Error::kNone);
    EXPECT_EQ(normals, wanted_normals);
  }
}

// --- refusals: nothing is written ---

class SkinMeshRefusals : public ::testing::Test {
 protected:
  SkinMeshRefusals()
      : mesh_(random_.Make({.vertex_count = 30, .tangents = true, .morph_count = 2})),
        prepared_(SkinnedMesh::Create(mesh_, 0)),
        palette_(random_.Palette(20, Matrices::kEven)),
        out_(30, 16) {}
  SkinJob Job() {
    return {.mesh = prepared_,
            .morph_weights = weights_,
            .palette = palette_,
            .positions = out_.positions(),
            .normals = out_.normals(),
            .tangents = out_.tangents()};
  }
  void Refuses(const SkinJob& job, Error error) {
    EXPECT_EQ(job.Run(), error);
    EXPECT_TRUE(out_.IsUntouched());
  }

  RandomMesh random_{17};
  Mesh mesh_;
  SkinnedMesh prepared_;
  std::vector<Affine> palette_;
  std::vector<float> weights_{0.5f, 0.25f};
  Vertices out_;
};

TEST_F(SkinMeshRefusals, OutputsThatAreTooShort) {
  SkinJob short_positions = Job();
  short_positions.positions.count = 29;
  Refuses(short_positions, Error::kVerticesTooSmall);
  SkinJob short_normals = Job();
  short_normals.normals.count = 29;
  Refuses(short_normals, Error::kVerticesTooSmall);
  SkinJob short_tangents = Job();
  short_tangents.tangents.count = 29;
  Refuses(short_tangents, Error::kVerticesTooSmall);
  EXPECT_EQ(Job().Run(), Error::kNone) << "the job itself is sound";
}

TEST_F(SkinMeshRefusals, StridesThatVerticesWouldOverlapInOrThatAreNoFloats) {
  for (const std::size_t stride : {0u, 4u, 8u, 13u, 14u}) {
    SkinJob positions = Job();
    positions.positions.stride_bytes = stride;
    Refuses(positions, Error::kStrideNotUsable);
    SkinJob normals = Job();
    normals.normals.stride_bytes = stride;
    Refuses(normals, Error::kStrideNotUsable);
    SkinJob tangents = Job();
    tangents.tangents.stride_bytes = stride;
    Refuses(tangents, Error::kStrideNotUsable);
  }
}

TEST_F(SkinMeshRefusals, APaletteThatAnInfluenceReachesBeyond) {  // C32
  SkinJob job = Job();
  job.palette = job.palette.first(prepared_.joint_bound() - 1);
  Refuses(job, Error::kPaletteTooSmall);
  job.palette = {};
  Refuses(job, Error::kPaletteTooSmall);
}

TEST_F(SkinMeshRefusals, ADualPaletteThatIsTooShortOrNotUsable) {
  std::vector<DualJoint> dual = DualPaletteOf(palette_);
  SkinJob job = Job();
  job.dual_palette = std::span(dual).first(prepared_.joint_bound() - 1);
  Refuses(job, Error::kPaletteTooSmall);
  job.dual_palette = dual;
  dual[3].dual.y = kNan;
  Refuses(job, Error::kValueNotFinite);
  dual[3] = {};
  EXPECT_EQ(job.Run(), Error::kNone) << "the job itself is sound";
}

TEST_F(SkinMeshRefusals, MorphWeightsThatAreNotOneATarget) {
  weights_.push_back(0.5f);
  Refuses(Job(), Error::kMorphWeightMismatch);
}

TEST_F(SkinMeshRefusals, ValuesThatAreNotUsable) {
  weights_[1] = kNan;
  Refuses(Job(), Error::kValueNotFinite);
  weights_[1] = 0.0f;
  for (const float bad : {kNan, std::numeric_limits<float>::infinity(), -2e18f}) {
    palette_[19].m[2][3] = bad;
    Refuses(Job(), Error::kValueNotFinite);
  }
}

}  // namespace
}  // namespace sinew
