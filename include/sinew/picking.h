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
#include <memory>
#include <optional>
#include <span>

#include "sinew/bounds.h"
#include "sinew/box.h"
#include "sinew/math.h"
#include "sinew/mesh.h"
#include "sinew/result.h"
#include "sinew/skinned_mesh.h"

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

  // One that was moved from may only be assigned to or destroyed.
  PickMesh(const PickMesh& other);
  PickMesh(PickMesh&& other) noexcept;
  PickMesh& operator=(const PickMesh& other);
  PickMesh& operator=(PickMesh&& other) noexcept;
  ~PickMesh();

  const SkinBounds& bounds() const& { return bounds_; }
  std::uint32_t triangle_count() const;
  std::uint32_t vertex_count() const;
  // How many boxes a job needs to write on.
  std::uint32_t scratch_size() const { return bounds_.joint_count() + 2; }

  // How it lies in memory: of the library itself, and no part of what is promised.
  struct Layout;
  const Layout& layout() const { return *layout_; }

  // Of a temporary these would be gone at the end of the statement.
  const SkinBounds& bounds() const&& = delete;

 private:
  PickMesh(SkinBounds bounds, std::unique_ptr<const Layout> layout);

  SkinBounds bounds_;
  std::unique_ptr<const Layout> layout_;
};

struct PickJob {
  const PickMesh& mesh;
  const Primitive& primitive;              // The one it was made of.
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
