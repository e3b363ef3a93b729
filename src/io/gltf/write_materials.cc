// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Materials, textures, their samplers and images. What is as glTF has it by default is not written.
#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <vector>

#include "io/gltf/image_header.h"
#include "io/gltf/write.h"
#include "model/equal_images.h"

namespace sinew::gltf {
namespace {

void WriteUnless(JsonWriter& json, const char* key, float value, float standard) {
  if (value != standard) json.Key(key).Number(value);
}

void WriteTransform(JsonWriter& json, const TextureTransform& transform) {
  const float offset[] = {transform.offset.x, transform.offset.y};
  const float scale[] = {transform.scale.x, transform.scale.y};
  if (transform.offset != Vec2{}) json.Key("offset").Floats(offset);
  WriteUnless(json, "rotation", transform.rotation, 0);
  if (transform.scale != Vec2{1, 1}) json.Key("scale").Floats(scale);
  if (transform.texcoord) json.Key("texCoord").Integer(*transform.texcoord);
}

// One material of the list.
class MaterialWriter {
 public:
  MaterialWriter(Write& write, std::uint32_t number)
      : write_(write),
        json_(write.json),
        number_(number),
        material_(write.model.materials()[number]) {}

  void Run() {
    json_.BeginObject();
    WriteName(json_, material_.name);
    WriteSurface();
    WriteTexture(kNormal);
    WriteTexture(kOcclusion);
    WriteTexture(kEmissive);
    const Vec3 emissive = material_.emissive;
    const float color[] = {emissive.x, emissive.y, emissive.z};
    if (emissive != Vec3{}) json_.Key("emissiveFactor").Floats(color);
    if (material_.alpha == Material::Alpha::kMask) {
      json_.Key("alphaMode").String("MASK");
      WriteUnless(json_, "alphaCutoff", material_.alpha_cutoff, 0.5f);
    } else if (material_.alpha == Material::Alpha::kBlend) {
      json_.Key("alphaMode").String("BLEND");
    }
    if (material_.double_sided) json_.Key("doubleSided").Bool(true);
    std::vector<OwnExtension> own;
    if (material_.emissive_strength != 1) {
      own.push_back({kUnderstoodStrength, [this](JsonWriter& json) {
                       json.Key("emissiveStrength").Number(material_.emissive_strength);
                     }});
    }
    if (material_.unlit) own.push_back({kUnderstoodUnlit, [](JsonWriter&) {}});
    WriteCarried(json_, Carried(0), own);
    json_.EndObject();
  }

 private:
  enum Slot : std::uint32_t { kBaseColor, kMetallicRoughness, kNormal, kOcclusion, kEmissive };

  const CarriedJson* Carried(std::uint32_t part) const {
    return write_.carried.Find(CarriedJson::Owner::kMaterial, number_, part);
  }

  void WriteSurface() {
    const Vec4 base = material_.base_color;
    const bool is_white = base == Vec4{1, 1, 1, 1};
    const CarriedJson* const carried = Carried(CarriedJson::kPbrPart);
    if (is_white && !material_.base_color_texture && material_.metallic == 1 &&
        material_.roughness == 1 && !material_.metallic_roughness_texture && carried == nullptr) {
      return;
    }
    const float color[] = {base.x, base.y, base.z, base.w};
    json_.Key("pbrMetallicRoughness").BeginObject();
    if (!is_white) json_.Key("baseColorFactor").Floats(color);
    WriteTexture(kBaseColor);
    WriteUnless(json_, "metallicFactor", material_.metallic, 1);
    WriteUnless(json_, "roughnessFactor", material_.roughness, 1);
    WriteTexture(kMetallicRoughness);
    WriteCarried(json_, carried);
    json_.EndObject();
  }

  void WriteTexture(Slot slot) {
    const std::optional<TextureUse>& use = material_.*kMaterialTextures[slot];
    if (!use) return;
    json_.Key(kMaterialTextureNames[slot]).BeginObject();
    json_.Key("index").Integer(use->texture);
    if (use->texcoord != 0) json_.Key("texCoord").Integer(use->texcoord);
    if (slot == kNormal) WriteUnless(json_, "scale", material_.normal_scale, 1);
    if (slot == kOcclusion) WriteUnless(json_, "strength", material_.occlusion_strength, 1);
    std::vector<OwnExtension> own;
    if (use->transform) {
      own.push_back({kUnderstoodTransform,
                     [&use](JsonWriter& json) { WriteTransform(json, *use->transform); }});
    }
    WriteCarried(json_, Carried(CarriedJson::kTexturePart + slot), own);
    json_.EndObject();
  }

  Write& write_;
  JsonWriter& json_;
  std::uint32_t number_;
  const Material& material_;
};

// The distinct samplers of the textures as text, in the order of their first use.
class SamplerList {
 public:
  // Its number; nothing where the sampler says nothing.
  std::optional<std::size_t> Add(const TextureSampler& sampler, const CarriedJson* carried) {
    if (sampler == TextureSampler{} && carried == nullptr) return std::nullopt;
    JsonWriter json;
    const auto setting = [&json](const char* key, auto value) {
      json.Key(key).Integer(static_cast<std::uint64_t>(value));
    };
    json.BeginObject();
    WriteName(json, sampler.name);
    if (sampler.mag_filter) setting("magFilter", *sampler.mag_filter);
    if (sampler.min_filter) setting("minFilter", *sampler.min_filter);
    if (sampler.wrap_s != TextureWrap::kRepeat) setting("wrapS", sampler.wrap_s);
    if (sampler.wrap_t != TextureWrap::kRepeat) setting("wrapT", sampler.wrap_t);
    WriteCarried(json, carried);
    json.EndObject();
    const auto [known, is_new] = numbers_.try_emplace(std::move(json).Take(), texts_.size());
    if (is_new) texts_.push_back(&known->first);
    return known->second;
  }

  void Write(JsonWriter& json) const {
    if (texts_.empty()) return;
    json.Key("samplers").BeginArray();
    for (const std::string* text : texts_) json.Raw(*text);
    json.EndArray();
  }

 private:
  std::map<std::string, std::size_t> numbers_;
  std::vector<const std::string*> texts_;
};

std::string MimeTypeFor(const Image& image) {
  if (!image.mime_type.empty() || image.bytes.empty()) return image.mime_type;
  const std::string_view detected = MimeTypeOf(DetectImage(image.bytes));
  return std::string(detected.empty() ? "image/png" : detected);
}

void WriteImages(Write& write) {
  const std::span<const Image> images = write.model.images();
  bool any = false;
  const std::vector<std::uint32_t> first = model::FirstOfEqualImages(images);
  std::map<std::uint32_t, std::uint32_t> views;  // By the first of equal images.
  for (std::uint32_t i = 0; i < images.size(); ++i) {
    if (write.plan.image_number[i] == kLeftOut) continue;
    if (!any) write.json.Key("images").BeginArray();
    any = true;
    const Image& image = images[i];
    const std::string mime_type = MimeTypeFor(image);
    write.json.BeginObject();
    WriteName(write.json, image.name);
    if (!image.bytes.empty()) {
      const auto [view, is_new] = views.try_emplace(first[i]);
      if (is_new) view->second = write.buffer.AddImage(image.bytes);
      write.json.Key("bufferView").Integer(view->second);
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

bool IsNamedByExtension(const Image& image, const CarriedJson* carried) {
  if (carried == nullptr || carried->extensions.empty()) return false;
  const std::string type = MimeTypeFor(image);
  return !type.empty() && type != "image/png" && type != "image/jpeg";
}

std::set<std::string> ExtensionsOfMaterials(const Model& model) {
  std::set<std::string> names;
  for (const Material& material : model.materials()) {
    if (material.emissive_strength != 1) names.emplace(kUnderstoodStrength.name);
    if (material.unlit) names.emplace(kUnderstoodUnlit.name);
    for (const auto member : kMaterialTextures) {
      const std::optional<TextureUse>& use = material.*member;
      if (use && use->transform) names.emplace(kUnderstoodTransform.name);
    }
  }
  return names;
}

void WriteMaterials(Write& write) {
  const auto count = static_cast<std::uint32_t>(write.model.materials().size());
  if (count == 0) return;
  write.json.Key("materials").BeginArray();
  for (std::uint32_t m = 0; m < count; ++m) MaterialWriter(write, m).Run();
  write.json.EndArray();
}

void WriteTexturesAndImages(Write& write) {
  const std::span<const Texture> textures = write.model.textures();
  SamplerList samplers;
  if (!textures.empty()) write.json.Key("textures").BeginArray();
  for (std::uint32_t t = 0; t < textures.size(); ++t) {
    const Texture& texture = textures[t];
    const CarriedJson* carried = write.carried.Find(CarriedJson::Owner::kTexture, t);
    write.json.BeginObject();
    WriteName(write.json, texture.name);
    if (const auto sampler = samplers.Add(
            texture.sampler,
            write.carried.Find(CarriedJson::Owner::kTexture, t, CarriedJson::kSamplerPart))) {
      write.json.Key("sampler").Integer(*sampler);
    }
    if (texture.image && write.plan.image_number[*texture.image] != kLeftOut &&
        !IsNamedByExtension(write.model.images()[*texture.image], carried)) {
      write.json.Key("source").Integer(write.plan.image_number[*texture.image]);
    }
    WriteCarried(write.json, carried);
    write.json.EndObject();
  }
  if (!textures.empty()) write.json.EndArray();
  samplers.Write(write.json);
  WriteImages(write);
}

}  // namespace sinew::gltf
