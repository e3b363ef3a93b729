// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "io/gltf/schema_reader.h"

#include <algorithm>

#include "io/gltf/issues.h"
#include "io/gltf/words.h"

namespace sinew::gltf {
namespace {

constexpr std::int64_t kMaxIndex = std::numeric_limits<std::int32_t>::max();

struct IntRange {
  std::int64_t min;
  std::int64_t max;
};

IntRange RangeOf(ComponentType type) {
  switch (type) {
    case ComponentType::kByte:
      return {-128, 127};
    case ComponentType::kUnsignedByte:
      return {0, 255};
    case ComponentType::kShort:
      return {-32768, 32767};
    case ComponentType::kUnsignedShort:
      return {0, 65535};
    default:
      return {0, 4294967295};
  }
}

}  // namespace

std::string PointerTo(const Path& path) {
  std::string pointer = path.Pointer();
  return pointer.empty() ? "/" : pointer;
}

std::string Quote(Value value) {
  constexpr std::size_t kMost = 60;
  const std::string_view text = value.text();
  if (text.size() <= kMost) return std::string(text);
  std::size_t end = kMost;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return std::string(text.substr(0, end)) + "...";
}

std::optional<std::int64_t> SchemaReader::LargeInteger(Value value) {
  if (value.is_integer()) {
    if (const std::optional<std::int64_t> exact = value.integer()) return exact;
  }
  constexpr double kBeyond = 9223372036854775808.0;  // 2^63
  const double number = value.number();
  if (number >= kBeyond) return std::numeric_limits<std::int64_t>::max();
  if (number < -kBeyond) return std::numeric_limits<std::int64_t>::min();
  const auto whole = static_cast<std::int64_t>(number);
  if (static_cast<double>(whole) != number) return std::nullopt;
  return whole;
}

std::int32_t SchemaReader::IndexOf(Value value) {
  const std::optional<std::int64_t> index = Integer(value);
  if (!index || *index < 0) return kNone;
  return static_cast<std::int32_t>(std::min(*index, kMaxIndex));
}

void SchemaReader::Add(const IssueKind& kind, Field field, std::string message) {
  judge_.Add(kind, field.path().Pointer(), std::move(message));
}

void SchemaReader::AddAt(const IssueKind& kind, const Path& path, std::string message) {
  judge_.Add(kind, PointerTo(path), std::move(message));
}

void SchemaReader::TypeMismatch(Field field, Value found, std::string_view expected) {
  Add(issue::kTypeMismatch, field, Words("found ", Quote(found), ", expected ", expected));
}

void SchemaReader::Undefined(Field field) {
  AddAt(issue::kUndefinedProperty, field.object(),
        Words("the property \"", field.name(), "\" is missing"));
}

int SchemaReader::FindSlowly(std::span<const std::string_view> names, Value key, const Path& path) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (key.string_is(names[i])) return static_cast<int>(i);
  }
  Unexpected(key, path);
  return -1;
}

void SchemaReader::Unexpected(Value key, const Path& path) {
  const std::string name = key.string();
  AddAt(issue::kUnexpectedProperty, path.At(name), "this property is not part of glTF");
}

std::optional<Value> SchemaReader::Get(Field field, std::string_view expected) {
  if (!field.present()) return std::nullopt;
  const Value value = At(field.json);
  if (!value.is_null()) return value;
  TypeMismatch(field, value, expected);
  return std::nullopt;
}

std::optional<Value> SchemaReader::GetArray(Field field, Need need) {
  const std::optional<Value> value = Get(field, "an array");
  if (!value && need == Need::kRequired) Undefined(field);
  if (!value || value->is_array()) return value;
  TypeMismatch(field, *value, "an array");
  return std::nullopt;
}

std::int32_t SchemaReader::ReadIndex(Field field, Need need) {
  const std::optional<Value> value = Get(field, "an index");
  if (!value) {
    if (need == Need::kRequired) Undefined(field);
    return kNone;
  }
  const std::optional<std::int64_t> index = Integer(*value);
  if (!index) {
    TypeMismatch(field, *value, "an integer");
    return kNone;
  }
  if (*index < 0) {
    Add(issue::kInvalidIndex, field, Words("found ", *index, ", expected an index from 0 up"));
    return kNone;
  }
  return static_cast<std::int32_t>(std::min(*index, kMaxIndex));
}

std::int64_t SchemaReader::ReadUint(Field field, const UintRule& rule) {
  const std::optional<Value> value = Get(field, "an integer");
  if (!value) {
    if (rule.need == Need::kOptional) return rule.missing;
    Undefined(field);
    return -1;
  }
  const std::optional<std::int64_t> number = Integer(*value);
  if (!number) {
    TypeMismatch(field, *value, "an integer");
    return -1;
  }
  if (*number < rule.min || *number > rule.max) {
    Add(issue::kValueNotInRange, field,
        rule.max == std::numeric_limits<std::int64_t>::max()
            ? Words("found ", *number, ", expected ", rule.min, " or more")
            : Words("found ", *number, ", expected ", rule.min, " to ", rule.max));
    return -1;
  }
  return *number;
}

std::int64_t SchemaReader::ReadUintOf(Field field, Need need, std::int64_t missing,
                                      std::initializer_list<std::int64_t> allowed) {
  const std::optional<Value> value = Get(field, "an integer");
  if (!value) {
    if (need == Need::kOptional) return missing;
    Undefined(field);
    return -1;
  }
  const std::optional<std::int64_t> number = Integer(*value);
  if (!number) {
    TypeMismatch(field, *value, "an integer");
    return -1;
  }
  if (std::find(allowed.begin(), allowed.end(), *number) != allowed.end()) return *number;
  std::string message = Words("found ", *number, ", expected one of");
  for (const std::int64_t one : allowed) message += Words(" ", one);
  Add(issue::kValueNotInList, field, std::move(message));
  return -1;
}

double SchemaReader::ReadFloat(Field field, const FloatRule& rule) {
  const std::optional<Value> value = Get(field, "a number");
  if (!value) {
    if (rule.need == Need::kOptional) return rule.missing;
    Undefined(field);
    return kNan;
  }
  if (!value->is_number()) {
    TypeMismatch(field, *value, "a number");
    return kNan;
  }
  const double number = value->number();
  if (number == rule.also) return number;
  if (number < rule.min || number <= rule.above || number > rule.max || number >= rule.below) {
    std::string message = Words("found ", number, ", expected a number");
    if (rule.min > -kInfinity) message += Words(" from ", rule.min, " up");
    if (rule.above > -kInfinity) message += Words(" above ", rule.above);
    if (rule.max < kInfinity) message += Words(" to ", rule.max);
    if (rule.below < kInfinity) message += Words(" below ", rule.below);
    Add(issue::kValueNotInRange, field, std::move(message));
    return kNan;
  }
  return number;
}

bool SchemaReader::ReadBool(Field field, bool missing) {
  const std::optional<Value> value = Get(field, "true or false");
  if (!value) return missing;
  if (value->is_bool()) return value->boolean();
  TypeMismatch(field, *value, "true or false");
  return missing;
}

std::optional<Value> SchemaReader::ReadString(Field field, Need need) {
  const std::optional<Value> value = Get(field, "a string");
  if (!value) {
    if (need == Need::kRequired) Undefined(field);
    return std::nullopt;
  }
  if (value->is_string()) return value;
  TypeMismatch(field, *value, "a string");
  return std::nullopt;
}

int SchemaReader::OneOf(Field field, Value string, std::span<const std::string_view> allowed) {
  for (std::size_t i = 0; i < allowed.size(); ++i) {
    if (string.string_is(allowed[i])) return static_cast<int>(i);
  }
  std::string message = Words("found ", Quote(string), ", expected one of");
  for (const std::string_view one : allowed) message += Words(" ", one);
  Add(issue::kValueNotInList, field, std::move(message));
  return -1;
}

std::optional<Value> SchemaReader::ReadObject(Field field, Need need) {
  const std::optional<Value> value = Get(field, "an object");
  if (!value) {
    if (need == Need::kRequired) Undefined(field);
    return std::nullopt;
  }
  if (value->is_object()) return value;
  TypeMismatch(field, *value, "an object");
  return std::nullopt;
}

std::optional<Value> SchemaReader::Objects(Field field) {
  const std::optional<Value> value = GetArray(field, Need::kRequired);
  if (!value) return std::nullopt;
  if (value->size() == 0) {
    Add(issue::kEmptyEntity, field, "the array is empty, expected at least one object");
    return std::nullopt;
  }
  bool all_objects = true;
  for (const Value element : value->elements()) {
    if (element.is_object()) continue;
    Add(issue::kArrayTypeMismatch, field, Words("found ", Quote(element), ", expected an object"));
    all_objects = false;
  }
  if (!all_objects) return std::nullopt;
  return value;
}

std::optional<Value> SchemaReader::ReadFloats(Field field, const ListRule& rule,
                                              std::span<double> out) {
  const std::optional<Value> value = GetArray(field, Need::kOptional);
  if (!value) return std::nullopt;
  if (value->size() == 0) {
    Add(issue::kEmptyEntity, field, "the array is empty, expected numbers");
    return std::nullopt;
  }
  if (rule.length != 0 && value->size() != rule.length) {
    Add(issue::kArrayLengthNotInList, field,
        Words("the array has ", value->size(), " elements, expected ", rule.length));
    return std::nullopt;
  }
  bool good = true;
  std::uint32_t i = 0;
  for (const Value element : value->elements()) {
    if (!element.is_number()) {
      Add(issue::kArrayTypeMismatch, field, Words("found ", Quote(element), ", expected a number"));
      good = false;
    } else {
      const double number = element.number();
      if (!(number >= rule.min && number <= rule.max && number > -kInfinity &&
            number < kInfinity)) {
        const Path list = field.path();
        AddAt(issue::kValueNotInRange, list.At(i),
              Words("found ", number, ", expected ", rule.min, " to ", rule.max));
        good = false;
      }
      if (i < out.size()) out[i] = number;
    }
    ++i;
  }
  if (!good) return std::nullopt;
  return value;
}

std::optional<Value> SchemaReader::ReadComponentInts(Field field, ComponentType type,
                                                     std::uint32_t length) {
  const std::optional<Value> value = GetArray(field, Need::kOptional);
  if (!value) return std::nullopt;
  if (value->size() != length) {
    Add(issue::kArrayLengthNotInList, field,
        Words("the array has ", value->size(), " elements, expected ", length));
    return std::nullopt;
  }
  const IntRange range = RangeOf(type);
  bool good = true;
  for (const Value element : value->elements()) {
    const std::optional<std::int64_t> number = Integer(element);
    if (!number) {
      Add(issue::kArrayTypeMismatch, field,
          Words("found ", Quote(element), ", expected an integer"));
      good = false;
    } else if (*number < range.min || *number > range.max) {
      Add(issue::kInvalidGlValue, field,
          Words("found ", *number, ", the component type holds ", range.min, " to ", range.max));
      good = false;
    }
  }
  if (!good) return std::nullopt;
  return value;
}

bool SchemaReader::Indices(Field field, std::vector<std::int32_t>& out, Need need) {
  const std::optional<Value> value = GetArray(field, need);
  if (!value) return false;
  if (value->size() == 0) {
    Add(issue::kEmptyEntity, field, "the array is empty, expected at least one index");
    return false;
  }
  out.reserve(value->size());
  for (const Value element : value->elements()) {
    out.push_back(IndexOf(element));
    if (out.back() != kNone) continue;
    const Path list = field.path();
    AddAt(issue::kInvalidIndex, list.At(static_cast<std::int64_t>(out.size()) - 1),
          Words("found ", Quote(element), ", expected an index from 0 up"));
  }
  CheckUnique(field, out);
  return true;
}

void SchemaReader::CheckUnique(Field field, std::span<const std::int32_t> values) {
  if (values.size() < 2) return;
  // The value in the upper half, the place in the lower: equal values lie together, in order.
  sorted_.clear();
  bool ascending = true;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0 && values[i] <= values[i - 1]) ascending = false;
    sorted_.push_back(std::uint64_t{static_cast<std::uint32_t>(values[i])} << 32 | i);
  }
  if (ascending) return;
  std::sort(sorted_.begin(), sorted_.end());
  for (std::size_t i = 1; i < sorted_.size(); ++i) {
    const std::uint64_t index = sorted_[i] >> 32;
    if (index != sorted_[i - 1] >> 32 || index > kMaxIndex) continue;
    const Path list = field.path();
    AddAt(issue::kDuplicateElements, list.At(static_cast<std::int64_t>(sorted_[i] & 0xFFFFFFFF)),
          Words("the index ", index, " appears a second time"));
  }
}

bool SchemaReader::ReadExtras(Field field) {
  if (!field.present()) return false;
  const Value extras = At(field.json);
  if (extras.is_null()) return false;
  if (!extras.is_object()) {
    Add(issue::kNonObjectExtras, field, Words("found ", Quote(extras), ", better an object"));
  }
  return true;
}

}  // namespace sinew::gltf
