// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Vertices as a GPU reads them: interleaved, in 8 to 36 bytes each, encoded from a primitive, or
// from a prepared mesh as a runtime file holds it, and decoded again. docs/vertex-formats.md has
// every byte.
//
//   attribute    flag  bytes  form                              worst error
//   position       -     8    float16 x, y, z and w = 1         2^-11 of each component
//   uv             1     4    unorm16 u, v                      0.5 / 65535
//   colour         2     4    unorm8 r, g, b, a                 0.5 / 255
//   normal         4     4    octahedral, snorm16 x, y          0.0038 degrees
//   tangent       16     4    octahedral with a sign            0.0057 degrees
//   joints         8   4, 8   four integers, uint8 or uint16    none
//   weights        8     4    unorm8, summing to 255            0.75 / 255
//
//   Order    as in the table, what is not flagged left out; little-endian; every attribute begins
//            at a multiple of four. VertexStride is the truth about sizes (C20).
//   Memory   nothing here allocates. Spans are borrowed for the length of the call.
//   Same bits one input, one run of bytes, on every machine.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "sinew/math.h"
#include "sinew/mesh.h"
#include "sinew/result.h"
#include "sinew/vertex_source.h"

namespace sinew {

// Beside the position, which every vertex has (E30). Any of the 32 sums is a format.
inline constexpr std::uint32_t kVertexUv = 1;
inline constexpr std::uint32_t kVertexColor = 2;
inline constexpr std::uint32_t kVertexNormal = 4;
inline constexpr std::uint32_t kVertexSkinned = 8;
inline constexpr std::uint32_t kVertexTangent = 16;
inline constexpr std::uint32_t kVertexFlags = 31;  // All of them.

enum class JointForm : std::uint8_t {
  kUint8x4,   // Joints 0 to 255 (E39).
  kUint16x4,  // Joints 0 to 65535 (L49).
};

enum class WeightForm : std::uint8_t {
  kUnorm8x4,  // Slots ascend in joint, as in the model; those not used are joint 0, weight 0.
  kUnorm8x3,  // Slots descend in weight, and the fourth weight is what the three leave of 255 (N2,
              // C92): the smallest. A fourth byte is zero, and the caller's to use.
};

struct VertexFormat {
  std::uint32_t flags = 0;
  JointForm joints = JointForm::kUint8x4;  // Both matter where kVertexSkinned is set.
  WeightForm weights = WeightForm::kUnorm8x4;
  bool operator==(const VertexFormat&) const = default;
};

// Where a vertex's attributes begin, in bytes from its first one.
struct VertexLayout {
  static constexpr std::uint32_t kAbsent = 0xFFFFFFFFu;
  std::uint32_t position = 0;
  std::uint32_t uv = kAbsent, color = kAbsent, normal = kAbsent, tangent = kAbsent;
  std::uint32_t joints = kAbsent, weights = kAbsent;
  std::uint32_t stride = 0;  // From a vertex to the next.
};

// Of a format whose flags are within kVertexFlags: others are a caller's bug and assert.
VertexLayout LayoutOf(const VertexFormat& format);
std::uint32_t VertexStride(const VertexFormat& format);

// Everything that the primitive has: its first texture coordinates and colours, normals, tangents,
// influences; uint16 joints where one is above 255.
VertexFormat FormatOf(const VertexSource& primitive);

// Flags by name: "all", "position" (none), a list such as "uv,normal,skinned", or a number from 0
// to
// 31. Nothing where the text is none of these. The names of flags, as such a list.
std::optional<std::uint32_t> ParseVertexFlags(std::string_view text);
std::string VertexFlagNames(std::uint32_t flags);

// Which rule a job breaks, and the first vertex that does; 0 where the rule is not a vertex's.
struct VertexRefusal {
  Error error = Error::kNone;
  std::uint32_t vertex = 0;
};

// A primitive's vertices as bytes, in its own order: of a prepared mesh, the prepared one, which
// its indices are for. Texture coordinates and colours are those of set 0. The primitive is trusted
// to keep the rules of Mesh.
//
// A normal or tangent without length becomes +Z. A vertex without influence, which stays where it
// is, gets four zero weights; WeightForm::kUnorm8x3 cannot say that (kNoInfluence). Nothing is
// narrowed (C34): a fifth influence is kTooManyInfluences (see LimitInfluences), a joint beyond the
// form's integers kJointBeyondFormat, a position that float16 cannot hold kBeyondFormat.
struct EncodeVerticesJob {
  VertexSource primitive;
  VertexFormat format;
  // Texture coordinates and colours more than half a step outside [0, 1]: refused (kBeyondFormat),
  // or taken to the nearer end, which is wrong for textures that repeat.
  bool clamp = false;
  std::span<std::byte> bytes;  // Out. At least vertex_count * stride; the rest is left alone.

  VertexRefusal Check() const;  // The first rule this job breaks, and where.
  Error Validate() const;       // The same without the place.
  Error Run() const;            // On any error nothing is written.
};

// Up to four influences, as Mesh has them: ascending joints, positive weights that sum to one.
struct VertexInfluences {
  std::uint32_t count = 0;
  std::array<Influence, 4> list{};
  std::span<const Influence> all() const { return std::span(list).first(count); }
};

// Bytes as vertices: those of EncodeVerticesJob, or of another writer. Weights are divided by their
// sum, which is 255 in bytes of ours; slots that name a joint twice are added up; slots of weight
// zero are left out, whatever joint they name. Of three bytes that sum to more than 255 the fourth
// is 0 (C92).
struct DecodeVerticesJob {
  std::span<const std::byte> bytes;  // At least vertex_count * stride.
  VertexFormat format;
  std::uint32_t vertex_count = 0;
  // Out, one a vertex; empty: not wanted. What is wanted must be in the format
  // (kAttributeMissing). Positions that are infinite or NaN are refused (kValueNotFinite).
  std::span<Vec3> positions{};
  std::span<Vec2> texcoords{};
  std::span<Vec4> colors{};
  std::span<Vec3> normals{};
  std::span<Vec4> tangents{};
  std::span<VertexInfluences> influences{};

  VertexRefusal Check() const;
  Error Validate() const;
  Error Run() const;  // On any error nothing is written.
};

// Indices in 16 bits (E42): kBeyondFormat where one is above 65535, kBytesTooSmall where the output
// is shorter than the input.
struct EncodeIndicesJob {
  std::span<const std::uint32_t> indices;
  std::span<std::uint16_t> out;

  Error Validate() const;
  Error Run() const;  // On any error nothing is written.
};

}  // namespace sinew
