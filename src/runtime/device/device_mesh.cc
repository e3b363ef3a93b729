// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A mesh of the console: bytes in, checked vertices out. This is the only place where the numbers
// of a mesh are looked at; draws and back ends trust it.
#include <cstring>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "math/usable.h"
#include "model/influence_rules.h"
#include "runtime/device/device_body.h"
#include "runtime/device/device_message.h"
#include "sinew/mesh.h"
#include "sinew/vertex_format.h"

namespace sinew {
namespace {

using device::MeshBytes;
using device::Message;
using device::StoredMesh;

constexpr std::uint32_t kSlots = 4;  // Influences of a vertex.

// Where the attributes of a float vertex begin, in bytes.
VertexLayout FloatLayoutOf(std::uint32_t format) {
  VertexLayout layout;
  std::uint32_t end = 3 * sizeof(float);
  const auto place = [&](std::uint32_t flag, std::uint32_t size_bytes) {
    if ((format & flag) == 0) return VertexLayout::kAbsent;
    return std::exchange(end, end + size_bytes);
  };
  layout.uv = place(kVertexUv, 2 * sizeof(float));
  layout.color = place(kVertexColor, 3 * sizeof(float));
  layout.normal = place(kVertexNormal, 3 * sizeof(float));
  layout.tangent = place(kVertexTangent, 4 * sizeof(float));
  layout.joints = place(kVertexSkinned, kSlots);
  layout.weights = place(kVertexSkinned, kSlots * sizeof(float));
  layout.stride = end;
  return layout;
}

template <typename T>
T Get(const std::byte* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

// A vertex's influences by the rules of every reader: ascending joints, each once, sum one.
void AppendInfluences(std::span<const Influence> slots, Influences& to,
                      model::InfluenceCounts& counts) {
  std::array<Influence, kSlots> own;
  std::uint32_t count = 0;
  for (const Influence& slot : slots) {
    if (slot.weight < 0.0f) ++counts.negative;
    if (slot.weight > 0.0f) model::InsertAscending(own.data(), count, slot, counts);
  }
  count = model::SumToOne(own.data(), count, counts);
  to.list.insert(to.list.end(), own.data(), own.data() + count);
  to.begins.push_back(static_cast<std::uint32_t>(to.list.size()));
}

class MeshReader {
 public:
  MeshReader(const MeshBytes& bytes, const Device::Body& body) : in_(bytes), body_(body) {}

  std::optional<StoredMesh> Read() {
    if (!CheckSizes() || !CheckIndices()) return std::nullopt;
    if (!(in_.is_packed ? ReadPacked() : ReadFloats())) return std::nullopt;
    std::vector<Primitive> primitives;
    primitives.push_back(std::move(primitive_));
    Result<Mesh> mesh = Mesh::Create({.primitives = std::move(primitives)});
    if (!mesh.ok()) return Refuse("a vertex cannot be used");
    StoredMesh stored{.format = in_.format,
                      .is_packed = in_.is_packed,
                      .stride_bytes = stride_,
                      .vertex_count = in_.vertex_count,
                      .prepared = SkinnedMesh::Create(*mesh, 0)};
    if (stored.prepared.size_bytes() > FreeBytes() - InputBytes()) return RefuseForMemory();
    const std::span<const std::byte> used =
        in_.vertices.first(std::size_t{in_.vertex_count} * stride_);
    stored.vertices.assign(used.begin(), used.end());
    if (in_.indices) stored.indices.assign(in_.indices->begin(), in_.indices->end());
    return stored;
  }

 private:
  template <typename... Parts>
  std::nullopt_t Refuse(Parts... parts) const {
    body_.Fail(Message(in_.call, ": ", parts...).text());
    return std::nullopt;
  }
  std::nullopt_t RefuseForMemory() const {
    return Refuse("the device's ", body_.options.max_resource_bytes,
                  " bytes for meshes and skeletons are used up");
  }

  std::uint64_t FreeBytes() const {
    return body_.options.max_resource_bytes - body_.resource_bytes;
  }
  std::uint64_t InputBytes() const {
    const std::uint64_t index_count = in_.indices ? in_.indices->size() : 0;
    return std::uint64_t{in_.vertex_count} * stride_ + index_count * sizeof(std::uint16_t);
  }

  bool CheckSizes() {
    if ((in_.format & ~kVertexFlags) != 0) {
      return Refuse("there is no vertex format ", in_.format, ", they end at ", kVertexFlags),
             false;
    }
    if (in_.vertex_count == 0) return Refuse("there are no vertices"), false;
    stride_ = in_.is_packed ? VertexStride({.flags = in_.format}) : FloatVertexStride(in_.format);
    if (in_.vertices.data() == nullptr) return Refuse("the pointer to the vertices is null"), false;
    if (!FitsIn(0, in_.vertex_count, stride_, stride_, in_.vertices.size())) {
      return Refuse(in_.vertex_count, " vertices of ", stride_, " bytes are more than the ",
                    in_.vertices.size(), " bytes there are"),
             false;
    }
    if (InputBytes() > FreeBytes()) return RefuseForMemory(), false;
    return true;
  }

  bool CheckIndices() {
    if (!in_.indices) {
      if (in_.vertex_count % 3 == 0) return true;
      return Refuse(in_.vertex_count, " vertices are not a whole number of triangles"), false;
    }
    const std::span<const std::uint16_t> indices = *in_.indices;
    if (indices.empty()) return Refuse("there are no indices, or the pointer is null"), false;
    if (indices.size() % 3 != 0) {
      return Refuse(indices.size(), " indices are not a whole number of triangles"), false;
    }
    for (std::size_t i = 0; i < indices.size(); ++i) {
      if (indices[i] < in_.vertex_count) continue;
      return Refuse("index ", i, " names vertex ", indices[i], " of ", in_.vertex_count), false;
    }
    primitive_.indexed = true;
    primitive_.indices.assign(indices.begin(), indices.end());
    return true;
  }

  // Makes room for what the CPU back end writes again. Texture coordinates and colours stay bytes.
  void Resize() {
    primitive_.positions.resize(in_.vertex_count);
    if ((in_.format & kVertexNormal) != 0) primitive_.normals.resize(in_.vertex_count);
    if ((in_.format & kVertexTangent) != 0) primitive_.tangents.resize(in_.vertex_count);
    if ((in_.format & kVertexSkinned) != 0) primitive_.influences.begins.assign(1, 0);
  }

  bool ReadFloats() {
    Resize();
    const VertexLayout layout = FloatLayoutOf(in_.format);
    model::InfluenceCounts counts;
    for (std::uint32_t v = 0; v < in_.vertex_count; ++v) {
      const std::byte* const vertex = in_.vertices.data() + std::size_t{v} * stride_;
      if (!HasUsableFloats(vertex, layout)) {
        return Refuse("vertex ", v, " has a number that is not finite or exceeds 1e18"), false;
      }
      primitive_.positions[v] = Get<Vec3>(vertex);
      if (!primitive_.normals.empty()) primitive_.normals[v] = Get<Vec3>(vertex + layout.normal);
      if (!primitive_.tangents.empty()) {
        primitive_.tangents[v] = Get<Vec4>(vertex + layout.tangent);
      }
      if (primitive_.influences.empty()) continue;
      std::array<Influence, kSlots> slots;
      for (std::uint32_t k = 0; k < kSlots; ++k) {
        slots[k] = {Get<std::uint8_t>(vertex + layout.joints + k),
                    Get<float>(vertex + layout.weights + k * sizeof(float))};
      }
      AppendInfluences(slots, primitive_.influences, counts);
    }
    if (counts.renormalised + counts.negative != 0) {
      body_.Warn(Message(in_.call, ": weights of ", counts.renormalised + counts.negative,
                         " vertices were negative or did not sum to one, and were repaired")
                     .text());
    }
    return true;
  }

  // Everything in a float vertex but the joints is a float.
  bool HasUsableFloats(const std::byte* vertex, const VertexLayout& layout) const {
    if (layout.joints == VertexLayout::kAbsent) {
      return scalar::AllUsable(std::span(vertex, layout.stride));
    }
    return scalar::AllUsable(std::span(vertex, layout.joints)) &&
           scalar::AllUsable(std::span(vertex + layout.weights, kSlots * sizeof(float)));
  }

  bool ReadPacked() {
    Resize();
    std::vector<VertexInfluences> influences(primitive_.influences.empty() ? 0 : in_.vertex_count);
    const DecodeVerticesJob job{.bytes = in_.vertices,
                                .format = {.flags = in_.format},
                                .vertex_count = in_.vertex_count,
                                .positions = primitive_.positions,
                                .normals = primitive_.normals,
                                .tangents = primitive_.tangents,
                                .influences = influences};
    const VertexRefusal refusal = job.Check();
    if (refusal.error != Error::kNone || job.Run() != Error::kNone) {
      return Refuse("vertex ", refusal.vertex, " has a position that is not finite"), false;
    }
    model::InfluenceCounts counts;  // Decoding has divided the weights by their sum.
    for (const VertexInfluences& vertex : influences) {
      AppendInfluences(vertex.all(), primitive_.influences, counts);
    }
    return true;
  }

  const MeshBytes& in_;
  const Device::Body& body_;
  std::uint32_t stride_ = 0;
  Primitive primitive_;
};

}  // namespace

std::uint32_t FloatVertexStride(std::uint32_t format) { return FloatLayoutOf(format).stride; }

namespace device {

std::optional<StoredMesh> ReadMesh(const MeshBytes& bytes, const Device::Body& body) {
  return MeshReader(bytes, body).Read();
}

}  // namespace device
}  // namespace sinew
