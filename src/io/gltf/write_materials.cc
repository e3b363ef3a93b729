// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Materials, textures and pictures. What a material says beyond the model's few fields is carried
// as its whole text, and merged with them here.
#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "io/gltf/image_header.h"
#include "io/gltf/write.h"

namespace sinew::gltf {
namespace {

float Clamped(float value) { return value < 0.0f ? 0.0f : value > 1.0f ? 1.0f : value; }

std::optional<json::Value> ObjectAt(std::optional<json::Value> object, std::string_view key) {
  if (!object) return std::nullopt;
  const std::optional<json::Value> found = object->Find(key);
  return found && found->is_object() ? found : std::nullopt;
}

// True where a carried member is a texture of a number that the file will not have.
bool NamesNoTexture(json::Value member, std::size_t texture_count) {
  if (!member.is_object()) return false;
  const std::optional<json::Value> index = member.Find("index");
  if (!index || !index->is_number() || !index->is_integer()) return false;
  const std::optional<std::int64_t> number = index->integer();
  return !number || *number < 0 || static_cast<std::uint64_t>(*number) >= texture_count;
}

// The carried members besides those of these names.
void WriteOthers(Write& write, json::Value object, std::span<const std::string_view> except) {
  const std::size_t texture_count = write.model.textures().size();
  for (const auto& [key, value] : object.members()) {
    const std::string name = key.string();
    if (std::ranges::find(except, name) != except.end()) continue;
    if (!NamesNoTexture(value, texture_count)) write.json.Key(name).Raw(value.text());
  }
}

void WriteBaseColor(Write& write, const Material& material, std::optional<json::Value> whole) {
  json::Writer& json = write.json;
  const std::optional<json::Value> pbr = ObjectAt(whole, "pbrMetallicRoughness");
  const bool is_white = material.base_color == Vec4{1, 1, 1, 1};
  if (is_white && !material.base_color_texture && !pbr) return;
  json.Key("pbrMetallicRoughness").BeginObject();
  if (!is_white) {
    const Vec4 c = material.base_color;
    const float color[] = {Clamped(c.x), Clamped(c.y), Clamped(c.z), Clamped(c.w)};
    json.Key("baseColorFactor").Numbers(color);
  }
  if (material.base_color_texture) {
    json.Key("baseColorTexture").BeginObject();
    json.Key("index").Integer(*material.base_color_texture);
    if (material.texcoord != 0) json.Key("texCoord").Integer(material.texcoord);
    if (const std::optional<json::Value> texture = ObjectAt(pbr, "baseColorTexture")) {
      constexpr std::string_view kOurs[] = {"index", "texCoord"};
      WriteOtherMembers(json, *texture, kOurs);
    }
    json.EndObject();
  }
  if (pbr) {
    constexpr std::string_view kOurs[] = {"baseColorFactor", "baseColorTexture"};
    WriteOthers(write, *pbr, kOurs);
  }
  json.EndObject();
}

// A sampler's settings; 0 where not given, and for numbers that glTF does not have.
struct Filtering {
  int mag_filter = 0, min_filter = 0, wrap_s = 0, wrap_t = 0;
  auto operator<=>(const Filtering&) const = default;
};

Filtering FilteringOf(const Texture& texture) {
  const auto one_of = [](int value, std::initializer_list<int> legal) {
    return std::ranges::find(legal, value) != legal.end() ? value : 0;
  };
  return {one_of(texture.mag_filter, {9728, 9729}),
          one_of(texture.min_filter, {9728, 9729, 9984, 9985, 9986, 9987}),
          one_of(texture.wrap_s, {33071, 33648}), one_of(texture.wrap_t, {33071, 33648})};
}

void WriteSamplers(json::Writer& json, const std::vector<Filtering>& samplers) {
  if (samplers.empty()) return;
  const auto setting = [&json](const char* key, int value) {
    if (value != 0) json.Key(key).Integer(static_cast<std::uint64_t>(value));
  };
  json.Key("samplers").BeginArray();
  for (const Filtering& sampler : samplers) {
    json.BeginObject();
    setting("magFilter", sampler.mag_filter);
    setting("minFilter", sampler.min_filter);
    setting("wrapS", sampler.wrap_s);
    setting("wrapT", sampler.wrap_t);
    json.EndObject();
  }
  json.EndArray();
}

std::string MimeTypeFor(const Image& image) {
  if (!image.mime_type.empty() || image.bytes.empty()) return image.mime_type;
  const std::string_view detected = MimeTypeOf(DetectImage(image.bytes));
  return std::string(detected.empty() ? "image/png" : detected);
}

// A picture in a format that only an extension allows is named by that extension, which is carried.
bool NeedsExtension(const Image& image) {
  const std::string type = MimeTypeFor(image);
  return !type.empty() && type != "image/png" && type != "image/jpeg";
}

void WriteImages(Write& write) {
  const std::span<const Image> images = write.model.images();
  bool any = false;
  for (std::uint32_t i = 0; i < images.size(); ++i) {
    if (write.plan.image_number[i] == kLeftOut) continue;
    if (!any) write.json.Key("images").BeginArray();
    any = true;
    const Image& image = images[i];
    const std::string mime_type = MimeTypeFor(image);
    write.json.BeginObject();
    WriteName(write.json, image.name);
    if (!image.bytes.empty()) {
      write.json.Key("bufferView").Integer(write.buffer.AddImage(image.bytes));
    } else {
      write.json.Key("uri").String(image.uri);
    }
    if (!mime_type.empty()) write.json.Key("mimeType").String(mime_type);
    WriteCarried(write.json, write.carried.Find(CarriedJson::Owner::kImage, i));
    write.json.EndObject();
  }
  if (any) write.json.EndArray();
}

}  // namespace

void WriteMaterials(Write& write) {
  const std::span<const Material> materials = write.model.materials();
  if (materials.empty()) return;
  json::Writer& json = write.json;
  json.Key("materials").BeginArray();
  for (std::uint32_t m = 0; m < materials.size(); ++m) {
    const Material& material = materials[m];
    const CarriedJson* carried = write.carried.Find(CarriedJson::Owner::kMaterial, m);
    std::optional<json::Document> document;
    std::optional<json::Value> whole;
    if (carried != nullptr && !carried->whole.empty()) {
      document = json::Document::Parse(carried->whole).value();
      whole = document->root();
    }
    json.BeginObject();
    WriteName(json, material.name);
    WriteBaseColor(write, material, whole);
    if (material.alpha == Material::Alpha::kMask) {
      json.Key("alphaMode").String("MASK");
      if (material.alpha_cutoff != 0.5f && material.alpha_cutoff >= 0.0f) {
        json.Key("alphaCutoff").Number(material.alpha_cutoff);
      }
    } else if (material.alpha == Material::Alpha::kBlend) {
      json.Key("alphaMode").String("BLEND");
    }
    if (material.double_sided) json.Key("doubleSided").Bool(true);
    if (whole) {
      constexpr std::string_view kOurs[] = {"name",        "pbrMetallicRoughness", "alphaMode",
                                            "alphaCutoff", "doubleSided",          "extensions",
                                            "extras"};
      WriteOthers(write, *whole, kOurs);
    }
    WriteCarried(json, carried);
    json.EndObject();
  }
  json.EndArray();
}

void WriteTexturesAndImages(Write& write) {
  const std::span<const Texture> textures = write.model.textures();
  std::vector<Filtering> samplers;
  if (!textures.empty()) write.json.Key("textures").BeginArray();
  for (std::uint32_t t = 0; t < textures.size(); ++t) {
    const Texture& texture = textures[t];
    const CarriedJson* carried = write.carried.Find(CarriedJson::Owner::kTexture, t);
    write.json.BeginObject();
    WriteName(write.json, texture.name);
    const Filtering filtering = FilteringOf(texture);
    if (filtering != Filtering{}) {
      const auto found = std::ranges::find(samplers, filtering);
      write.json.Key("sampler").Integer(static_cast<std::uint64_t>(found - samplers.begin()));
      if (found == samplers.end()) samplers.push_back(filtering);
    }
    if (texture.image && write.plan.image_number[*texture.image] != kLeftOut) {
      const bool by_extension = carried != nullptr && !carried->extensions.empty() &&
                                NeedsExtension(write.model.images()[*texture.image]);
      if (!by_extension) {
        write.json.Key("source").Integer(write.plan.image_number[*texture.image]);
      }
    }
    WriteCarried(write.json, carried);
    write.json.EndObject();
  }
  if (!textures.empty()) write.json.EndArray();
  WriteSamplers(write.json, samplers);
  WriteImages(write);
}

}  // namespace sinew::gltf
