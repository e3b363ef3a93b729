// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Reads the properties of JSON objects by the rules that all of glTF shares: types, ranges, lists,
// required and unknown properties. What is wrong goes to the judge, under the pointers that the
// Khronos validator uses, and the caller gets a value that says "nothing usable".
//
//   const auto f = reader.Members(object, kSkinKeys, path);   // One walk over the object.
//   skin.skeleton = reader.Index(f[kSkeleton]);
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/gltf/document.h"
#include "io/gltf/judge.h"
#include "io/gltf/keys.h"
#include "io/json/json.h"
#include "io/json/path.h"

namespace sinew::gltf {

using json::Path;
using json::Value;

inline constexpr std::uint32_t kAbsent = ~0u;

// What the properties of one object have in common; only messages look at it.
struct FieldOwner {
  const std::string_view* names;  // By the property's number in its KeySet.
  const Path* object;
};

// One property of one object, there or not. Two words, so that it travels in registers.
struct Field {
  std::uint32_t json;  // Of its value, or kAbsent.
  std::uint32_t number;
  const FieldOwner* owner;  // The Fields it is of, which outlive it.

  bool present() const { return json != kAbsent; }
  std::string_view name() const { return owner->names[number]; }
  const Path& object() const { return *owner->object; }
  Path path() const { return object().At(name()); }
};

template <std::size_t N>
class Fields {
 public:
  Fields(const KeySet<N>& keys, const Path& object) : owner_{keys.names().data(), &object} {
    json_.fill(kAbsent);
  }
  void Set(int key, std::uint32_t json) { json_[static_cast<std::size_t>(key)] = json; }
  Field operator[](std::size_t key) const {
    return {json_[key], static_cast<std::uint32_t>(key), &owner_};
  }

 private:
  std::array<std::uint32_t, N> json_;
  FieldOwner owner_;
};

enum class Need : std::uint8_t { kOptional, kRequired };

inline constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct FloatRule {
  Need need = Need::kOptional;
  double missing = kNan;  // What to return where the property is absent.
  double min = -kInfinity;
  double above = -kInfinity;
  double max = kInfinity;
  double below = kInfinity;
  double also = kNan;  // One value allowed outside the range.
};

struct UintRule {
  Need need = Need::kOptional;
  std::int64_t missing = -1;
  std::int64_t min = 0;
  std::int64_t max = std::numeric_limits<std::int64_t>::max();
};

struct ListRule {
  std::uint32_t length = 0;  // 0: any but none.
  double min = -kInfinity;
  double max = kInfinity;
};

class SchemaReader {
 public:
  SchemaReader(const json::Document& json, Judge& judge)
      : json_(json), judge_(judge), has_duplicates_(!json.duplicates().empty()) {}

  Judge& judge() { return judge_; }
  Value At(std::uint32_t index) const { return json_.At(index); }
  bool has_duplicates() const { return has_duplicates_; }  // Some object repeats a key.

  // All of an object's members in one walk; unknown ones are reported. The last of several members
  // of one name counts. Nothing instead of an object reads as an empty one.
  template <std::size_t N>
  Fields<N> Members(std::optional<Value> object, const KeySet<N>& keys, const Path& path) {
    Fields<N> fields(keys, path);
    if (!object) return fields;
    for (const auto& [key, value] : object->members()) {
      int found =
          key.is_plain_key() ? keys.FindQuoted(key.plain_key_bytes(), key.plain_key_hash()) : -1;
      if (found < 0) [[unlikely]]
        found = FindSlowly(keys.names(), key, path);
      if (found >= 0) fields.Set(found, value.index());
    }
    return fields;
  }

  // --- Properties. -1, NaN, nothing or false: absent or of no use. ---
  // Most properties of most objects are absent, so that case is inline.
  std::int32_t Index(Field field, Need need = Need::kOptional) {
    if (Skips(field, need)) return kNone;
    if (const std::int64_t number = SmallInteger(field); number >= 0) {
      return static_cast<std::int32_t>(number);
    }
    return ReadIndex(field, need);
  }
  std::int64_t Uint(Field field, const UintRule& rule) {
    if (Skips(field, rule.need)) return rule.missing;
    const std::int64_t number = SmallInteger(field);
    if (number >= rule.min && number <= rule.max) return number;
    return ReadUint(field, rule);
  }
  std::int64_t UintOf(Field field, Need need, std::int64_t missing,
                      std::initializer_list<std::int64_t> allowed) {
    if (Skips(field, need)) return missing;
    const std::int64_t number = SmallInteger(field);
    for (const std::int64_t one : allowed) {
      if (one == number) return number;
    }
    return ReadUintOf(field, need, missing, allowed);
  }
  double Float(Field field, const FloatRule& rule) {
    return Skips(field, rule.need) ? rule.missing : ReadFloat(field, rule);
  }
  bool Bool(Field field, bool missing) {
    return field.present() ? ReadBool(field, missing) : missing;
  }
  std::optional<Value> String(Field field, Need need = Need::kOptional) {
    if (Skips(field, need)) return std::nullopt;
    if (field.present() && At(field.json).is_string()) return At(field.json);
    return ReadString(field, need);
  }
  // Of a string that is there: its place in the list, or -1 with a warning.
  int OneOf(Field field, Value string, std::span<const std::string_view> allowed);
  // Likewise, in one step, of the first `count` names of a set.
  template <std::size_t N>
  int OneOf(Field field, Value string, const KeySet<N>& allowed, std::size_t count = N) {
    const std::string_view text = string.text();
    const int found = allowed.Find(text.substr(1, text.size() - 2));
    if (found >= 0 && static_cast<std::size_t>(found) < count) return found;
    std::array<std::string_view, N> names;
    for (std::size_t i = 0; i < N; ++i) names[i] = allowed.name(i);
    return OneOf(field, string, std::span(names).first(count));
  }
  std::optional<Value> Object(Field field, Need need = Need::kOptional) {
    if (Skips(field, need)) return std::nullopt;
    if (field.present() && At(field.json).is_object()) return At(field.json);
    return ReadObject(field, need);
  }
  // An array of objects that is not empty; without it nothing.
  std::optional<Value> Objects(Field field);
  // An array of numbers as the rule has it; `out` (if any) gets the numbers.
  std::optional<Value> Floats(Field field, const ListRule& rule, std::span<double> out = {}) {
    if (!field.present()) return std::nullopt;
    return ReadFloats(field, rule, out);
  }
  // Likewise of integers that fit a component type.
  std::optional<Value> ComponentInts(Field field, ComponentType type, std::uint32_t length) {
    if (!field.present()) return std::nullopt;
    return ReadComponentInts(field, type, length);
  }
  // Indices without repetition; -1 in place of those that are none.
  bool Indices(Field field, std::vector<std::int32_t>& out, Need need = Need::kOptional);
  // Of an array element or an attribute: an index, or -1 without a report.
  static std::int32_t IndexOf(Value value);
  // A number without a fraction, however it is written; beyond 64 bits it is clamped.
  static std::optional<std::int64_t> Integer(Value value) {
    if (!value.is_number()) return std::nullopt;
    const double number = value.number();
    if (number >= 0 && number < 4294967296.0) {
      const auto whole = static_cast<std::int64_t>(number);
      if (static_cast<double>(whole) == number) return whole;
    }
    return LargeInteger(value);
  }

  void Name(Field field) { String(field); }
  // True where there are some.
  bool Extras(Field field) { return field.present() && ReadExtras(field); }

  // --- Reports ---
  void Add(const IssueKind& kind, Field field, std::string message);
  void AddAt(const IssueKind& kind, const Path& path, std::string message);
  void TypeMismatch(Field field, Value found, std::string_view expected);
  void Undefined(Field field);

 private:
  static bool Skips(Field field, Need need) { return !field.present() && need == Need::kOptional; }
  // What is nearly always there, or -1.
  std::int64_t SmallInteger(Field field) const {
    if (!field.present()) return -1;
    return At(field.json).small_integer();
  }
  std::int32_t ReadIndex(Field field, Need need);
  std::int64_t ReadUint(Field field, const UintRule& rule);
  std::int64_t ReadUintOf(Field field, Need need, std::int64_t missing,
                          std::initializer_list<std::int64_t> allowed);
  double ReadFloat(Field field, const FloatRule& rule);
  bool ReadBool(Field field, bool missing);
  std::optional<Value> ReadString(Field field, Need need);
  std::optional<Value> ReadObject(Field field, Need need);
  std::optional<Value> ReadFloats(Field field, const ListRule& rule, std::span<double> out);
  std::optional<Value> ReadComponentInts(Field field, ComponentType type, std::uint32_t length);
  bool ReadExtras(Field field);
  static std::optional<std::int64_t> LargeInteger(Value value);

  // The value, or nothing where it is absent or null (the latter is reported).
  std::optional<Value> Get(Field field, std::string_view expected);
  std::optional<Value> GetArray(Field field, Need need);

  // Where the quick search failed: the key may be long, written with escapes, or unknown.
  int FindSlowly(std::span<const std::string_view> names, Value key, const Path& path);
  void Unexpected(Value key, const Path& path);
  void CheckUnique(Field field, std::span<const std::int32_t> values);

  const json::Document& json_;
  Judge& judge_;
  bool has_duplicates_;
  std::vector<std::uint64_t> sorted_;  // Scratch of CheckUnique.
};

// A JSON pointer as the Khronos validator writes it: the root is "/".
std::string PointerTo(const Path& path);

// The value as written, cut where it is long.
std::string Quote(Value value);

}  // namespace sinew::gltf
