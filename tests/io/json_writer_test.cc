// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>

#include "io/json/json.h"
#include "io/json/writer.h"

namespace sinew::json {
namespace {

std::string Escaped(std::string_view text) {
  Writer writer;
  writer.String(text);
  return writer.text();
}

TEST(JsonWriter, PutsCommasWhereTheyBelong) {
  Writer writer;
  writer.BeginObject();
  writer.Key("a").Integer(1);
  writer.Key("b").BeginArray();
  writer.EndArray();
  writer.Key("c").BeginArray();
  writer.Bool(true);
  writer.BeginObject();
  writer.EndObject();
  writer.Raw("null");
  writer.EndArray();
  const float numbers[] = {0.5f, -2};
  writer.Key("d").Numbers(numbers);
  writer.EndObject();
  EXPECT_EQ(writer.text(), R"({"a":1,"b":[],"c":[true,{},null],"d":[0.5,-2]})");
}

TEST(JsonWriter, EscapesWhatJsonForbids) {
  EXPECT_EQ(Escaped("a\"b\\c"), R"("a\"b\\c")");
  EXPECT_EQ(Escaped("\n\r\t\x01\x1f"), R"("\n\r\t\u0001\u001f")");
  EXPECT_EQ(Escaped(std::string_view("\0", 1)), R"("\u0000")");
  EXPECT_EQ(Escaped("\u00e9\u20ac\U0001f600"), "\"\u00e9\u20ac\U0001f600\"");
}

TEST(JsonWriter, ReplacesBytesThatAreNotUtf8) {
  const std::string mark = "\xef\xbf\xbd";
  EXPECT_EQ(Escaped("a\x80z"), "\"a" + mark + "z\"");
  EXPECT_EQ(Escaped("\xc3"), "\"" + mark + "\"");                        // Cut short.
  EXPECT_EQ(Escaped("\xc0\xaf"), "\"" + mark + mark + "\"");             // Overlong.
  EXPECT_EQ(Escaped("\xed\xa0\x80"), "\"" + mark + mark + mark + "\"");  // A surrogate.
  EXPECT_EQ(Escaped("\xf4\x90\x80\x80"), "\"" + mark + mark + mark + mark + "\"");
}

TEST(JsonWriter, WritesNumbersThatReadBackAsTheSameFloat) {
  std::mt19937 random(1);
  int checked = 0;
  for (int i = 0; i < 200'000; ++i) {
    const auto value = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
    if (!std::isfinite(value)) continue;
    Writer writer;
    writer.Number(value);
    const Result<Document> read = Document::Parse(writer.text());
    ASSERT_TRUE(read.ok()) << writer.text();
    const auto again = static_cast<float>(read->root().number());
    ASSERT_EQ(std::bit_cast<std::uint32_t>(again), std::bit_cast<std::uint32_t>(value))
        << writer.text();
    ++checked;
  }
  EXPECT_GT(checked, 190'000);
}

TEST(JsonWriter, WritesShortNumbersShort) {
  Writer writer;
  const float numbers[] = {0.1f, -0.0f, 1e18f, 3};
  writer.Numbers(numbers);
  EXPECT_EQ(writer.text(), "[0.1,-0,1e+18,3]");
}

}  // namespace
}  // namespace sinew::json
