// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Reads back the JSON that `sinew pose --json` writes, for `sinew diff`, and the map of `sinew
// merge`. Strict, small, and only for that: models are read by the library.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sinew::cli {

struct JsonValue {
  enum class Kind { kNull, kBool, kNumber, kString, kArray, kObject, kNumbers };
  Kind kind = Kind::kNull;
  bool truth = false;
  double number = 0.0;
  std::string text;
  std::vector<double> numbers;    // kNumbers: an array of nothing but numbers; vertices, mostly.
  std::vector<JsonValue> items;   // kArray (also where it is empty) and kObject.
  std::vector<std::string> keys;  // kObject: the key of each item.

  // The first member of that name, or a null value.
  const JsonValue& operator[](std::string_view name) const;
  bool is_null() const { return kind == Kind::kNull; }
};

// Throws CommandError (kCannotRead) with the byte where the text stops being JSON.
JsonValue ParseJson(std::string_view text);

}  // namespace sinew::cli
