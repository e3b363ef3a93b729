// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// JSON to a stream, piece by piece: a pose with vertices can be larger than memory is worth.
//
//   Numbers  as short as they can be and still come back to the same bits.
//   Text     always valid UTF-8: bytes that are not become U+FFFD.
#pragma once

#include <cstdint>
#include <cstdio>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/math.h"

namespace sinew::cli {

class JsonWriter {
 public:
  explicit JsonWriter(std::FILE* out) : out_(out) {}

  JsonWriter& BeginObject() { return Begin('{'); }
  JsonWriter& EndObject() { return End('}'); }
  JsonWriter& BeginArray() { return Begin('['); }
  JsonWriter& EndArray() { return End(']'); }
  JsonWriter& Key(std::string_view key);

  JsonWriter& String(std::string_view text);
  JsonWriter& Number(double value);
  JsonWriter& Number(float value);
  JsonWriter& Integer(std::int64_t value);
  JsonWriter& Bool(bool value);
  JsonWriter& Null();

  // One flat array of all components.
  JsonWriter& Floats(std::span<const float> values);
  JsonWriter& Vectors(std::span<const Vec3> values);
  JsonWriter& Vector(const Vec3& value) { return Vectors(std::span(&value, 1)); }

  // Whether anything has left for the stream.
  bool begun() const { return begun_; }

  // Ends the line and writes all that is left. Throws CommandError where the stream is broken.
  void Finish();

 private:
  JsonWriter& Begin(char bracket);
  JsonWriter& End(char bracket);
  JsonWriter& Raw(std::string_view text);
  void Separate();
  void Flush();

  std::FILE* out_;
  std::string buffer_;
  std::vector<bool> has_items_;  // One an open bracket.
  bool after_key_ = false;
  bool begun_ = false;
};

}  // namespace sinew::cli
