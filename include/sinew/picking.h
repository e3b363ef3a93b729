// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Picking: a ray against a mesh as it is posed, without skinning the whole of it. The boxes of the
// joints come first, then the triangles of those that the ray meets are skinned one by one.
//
//   Space    the ray is in model space, as skinned vertices are.
//   Result   what a test of the ray with every skinned triangle would give. Vertices are those of
//            spec::Skin, linear blend; the rest is computed in double. Triangles that share an edge
//            leave no gap between them; triangles without an area are never hit.
//   Ties     the nearest triangle wins; at the same distance, the lowest index.
//   Memory   a PickMesh owns its lists; a job allocates nothing.
//   Threads  a PickMesh never changes.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "sinew/aligned_bytes.h"
#include "sinew/bounds.h"
#include "sinew/box.h"
#include "sinew/math.h"
#include "sinew/mesh.h"
#include "sinew/result.h"
#include "sinew/skinned_mesh.h"
#include "sinew/vertex_source.h"

namespace sinew {

struct Ray {
  Vec3 origin{};
  Vec3 direction{0.0f, 0.0f, -1.0f};  // Of any length but zero.
  float max_distance = kLargest;      // In the asset's unit, whatever the direction's length.
};

enum class RaySides : std::uint8_t {
  kBoth,
  kFront,  // Only triangles that the ray sees counter-clockwise.
};

// kValueNotFinite: a number is not usable. kOptionOutOfRange: a direction of no length, or a
// negative max_distance.
Error CheckRay(const Ray& ray);

// What moves no vertex of the triangle that was hit.
inline constexpr std::uint32_t kNoSkinEntry = 0xffffffffu;

struct RayHit {
  std::uint32_t triangle = 0;  // In the order of the file: of a list index / 3, of a strip or a fan
                               // the number of triangles before it.
  std::array<std::uint32_t, 3> vertices{};  // Its corners, counter-clockwise from its front.
  std::array<float, 3> barycentric{};       // The corners' shares of the place; they sum to one.
  float distance = 0.0f;                    // From the origin, in the asset's unit.
  Vec3 position{};
  std::uint32_t joint = kNoSkinEntry;  // The skin entry that weighs most there, by the corners'
                                       // influences and shares; of equals the lowest.
};

// The triangles of a primitive by who moves them.
class PickMesh {
 public:
  // A primitive that the mesh does not have asserts. Points and lines have no triangles: they are
  // never hit.
  static PickMesh Create(const Mesh& mesh, std::uint32_t primitive);
  // Of a prepared mesh, such as one of a runtime file, with vertices in the prepared order: what
  // PickJob then takes is VertexSource(prepared, topology).
  static PickMesh Create(const SkinnedMeshView& prepared, Topology topology = Topology::kTriangles);

  // The groups, in one run of little-endian bytes (docs/format.md), without the bounds.
  std::span<const std::byte> bytes() const& { return bytes_; }
  const SkinBounds& bounds() const& { return bounds_; }
  std::uint32_t triangle_count() const;
  std::uint32_t vertex_count() const;
  // How many boxes a job needs to write on.
  std::uint32_t scratch_size() const { return bounds_.joint_count() + 2; }

  // Of a temporary these would be gone at the end of the statement.
  std::span<const std::byte> bytes() const&& = delete;
  const SkinBounds& bounds() const&& = delete;

 private:
  PickMesh(SkinBounds bounds, AlignedBytes bytes)
      : bounds_(std::move(bounds)), bytes_(std::move(bytes)) {}

  SkinBounds bounds_;  // One that was moved from may only be assigned to or destroyed.
  AlignedBytes bytes_;
};

// A PickMesh that somebody else holds, or a runtime file in mapped memory. What PickJob takes; a
// PickMesh becomes one by itself.
class PickMeshView {
 public:
  PickMeshView(const PickMesh& mesh)  // NOLINT: implicit
      : bounds_(mesh.bounds()), bytes_(mesh.bytes()) {}
  PickMeshView(const PickMesh&&) = delete;  // It would be gone.
  // Of bytes that nobody has looked at yet, at an address that four divides, for bounds that were.
  // Every count and index is checked, once and here. That the triangles lie in the boxes of their
  // group is not: whoever wrote them said so.
  static Result<PickMeshView> Create(std::span<const std::byte> bytes,
                                     const SkinBoundsView& bounds);

  const SkinBoundsView& bounds() const& { return bounds_; }
  SkinBoundsView bounds() const&& { return bounds_; }
  std::span<const std::byte> bytes() const { return bytes_; }
  std::uint32_t triangle_count() const;
  std::uint32_t vertex_count() const;
  std::uint32_t scratch_size() const { return bounds_.joint_count() + 2; }

 private:
  PickMeshView(std::span<const std::byte> bytes, const SkinBoundsView& bounds)
      : bounds_(bounds), bytes_(bytes) {}

  SkinBoundsView bounds_;
  std::span<const std::byte> bytes_;
};

struct PickJob {
  PickMeshView mesh;
  VertexSource primitive;                  // The one it was made of, in the same form.
  std::span<const float> morph_weights{};  // As in spec::Skin, and so
  std::span<const Affine> palette{};       // the palette
  Affine rigid{};                          // and the matrix of unskinned primitives.
  Ray ray{};
  RaySides sides = RaySides::kBoth;
  std::span<Box> scratch;      // At least mesh.scratch_size().
  std::optional<RayHit>& hit;  // Out. Nothing where the ray meets no triangle.

  // kOtherMesh: the primitive has another number of vertices or triangles. kOptionOutOfRange: a
  // direction of no length, or a negative max_distance.
  Error Validate() const;
  Error Run() const;  // On any error nothing is written.
};

// The same for vertices that were skinned already, by any method: no vertex is skinned here.
// RayHit's vertices are in the prepared order.
struct PickTrianglesJob {
  const SkinnedMeshView& mesh;  // Whose triangles and influences are meant.
  Topology topology = Topology::kTriangles;
  Box bounds{};                     // A box around the positions; see MayHit.
  std::span<const Vec3> positions;  // One per vertex, in model space, in the prepared order.
  Ray ray{};
  RaySides sides = RaySides::kBoth;
  std::optional<RayHit>& hit;  // Out. Nothing where the ray meets no triangle.

  Error Validate() const;  // As PickJob's.
  bool MayHit() const;     // False where the ray misses the box: no need to skin, or to Run.
  Error Run() const;       // On any error nothing is written.
};

}  // namespace sinew
