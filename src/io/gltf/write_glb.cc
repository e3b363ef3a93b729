// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <bit>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "io/gltf/write.h"
#include "sinew/floating_point.h"
#include "sinew/gltf.h"

namespace sinew::gltf {
namespace {

static_assert(std::endian::native == std::endian::little,
              "GLB is little-endian, as is memory here");

constexpr std::uint32_t kMagic = 0x46546C67;      // "glTF"
constexpr std::uint32_t kJsonChunk = 0x4E4F534A;  // "JSON"
constexpr std::uint32_t kBinChunk = 0x004E4942;   // "BIN"

void AppendU32(std::vector<std::byte>& bytes, std::uint64_t value) {
  for (int shift = 0; shift < 32; shift += 8) bytes.push_back(std::byte((value >> shift) & 0xff));
}

Result<std::vector<std::byte>> Packed(std::string json, const GlbBuffer& buffer) {
  while (json.size() % 4 != 0) json += ' ';
  const std::uint64_t binary_bytes = buffer.size_bytes();
  const std::uint64_t binary_chunk = binary_bytes == 0 ? 0 : 8 + binary_bytes;
  const std::uint64_t total = 12 + 8 + json.size() + binary_chunk;
  if (total > 0xffffffff) {
    return Failure{FailureCode::kUnsupported, "",
                   "found " + std::to_string(total) +
                       " bytes to write, expected less than 4 GiB, which GLB can hold"};
  }
  std::vector<std::byte> bytes;
  bytes.reserve(static_cast<std::size_t>(total));
  AppendU32(bytes, kMagic);
  AppendU32(bytes, 2);
  AppendU32(bytes, total);
  AppendU32(bytes, json.size());
  AppendU32(bytes, kJsonChunk);
  const std::span<const std::byte> text = std::as_bytes(std::span(json));
  bytes.insert(bytes.end(), text.begin(), text.end());
  if (binary_bytes != 0) {
    AppendU32(bytes, binary_bytes);
    AppendU32(bytes, kBinChunk);
    buffer.AppendTo(bytes);
  }
  return bytes;
}

}  // namespace

void WriteName(JsonWriter& json, std::string_view name) {
  if (!name.empty()) json.Key("name").String(name);
}

void WriteAsset(Write& write) {
  write.json.Key("asset").BeginObject();
  write.json.Key("version").String("2.0");
  write.json.Key("generator").String("sinew " SINEW_VERSION);
  if (!write.model.parts().copyright.empty()) {
    write.json.Key("copyright").String(write.model.parts().copyright);
  }
  WriteCarried(write.json, write.carried.Find(CarriedJson::Owner::kAsset, 0));
  write.json.EndObject();
}

}  // namespace sinew::gltf

namespace sinew {

Result<std::vector<std::byte>> WriteGlb(const Model& model) {
  const FloatEnvironmentGuard guard;
  Result<gltf::CarriedIndex> carried = gltf::CarriedIndex::Create(model);
  if (!carried.ok()) return carried.failure();
  const gltf::WritePlan plan = gltf::PlanWriting(model);
  gltf::Write write{.model = model, .plan = plan, .carried = *carried};
  write.json.BeginObject();
  gltf::WriteAsset(write);
  gltf::WriteExtensionsUsed(write);
  gltf::WriteScenes(write);
  gltf::WriteNodes(write);
  gltf::WriteCameras(write);
  gltf::WriteMeshes(write);
  if (write.failure) return *std::move(write.failure);
  gltf::WriteSkins(write);
  gltf::WriteAnimations(write);
  gltf::WriteMaterials(write);
  gltf::WriteTexturesAndImages(write);
  write.buffer.WriteArrays(write.json);
  gltf::WriteCarried(write.json, carried->Find(CarriedJson::Owner::kRoot, 0));
  write.json.EndObject();
  return gltf::Packed(std::move(write.json).Take(), write.buffer);
}

}  // namespace sinew
