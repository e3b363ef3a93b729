// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The public reader. The grammar is tested with the tree that it shows, in json_test.cc.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "sinew/json.h"

namespace sinew {
namespace {

TEST(JsonDocument, ReadsEveryKindOfValue) {
  const Result<JsonDocument> json = JsonDocument::Parse(
      R"( {"a":[1,-2.5e-3,0], "b":[[1],[2]], "c":"x\n\u00e9\ud83d\ude00", "d":null,)"
      R"( "e":true, "f":[], "g":-0, "h":12345678901} )");
  ASSERT_TRUE(json.ok());
  const JsonValue root = json->root();
  EXPECT_EQ(root["a"].numbers(), (std::vector<double>{1, -0.0025, 0}));
  EXPECT_EQ(root["b"].size(), 2u);
  EXPECT_EQ(root["c"].string(), "x\n\xc3\xa9\xf0\x9f\x98\x80");
  EXPECT_TRUE(root["c"].string_is("x\n\xc3\xa9\xf0\x9f\x98\x80"));
  EXPECT_TRUE(root["d"].exists());
  EXPECT_TRUE(root["d"].is_null());
  EXPECT_EQ(root["e"].boolean(), true);
  EXPECT_EQ(root["f"].numbers(), std::vector<double>());
  EXPECT_TRUE(std::signbit(root["g"].number().value()));
  EXPECT_EQ(root["h"].integer(), 12345678901);
}

TEST(JsonDocument, AnswersWhatDoesNotApplyWithNothing) {
  const Result<JsonDocument> json =
      JsonDocument::Parse(R"({"text":"5","number":1.5,"mixed":[1,"2"],"list":[]})");
  ASSERT_TRUE(json.ok());
  const JsonValue root = json->root();
  EXPECT_FALSE(root["nothing"].exists());
  EXPECT_FALSE(root["nothing"]["below"]["it"].exists());
  EXPECT_TRUE(root["nothing"].is_null());
  EXPECT_EQ(root["nothing"].size(), 0u);
  EXPECT_EQ(root["nothing"].text(), "");
  EXPECT_FALSE(root["text"]["key"].exists());
  EXPECT_EQ(root["text"].number(), std::nullopt);
  EXPECT_EQ(root["text"].boolean(), std::nullopt);
  EXPECT_EQ(root["number"].integer(), std::nullopt);
  EXPECT_EQ(root["number"].string(), std::nullopt);
  EXPECT_FALSE(root["number"].string_is("1.5"));
  EXPECT_EQ(root["mixed"].numbers(), std::nullopt);
  EXPECT_EQ(root.numbers(), std::nullopt);
  for (const JsonValue value : {JsonValue(), root, root["text"], root["list"]}) {
    EXPECT_EQ(value.elements().begin(), value.elements().end());
  }
  for (const JsonValue value : {JsonValue(), root["text"], root["list"]}) {
    EXPECT_EQ(value.members().begin(), value.members().end());
  }
}

TEST(JsonDocument, WalksThroughElementsAndMembersInTheOrderOfTheText) {
  const Result<JsonDocument> json =
      JsonDocument::Parse(R"({"b":[[1,2],{"x":3},4.5],"a":{},"b":5000000000})");
  ASSERT_TRUE(json.ok());
  std::string keys;
  std::vector<std::string> texts;
  for (const auto [key, value] : json->root().members()) {
    keys += key.string().value();
    texts.emplace_back(value.text());
  }
  EXPECT_EQ(keys, "bab");
  EXPECT_EQ(texts, (std::vector<std::string>{R"([[1,2],{"x":3},4.5])", "{}", "5000000000"}));
  texts.clear();
  for (const JsonValue element : (*json->root().members().begin()).value.elements()) {
    texts.emplace_back(element.text());
  }
  EXPECT_EQ(texts, (std::vector<std::string>{"[1,2]", R"({"x":3})", "4.5"}));
  EXPECT_EQ(json->root()["b"].number(), 5e9);  // The last one of the name.
}

TEST(JsonDocument, NamesPlacesByOffsetAndPointer) {
  const std::string text = R"({"a/b": [true, {"m~n": 7}]})";
  Result<JsonDocument> parsed = JsonDocument::Parse(text);
  ASSERT_TRUE(parsed.ok());
  JsonValue seven;
  for (const JsonValue element : parsed->root()["a/b"].elements()) seven = element["m~n"];
  const JsonDocument moved = *std::move(parsed);  // Values stay valid.
  EXPECT_EQ(seven.offset(), text.find('7'));
  EXPECT_EQ(moved.PointerTo(seven), "/a~1b/1/m~0n");
  EXPECT_EQ(moved.PointerTo(moved.root()), "");
  EXPECT_EQ(moved.PointerTo(JsonValue()), "");
}

TEST(JsonDocument, RefusesWhatIsNotJsonAtItsByte) {
  for (const char* text :
       {"", "{", "[1,]", "[1 2]", "{\"a\"}", "{a:1}", "nan", "inf", "[01]", "[-]", "[1e999]",
        "\"\\x\"", "\"\\ud800\"", "\"\\u12\"", "\"\n\"", "\"abc", "true false", "\"\x80\""}) {
    const Result<JsonDocument> json = JsonDocument::Parse(text);
    ASSERT_FALSE(json.ok()) << text;
    EXPECT_EQ(json.failure().code, FailureCode::kSyntax) << text;
  }
  EXPECT_EQ(JsonDocument::Parse("[1,]").failure().place, "byte 3");
}

TEST(JsonDocument, RefusesTextsBeyondItsLimitsByName) {
  const auto refused = [](std::string_view text, const JsonLimits& limits) {
    const Result<JsonDocument> json = JsonDocument::Parse(text, limits);
    return json.ok() ? "taken" : json.failure().message;
  };
  EXPECT_NE(refused("[[[1]]]", {.max_json_depth = 2}).find("max_json_depth"), std::string::npos);
  EXPECT_NE(refused("[1,2,3]", {.max_json_values = 3}).find("max_json_values"), std::string::npos);
  EXPECT_NE(refused("[1,2,3]", {.max_json_bytes = 6}).find("max_json_bytes"), std::string::npos);
  EXPECT_EQ(refused("[1,2,3]", {.max_json_bytes = 7}), "taken");
  EXPECT_FALSE(JsonDocument::Parse(std::string(100'000, '[')).ok());
}

TEST(JsonPointer, EscapesTildesAndSlashesOfKeys) {
  std::string pointer;
  AppendToJsonPointer(pointer, "a/b~c");
  AppendToJsonPointer(pointer, 12);
  AppendToJsonPointer(pointer, "");
  EXPECT_EQ(pointer, "/a~1b~0c/12/");
}

}  // namespace
}  // namespace sinew
