// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// glb -> Model -> glb keeps what files say about materials. Both files are taken apart as JSON
// here, without the reader: defaults filled in, textures, samplers and images followed to their
// bytes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/json/json.h"
#include "sinew/files.h"
#include "sinew/gltf.h"
#include "sinew/hash.h"
#include "support/assets.h"
#include "support/full_model.h"
#include "support/gltf_builder.h"

namespace sinew::testing {
namespace {

using Members = std::map<std::string, std::string>;  // Canonical texts by key.

std::string TextOfMembers(const Members& members) {
  std::string text = "{";
  for (const auto& [key, value] : members) text += key + ":" + value + " ";
  return text + "}";
}

std::string Canonical(json::Value value);

Members MembersOf(json::Value object) {
  Members members;
  if (!object.is_object()) return members;
  for (const auto& [key, value] : object.members()) members[key.string()] = Canonical(value);
  return members;
}

// Keys in order, numbers as floats.
std::string Canonical(json::Value value) {
  if (value.is_object()) return TextOfMembers(MembersOf(value));
  if (value.is_array()) {
    std::string text = "[";
    for (const json::Value element : value.elements()) text += Canonical(element) + " ";
    return text + "]";
  }
  if (!value.is_number()) return std::string(value.text());
  char digits[32];  // Nine tell every float from its neighbours.
  std::snprintf(digits, sizeof digits, "%.9g",
                static_cast<double>(static_cast<float>(value.number())));
  return digits;
}

std::string Decoded(std::string_view base64) {
  std::string bytes;
  unsigned bits = 0;
  int count = 0;
  for (const char c : base64) {
    constexpr std::string_view kDigits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const std::size_t digit = kDigits.find(c);
    if (digit == std::string_view::npos) break;
    bits = bits << 6 | static_cast<unsigned>(digit);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> count & 0xff);
  }
  return bytes;
}

// Of files with wrong types in them: nothing.
std::optional<json::Value> MemberOf(std::optional<json::Value> object, std::string_view key) {
  return object && object->is_object() ? object->Find(key) : std::nullopt;
}
std::optional<json::Value> ObjectOf(std::optional<json::Value> object, std::string_view key) {
  const std::optional<json::Value> found = MemberOf(object, key);
  return found && found->is_object() ? found : std::nullopt;
}

// A file as JSON, with what lies beside it.
class LooksOfFile {
 public:
  LooksOfFile(std::vector<std::byte> bytes, Resolver resolve)
      : bytes_(std::move(bytes)), resolve_(std::move(resolve)) {
    text_.assign(reinterpret_cast<const char*>(bytes_.data()), bytes_.size());
    if (text_.starts_with("glTF")) {
      std::uint32_t json_bytes = 0;
      std::memcpy(&json_bytes, bytes_.data() + 12, 4);
      if (text_.size() > 28 + json_bytes) binary_ = text_.substr(28 + json_bytes);
      text_ = text_.substr(20, json_bytes);
    }
    if (text_.starts_with("\xEF\xBB\xBF")) text_.erase(0, 3);
    document_ = std::make_unique<json::Document>(
        json::Document::Parse(text_, {}, json::BeyondDouble::kInfinity).value());
  }

  std::size_t material_count() const {
    const auto list = MemberOf(document_->root(), "materials");
    return list && list->is_array() ? list->size() : 0;
  }

  std::string Material(std::size_t number) const {
    const json::Value object = *At("materials", number);
    Members members = Except(object, {"pbrMetallicRoughness"});
    members.try_emplace("name", "\"\"");
    members.try_emplace("emissiveFactor", "[0 0 0 ]");
    members.try_emplace("alphaMode", "\"OPAQUE\"");
    members.try_emplace("alphaCutoff", "0.5");
    if (members["alphaMode"] != "\"MASK\"") members.erase("alphaCutoff");
    members.try_emplace("doubleSided", "false");
    AddTextures(object, {"normalTexture", "occlusionTexture", "emissiveTexture"}, members);
    const auto pbr = ObjectOf(object, "pbrMetallicRoughness");
    Members surface;
    if (pbr) {
      surface = MembersOf(*pbr);
      AddTextures(*pbr, {"baseColorTexture", "metallicRoughnessTexture"}, surface);
    }
    surface.try_emplace("baseColorFactor", "[1 1 1 1 ]");
    surface.try_emplace("metallicFactor", "1");
    surface.try_emplace("roughnessFactor", "1");
    members["pbr"] = TextOfMembers(surface);
    return TextOfMembers(members);
  }

 private:
  std::optional<json::Value> At(std::string_view array, std::size_t number) const {
    const auto list = MemberOf(document_->root(), array);
    if (!list || !list->is_array()) return std::nullopt;
    for (const json::Value element : list->elements()) {
      if (number-- == 0) return element;
    }
    return std::nullopt;
  }

  // All members but those that are followed to what they name.
  static Members Except(json::Value object, const std::vector<std::string>& keys) {
    Members members = MembersOf(object);
    for (const std::string& key : keys) members.erase(key);
    return members;
  }

  static std::optional<std::size_t> Number(json::Value object, std::string_view key) {
    const auto value = MemberOf(object, key);
    if (!value || !value->is_number()) return std::nullopt;
    return static_cast<std::size_t>(value->number());
  }

  void AddTextures(json::Value object, std::vector<std::string> names, Members& members) const {
    for (const std::string& name : names) {
      const auto info = ObjectOf(object, name);
      if (!info) continue;
      Members use = Except(*info, {"index"});
      use.try_emplace("texCoord", "0");
      if (name == "normalTexture") use.try_emplace("scale", "1");
      if (name == "occlusionTexture") use.try_emplace("strength", "1");
      if (const auto number = Number(*info, "index")) use["texture"] = Texture(*number);
      const auto extensions = ObjectOf(info, "extensions");
      const auto transform = ObjectOf(extensions, "KHR_texture_transform");
      if (transform) {
        Members moved = MembersOf(*transform);
        moved.try_emplace("offset", "[0 0 ]");
        moved.try_emplace("rotation", "0");
        moved.try_emplace("scale", "[1 1 ]");
        Members others = MembersOf(*extensions);
        others["KHR_texture_transform"] = TextOfMembers(moved);
        use["extensions"] = TextOfMembers(others);
      }
      members[name] = TextOfMembers(use);
    }
  }

  std::string Texture(std::size_t number) const {
    const json::Value object = *At("textures", number);
    Members members = Except(object, {"sampler", "source"});
    members.try_emplace("name", "\"\"");
    Members sampler;
    if (const auto index = Number(object, "sampler")) sampler = MembersOf(*At("samplers", *index));
    sampler.try_emplace("wrapS", "10497");
    sampler.try_emplace("wrapT", "10497");
    members["sampler"] = TextOfMembers(sampler);
    if (const auto index = Number(object, "source")) members["image"] = Image(*index);
    return TextOfMembers(members);
  }

  std::string Image(std::size_t number) const {
    const json::Value object = *At("images", number);
    Members members = Except(object, {"uri", "bufferView", "mimeType"});
    members.try_emplace("name", "\"\"");
    std::optional<std::string> bytes;
    const auto mime_type = MemberOf(object, "mimeType");
    std::string type = mime_type ? mime_type->string() : "";
    if (const auto uri = MemberOf(object, "uri")) {
      const std::string text = uri->string();
      if (text.starts_with("data:")) {
        bytes = Decoded(std::string_view(text).substr(text.find(',') + 1));
        if (type.empty()) type = text.substr(5, text.find(';') - 5);
      } else {
        members["uri"] = text;
      }
    } else if (const auto view = Number(object, "bufferView")) {
      const json::Value range = *At("bufferViews", *view);
      bytes =
          Buffer(Number(range, "buffer").value())
              .substr(Number(range, "byteOffset").value_or(0), Number(range, "byteLength").value());
    }
    members["mimeType"] = type;
    if (bytes) {
      members["bytes"] = std::to_string(bytes->size()) + " " +
                         std::to_string(Hash64().Add(std::as_bytes(std::span(*bytes))).value());
    }
    return TextOfMembers(members);
  }

  std::string Buffer(std::size_t number) const {
    const auto uri = MemberOf(At("buffers", number), "uri");
    if (!uri) return binary_;
    const std::string text = uri->string();
    if (text.starts_with("data:"))
      return Decoded(std::string_view(text).substr(text.find(',') + 1));
    const SharedBytes bytes = resolve_(text).value();
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }

  std::vector<std::byte> bytes_;
  Resolver resolve_;
  std::string text_, binary_;
  std::unique_ptr<json::Document> document_;
};

// Something was repaired, so that other values come back, or is not part of glTF.
bool IsRepaired(const Report& report) {
  for (const Issue& issue : report.issues) {
    if (issue.code != "UNEXPECTED_PROPERTY") continue;
    for (const char* const array : {"/materials/", "/textures/", "/samplers/", "/images/"}) {
      if (issue.pointer.starts_with(array)) return true;
    }
  }
  for (const Mend& mend : report.mends) {
    if (mend.rule.starts_with("material-") || mend.rule.starts_with("texture-") ||
        mend.rule.starts_with("image-") || mend.rule == "duplicate-key") {
      return true;
    }
  }
  return false;
}

// The number of materials compared; nothing where the file does not load or was repaired.
std::optional<std::size_t> ExpectSameLooks(const std::vector<std::byte>& bytes,
                                           const Resolver& resolve) {
  GltfOptions options;
  options.resolve = resolve;
  options.decoders.draco = DracoDecoder();
  const GltfRead read = ReadGltf(bytes, options);
  if (!read.model.ok() || IsRepaired(read.report)) return std::nullopt;
  const Result<std::vector<std::byte>> written = WriteGlb(*read.model);
  EXPECT_TRUE(written.ok());
  if (!written.ok()) return 0;
  const LooksOfFile before(bytes, resolve), after(*written, resolve);
  EXPECT_EQ(before.material_count(), after.material_count());
  if (before.material_count() != after.material_count()) return 0;
  for (std::size_t m = 0; m < before.material_count(); ++m) {
    EXPECT_EQ(before.Material(m), after.Material(m)) << "material " << m;
  }
  return before.material_count();
}

TEST(MaterialsOfFiles, OfEveryPropertyComeBackAsTheyWere) {
  GltfBuilder file;
  const std::string positions = std::to_string(file.Floats("VEC3", {0, 0, 0, 1, 0, 0, 0, 1, 0}));
  file.Mesh("{'primitives':[{'attributes':{'POSITION':" + positions + "},'material':0}]}");
  file.Node("{'mesh':0}");
  const SharedBytes png = FullModelParts().images[1].bytes;
  const std::string view = std::to_string(file.View(png));
  file.Append("images", "{'name':'in','mimeType':'image/png','bufferView':" + view + "}");
  file.Append("images", "{'uri':'beside.jpg','extras':{'artist':'me'}}");
  file.Append("images", "{'uri':'data:image/png;base64," + Base64(png) + "'}");
  file.Append("samplers", "{'name':'sharp','magFilter':9728,'minFilter':9986,'wrapT':33071}");
  file.Append("samplers", "{'wrapS':33648,'extras':{'a':1}}");
  file.Append("samplers", "{}");
  file.Append("textures", "{'source':0,'sampler':1,'name':'first'}");
  file.Append("textures", "{'source':1,'sampler':0,'extras':{'b':2}}");
  file.Append("textures", "{'source':2,'sampler':2}");
  file.Append("textures", "{'source':0}");
  file.Append(
      "materials",
      "{'name':'all','pbrMetallicRoughness':{'baseColorFactor':[0.1,0.2,0.3,0.4],"
      "'metallicFactor':0.7,'roughnessFactor':0.6,'baseColorTexture':{'index':0,'texCoord':1,"
      "'extensions':{'KHR_texture_transform':{'offset':[0.1,0.2],'rotation':0.3,'scale':[4,5],"
      "'texCoord':2}}},'metallicRoughnessTexture':{'index':1,'extras':{'c':3}}},"
      "'normalTexture':{'index':2,'scale':0.8},'occlusionTexture':{'index':3,'strength':0.9,"
      "'texCoord':1},'emissiveTexture':{'index':3,'extensions':{'KHR_texture_transform':{}}},"
      "'emissiveFactor':[0.25,0.5,0.75],'alphaMode':'MASK','alphaCutoff':0.35,'doubleSided':true,"
      "'extensions':{'KHR_materials_emissive_strength':{'emissiveStrength':3.5},"
      "'KHR_materials_clearcoat':{'clearcoatTexture':{'index':2,'extensions':"
      "{'KHR_texture_transform':{'rotation':1}}}}},'extras':{'d':4}}");
  file.Append("materials", "{'extensions':{'KHR_materials_unlit':{}},'alphaMode':'BLEND'}");
  file.Append("materials", "{}");
  file.Root("extensionsUsed",
            "['KHR_texture_transform','KHR_materials_emissive_strength',"
            "'KHR_materials_clearcoat','KHR_materials_unlit']");
  EXPECT_EQ(ExpectSameLooks(file.Glb(), nullptr), 3u);
}

TEST(MaterialsOfFiles, OfOthersComeBackAsTheyWere) {
  SINEW_SKIP_WITHOUT_ASSET("assets");
  std::size_t files = 0, materials = 0;
  for (const char* ending : {".glb", ".gltf"}) {
    for (const std::string& path : ListAssets("assets", ending)) {
      SCOPED_TRACE(path);
      const auto bytes = ReadFileBytes(AssetPath(path));
      ASSERT_TRUE(bytes.has_value());
      const auto count = ExpectSameLooks(*bytes, ResolverBeside(AssetPath(path)));
      // The corpus of the validator is there to be refused or repaired; nothing else is.
      EXPECT_TRUE(count.has_value() || path.starts_with("assets/validator/"));
      files += count.value_or(0) == 0 ? 0 : 1;
      materials += count.value_or(0);
    }
  }
  EXPECT_GT(files, 30u);
  EXPECT_GT(materials, 40u);
  RecordProperty("files", static_cast<int>(files));
  RecordProperty("materials", static_cast<int>(materials));
  std::printf("%zu materials of %zu files\n", materials, files);
}

}  // namespace
}  // namespace sinew::testing
