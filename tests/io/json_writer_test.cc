// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <string>

#include "sinew/json.h"

namespace sinew {
namespace {

std::string Escaped(std::string_view text) {
  JsonWriter writer;
  writer.String(text);
  return writer.text();
}

TEST(JsonWriter, PutsCommasWhereTheyBelong) {
  JsonWriter writer;
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
  writer.Key("d").Floats(numbers);
  writer.EndObject();
  EXPECT_EQ(writer.text(), R"({"a":1,"b":[],"c":[true,{},null],"d":[0.5,-2]})");
}

TEST(JsonWriter, EscapesWhatJsonForbids) {
  EXPECT_EQ(Escaped("a\"b\\c"), R"("a\"b\\c")");
  EXPECT_EQ(Escaped("\n\r\t\x01\x1f"), R"("\u000a\u000d\u0009\u0001\u001f")");
  EXPECT_EQ(Escaped(std::string_view("\0", 1)), R"("\u0000")");
  EXPECT_EQ(Escaped("\x7f"), R"("\u007f")");
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
    JsonWriter writer;
    writer.Number(value);
    const Result<JsonDocument> read = JsonDocument::Parse(writer.text());
    ASSERT_TRUE(read.ok()) << writer.text();
    const auto again = static_cast<float>(read->root().number().value());
    ASSERT_EQ(std::bit_cast<std::uint32_t>(again), std::bit_cast<std::uint32_t>(value))
        << writer.text();
    ++checked;
  }
  EXPECT_GT(checked, 190'000);
}

TEST(JsonWriter, WritesShortNumbersShort) {
  JsonWriter writer;
  const float numbers[] = {0.1f, -0.0f, 1e18f, 3};
  writer.Floats(numbers);
  EXPECT_EQ(writer.text(), "[0.1,-0,1e+18,3]");
}

TEST(JsonWriter, WritesADigitMoreWhereReadersThroughDoubleWouldBeMisled) {
  // The shortest text of this float, 7.038531e-26, lies so close to the middle between two floats
  // that the nearest double is the middle itself, which rounds to the other one.
  const float value = 7.038531e-26f;
  JsonWriter writer;
  writer.Number(value);
  EXPECT_NE(writer.text(), "7.038531e-26");
  const Result<JsonDocument> read = JsonDocument::Parse(writer.text());
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(static_cast<float>(read->root().number().value()), value);
}

TEST(JsonWriter, WritesDoublesAndIntegersInFull) {
  JsonWriter writer;
  writer.BeginArray().Number(0.1).Number(1e300).Integer(std::numeric_limits<std::int64_t>::min());
  writer.Integer(std::numeric_limits<std::uint64_t>::max()).Null().EndArray();
  EXPECT_EQ(writer.text(), "[0.1,1e+300,-9223372036854775808,18446744073709551615,null]");
}

TEST(JsonWriter, WritesNullForNumbersThatJsonDoesNotHave) {
  JsonWriter writer;
  writer.BeginArray().Number(std::numeric_limits<float>::infinity());
  writer.Number(-std::numeric_limits<double>::infinity());
  writer.Number(std::numeric_limits<float>::quiet_NaN()).EndArray();
  EXPECT_EQ(writer.text(), "[null,null,null]");
}

TEST(JsonWriter, HandsTheSameTextToASinkPieceByPiece) {
  const auto write = [](JsonWriter& json) {
    json.BeginArray();
    for (int i = 0; i < 20'000; ++i) json.BeginObject().Key("i").Integer(i).EndObject();
    json.EndArray();
  };
  JsonWriter whole;
  write(whole);
  std::string joined;
  int pieces = 0;
  JsonWriter streamed([&](std::string_view piece) {
    joined += piece;
    ++pieces;
    return true;
  });
  write(streamed);
  EXPECT_LT(streamed.text().size(), std::size_t{100'000});
  EXPECT_TRUE(streamed.Flush());
  EXPECT_EQ(joined, whole.text());
  EXPECT_GT(pieces, 2);
}

TEST(JsonWriter, StopsAtASinkThatFailed) {
  int calls = 0;
  JsonWriter json([&](std::string_view) { return ++calls < 2; });
  json.Integer(1);
  EXPECT_TRUE(json.Flush());
  json.Integer(2);
  EXPECT_FALSE(json.Flush());
  EXPECT_TRUE(json.failed());
  json.Integer(3);
  EXPECT_FALSE(json.Flush());
  EXPECT_EQ(calls, 2);
}

}  // namespace
}  // namespace sinew
