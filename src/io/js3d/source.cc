// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "io/js3d/source.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "base/bytes.h"
#include "io/json/node.h"
#include "math/usable.h"

namespace sinew::js3d {
namespace {

struct LossWords {
  std::string_view kind, what;
};
constexpr std::array<LossWords, 11> kLossWords{{
    {"cameras", "cameras"},
    {"lights", "lights"},
    {"shapes", "shapes that are no meshes"},
    {"particles", "emitters of particles"},
    {"material-kinds", "materials that are not Lambertian, but for their colour"},
    {"image-textures", "textures with a picture"},
    {"draw-settings", "instances that are hidden or drawn otherwise than as solid surfaces"},
    {"sharp-edges", "marks of sharp edges"},
    {"stray-weights", "bone weights of meshes that have no bones"},
    {"handles", "IK handles"},
    {"channels", "animated channels of things that are not carried"},
}};

constexpr std::size_t kMostPlaces = 16;  // Of one mend rule: finding a pointer takes a walk.

const char* TypeName(json::Value value) {
  switch (value.type()) {
    case json::Type::kNull:
      return "null";
    case json::Type::kFalse:
    case json::Type::kTrue:
      return "a boolean";
    case json::Type::kNumber:
      return "a number";
    case json::Type::kString:
      return "a string";
    case json::Type::kArray:
      return "an array";
    case json::Type::kObject:
      return "an object";
  }
  return "";
}

std::string Found(json::Value value, const char* expected) {
  return Words("found ", TypeName(value), ", expected ", expected);
}

}  // namespace

Source::Source(const json::Document& json, const Js3dLimits& limits, std::uint64_t input_bytes)
    : json_(json), limits_(limits), left_bytes_(limits.max_decoded_bytes) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
  const std::uint64_t more = CheckedProduct(input_bytes, limits.max_decoded_ratio).value_or(kMost);
  left_bytes_ = more > kMost - left_bytes_ ? kMost : left_bytes_ + more;
}

bool Source::Refuse(FailureCode code, json::Value at, std::string message) {
  if (!failure_) failure_ = Failure{code, json_.PointerTo(at), std::move(message)};
  return false;
}

bool Source::Invalid(json::Value at, const Failure& failure) {
  return Refuse(failure.code, at, Describe(failure));
}

bool Source::Take(std::uint64_t count, std::uint64_t bytes_each, json::Value at) {
  const std::optional<std::uint64_t> bytes = CheckedProduct(count, bytes_each);
  if (!bytes || *bytes > left_bytes_) {
    return Refuse(FailureCode::kLimit, at,
                  Words("the file asks for more memory than max_decoded_bytes and "
                        "max_decoded_ratio allow: ",
                        count, " times ", bytes_each, " bytes asked for, ", left_bytes_, " left"));
  }
  left_bytes_ -= *bytes;
  return true;
}

void Source::Mended(std::string_view rule, json::Value at, std::uint64_t count) {
  if (count == 0) return;
  auto mend = std::ranges::find(mends_, rule, &Mend::rule);
  if (mend == mends_.end()) {
    mends_.push_back({.rule = rule, .first = json_.PointerTo(at)});
    mend = mends_.end() - 1;
  }
  mend->count += count;
  if (mend->places.size() < kMostPlaces) mend->places.push_back({json_.PointerTo(at), count});
}

void Source::Lost(Loss loss, json::Value at, std::uint64_t count) {
  if (count == 0) return;
  const LossWords& words = kLossWords[static_cast<std::size_t>(loss)];
  auto known = std::ranges::find(losses_, words.kind, &Js3dLoss::kind);
  if (known == losses_.end()) {
    losses_.push_back({words.kind, words.what, 0, json_.PointerTo(at)});
    known = losses_.end() - 1;
  }
  known->count += count;
}

std::optional<json::Value> Source::Member(json::Value object, std::string_view key) {
  const std::optional<json::Value> found = object.Find(key);
  if (!found) Mended("property-missing", object);
  return found;
}

bool Source::ReadFloat(json::Value value, float& out) {
  if (!value.is_number()) return Invalid(value, Found(value, "a number"));
  const double number = value.number();
  // Rounded to a float first, so that 1e18 itself is one of them.
  const bool fits = number >= -2.0 * kLargest && number <= 2.0 * kLargest;
  out = fits ? static_cast<float>(number) : 0.0f;
  if (!fits || !scalar::IsUsable(out)) {
    return Invalid(value, "found a number that exceeds 1e18, expected a usable one");
  }
  return true;
}

bool Source::ReadFloats(json::Value array, float* out, std::uint32_t count) {
  if (!array.is_array()) return Invalid(array, Found(array, "an array of numbers"));
  if (array.size() != count) {
    return Invalid(array, Words("found ", array.size(), " numbers, expected ", count));
  }
  for (const json::Value value : array.elements()) {
    if (!ReadFloat(value, *out++)) return false;
  }
  return true;
}

bool Source::Read(json::Value object, std::string_view key, float& value) {
  const std::optional<json::Value> found = Member(object, key);
  return !found || ReadFloat(*found, value);
}

bool Source::Read(json::Value object, std::string_view key, Vec3& value) {
  const std::optional<json::Value> found = Member(object, key);
  float numbers[3] = {};
  if (!found) return true;
  if (!ReadFloats(*found, numbers, 3)) return false;
  value = {numbers[0], numbers[1], numbers[2]};
  return true;
}

bool Source::Read(json::Value object, std::string_view key, Quat& value) {
  const std::optional<json::Value> found = Member(object, key);
  float numbers[4] = {};
  if (!found) return true;
  if (!ReadFloats(*found, numbers, 4)) return false;
  value = {numbers[0], numbers[1], numbers[2], numbers[3]};
  return true;
}

bool Source::Read(json::Value object, std::string_view key, std::uint32_t& value) {
  const std::optional<json::Value> found = Member(object, key);
  if (!found) return true;
  constexpr double kMost = std::numeric_limits<std::uint32_t>::max();
  const double number = found->is_number() ? found->number() : -1.0;
  if (!(number >= 0.0 && number <= kMost)) {
    return Invalid(*found, "found something else, expected a whole number of 32 bits");
  }
  value = static_cast<std::uint32_t>(number);
  if (static_cast<double>(value) != number) {
    return Invalid(*found, Words("found ", number, ", expected a whole number"));
  }
  return true;
}

bool Source::Read(json::Value object, std::string_view key, bool& value) {
  const std::optional<json::Value> found = Member(object, key);
  if (!found) return true;
  if (!found->is_bool()) return Invalid(*found, Found(*found, "true or false"));
  value = found->boolean();
  return true;
}

bool Source::Read(json::Value object, std::string_view key, std::string& value) {
  const std::optional<json::Value> found = Member(object, key);
  if (!found) return true;
  if (!found->is_string()) return Invalid(*found, Found(*found, "a string"));
  value = found->string();
  return true;
}

bool Source::RequireObject(json::Value value) {
  return value.is_object() || Invalid(value, Found(value, "an object"));
}

bool Source::FindObject(json::Value object, std::string_view key,
                        std::optional<json::Value>& found) {
  found = object.Find(key);
  return !found || RequireObject(*found);
}

bool Source::FindArray(json::Value object, std::string_view key,
                       std::optional<json::Value>& found) {
  found = object.Find(key);
  return !found || found->is_array() || Invalid(*found, Found(*found, "an array"));
}

bool Source::CheckFormat(json::Value object, std::string_view expected) {
  const std::optional<json::Value> format = object.Find("FORMAT");
  if (!format) {
    Mended("format-missing", object);
    return true;
  }
  if (!format->is_string()) return Invalid(*format, Found(*format, "a string"));
  if (format->string_is(expected)) return true;
  return Refuse(FailureCode::kUnsupported, *format,
                Words("found another format, expected ", expected));
}

}  // namespace sinew::js3d
