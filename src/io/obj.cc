// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/obj.h"

#include <charconv>
#include <vector>

#include "sinew/primitive_triangles.h"

namespace sinew {
namespace {

void AppendNumber(std::string& text, float value) {
  char digits[64];
  const std::to_chars_result end =
      std::to_chars(digits, digits + sizeof digits, value, std::chars_format::general, 9);
  text += ' ';
  text.append(digits, end.ptr);
}

// One word: OBJ ends names at blanks.
std::string ObjectName(const Model& model, const MeshInstance& instance, std::size_t primitive) {
  const std::string& mesh = model.meshes()[instance.mesh].name();
  std::string name = model.skeleton().Label(instance.joint) + "." +
                     (mesh.empty() ? "mesh_" + std::to_string(instance.mesh) : mesh) + "." +
                     std::to_string(primitive);
  for (char& c : name) {
    if (static_cast<unsigned char>(c) <= ' ' || c == '\x7f') c = '_';
  }
  return name;
}

std::vector<Affine> ModelFromJoints(const Skeleton& skeleton) {
  std::vector<Affine> model_from_joint(skeleton.joint_count());
  for (std::uint32_t joint = 0; joint < skeleton.joint_count(); ++joint) {
    const Affine local = AffineOf(skeleton.rest()[joint]);
    const std::int32_t parent = skeleton.parent(joint);
    model_from_joint[joint] =
        parent == kNoParent ? local
                            : Multiply(model_from_joint[static_cast<std::uint32_t>(parent)], local);
  }
  return model_from_joint;
}

// The matrix of cofactors turns normals as its matrix turns planes, singular or not.
Affine Cofactors(const Affine& a) {
  const auto& m = a.m;
  Affine c;
  for (std::size_t row = 0; row < 3; ++row) {
    const auto& u = m[(row + 1) % 3];
    const auto& v = m[(row + 2) % 3];
    c.m[row] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0], 0};
  }
  return c;
}

// Writes the faces of one primitive. OBJ counts from one, through the whole file.
class Faces {
 public:
  Faces(std::string& text, const Primitive& primitive, bool has_texcoords, bool mirrored)
      : text_(text), primitive_(primitive), has_texcoords_(has_texcoords), mirrored_(mirrored) {}

  // Vertices seen so far in the file, by kind.
  struct Counts {
    std::size_t positions = 0, texcoords = 0, normals = 0;
  };

  void Write(const Counts& counts) {
    counts_ = counts;
    const std::size_t n = size();
    switch (primitive_.topology) {
      case Topology::kPoints:
        for (std::size_t i = 0; i < n; ++i) Path("p", {At(i)});
        break;
      case Topology::kLines:
        for (std::size_t i = 0; i + 1 < n; i += 2) Path("l", {At(i), At(i + 1)});
        break;
      case Topology::kLineLoop:
      case Topology::kLineStrip: {
        std::vector<std::uint32_t> path;
        for (std::size_t i = 0; i < n; ++i) path.push_back(At(i));
        if (primitive_.topology == Topology::kLineLoop && n > 0) path.push_back(At(0));
        if (path.size() > 1) Path("l", path);
        break;
      }
      case Topology::kTriangles:
      case Topology::kTriangleStrip:
      case Topology::kTriangleFan:
        Triangles();
        break;
    }
  }

 private:
  std::size_t size() const {
    return primitive_.indexed ? primitive_.indices.size() : primitive_.positions.size();
  }
  std::uint32_t At(std::size_t i) const {
    return primitive_.indexed ? primitive_.indices[i] : static_cast<std::uint32_t>(i);
  }

  void Path(const char* word, const std::vector<std::uint32_t>& vertices) {
    text_ += word;
    for (const std::uint32_t v : vertices) text_ += " " + std::to_string(counts_.positions + v + 1);
    text_ += '\n';
  }

  void Corner(std::uint32_t v) {
    text_ += " " + std::to_string(counts_.positions + v + 1);
    const bool has_normals = !primitive_.normals.empty();
    if (has_texcoords_ || has_normals) text_ += '/';
    if (has_texcoords_) text_ += std::to_string(counts_.texcoords + v + 1);
    if (has_normals) text_ += "/" + std::to_string(counts_.normals + v + 1);
  }

  // Strips turn corners by triangles without area: they are left out.
  void Triangles() {
    for (std::uint32_t i = 0; i < TriangleCount(primitive_); ++i) {
      const auto [a, b, c] = TriangleAt(primitive_, i);
      const bool has_area = a != b && b != c && c != a;
      if (has_area || primitive_.topology == Topology::kTriangles) Triangle(a, b, c);
    }
  }

  void Triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    text_ += 'f';
    Corner(a);
    Corner(mirrored_ ? c : b);  // A mirror turns faces inside out; so do we, back again.
    Corner(mirrored_ ? b : c);
    text_ += '\n';
  }

  std::string& text_;
  const Primitive& primitive_;
  bool has_texcoords_;
  bool mirrored_;
  Counts counts_;
};

}  // namespace

std::string WriteObj(const Model& model) {
  std::string text = "# sinew\n";
  const std::vector<Affine> model_from_joint = ModelFromJoints(model.skeleton());
  Faces::Counts counts;
  for (const MeshInstance& instance : model.instances()) {
    const Affine placed = instance.skin ? Affine{} : model_from_joint[instance.joint];
    const bool mirrored = Determinant(placed) < 0.0f;
    const Affine cofactors = Cofactors(placed);
    const std::span<const Primitive> primitives = model.meshes()[instance.mesh].primitives();
    for (std::size_t p = 0; p < primitives.size(); ++p) {
      const Primitive& primitive = primitives[p];
      text += "o " + ObjectName(model, instance, p) + "\n";
      for (const Vec3 position : primitive.positions) {
        const Vec3 v = instance.skin ? position : TransformPoint(placed, position);
        text += 'v';
        AppendNumber(text, v.x);
        AppendNumber(text, v.y);
        AppendNumber(text, v.z);
        text += '\n';
      }
      const bool has_texcoords = !primitive.texcoords.empty() && !primitive.texcoords[0].empty();
      if (has_texcoords) {
        for (const Vec2 t : primitive.texcoords[0]) {
          text += "vt";
          AppendNumber(text, t.x);
          AppendNumber(text, 1.0f - t.y);  // OBJ's pictures begin at the bottom.
          text += '\n';
        }
      }
      for (const Vec3 normal : primitive.normals) {
        Vec3 n = normal;
        if (!instance.skin) {
          n = TransformDirection(cofactors, normal);
          if (mirrored) n = {-n.x, -n.y, -n.z};
          n = NormalizeOr(n, normal);
        }
        text += "vn";
        AppendNumber(text, n.x);
        AppendNumber(text, n.y);
        AppendNumber(text, n.z);
        text += '\n';
      }
      Faces(text, primitive, has_texcoords, mirrored).Write(counts);
      counts.positions += primitive.positions.size();
      if (has_texcoords) counts.texcoords += primitive.positions.size();
      counts.normals += primitive.normals.size();
    }
  }
  return text;
}

}  // namespace sinew
