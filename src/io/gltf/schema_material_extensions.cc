// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The KHR_materials_* extensions that the Khronos validator knows, and the root objects of
// KHR_lights_punctual and KHR_materials_variants.
#include "io/gltf/schema_materials.h"

namespace sinew::gltf {
namespace {

// Each list starts with "extensions" and "extras".
constexpr std::size_t kExtensionsPlace = 0;
constexpr std::size_t kExtrasPlace = 1;

constexpr KeySet kNoKeys({"extensions", "extras"});
constexpr KeySet kAnisotropyKeys({"extensions", "extras", "anisotropyStrength",
                                  "anisotropyRotation", "anisotropyTexture"});
constexpr KeySet kClearcoatKeys({"extensions", "extras", "clearcoatFactor", "clearcoatTexture",
                                 "clearcoatRoughnessFactor", "clearcoatRoughnessTexture",
                                 "clearcoatNormalTexture"});
constexpr KeySet kDispersionKeys({"extensions", "extras", "dispersion"});
constexpr KeySet kEmissiveStrengthKeys({"extensions", "extras", "emissiveStrength"});
constexpr KeySet kIorKeys({"extensions", "extras", "ior"});
constexpr KeySet kIridescenceKeys({"extensions", "extras", "iridescenceFactor",
                                   "iridescenceTexture", "iridescenceIor",
                                   "iridescenceThicknessMinimum", "iridescenceThicknessMaximum",
                                   "iridescenceThicknessTexture"});
constexpr KeySet kSpecularGlossinessKeys({"extensions", "extras", "diffuseFactor", "diffuseTexture",
                                          "specularFactor", "glossinessFactor",
                                          "specularGlossinessTexture"});
constexpr KeySet kSheenKeys({"extensions", "extras", "sheenColorFactor", "sheenColorTexture",
                             "sheenRoughnessFactor", "sheenRoughnessTexture"});
constexpr KeySet kSpecularKeys({"extensions", "extras", "specularFactor", "specularTexture",
                                "specularColorFactor", "specularColorTexture"});
constexpr KeySet kTransmissionKeys({"extensions", "extras", "transmissionFactor",
                                    "transmissionTexture"});
constexpr KeySet kVolumeKeys({"extensions", "extras", "attenuationColor", "attenuationDistance",
                              "thicknessFactor", "thicknessTexture"});

constexpr KeySet kLightsKeys({"extensions", "extras", "lights"});
constexpr KeySet kLightKeys({"extensions", "extras", "color", "intensity", "spot", "type", "range",
                             "name"});
constexpr KeySet kSpotKeys({"extensions", "extras", "innerConeAngle", "outerConeAngle"});
constexpr KeySet kVariantsKeys({"extensions", "extras", "variants"});
constexpr KeySet kVariantKeys({"extensions", "extras", "name"});

constexpr FloatRule kUnit{.min = 0, .max = 1};
constexpr ListRule kColor{.length = 3, .min = 0, .max = 1};
constexpr double kQuarterTurn = 1.5707963267948966;
constexpr double kEighthTurn = 0.7853981633974483;

// What the rules that look at several extensions need.
struct MaterialExtensionsSeen {
  bool transmission = false;
  bool unknown = false;
  bool volume = false;
  bool volume_read = false;
  bool dispersion_read = false;
  double thickness = 0;
};

class MaterialExtensionReader {
 public:
  MaterialExtensionReader(SchemaStage& stage, const MaterialFacts& facts, MaterialDef& material)
      : stage_(stage), reader_(stage.reader), facts_(facts), material_(material) {}

  void Read(Extension extension, std::optional<Value> object, const Path& path) {
    switch (extension) {
      case Extension::kAnisotropy:
        return ReadAnisotropy(object, path);
      case Extension::kClearcoat:
        return ReadClearcoat(object, path);
      case Extension::kDispersion:
        return ReadDispersion(object, path);
      case Extension::kEmissiveStrength:
        return ReadEmissiveStrength(object, path);
      case Extension::kIor: {
        const auto f = Members(object, kIorKeys, path);
        reader_.Float(f[2], {.min = 1, .also = 0});
        return;
      }
      case Extension::kIridescence:
        return ReadIridescence(object, path);
      case Extension::kSpecularGlossiness: {
        const auto f = Members(object, kSpecularGlossinessKeys, path);
        reader_.Floats(f[2], {.length = 4, .min = 0, .max = 1});
        Texture(f[3]);
        reader_.Floats(f[4], kColor);
        reader_.Float(f[5], kUnit);
        Texture(f[6]);
        return;
      }
      case Extension::kSheen: {
        const auto f = Members(object, kSheenKeys, path);
        reader_.Floats(f[2], kColor);
        Texture(f[3]);
        reader_.Float(f[4], kUnit);
        Texture(f[5]);
        return;
      }
      case Extension::kSpecular: {
        const auto f = Members(object, kSpecularKeys, path);
        reader_.Float(f[2], kUnit);
        Texture(f[3]);
        reader_.Floats(f[4], {.length = 3, .min = 0});
        Texture(f[5]);
        return;
      }
      case Extension::kTransmission: {
        const auto f = Members(object, kTransmissionKeys, path);
        reader_.Float(f[2], kUnit);
        Texture(f[3]);
        return;
      }
      case Extension::kUnlit:
        Members(object, kNoKeys, path);
        material_.value.unlit = object.has_value();
        return;
      case Extension::kVolume: {
        const auto f = Members(object, kVolumeKeys, path);
        reader_.Floats(f[2], kColor);
        reader_.Float(f[3], {.above = 0});
        seen_.thickness = reader_.Float(f[4], {.missing = 0, .min = 0});
        Texture(f[5]);
        seen_.volume_read = true;
        return;
      }
      default:
        return;
    }
  }

  void NoteName(Extension extension, std::string_view name) {
    if (extension == Extension::kOther || extension >= Extension::kExtMeshopt) seen_.unknown = true;
    if (name == "KHR_materials_transmission") seen_.transmission = true;
    if (name == "KHR_materials_volume") seen_.volume = true;
  }

  // After all of them: the rules between them.
  void Finish(const Path& extensions) {
    if (seen_.dispersion_read && !seen_.volume) {
      reader_.AddAt(issue::kKhrMaterialsDispersionNoVolume,
                    extensions.At("KHR_materials_dispersion"),
                    "dispersion means nothing without KHR_materials_volume");
    }
    if (!seen_.volume_read) return;
    const Path volume = extensions.At("KHR_materials_volume");
    if (!seen_.transmission && !seen_.unknown) {
      reader_.AddAt(issue::kKhrMaterialsVolumeNoTransmission, volume,
                    "a volume means little where no light passes the surface");
    }
    if (facts_.double_sided && seen_.thickness > 0) {
      reader_.AddAt(issue::kKhrMaterialsVolumeDoubleSided, volume,
                    "a volume with thickness should not be double-sided");
    }
  }

 private:
  template <std::size_t N>
  Fields<N> Members(std::optional<Value> object, const KeySet<N>& keys, const Path& path) {
    Fields<N> f = reader_.Members(object, keys, path);
    stage_.extensions.Check(f[kExtensionsPlace], Host::kElsewhere, reader_);
    reader_.Extras(f[kExtrasPlace]);
    return f;
  }

  std::optional<TextureInfo> Texture(Field field, TextureInfoKind kind = TextureInfoKind::kPlain) {
    return ReadTextureInfo(stage_, field, kind, material_);
  }

  // Both textures lie in the same tangent space, so they should share their coordinates.
  bool SharesNormalTexcoord(const TextureInfo& info) const {
    return !facts_.normal_texture || facts_.normal_texture->texcoord == info.texcoord;
  }

  void ReadAnisotropy(std::optional<Value> object, const Path& path) {
    const auto f = Members(object, kAnisotropyKeys, path);
    reader_.Float(f[2], kUnit);
    reader_.Float(f[3], {});
    const std::optional<TextureInfo> texture = Texture(f[4]);
    if (!texture) return;
    material_.needs_tangent = true;
    if (!SharesNormalTexcoord(*texture)) {
      reader_.Add(issue::kKhrMaterialsAnisotropyAnisotropyTextureTexcoord, f[4],
                  "the texture should use the coordinates of the normal texture");
    }
  }

  void ReadClearcoat(std::optional<Value> object, const Path& path) {
    const auto f = Members(object, kClearcoatKeys, path);
    reader_.Float(f[2], kUnit);
    Texture(f[3]);
    reader_.Float(f[4], kUnit);
    Texture(f[5]);
    const std::optional<TextureInfo> normal = Texture(f[6], TextureInfoKind::kNormal);
    if (normal && !SharesNormalTexcoord(*normal)) {
      reader_.Add(issue::kKhrMaterialsClearcoatClearcoatNormalTextureTexcoord, f[6],
                  "the texture should use the coordinates of the normal texture");
    }
  }

  void ReadDispersion(std::optional<Value> object, const Path& path) {
    const auto f = Members(object, kDispersionKeys, path);
    reader_.Float(f[2], {.min = 0});
    seen_.dispersion_read = true;
  }

  void ReadEmissiveStrength(std::optional<Value> object, const Path& path) {
    const auto f = Members(object, kEmissiveStrengthKeys, path);
    const float strength = ReadFactor(stage_, f[2], {.min = 0}, 1);
    material_.value.emissive_strength = strength;
    const bool is_given = f[2].present() && reader_.At(f[2].json).is_number();
    const double given = is_given ? reader_.At(f[2].json).number() : 1;
    if (given >= 0 && given != 1 && facts_.emissive_factor_is_zero) {
      reader_.AddAt(issue::kKhrMaterialsEmissiveStrengthZeroFactor, path,
                    "the strength has no effect where emissiveFactor is zero");
    }
  }

  void ReadIridescence(std::optional<Value> object, const Path& path) {
    const auto f = Members(object, kIridescenceKeys, path);
    reader_.Float(f[2], kUnit);
    Texture(f[3]);
    reader_.Float(f[4], {.min = 1});
    const double min = reader_.Float(f[5], {.missing = 100, .min = 0});
    const double max = reader_.Float(f[6], {.missing = 400, .min = 0});
    const std::optional<TextureInfo> texture = Texture(f[7]);
    if (texture && min == max) {
      reader_.Add(issue::kKhrMaterialsIridescenceThicknessTextureUnused, f[7],
                  "the texture has no effect where minimum and maximum are equal");
    } else if (!texture && min >= 0 && f[5].present()) {
      reader_.Add(issue::kKhrMaterialsIridescenceThicknessRangeWithoutTexture, f[5],
                  "the minimum has no effect without a thickness texture");
    }
  }

  SchemaStage& stage_;
  SchemaReader& reader_;
  const MaterialFacts& facts_;
  MaterialDef& material_;
  MaterialExtensionsSeen seen_;
};

void ReadSpot(SchemaStage& stage, Value object, const Path& path) {
  SchemaReader& reader = stage.reader;
  const auto f = reader.Members(object, kSpotKeys, path);
  const double inner = reader.Float(f[2], {.missing = 0, .min = 0, .below = kQuarterTurn});
  const double outer =
      reader.Float(f[3], {.missing = kEighthTurn, .above = 0, .max = kQuarterTurn});
  if (outer <= inner) {
    reader.Add(issue::kKhrLightsPunctualLightSpotAngles, f[3],
               Words("the outer angle ", outer, " is not above the inner one, ", inner));
  }
  stage.extensions.Check(f[kExtensionsPlace], Host::kElsewhere, reader);
  reader.Extras(f[kExtrasPlace]);
}

void ReadLight(SchemaStage& stage, Value object, const Path& path) {
  SchemaReader& reader = stage.reader;
  const auto f = reader.Members(object, kLightKeys, path);
  const Field spot = f[4];
  const Field range = f[6];
  reader.Floats(f[2], kColor);
  reader.Float(f[3], {.min = 0});
  constexpr std::string_view kLightTypes[] = {"directional", "point", "spot"};
  int type = -1;
  if (const std::optional<Value> name = reader.String(f[5], Need::kRequired)) {
    type = reader.OneOf(f[5], *name, kLightTypes);
  }
  if (type == 2) {
    if (const std::optional<Value> inner = reader.Object(spot, Need::kRequired)) {
      const Path place = path.At("spot");
      ReadSpot(stage, *inner, place);
    }
  } else if (spot.present()) {
    reader.Add(issue::kExtraProperty, spot, "the light is no spot light");
  }
  if (reader.Float(range, {.above = 0}) > 0 && type == 0) {
    reader.Add(issue::kExtraProperty, range, "a directional light has no range");
  }
  reader.Name(f[7]);
  stage.extensions.Check(f[kExtensionsPlace], Host::kElsewhere, reader);
  reader.Extras(f[kExtrasPlace]);
}

void ReadVariant(SchemaStage& stage, Value object, const Path& path) {
  const auto f = stage.reader.Members(object, kVariantKeys, path);
  stage.reader.String(f[2], Need::kRequired);
  stage.extensions.Check(f[kExtensionsPlace], Host::kElsewhere, stage.reader);
  stage.reader.Extras(f[kExtrasPlace]);
}

// Reads the one list that the object holds and returns its length.
template <typename Read>
std::uint32_t ReadOnlyList(SchemaStage& stage, std::optional<Value> object, const KeySet<3>& keys,
                           const Path& path, Read&& read) {
  SchemaReader& reader = stage.reader;
  const auto f = reader.Members(object, keys, path);
  std::uint32_t count = 0;
  if (const std::optional<Value> list = reader.Objects(f[2])) {
    const Path places = f[2].path();
    for (const Value element : list->elements()) {
      const Path place = places.At(count++);
      read(stage, element, place);
    }
  }
  stage.extensions.Check(f[kExtensionsPlace], Host::kElsewhere, reader);
  reader.Extras(f[kExtrasPlace]);
  return count;
}

}  // namespace

void ReadMaterialExtensions(SchemaStage& stage, Field extensions, const MaterialFacts& facts,
                            MaterialDef& material) {
  if (!extensions.present()) return;
  MaterialExtensionReader reader(stage, facts, material);
  stage.extensions.ForEach(extensions, Host::kMaterial, stage.reader,
                           [&](Extension extension, std::optional<Value> object, const Path& path) {
                             reader.NoteName(extension, path.key);
                             reader.Read(extension, object, path);
                           });
  const Path path = extensions.path();
  reader.Finish(path);
}

void ReadRootExtensions(SchemaStage& stage, Field extensions) {
  if (!extensions.present()) return;
  stage.extensions.ForEach(extensions, Host::kRoot, stage.reader,
                           [&](Extension extension, std::optional<Value> object, const Path& path) {
                             if (extension == Extension::kLightsPunctual) {
                               stage.document.light_count =
                                   ReadOnlyList(stage, object, kLightsKeys, path, ReadLight);
                             } else if (extension == Extension::kVariants) {
                               stage.document.variant_count =
                                   ReadOnlyList(stage, object, kVariantsKeys, path, ReadVariant);
                             }
                           });
}

}  // namespace sinew::gltf
