// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "io/js3d/packed.h"

#include <bit>
#include <optional>

#include "base/arithmetic.h"
#include "base/bytes.h"
#include "io/base64.h"

namespace sinew::js3d {
namespace {

constexpr std::uint32_t kMostValues = 0x7FFFFFFF;

// The bytes behind the type's name. Nothing where the file is refused; empty where the array is
// missing and may be.
std::optional<std::vector<std::byte>> BytesOf(Source& source, json::Value object,
                                              std::string_view key, Presence presence,
                                              std::string_view type) {
  const std::optional<json::Value> value = object.Find(key);
  if (!value) {
    if (presence == Presence::kOptional) return std::vector<std::byte>();
    source.Invalid(object, Words("found no \"", key, "\", which a mesh must have"));
    return std::nullopt;
  }
  if (!value->is_string()) {
    source.Invalid(*value, "found something else, expected a string of packed values");
    return std::nullopt;
  }
  // Nothing in base64 needs an escape: nearly always the text is the string.
  std::string_view text = value->text().substr(1, value->text().size() - 2);
  std::string unescaped;
  if (text.find('\\') != text.npos) text = unescaped = value->string();
  if (!text.starts_with(type)) {
    source.Invalid(*value, Words("found values of another type, expected \"", type, "...\""));
    return std::nullopt;
  }
  text.remove_prefix(type.size());
  if (!source.Take(text.size(), 1, *value)) return std::nullopt;
  std::optional<std::vector<std::byte>> bytes = io::DecodeBase64(text);
  if (!bytes) source.Invalid(*value, "found something else, expected base64");
  return bytes;
}

std::uint32_t WordAt(const std::byte* bytes) {
  return std::to_integer<std::uint32_t>(bytes[0]) | std::to_integer<std::uint32_t>(bytes[1]) << 8 |
         std::to_integer<std::uint32_t>(bytes[2]) << 16 |
         std::to_integer<std::uint32_t>(bytes[3]) << 24;
}

float FloatAt(const std::byte* bytes) { return std::bit_cast<float>(WordAt(bytes)); }

// Values of `size` bytes each, made by `value_at`.
template <typename T, typename ValueAt>
bool Unpack(Source& source, json::Value object, std::string_view key, Presence presence,
            std::string_view type, std::size_t size, const ValueAt& value_at,
            std::vector<T>& values) {
  const std::optional<std::vector<std::byte>> bytes = BytesOf(source, object, key, presence, type);
  if (!bytes) return false;
  const json::Value place = object.Find(key).value_or(object);
  if (bytes->size() % size != 0) {
    return source.Invalid(place, Words("found ", bytes->size(), " bytes, expected a multiple of ",
                                       size, ", one ", type.substr(0, type.size() - 1), " each"));
  }
  const std::size_t count = bytes->size() / size;
  if (count > kMostValues) return source.Invalid(place, "found more values than 31 bits count");
  if (!source.Take(count, sizeof(T), place)) return false;
  values.resize(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = value_at(bytes->data() + i * size);
  return true;
}

}  // namespace

bool ReadPacked(Source& source, json::Value object, std::string_view key, Presence presence,
                std::vector<std::uint32_t>& values) {
  return Unpack(source, object, key, presence, "uint32:", 4, WordAt, values);
}

bool ReadPacked(Source& source, json::Value object, std::string_view key, Presence presence,
                std::vector<float>& values) {
  return Unpack(source, object, key, presence, "float:", 4, FloatAt, values);
}

bool ReadPacked(Source& source, json::Value object, std::string_view key, Presence presence,
                std::vector<Vec2>& values) {
  const auto at = [](const std::byte* b) { return Vec2{FloatAt(b), FloatAt(b + 4)}; };
  return Unpack(source, object, key, presence, "vec2:", 8, at, values);
}

bool ReadPacked(Source& source, json::Value object, std::string_view key, Presence presence,
                std::vector<Vec3>& values) {
  const auto at = [](const std::byte* b) {
    return Vec3{FloatAt(b), FloatAt(b + 4), FloatAt(b + 8)};
  };
  return Unpack(source, object, key, presence, "vec3:", 12, at, values);
}

bool ReadPacked(Source& source, json::Value object, std::string_view key, Presence presence,
                std::vector<bool>& flags) {
  const std::optional<std::vector<std::byte>> bytes =
      BytesOf(source, object, key, presence, "bool:");
  if (!bytes) return false;
  flags.clear();
  std::size_t last = bytes->size();
  while (last > 0 && (*bytes)[last - 1] == std::byte{0}) --last;
  if (last == 0) return true;
  const int unused = std::countr_zero(std::to_integer<std::uint8_t>((*bytes)[last - 1]));
  const std::uint64_t bits = std::uint64_t{last} * 8 - static_cast<std::uint64_t>(unused) - 1;
  if (bits > kMostValues) {
    return source.Invalid(*object.Find(key), "found more flags than 31 bits count");
  }
  const std::size_t count = static_cast<std::size_t>(bits);
  flags.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    flags[i] = (std::to_integer<unsigned>((*bytes)[i / 8]) >> (7 - i % 8) & 1u) != 0;
  }
  return true;
}

}  // namespace sinew::js3d
