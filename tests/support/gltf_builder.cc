// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "support/gltf_builder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <limits>

namespace sinew::testing {
namespace {

static_assert(std::endian::native == std::endian::little, "glTF's buffers are little-endian");

std::size_t ComponentsOf(std::string_view type) {
  if (type == "VEC2") return 2;
  if (type == "VEC3") return 3;
  if (type == "VEC4" || type == "MAT2") return 4;
  if (type == "MAT3") return 9;
  if (type == "MAT4") return 16;
  return 1;
}

std::string NumberText(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", value);
  return text;
}

// ",'min':[...],'max':[...]" over the numbers that are finite.
std::string BoundsJson(const std::vector<float>& values, std::size_t width) {
  std::string min, max;
  for (std::size_t c = 0; c < width; ++c) {
    float low = std::numeric_limits<float>::max(), high = std::numeric_limits<float>::lowest();
    for (std::size_t i = c; i < values.size(); i += width) {
      if (!(values[i] - values[i] == 0)) continue;
      low = std::min(low, values[i]);
      high = std::max(high, values[i]);
    }
    if (low > high) low = high = 0;
    const char* comma = c == 0 ? "" : ",";
    min += comma + NumberText(low);
    max += comma + NumberText(high);
  }
  return ",'min':[" + min + "],'max':[" + max + "]";
}

void AppendU32(std::vector<std::byte>& bytes, std::size_t value) {
  for (int shift = 0; shift < 32; shift += 8) {
    bytes.push_back(static_cast<std::byte>((value >> shift) & 0xff));
  }
}

void Dump(std::string_view text) {
  const char* folder = std::getenv("SINEW_DUMP_GLTF");
  if (folder == nullptr) return;
  static int number = 0;
  const ::testing::TestInfo* test = ::testing::UnitTest::GetInstance()->current_test_info();
  const std::string name = std::to_string(number++) + (test ? "-" + std::string(test->name()) : "");
  std::ofstream file(std::string(folder) + "/" + name + ".gltf", std::ios::binary);
  file << text;
}

}  // namespace

int GltfBuilder::Append(std::string_view array, std::string_view json) {
  std::vector<std::string>& items = arrays_[std::string(array)];
  items.emplace_back(json);
  return static_cast<int>(items.size()) - 1;
}

int GltfBuilder::Animate(int node, std::string_view path, int input, int output,
                         std::string_view interpolation) {
  std::string sampler = "{'input':" + std::to_string(input) + ",'output':" + std::to_string(output);
  if (!interpolation.empty()) sampler += ",'interpolation':'" + std::string(interpolation) + "'";
  return Animation("{'samplers':[" + sampler + "}],'channels':[{'sampler':0,'target':{'node':" +
                   std::to_string(node) + ",'path':'" + std::string(path) + "'}}]}");
}

void GltfBuilder::Root(std::string_view name, std::string_view json) {
  root_[std::string(name)] = json;
}

int GltfBuilder::View(std::span<const std::byte> bytes, std::string_view more) {
  while (buffer_.size() % 4 != 0) buffer_.push_back(std::byte{0});
  const std::string offset = std::to_string(buffer_.size());
  buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
  return BufferView("{'buffer':0,'byteOffset':" + offset +
                    ",'byteLength':" + std::to_string(bytes.size()) + std::string(more) + "}");
}

int GltfBuilder::FloatView(const std::vector<float>& values, std::string_view more) {
  return View(std::as_bytes(std::span(values)), more);
}

int GltfBuilder::U16View(const std::vector<std::uint16_t>& values, std::string_view more) {
  return View(std::as_bytes(std::span(values)), more);
}

int GltfBuilder::Raw(std::string_view type, int component_type, std::span<const std::byte> bytes,
                     std::size_t component_bytes, std::string_view more) {
  const int view = View(bytes);
  const std::size_t count = bytes.size() / component_bytes / ComponentsOf(type);
  return Accessor("{'bufferView':" + std::to_string(view) + ",'componentType':" +
                  std::to_string(component_type) + ",'count':" + std::to_string(count) +
                  ",'type':'" + std::string(type) + "'" + std::string(more) + "}");
}

int GltfBuilder::Floats(std::string_view type, const std::vector<float>& values,
                        std::string_view more, Bounds bounds) {
  std::string added(more);
  if (bounds == Bounds::kWritten) added += BoundsJson(values, ComponentsOf(type));
  return Raw(type, 5126, std::as_bytes(std::span(values)), 4, added);
}

int GltfBuilder::U8(std::string_view type, const std::vector<std::uint8_t>& values,
                    std::string_view more) {
  return Raw(type, 5121, std::as_bytes(std::span(values)), 1, more);
}

int GltfBuilder::I8(std::string_view type, const std::vector<std::int8_t>& values,
                    std::string_view more) {
  return Raw(type, 5120, std::as_bytes(std::span(values)), 1, more);
}

int GltfBuilder::U16(std::string_view type, const std::vector<std::uint16_t>& values,
                     std::string_view more) {
  return Raw(type, 5123, std::as_bytes(std::span(values)), 2, more);
}

int GltfBuilder::I16(std::string_view type, const std::vector<std::int16_t>& values,
                     std::string_view more) {
  return Raw(type, 5122, std::as_bytes(std::span(values)), 2, more);
}

int GltfBuilder::U32(std::string_view type, const std::vector<std::uint32_t>& values,
                     std::string_view more) {
  return Raw(type, 5125, std::as_bytes(std::span(values)), 4, more);
}

std::string GltfBuilder::Json(bool for_glb) const {
  std::map<std::string, std::string, std::less<>> properties;
  properties["asset"] = "{'version':'2.0'}";
  for (const auto& [name, items] : arrays_) {
    std::string& array = properties[name];
    for (const std::string& item : items) array += (array.empty() ? "[" : ",") + item;
    array += "]";
  }
  if (arrays_.contains("nodes")) {
    properties["scene"] = "0";
    properties["scenes"] = "[{'nodes':" + scene_ + "}]";
  }
  if (!buffer_.empty()) {
    const std::string length =
        claimed_bytes_.empty() ? std::to_string(buffer_.size()) : claimed_bytes_;
    std::string uri;
    if (!for_glb) uri = ",'uri':'data:application/octet-stream;base64," + Base64(buffer_) + "'";
    properties["buffers"] = "[{'byteLength':" + length + uri + "}]";
  }
  for (const auto& [name, json] : root_) {
    if (json.empty()) {
      properties.erase(name);
    } else {
      properties[name] = json;
    }
  }
  std::string text;
  for (const auto& [name, json] : properties) {
    text += (text.empty() ? "{'" : ",'") + name + "':" + json;
  }
  return Quoted(text + "}");
}

std::string GltfBuilder::Text() const { return Json(false); }

std::vector<std::byte> GltfBuilder::Glb() const { return GlbOf(Json(true), buffer_); }

GltfRead GltfBuilder::Read(const GltfOptions& options) const {
  const std::string text = Text();
  Dump(text);
  return ReadGltf(BytesOf(text), options);
}

std::string Base64(std::span<const std::byte> bytes) {
  constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t have = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      bits = bits << 8 | (k < have ? std::to_integer<std::uint32_t>(bytes[i + k]) : 0u);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      text += k <= have ? kDigits[bits >> (18 - 6 * k) & 63] : '=';
    }
  }
  return text;
}

std::string Quoted(std::string_view json) {
  std::string text(json);
  std::replace(text.begin(), text.end(), '\'', '"');
  return text;
}

std::span<const std::byte> BytesOf(std::string_view text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

std::vector<std::byte> GlbOf(std::string_view json, std::span<const std::byte> binary) {
  const auto padded = [](std::size_t size) { return (size + 3) / 4 * 4; };
  std::vector<std::byte> glb;
  const std::size_t binary_chunk = binary.empty() ? 0 : 8 + padded(binary.size());
  AppendU32(glb, 0x46546C67);
  AppendU32(glb, 2);
  AppendU32(glb, 12 + 8 + padded(json.size()) + binary_chunk);
  AppendU32(glb, padded(json.size()));
  AppendU32(glb, 0x4E4F534A);
  for (const char c : json) glb.push_back(static_cast<std::byte>(c));
  while (glb.size() % 4 != 0) glb.push_back(std::byte{' '});
  if (!binary.empty()) {
    AppendU32(glb, padded(binary.size()));
    AppendU32(glb, 0x004E4942);
    glb.insert(glb.end(), binary.begin(), binary.end());
    while (glb.size() % 4 != 0) glb.push_back(std::byte{0});
  }
  return glb;
}

}  // namespace sinew::testing
