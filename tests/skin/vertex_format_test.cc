// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/vertex_format.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "sinew/quantize.h"
#include "support/random.h"

namespace sinew::testing {
namespace {

using ::testing::ElementsAre;

constexpr std::uint32_t kAbsent = VertexLayout::kAbsent;

// A list a vertex.
Influences InfluencesOf(const std::vector<std::vector<Influence>>& vertices) {
  Influences influences;
  influences.begins.push_back(0);
  for (const std::vector<Influence>& vertex : vertices) {
    influences.list.insert(influences.list.end(), vertex.begin(), vertex.end());
    influences.begins.push_back(static_cast<std::uint32_t>(influences.list.size()));
  }
  return influences;
}

// One vertex that has everything.
Primitive OneVertex() {
  Primitive primitive;
  primitive.positions = {{1.0f, -2.0f, 0.5f}};
  primitive.texcoords = {{{0.0f, 1.0f}}};
  primitive.colors = {{{1.0f, 0.0f, 0.2f, 1.0f}}};
  primitive.normals = {{1, 0, 0}};
  primitive.tangents = {{0, 0, 1, -1}};
  primitive.influences = InfluencesOf({{{3, 0.25f}, {7, 0.5f}, {200, 0.25f}}});
  return primitive;
}

std::vector<std::uint8_t> Encoded(const Primitive& primitive, const VertexFormat& format,
                                  bool clamp = false) {
  std::vector<std::byte> bytes(std::size_t{primitive.vertex_count()} * VertexStride(format));
  const EncodeVerticesJob job{
      .primitive = primitive, .format = format, .clamp = clamp, .bytes = bytes};
  EXPECT_EQ(job.Run(), Error::kNone);
  std::vector<std::uint8_t> numbers;
  for (const std::byte byte : bytes) numbers.push_back(std::to_integer<std::uint8_t>(byte));
  return numbers;
}

// The rule that encoding breaks, and the vertex. Nothing may be written then.
VertexRefusal RefusalOf(const Primitive& primitive, const VertexFormat& format,
                        bool clamp = false) {
  std::vector<std::byte> bytes(std::size_t{primitive.vertex_count()} * 36, std::byte{0xAB});
  const EncodeVerticesJob job{
      .primitive = primitive, .format = format, .clamp = clamp, .bytes = bytes};
  const VertexRefusal refusal = job.Check();
  EXPECT_EQ(job.Run(), refusal.error);
  if (refusal.error != Error::kNone) {
    EXPECT_TRUE(std::all_of(bytes.begin(), bytes.end(),
                            [](std::byte byte) { return byte == std::byte{0xAB}; }));
  }
  return refusal;
}
Error ErrorOf(const Primitive& primitive, const VertexFormat& format, bool clamp = false) {
  return RefusalOf(primitive, format, clamp).error;
}

// --- layout ---

TEST(VertexFormats, AllThirtyTwoHaveTheStrideOfTheirParts) {  // C20, E30
  for (std::uint32_t flags = 0; flags < 32; ++flags) {
    std::uint32_t stride = 8;
    for (const std::uint32_t flag : {1u, 2u, 4u, 16u}) stride += (flags & flag) != 0 ? 4 : 0;
    const bool skinned = (flags & 8) != 0;
    EXPECT_EQ(VertexStride({.flags = flags}), stride + (skinned ? 8 : 0)) << flags;
    EXPECT_EQ(VertexStride({.flags = flags, .weights = WeightForm::kUnorm8x3}),
              stride + (skinned ? 8 : 0));
    EXPECT_EQ(VertexStride({.flags = flags, .joints = JointForm::kUint16x4}),
              stride + (skinned ? 12 : 0));
  }
}

TEST(VertexFormats, OfTheSourcesExampleAre24BytesAndTheOneOf28IsAnother) {  // C20
  EXPECT_EQ(VertexStride({.flags = 13}), 24u);
  EXPECT_EQ(VertexStride({.flags = 15}), 28u);
  EXPECT_EQ(600 * VertexStride({.flags = 13}), 14400u);
}

TEST(VertexFormats, PlaceWhatIsFlaggedInOneOrder) {  // E41
  for (std::uint32_t flags = 0; flags < 32; ++flags) {
    const VertexLayout layout = LayoutOf({.flags = flags});
    std::uint32_t end = 8;
    const auto follows = [&](bool flagged, std::uint32_t offset) {
      if (!flagged) return offset == kAbsent;
      end += 4;
      return offset == end - 4;
    };
    EXPECT_EQ(layout.position, 0u);
    EXPECT_TRUE(follows((flags & kVertexUv) != 0, layout.uv)) << flags;
    EXPECT_TRUE(follows((flags & kVertexColor) != 0, layout.color)) << flags;
    EXPECT_TRUE(follows((flags & kVertexNormal) != 0, layout.normal)) << flags;
    EXPECT_TRUE(follows((flags & kVertexTangent) != 0, layout.tangent)) << flags;
    EXPECT_TRUE(follows((flags & kVertexSkinned) != 0, layout.joints)) << flags;
    EXPECT_TRUE(follows((flags & kVertexSkinned) != 0, layout.weights)) << flags;
    EXPECT_EQ(layout.stride, end);
  }
}

TEST(VertexFormats, OfAPrimitiveAreWhatItHas) {
  Primitive primitive = OneVertex();
  EXPECT_EQ(FormatOf(primitive), (VertexFormat{.flags = 31}));
  primitive.influences.list.back().joint = 256;
  EXPECT_EQ(FormatOf(primitive), (VertexFormat{.flags = 31, .joints = JointForm::kUint16x4}));
  primitive = {.positions = {{0, 0, 0}}};
  EXPECT_EQ(FormatOf(primitive), VertexFormat{});
}

// --- bytes ---

TEST(EncodedVertices, HaveEveryByteWhereTheDocumentSays) {  // E39, E41, N2
  const Primitive one = OneVertex();
  // 1 = 0x3C00, -2 = 0xC000, 0.5 = 0x3800; little-endian.
  const auto position = {0x00, 0x3C, 0x00, 0xC0, 0x00, 0x38, 0x00, 0x3C};
  std::vector<std::uint8_t> wanted(position.begin(), position.end());
  const auto append = [&](std::initializer_list<int> more) {
    for (const int byte : more) wanted.push_back(static_cast<std::uint8_t>(byte));
  };
  EXPECT_EQ(Encoded(one, {}), wanted);
  append({0x00, 0x00, 0xFF, 0xFF});  // u = 0, v = 1.
  append({255, 0, 51, 255});         // Red, no green, a fifth of blue, opaque.
  append({0xFF, 0x7F, 0x00, 0x00});  // +X: x = 32767.
  append({0x00, 0x00, 0x01, 0x00});  // +Z, and the sign in bit 16.
  const std::vector<std::uint8_t> unskinned = wanted;
  append({3, 7, 200, 0});
  append({64, 127, 64, 0});  // 63.75, 127.5, 63.75: the two missing go where most was lost.
  EXPECT_EQ(Encoded(one, {.flags = 31}), wanted);
  wanted = unskinned;
  append({7, 3, 200, 0});
  append({127, 64, 64, 0});
  EXPECT_EQ(Encoded(one, {.flags = 31, .weights = WeightForm::kUnorm8x3}), wanted);
  wanted = unskinned;
  append({3, 0, 7, 0, 200, 0, 0, 0});
  append({64, 127, 64, 0});
  EXPECT_EQ(Encoded(one, {.flags = 31, .joints = JointForm::kUint16x4}), wanted);
}

TEST(EncodedVertices, LeaveAloneWhatIsBeyondTheLast) {
  std::vector<std::byte> bytes(20, std::byte{0xAB});
  const Primitive one = OneVertex();
  ASSERT_EQ((EncodeVerticesJob{.primitive = one, .format = {}, .bytes = bytes}.Run()),
            Error::kNone);
  EXPECT_TRUE(std::all_of(bytes.begin() + 8, bytes.end(),
                          [](std::byte byte) { return byte == std::byte{0xAB}; }));
}

TEST(EncodedVertices, WithoutInfluenceHaveNoWeight) {  // C9
  Primitive one{.positions = {{0, 0, 0}}, .influences = InfluencesOf({{}})};
  EXPECT_THAT(Encoded(one, {.flags = 8}),
              ElementsAre(0, 0, 0, 0, 0, 0, 0, 0x3C, 0, 0, 0, 0, 0, 0, 0, 0));
}

TEST(EncodedVertices, NameNoJointWhereAWeightCameToNothing) {
  Primitive one{.positions = {{0, 0, 0}},
                .influences = InfluencesOf({{{4, 0.0001f}, {5, 0.6f}, {6, 0.3999f}}})};
  const std::vector<std::uint8_t> bytes = Encoded(one, {.flags = 8});
  EXPECT_THAT(std::vector(bytes.begin() + 8, bytes.end()), ElementsAre(5, 6, 0, 0, 153, 102, 0, 0));
}

// --- refusals ---

TEST(VerticesThatCannotBeEncoded, AreNamedAndNothingIsWritten) {  // C34
  const auto five = InfluencesOf(
      {{{0, 1.0f}}, {{0, 0.2f}, {1, 0.2f}, {2, 0.2f}, {3, 0.2f}, {4, 0.2f}}, {{0, 1.0f}}});
  Primitive three{.positions = {{0, 0, 0}, {1, 1, 1}, {2, 2, 2}}, .influences = five};
  const VertexRefusal refusal = RefusalOf(three, {.flags = kVertexSkinned});
  EXPECT_EQ(refusal.error, Error::kTooManyInfluences);
  EXPECT_EQ(refusal.vertex, 1u);
  EXPECT_EQ(ErrorOf(three, {}), Error::kNone);  // Without weights nobody asks.

  three.influences = InfluencesOf({{{255, 1.0f}}, {{255, 1.0f}}, {{256, 1.0f}}});
  EXPECT_EQ(ErrorOf(three, {.flags = 8}), Error::kJointBeyondFormat);
  EXPECT_EQ(RefusalOf(three, {.flags = 8}).vertex, 2u);
  EXPECT_EQ(ErrorOf(three, {.flags = 8, .joints = JointForm::kUint16x4}), Error::kNone);
  three.influences.list[0].joint = 65536;
  EXPECT_EQ(ErrorOf(three, {.flags = 8, .joints = JointForm::kUint16x4}),
            Error::kJointBeyondFormat);

  three.influences = InfluencesOf({{{0, 1.0f}}, {}, {{0, 1.0f}}});
  EXPECT_EQ(ErrorOf(three, {.flags = 8}), Error::kNone);
  EXPECT_EQ(ErrorOf(three, {.flags = 8, .weights = WeightForm::kUnorm8x3}), Error::kNoInfluence);
}

TEST(VerticesThatCannotBeEncoded, AreBeyondWhatTheirFormHolds) {
  const auto with_x = [](float x) { return Primitive{.positions = {{0, 0, 0}, {x, 0, 0}}}; };
  EXPECT_EQ(ErrorOf(with_x(65519.9f), {}), Error::kNone);
  EXPECT_EQ(ErrorOf(with_x(65520.0f), {}), Error::kBeyondFormat);
  EXPECT_EQ(ErrorOf(with_x(-65520.0f), {}), Error::kBeyondFormat);
  EXPECT_EQ(ErrorOf(with_x(std::nanf("")), {}), Error::kBeyondFormat);
  EXPECT_EQ(RefusalOf(with_x(1e6f), {}).vertex, 1u);

  Primitive one = OneVertex();
  one.texcoords[0][0].x = 1.0f + 0.4f / 65535;  // Rounds to the end, no further off than others.
  EXPECT_EQ(ErrorOf(one, {.flags = 1}), Error::kNone);
  one.texcoords[0][0].x = 1.0f + 0.6f / 65535;
  EXPECT_EQ(ErrorOf(one, {.flags = 1}), Error::kBeyondFormat);
  EXPECT_EQ(ErrorOf(one, {.flags = 1}, true), Error::kNone);
  one.texcoords[0][0].x = -2.5f;
  EXPECT_EQ(ErrorOf(one, {.flags = 1}), Error::kBeyondFormat);
  EXPECT_EQ(Encoded(one, {.flags = 1}, true)[8], 0);
  one.texcoords[0][0].x = std::nanf("");
  EXPECT_EQ(ErrorOf(one, {.flags = 1}), Error::kBeyondFormat);
  EXPECT_EQ(ErrorOf(one, {.flags = 1}, true), Error::kValueNotFinite);

  one.colors[0][0].w = 4.0f;  // Brighter than white.
  EXPECT_EQ(ErrorOf(one, {.flags = 2}), Error::kBeyondFormat);
  EXPECT_EQ(Encoded(one, {.flags = 2}, true)[11], 255);
  one.normals[0].y = std::numeric_limits<float>::infinity();
  EXPECT_EQ(ErrorOf(one, {.flags = 4}), Error::kValueNotFinite);
  one.tangents[0].z = std::nanf("");
  EXPECT_EQ(ErrorOf(one, {.flags = 16}), Error::kValueNotFinite);
}

TEST(VerticesThatCannotBeEncoded, LackWhatTheFormatWants) {
  const Primitive bare{.positions = {{0, 0, 0}}};
  for (const std::uint32_t flag : {1u, 2u, 4u, 8u, 16u}) {
    EXPECT_EQ(ErrorOf(bare, {.flags = flag}), Error::kAttributeMissing) << flag;
  }
  EXPECT_EQ(ErrorOf(bare, {.flags = 32}), Error::kOptionOutOfRange);
  EXPECT_EQ(ErrorOf(bare, {.joints = static_cast<JointForm>(2)}), Error::kOptionOutOfRange);
  std::vector<std::byte> bytes(7);
  EXPECT_EQ((EncodeVerticesJob{.primitive = bare, .format = {}, .bytes = bytes}.Validate()),
            Error::kBytesTooSmall);
}

// --- there and back ---

struct Decoded {
  explicit Decoded(std::uint32_t count)
      : positions(count),
        texcoords(count),
        colors(count),
        normals(count),
        tangents(count),
        influences(count) {}
  std::vector<Vec3> positions;
  std::vector<Vec2> texcoords;
  std::vector<Vec4> colors;
  std::vector<Vec3> normals;
  std::vector<Vec4> tangents;
  std::vector<VertexInfluences> influences;

  // All that the format has.
  DecodeVerticesJob Job(std::span<const std::byte> bytes, const VertexFormat& format) {
    DecodeVerticesJob job{.bytes = bytes,
                          .format = format,
                          .vertex_count = static_cast<std::uint32_t>(positions.size()),
                          .positions = positions};
    if ((format.flags & kVertexUv) != 0) job.texcoords = texcoords;
    if ((format.flags & kVertexColor) != 0) job.colors = colors;
    if ((format.flags & kVertexNormal) != 0) job.normals = normals;
    if ((format.flags & kVertexTangent) != 0) job.tangents = tangents;
    if ((format.flags & kVertexSkinned) != 0) job.influences = influences;
    return job;
  }
};

Primitive RandomPrimitive(std::uint32_t count, std::uint32_t joint_count, std::uint64_t seed) {
  SplitMix64 random(seed);
  Primitive primitive;
  primitive.texcoords.resize(1);
  primitive.colors.resize(1);
  std::vector<std::vector<Influence>> influences;
  for (std::uint32_t v = 0; v < count; ++v) {
    primitive.positions.push_back(random.Vector(v % 2 == 0 ? 2.0f : 60000.0f));
    primitive.texcoords[0].push_back({random.Unit(), random.Unit()});
    primitive.colors[0].push_back({random.Unit(), random.Unit(), random.Unit(), random.Unit()});
    primitive.normals.push_back(NormalizeOr(random.Vector(1), {0, 0, 1}));
    const Vec3 tangent = NormalizeOr(random.Vector(1), {1, 0, 0});
    primitive.tangents.push_back({tangent.x, tangent.y, tangent.z, v % 3 == 0 ? -1.0f : 1.0f});
    std::vector<Influence>& of_vertex = influences.emplace_back();
    float total = 0.0f;
    for (std::uint32_t k = 0, joint = 0; k < 1 + v % 4; ++k) {
      joint += 1 + random.Below(joint_count / 4 - 1);
      of_vertex.push_back({joint - 1, random.Unit() + 0.01f});
      total += of_vertex.back().weight;
    }
    for (Influence& influence : of_vertex) influence.weight /= total;
  }
  primitive.influences = InfluencesOf(influences);
  return primitive;
}

float WeightOf(std::span<const Influence> influences, std::uint32_t joint) {
  for (const Influence& influence : influences) {
    if (influence.joint == joint) return influence.weight;
  }
  return 0.0f;
}

::testing::AssertionResult IsNear(float got, float wanted, double tolerance) {
  if (std::abs(double{got} - double{wanted}) <= tolerance) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << got << " is not within " << tolerance << " of " << wanted;
}

TEST(DecodedVertices, AreThoseEncodedWithinTheStatedErrorsInEveryFormat) {  // E30, C6, C20, L49
  constexpr std::uint32_t kCount = 400;
  int formats = 0;
  for (const JointForm joints : {JointForm::kUint8x4, JointForm::kUint16x4}) {
    const Primitive source =
        RandomPrimitive(kCount, joints == JointForm::kUint8x4 ? 256 : 65536, 7);
    for (const WeightForm weights : {WeightForm::kUnorm8x4, WeightForm::kUnorm8x3}) {
      for (std::uint32_t flags = 0; flags < 32; ++flags) {
        const VertexFormat format{.flags = flags, .joints = joints, .weights = weights};
        std::vector<std::byte> bytes(std::size_t{kCount} * VertexStride(format));
        ASSERT_EQ((EncodeVerticesJob{.primitive = source, .format = format, .bytes = bytes}.Run()),
                  Error::kNone);
        Decoded out(kCount);
        ASSERT_EQ(out.Job(bytes, format).Run(), Error::kNone);
        ++formats;
        for (std::uint32_t v = 0; v < kCount; ++v) {
          const Vec3 p = source.positions[v];
          ASSERT_TRUE(IsNear(out.positions[v].x, p.x, 0x1p-11 * std::abs(p.x) + 0x1p-25));
          ASSERT_TRUE(IsNear(out.positions[v].y, p.y, 0x1p-11 * std::abs(p.y) + 0x1p-25));
          ASSERT_TRUE(IsNear(out.positions[v].z, p.z, 0x1p-11 * std::abs(p.z) + 0x1p-25));
          if ((flags & kVertexUv) != 0) {
            ASSERT_TRUE(IsNear(out.texcoords[v].x, source.texcoords[0][v].x, 0.5 / 65535 + 3e-8));
            ASSERT_TRUE(IsNear(out.texcoords[v].y, source.texcoords[0][v].y, 0.5 / 65535 + 3e-8));
          }
          if ((flags & kVertexColor) != 0) {
            ASSERT_TRUE(IsNear(out.colors[v].x, source.colors[0][v].x, 0.5 / 255 + 3e-8));
            ASSERT_TRUE(IsNear(out.colors[v].w, source.colors[0][v].w, 0.5 / 255 + 3e-8));
          }
          // Degrees to radians; float dots near one are not better than 3e-7 of an angle squared.
          if ((flags & kVertexNormal) != 0) {
            const Vec3 off = Cross(out.normals[v], source.normals[v]);
            ASSERT_LE(Length(off), 0.0038 * 0.0174533 + 2e-7);
            ASSERT_GT(Dot(out.normals[v], source.normals[v]), 0.0f);
          }
          if ((flags & kVertexTangent) != 0) {
            const Vec4 got = out.tangents[v], was = source.tangents[v];
            const Vec3 off = Cross({got.x, got.y, got.z}, {was.x, was.y, was.z});
            ASSERT_LE(Length(off), 0.0057 * 0.0174533 + 2e-7);
            ASSERT_EQ(got.w, was.w);
          }
          if ((flags & kVertexSkinned) != 0) {
            const std::span<const Influence> got = out.influences[v].all();
            float total = 0.0f;
            for (std::size_t k = 0; k < got.size(); ++k) {
              ASSERT_GT(got[k].weight, 0.0f);
              if (k > 0) {
                ASSERT_GT(got[k].joint, got[k - 1].joint);
              }
              total += got[k].weight;
            }
            ASSERT_NEAR(total, 1.0f, 1e-6f);
            for (const Influence& was : source.influences.of(v)) {
              ASSERT_TRUE(IsNear(WeightOf(got, was.joint), was.weight, 0.75 / 255 + 1e-6));
            }
          }
        }
      }
    }
  }
  EXPECT_EQ(formats, 128);
}

TEST(DecodedVertices, EncodeToTheSameBytes) {
  const Primitive source = RandomPrimitive(300, 256, 8);
  const VertexFormat format{.flags = 31};
  std::vector<std::byte> bytes(300 * VertexStride(format)), again(bytes.size());
  ASSERT_EQ((EncodeVerticesJob{.primitive = source, .format = format, .bytes = bytes}.Run()),
            Error::kNone);
  Decoded out(300);
  ASSERT_EQ(out.Job(bytes, format).Run(), Error::kNone);
  Primitive back{.positions = out.positions,
                 .normals = out.normals,
                 .tangents = out.tangents,
                 .texcoords = {out.texcoords},
                 .colors = {out.colors}};
  std::vector<std::vector<Influence>> influences;
  for (const VertexInfluences& of_vertex : out.influences) {
    influences.emplace_back(of_vertex.all().begin(), of_vertex.all().end());
  }
  back.influences = InfluencesOf(influences);
  ASSERT_EQ((EncodeVerticesJob{.primitive = back, .format = format, .bytes = again}.Run()),
            Error::kNone);
  EXPECT_EQ(bytes, again);
}

TEST(ThreeByteWeights, HideTheSmallestAndNeverSumBeyond255) {  // N2, C92
  SplitMix64 random(9);
  for (int i = 0; i < 20'000; ++i) {
    std::vector<Influence> of_vertex;
    float total = 0.0f;
    for (std::uint32_t k = 0; k < 1 + random.Below(4); ++k) {
      of_vertex.push_back({k, random.Unit() + 0x1p-24f});
      total += of_vertex.back().weight;
    }
    for (Influence& influence : of_vertex) influence.weight /= total;
    const Primitive one{.positions = {{0, 0, 0}}, .influences = InfluencesOf({of_vertex})};
    const std::vector<std::uint8_t> bytes =
        Encoded(one, {.flags = 8, .weights = WeightForm::kUnorm8x3});
    const int a = bytes[12], b = bytes[13], c = bytes[14], implied = 255 - a - b - c;
    ASSERT_GE(implied, 0);
    ASSERT_TRUE(a >= b && b >= c && c >= implied) << a << ' ' << b << ' ' << c << ' ' << implied;
    ASSERT_EQ(bytes[15], 0);
  }
}

// One skinned vertex of eight bytes, decoded.
VertexInfluences InfluencesIn(std::initializer_list<int> joints_and_weights, WeightForm form) {
  std::vector<std::byte> bytes(8);
  for (const int byte : joints_and_weights) bytes.push_back(static_cast<std::byte>(byte));
  std::vector<VertexInfluences> out(1);
  EXPECT_EQ((DecodeVerticesJob{.bytes = bytes,
                               .format = {.flags = kVertexSkinned, .weights = form},
                               .vertex_count = 1,
                               .influences = out}
                 .Run()),
            Error::kNone);
  return out[0];
}

TEST(DecodedWeights, OfOtherWritersAreMadeWhole) {  // C10, C22, C92, E34
  const auto four = [](std::initializer_list<int> bytes) {
    const VertexInfluences made = InfluencesIn(bytes, WeightForm::kUnorm8x4);
    return std::vector<Influence>(made.all().begin(), made.all().end());
  };
  const auto three = [](std::initializer_list<int> bytes) {
    const VertexInfluences made = InfluencesIn(bytes, WeightForm::kUnorm8x3);
    return std::vector<Influence>(made.all().begin(), made.all().end());
  };
  const float third = 1.0f / 3.0f;
  // Thirds that were cut off: 84 * 3 = 252.
  EXPECT_THAT(four({1, 2, 3, 99, 84, 84, 84, 0}),
              ElementsAre(Influence{1, third}, Influence{2, third}, Influence{3, third}));
  // Out of order, and one joint twice.
  EXPECT_THAT(four({9, 4, 9, 4, 51, 51, 102, 51}),
              ElementsAre(Influence{4, 0.4f}, Influence{9, 0.6f}));
  EXPECT_THAT(four({5, 6, 7, 8, 0, 0, 0, 0}), ElementsAre());
  EXPECT_THAT(three({9, 4, 0, 8, 102, 102, 0, 0}),
              ElementsAre(Influence{4, 0.4f}, Influence{8, 0.2f}, Influence{9, 0.4f}));
  // The three alone are beyond 255: the fourth is nothing, not 255 - 300.
  EXPECT_THAT(three({0, 1, 2, 3, 100, 100, 100, 77}),
              ElementsAre(Influence{0, third}, Influence{1, third}, Influence{2, third}));
}

TEST(DecodedVertices, AreRefusedWhereBytesOrOutputsAreNotThere) {
  const VertexFormat format{.flags = kVertexUv};
  std::vector<std::byte> bytes(24);
  Decoded out(2);
  DecodeVerticesJob job = out.Job(bytes, format);
  EXPECT_EQ(job.Run(), Error::kNone);
  job.bytes = std::span(bytes).first(23);
  EXPECT_EQ(job.Run(), Error::kBytesTooSmall);
  job.bytes = bytes;
  job.vertex_count = 0xFFFFFFFFu;
  EXPECT_EQ(job.Run(), Error::kBytesTooSmall);
  job.vertex_count = 2;
  job.normals = out.normals;
  EXPECT_EQ(job.Run(), Error::kAttributeMissing);
  job.normals = {};
  job.texcoords = std::span(out.texcoords).first(1);
  EXPECT_EQ(job.Run(), Error::kVerticesTooSmall);
  job.texcoords = {};
  job.format.flags = 64;
  EXPECT_EQ(job.Run(), Error::kOptionOutOfRange);
  job.format = format;
  bytes[12 + 3] = std::byte{0x7C};  // y of vertex 1 is infinite.
  out.positions[0] = {7, 7, 7};
  EXPECT_EQ(job.Run(), Error::kValueNotFinite);
  EXPECT_EQ(job.Check().vertex, 1u);
  EXPECT_EQ(out.positions[0], (Vec3{7, 7, 7}));
  job.positions = {};
  EXPECT_EQ(job.Run(), Error::kNone);
}

TEST(EncodedIndices, AreNeverNarrowed) {  // E42, C34
  std::vector<std::uint16_t> out(3, 7);
  const std::vector<std::uint32_t> fine{0, 65535, 3}, wide{0, 65536};
  EXPECT_EQ((EncodeIndicesJob{.indices = wide, .out = out}.Run()), Error::kBeyondFormat);
  EXPECT_THAT(out, ElementsAre(7, 7, 7));
  EXPECT_EQ((EncodeIndicesJob{.indices = fine, .out = std::span(out).first(2)}.Run()),
            Error::kBytesTooSmall);
  EXPECT_EQ((EncodeIndicesJob{.indices = fine, .out = out}.Run()), Error::kNone);
  EXPECT_THAT(out, ElementsAre(0, 65535, 3));
}

}  // namespace
}  // namespace sinew::testing
