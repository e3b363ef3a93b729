// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "cli/text/json_in.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "cli/text/exit_code.h"

namespace sinew::cli {
namespace {

TEST(JsonIn, ReadsEveryKindOfValue) {
  const JsonValue json =
      ParseJson(R"( {"a":[1,-2.5e-3,0], "b":[[1],[2]], "c":"x\n\u00e9\ud83d\ude00", "d":null,)"
                R"( "e":true, "f":[], "g":-0} )");
  EXPECT_EQ(json["a"].numbers, (std::vector<double>{1, -0.0025, 0}));
  EXPECT_EQ(json["b"].items.at(1).numbers.at(0), 2);
  EXPECT_EQ(json["c"].text, "x\n\xc3\xa9\xf0\x9f\x98\x80");
  EXPECT_TRUE(json["d"].is_null());
  EXPECT_TRUE(json["e"].truth);
  EXPECT_EQ(json["f"].kind, JsonValue::Kind::kArray);
  EXPECT_TRUE(std::signbit(json["g"].number));
  EXPECT_TRUE(json["nothing"].is_null());
}

TEST(JsonIn, RefusesWhatIsNotJson) {
  for (const char* text :
       {"", "{", "[1,]", "[1 2]", "{\"a\"}", "{a:1}", "nan", "inf", "[01]", "[-]", "[1e999]",
        "\"\\x\"", "\"\\ud800\"", "\"\\u12\"", "\"\n\"", "\"abc", "true false", "[1,\"a\"]"}) {
    EXPECT_THROW(ParseJson(text), CommandError) << text;
  }
  EXPECT_THROW(ParseJson(std::string(100'000, '[')), CommandError);
}

}  // namespace
}  // namespace sinew::cli
