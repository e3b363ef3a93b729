// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "io/gltf/glb_buffer.h"

namespace sinew::gltf {
namespace {

constexpr int kVertexTarget = 34962;
constexpr int kIndexTarget = 34963;
constexpr std::string_view kTypeNames[] = {"SCALAR", "VEC2", "VEC3", "VEC4",
                                           "MAT2",   "MAT3", "MAT4"};
constexpr std::uint32_t kComponentCounts[] = {1, 2, 3, 4, 4, 9, 16};

std::uint32_t ComponentsOf(ElementType type) { return kComponentCounts[static_cast<int>(type)]; }

std::uint64_t PaddedToFour(std::uint64_t bytes) { return (bytes + 3) & ~std::uint64_t{3}; }

void PadToFour(std::vector<std::byte>& bytes) {
  bytes.resize(static_cast<std::size_t>(PaddedToFour(bytes.size())));
}

}  // namespace

GlbBuffer::View& GlbBuffer::ViewOf(Pool pool) {
  int& view = view_of_pool_[static_cast<std::size_t>(pool)];
  if (view < 0) {
    view = static_cast<int>(views_.size());
    View& fresh = views_.emplace_back();
    switch (pool) {
      case Pool::kVertices4:
      case Pool::kVertices8:
      case Pool::kVertices12:
      case Pool::kVertices16:
        fresh.target = kVertexTarget;
        fresh.stride = 4 * (static_cast<int>(pool) + 1);
        break;
      case Pool::kIndices16:
      case Pool::kIndices32:
        fresh.target = kIndexTarget;
        break;
      case Pool::kInverseBinds:
      case Pool::kKeys:
        break;
    }
  }
  return views_[static_cast<std::size_t>(view)];
}

std::uint32_t GlbBuffer::Add(Pool pool, ElementType type, ComponentType component,
                             std::span<const std::byte> bytes, std::span<const float> bounds) {
  // What a pool holds has one component size, and vertices are multiples of four bytes: every array
  // begins aligned.
  View& view = ViewOf(pool);
  const std::size_t offset = view.bytes.size();
  view.bytes.insert(view.bytes.end(), bytes.begin(), bytes.end());
  const std::size_t component_bytes = component == ComponentType::kUnsignedByte    ? 1
                                      : component == ComponentType::kUnsignedShort ? 2
                                                                                   : 4;
  const std::uint32_t components = ComponentsOf(type);
  accessors_.BeginObject();
  accessors_.Key("bufferView")
      .Integer(static_cast<std::uint64_t>(view_of_pool_[static_cast<std::size_t>(pool)]));
  if (offset != 0) accessors_.Key("byteOffset").Integer(offset);
  accessors_.Key("componentType").Integer(static_cast<std::uint64_t>(component));
  accessors_.Key("count").Integer(bytes.size() / (component_bytes * components));
  accessors_.Key("type").String(kTypeNames[static_cast<int>(type)]);
  if (!bounds.empty()) {
    accessors_.Key("min").Floats(bounds.first(components));
    accessors_.Key("max").Floats(bounds.last(components));
  }
  accessors_.EndObject();
  return accessor_count_++;
}

std::uint32_t GlbBuffer::AddFloats(Pool pool, ElementType type, std::span<const float> values) {
  return Add(pool, type, ComponentType::kFloat, std::as_bytes(values), {});
}

std::uint32_t GlbBuffer::AddBoundedFloats(Pool pool, ElementType type,
                                          std::span<const float> values) {
  const std::size_t components = ComponentsOf(type);
  std::vector<float> bounds(values.begin(),
                            values.begin() + static_cast<std::ptrdiff_t>(components));
  bounds.insert(bounds.end(), bounds.begin(),
                bounds.begin() + static_cast<std::ptrdiff_t>(components));
  for (std::size_t i = components; i < values.size(); ++i) {
    float& smallest = bounds[i % components];
    float& largest = bounds[components + i % components];
    if (values[i] < smallest) smallest = values[i];
    if (values[i] > largest) largest = values[i];
  }
  return Add(pool, type, ComponentType::kFloat, std::as_bytes(values), bounds);
}

std::uint32_t GlbBuffer::AddU8(Pool pool, ElementType type, std::span<const std::uint8_t> values) {
  return Add(pool, type, ComponentType::kUnsignedByte, std::as_bytes(values), {});
}

std::uint32_t GlbBuffer::AddU16(Pool pool, ElementType type,
                                std::span<const std::uint16_t> values) {
  return Add(pool, type, ComponentType::kUnsignedShort, std::as_bytes(values), {});
}

std::uint32_t GlbBuffer::AddU32(Pool pool, ElementType type,
                                std::span<const std::uint32_t> values) {
  return Add(pool, type, ComponentType::kUnsignedInt, std::as_bytes(values), {});
}

std::uint32_t GlbBuffer::AddZeros(ElementType type, std::uint64_t count) {
  constexpr float kZeros[16] = {};
  accessors_.BeginObject();
  accessors_.Key("componentType").Integer(static_cast<std::uint64_t>(ComponentType::kFloat));
  accessors_.Key("count").Integer(count);
  accessors_.Key("type").String(kTypeNames[static_cast<int>(type)]);
  accessors_.Key("min").Floats(std::span(kZeros).first(ComponentsOf(type)));
  accessors_.Key("max").Floats(std::span(kZeros).first(ComponentsOf(type)));
  accessors_.EndObject();
  return accessor_count_++;
}

std::uint32_t GlbBuffer::AddImage(std::span<const std::byte> bytes) {
  views_.emplace_back().bytes.assign(bytes.begin(), bytes.end());
  return static_cast<std::uint32_t>(views_.size() - 1);
}

std::uint64_t GlbBuffer::size_bytes() const {
  std::uint64_t size = 0;
  for (const View& view : views_) size += PaddedToFour(view.bytes.size());
  return size;
}

void GlbBuffer::WriteArrays(JsonWriter& json) const {
  if (accessor_count_ != 0) json.Key("accessors").Raw(accessors_.text() + "]");
  if (views_.empty()) return;
  json.Key("bufferViews").BeginArray();
  std::uint64_t offset = 0;
  for (const View& view : views_) {
    json.BeginObject();
    json.Key("buffer").Integer(0);
    if (offset != 0) json.Key("byteOffset").Integer(offset);
    json.Key("byteLength").Integer(view.bytes.size());
    if (view.stride != 0) json.Key("byteStride").Integer(static_cast<std::uint64_t>(view.stride));
    if (view.target != 0) json.Key("target").Integer(static_cast<std::uint64_t>(view.target));
    json.EndObject();
    offset += PaddedToFour(view.bytes.size());
  }
  json.EndArray();
  json.Key("buffers").BeginArray();
  json.BeginObject();
  json.Key("byteLength").Integer(size_bytes());
  json.EndObject();
  json.EndArray();
}

void GlbBuffer::AppendTo(std::vector<std::byte>& bytes) const {
  for (const View& view : views_) {
    bytes.insert(bytes.end(), view.bytes.begin(), view.bytes.end());
    PadToFour(bytes);
  }
}

}  // namespace sinew::gltf
