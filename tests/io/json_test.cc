// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "io/json/json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <vector>

#include "io/json/key_hash.h"
#include "io/json/path.h"

namespace sinew::json {
namespace {

using std::string_view_literals::operator""sv;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

static_assert(std::ranges::input_range<Elements>);
static_assert(std::ranges::input_range<Members>);

// A Document and the text it borrows, the text in an allocation of its exact size, so that a
// sanitizer sees every read beyond it.
class Parsed {
 public:
  explicit Parsed(std::string_view text, const Limits& limits = {})
      : text_(new char[text.size()]), result_(Parse(text_.get(), text, limits)) {}

  bool ok() const { return result_.ok(); }
  Value root() const { return result_->root(); }
  const Document& document() const { return *result_; }
  const Failure& failure() const { return result_.failure(); }

 private:
  static Result<Document> Parse(char* copy, std::string_view text, const Limits& limits) {
    if (!text.empty()) std::memcpy(copy, text.data(), text.size());
    return Document::Parse({copy, text.size()}, limits);
  }
  std::unique_ptr<char[]> text_;
  Result<Document> result_;
};

// "byte N: message" of a text that must be refused as not being JSON.
std::string Refusal(std::string_view text) {
  const Parsed parsed(text);
  if (parsed.ok()) return "accepted";
  EXPECT_EQ(parsed.failure().code, FailureCode::kSyntax);
  return Describe(parsed.failure());
}

bool Accepts(std::string_view text) { return Parsed(text).ok(); }

std::string Nested(std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); }

TEST(Json, ReadsEveryTypeAsTheRoot) {
  EXPECT_EQ(Parsed("null").root().type(), Type::kNull);
  EXPECT_EQ(Parsed("false").root().type(), Type::kFalse);
  EXPECT_EQ(Parsed("true").root().type(), Type::kTrue);
  EXPECT_EQ(Parsed("7").root().type(), Type::kNumber);
  EXPECT_EQ(Parsed("\"s\"").root().type(), Type::kString);
  EXPECT_EQ(Parsed("[]").root().type(), Type::kArray);
  EXPECT_EQ(Parsed("{}").root().type(), Type::kObject);
  EXPECT_TRUE(Parsed("true").root().boolean());
  EXPECT_FALSE(Parsed("false").root().boolean());
}

TEST(Json, AllowsTheFourKindsOfSpaceAroundEverything) {
  const Parsed parsed("\n\t\r [ 1 ,\n{ \"a\"\t:\r2 } , [ ] , { } ] \n\t\r ");
  ASSERT_TRUE(parsed.ok());
  EXPECT_EQ(parsed.root().size(), 4u);
  EXPECT_EQ(Refusal("[\f1]"), "byte 1: found byte 0x0C, expected a value");
  EXPECT_EQ(Refusal("[1\v]"), "byte 2: found byte 0x0B, expected ',' or ']'");
  EXPECT_EQ(Refusal("\xC2\xA0[]"), "byte 0: found byte 0xC2, expected a value");
}

TEST(Json, KnowsTheOffsetAndTextOfEveryValue) {
  //                   0         1         2
  //                   0123456789012345678901234567
  const Parsed parsed(R"( {"a": [10, "x\n", true], "b":-2.5e1 } )");
  const Value root = parsed.root();
  EXPECT_EQ(root.offset(), 1u);
  EXPECT_EQ(root.text(), R"({"a": [10, "x\n", true], "b":-2.5e1 })");
  const Value a = *root.Find("a");
  EXPECT_EQ(a.offset(), 7u);
  EXPECT_EQ(a.text(), R"([10, "x\n", true])");
  std::vector<std::uint32_t> offsets;
  std::vector<std::string> texts;
  for (const Value v : a.elements()) {
    offsets.push_back(v.offset());
    texts.emplace_back(v.text());
  }
  EXPECT_THAT(offsets, ElementsAre(8, 12, 19));
  EXPECT_THAT(texts, ElementsAre("10", R"("x\n")", "true"));
  EXPECT_EQ(root.Find("b")->text(), "-2.5e1");
}

TEST(Json, GivesMembersInTheOrderOfTheText) {
  const Parsed parsed(R"({"z":1,"a":[2,[3]],"m":{"z":4}})");
  std::vector<std::string> keys;
  std::vector<std::string> values;
  for (const auto [key, value] : parsed.root().members()) {
    keys.push_back(key.string());
    values.emplace_back(value.text());
  }
  EXPECT_THAT(keys, ElementsAre("z", "a", "m"));
  EXPECT_THAT(values, ElementsAre("1", "[2,[3]]", R"({"z":4})"));
  EXPECT_EQ(parsed.root().members().size(), 3u);
}

TEST(Json, EmptyContainersHaveNoChildren) {
  const Parsed parsed("[[],{},[ ],{ }]");
  ASSERT_EQ(parsed.root().size(), 4u);
  for (const Value v : parsed.root().elements()) {
    EXPECT_EQ(v.size(), 0u);
    if (v.is_array()) {
      EXPECT_TRUE(v.elements().begin() == v.elements().end());
    } else {
      EXPECT_TRUE(v.members().begin() == v.members().end());
      EXPECT_FALSE(v.Find("").has_value());
    }
  }
}

TEST(Json, FindComparesWholeKeys) {
  const Parsed parsed(R"({"":0,"node":1,"nodes":2,"no\u0064es2":3})");
  EXPECT_EQ(parsed.root().Find("")->integer(), 0);
  EXPECT_EQ(parsed.root().Find("node")->integer(), 1);
  EXPECT_EQ(parsed.root().Find("nodes")->integer(), 2);
  EXPECT_EQ(parsed.root().Find("nodes2")->integer(), 3);
  EXPECT_FALSE(parsed.root().Find("nod").has_value());
  EXPECT_FALSE(parsed.root().Find("nodes22").has_value());
}

TEST(Json, ValuesOutliveAMoveOfTheirDocument) {
  Result<Document> first = Document::Parse(R"({"a":[5]})");
  const Value a = *first->root().Find("a");
  const Document second = std::move(*first);
  EXPECT_EQ((*a.elements().begin()).integer(), 5);
  EXPECT_EQ(second.PointerTo(a), "/a");
}

TEST(Json, TellsIntegersFromOtherNumbers) {
  EXPECT_TRUE(Parsed("1").root().is_integer());
  EXPECT_TRUE(Parsed("-12345678901234567890").root().is_integer());
  EXPECT_FALSE(Parsed("1.0").root().is_integer());
  EXPECT_FALSE(Parsed("1e3").root().is_integer());
  EXPECT_FALSE(Parsed("1E3").root().is_integer());
  EXPECT_FALSE(Parsed("\"1\"").root().is_integer());
  EXPECT_EQ(Parsed("1e3").root().number(), 1000.0);
}

TEST(Json, KeepsTheSignOfZero) {
  const Parsed integer("-0");
  EXPECT_TRUE(integer.root().is_integer());
  EXPECT_EQ(integer.root().integer(), 0);
  EXPECT_TRUE(std::signbit(integer.root().number()));
  EXPECT_TRUE(std::signbit(Parsed("[-0        ]").root().elements().begin().operator*().number()));
  EXPECT_TRUE(std::signbit(Parsed("-0.0").root().number()));
  EXPECT_FALSE(std::signbit(Parsed("0").root().number()));
}

TEST(Json, IntegersAreExactWhereTheyFitIn64Bits) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
  EXPECT_EQ(Parsed("9223372036854775807").root().integer(), kMost);
  EXPECT_EQ(Parsed("-9223372036854775808").root().integer(), kLeast);
  EXPECT_EQ(Parsed("9007199254740993").root().integer(), 9007199254740993);
  EXPECT_EQ(Parsed("9223372036854775808").root().integer(), std::nullopt);
  EXPECT_EQ(Parsed("-9223372036854775809").root().integer(), std::nullopt);
  EXPECT_EQ(Parsed("9223372036854775808").root().number(), 9223372036854775808.0);
  EXPECT_EQ(Parsed("100000000000000000000000").root().number(), 1e23);
}

TEST(Json, IntegersOfEveryLengthReadTheSameWithAndWithoutTextBehindThem) {
  std::string digits;
  std::int64_t value = 0;
  for (int length = 1; length <= 18; ++length) {
    digits += static_cast<char>('0' + length % 10);
    value = value * 10 + length % 10;
    EXPECT_EQ(Parsed(digits).root().integer(), value);
    EXPECT_EQ(Parsed("-" + digits).root().integer(), -value);
    const Parsed parsed("[" + digits + ",-" + digits + ",          0]");
    std::vector<std::optional<std::int64_t>> read;
    for (const Value v : parsed.root().elements()) read.push_back(v.integer());
    EXPECT_THAT(read, ElementsAre(value, -value, 0));
  }
}

TEST(Json, NumbersAreTheNearestDoubles) {
  EXPECT_EQ(Parsed("0.1").root().number(), 0.1);
  EXPECT_EQ(Parsed("-1.5e-2").root().number(), -0.015);
  EXPECT_EQ(Parsed("1.7976931348623157e308").root().number(), std::numeric_limits<double>::max());
  EXPECT_EQ(Parsed("5e-324").root().number(), std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(Parsed("1e-400").root().number(), 0.0);
  EXPECT_EQ(Parsed("0e999999999999999999999").root().number(), 0.0);
}

TEST(Json, RefusesNumbersThatNoDoubleHolds) {
  constexpr const char* kTooLarge =
      "found a number too large, expected a magnitude that a double can hold";
  EXPECT_EQ(Refusal("[1e309]"), std::string("byte 1: ") + kTooLarge);
  EXPECT_EQ(Refusal("-1e309"), std::string("byte 0: ") + kTooLarge);
  EXPECT_EQ(Refusal("1" + std::string(309, '0')), std::string("byte 0: ") + kTooLarge);
  EXPECT_TRUE(Accepts("1" + std::string(308, '0')));
}

TEST(Json, RefusesNumbersThatBreakTheGrammar) {
  EXPECT_EQ(Refusal("-"), "byte 1: found the end of the text, expected a digit after the minus");
  EXPECT_EQ(Refusal("[-a        ]"), "byte 2: found 'a', expected a digit after the minus");
  EXPECT_EQ(Refusal("[+1]"), "byte 1: found '+', expected a value");
  EXPECT_EQ(Refusal("[.5]"), "byte 1: found '.', expected a value");
  for (const char* const zeros : {"01", "-01", "00", "[007       ]", "[-00       ]"}) {
    EXPECT_THAT(Refusal(zeros), HasSubstr("found a leading zero")) << zeros;
  }
  EXPECT_EQ(Refusal("1."),
            "byte 2: found the end of the text, expected a digit after the decimal point");
  EXPECT_EQ(Refusal("[1.e5     ]"), "byte 3: found 'e', expected a digit after the decimal point");
  EXPECT_EQ(Refusal("[1e+]"), "byte 4: found ']', expected a digit in the exponent");
  EXPECT_EQ(Refusal("1e"), "byte 2: found the end of the text, expected a digit in the exponent");
  EXPECT_EQ(Refusal("[1.2.3]"), "byte 4: found '.', expected ',' or ']'");
  EXPECT_EQ(Refusal("[0x10]"), "byte 2: found 'x', expected ',' or ']'");
  EXPECT_EQ(Refusal("[NaN]"), "byte 1: found 'N', expected a value");
  EXPECT_EQ(Refusal("Infinity"), "byte 0: found 'I', expected a value");
  EXPECT_EQ(Refusal("-Infinity"), "byte 1: found 'I', expected a digit after the minus");
}

TEST(Json, UnescapesStrings) {
  const Parsed parsed(R"("\"\\\/\b\f\n\r\t\u0041\u00e9\u20AC\ud83D\uDE00\u0000z")");
  ASSERT_TRUE(parsed.ok());
  const auto meant = "\"\\/\b\f\n\r\tA\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\0z"sv;
  EXPECT_EQ(parsed.root().string(), meant);
  EXPECT_TRUE(parsed.root().string_is(meant));
  EXPECT_FALSE(parsed.root().string_is(meant.substr(1)));
  EXPECT_FALSE(parsed.root().string_is(meant.substr(0, meant.size() - 1)));
  EXPECT_FALSE(parsed.root().string_is(std::string(meant) + "z"));
  EXPECT_FALSE(parsed.root().string_is(""));
}

TEST(Json, StringIsReadsNoFurtherThanItsArgument) {
  const std::unique_ptr<char[]> one_byte(new char[1]{'\xC3'});
  EXPECT_FALSE(Parsed(R"("\u00e9")").root().string_is({one_byte.get(), 1}));
}

TEST(Json, PlainStringsAreComparedWhole) {
  const Parsed parsed("\"walk\"");
  EXPECT_TRUE(parsed.root().string_is("walk"));
  EXPECT_FALSE(parsed.root().string_is("wal"));
  EXPECT_FALSE(parsed.root().string_is("walks"));
  EXPECT_EQ(Parsed("\"\"").root().string(), "");
}

TEST(Json, RefusesEscapesThatDoNotExist) {
  EXPECT_EQ(Refusal(R"("ab\x")"),
            "byte 4: found 'x', expected one of \"\\/bfnrtu after a backslash");
  EXPECT_EQ(Refusal(R"("\u12g4")"),
            "byte 3: found '1', expected four hexadecimal digits after \\u");
  EXPECT_THAT(Refusal(R"("\u12")"), HasSubstr("four hexadecimal digits"));
  EXPECT_THAT(Refusal(R"("\U0041")"), HasSubstr("byte 2: found 'U'"));
  EXPECT_EQ(Refusal("\"\\"), "byte 2: found the end of the text, expected the rest of an escape");
}

TEST(Json, RefusesALoneSurrogate) {
  EXPECT_EQ(Refusal(R"(["\ud800"])"),
            "byte 2: found a lone high surrogate, expected a low surrogate after it");
  EXPECT_EQ(Refusal(R"(["\udc00"])"),
            "byte 2: found a lone low surrogate, expected a high surrogate before it");
  EXPECT_THAT(Refusal(R"("\ud800\u0041")"), HasSubstr("lone high surrogate"));
  EXPECT_THAT(Refusal(R"("\ud800\ud800\udc00")"), HasSubstr("byte 1: found a lone high"));
  EXPECT_THAT(Refusal(R"("\ud800xudc00")"), HasSubstr("lone high surrogate"));
  EXPECT_TRUE(Accepts(R"("\ud800\udc00\udbff\udfff")"));
}

// Byte after byte at every distance from the start and the end of a string: steps of 16, 8 and 1
// bytes must agree.
TEST(Json, AStringMayHoldAnyByteThatIsPlainAnywhere) {
  int checked = 0;
  for (std::size_t before = 0; before < 34; ++before) {
    for (const std::size_t after : {0u, 5u, 40u}) {
      for (int byte = 0; byte < 128; ++byte) {
        std::string text = "\"" + std::string(before, 'x') + static_cast<char>(byte);
        text += std::string(after, 'y') + "\"";
        const bool plain = byte >= 0x20 && byte != '"' && byte != '\\';
        if (plain || byte < 0x20) {
          EXPECT_EQ(Accepts(text), plain) << "byte " << byte << " after " << before;
        }
        if (byte < 0x20) {
          EXPECT_EQ(Parsed(text).failure().place, "byte " + std::to_string(before + 1));
        }
        ++checked;
      }
    }
  }
  EXPECT_EQ(checked, 34 * 3 * 128);
  EXPECT_EQ(Refusal("\"a\nb\""),
            "byte 2: found byte 0x0A, expected an escape in its place, as control characters need "
            "in a string");
}

TEST(Json, AcceptsTheFirstAndLastCharacterOfEachUtf8Length) {
  for (const char* const character :
       {"\x7F", "\xC2\x80", "\xDF\xBF", "\xE0\xA0\x80", "\xED\x9F\xBF", "\xEE\x80\x80",
        "\xEF\xBF\xBF", "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF"}) {
    for (std::size_t before = 0; before < 34; ++before) {
      const std::string inside = std::string(before, 'x') + character;
      const Parsed parsed("\"" + inside + "\"");
      ASSERT_TRUE(parsed.ok()) << inside;
      EXPECT_EQ(parsed.root().string(), inside);
    }
  }
}

TEST(Json, RefusesWhatIsNotUtf8) {
  for (const char* const wrong :
       {"\x80", "\xBF", "\xC0\xAF", "\xC1\xBF", "\xC3", "\xC3\x28", "\xE0\x80\x80", "\xE0\x9F\xBF",
        "\xE2\x82", "\xE2\x28\xA1", "\xED\xA0\x80", "\xED\xBF\xBF", "\xF0\x80\x80\x80",
        "\xF0\x8F\xBF\xBF", "\xF0\x9F\x98", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFE",
        "\xFF"}) {
    for (std::size_t before = 0; before < 34; ++before) {
      const std::string text = "\"" + std::string(before, 'x') + wrong + "\"";
      EXPECT_THAT(Refusal(text), HasSubstr("byte " + std::to_string(before + 1) + ": found byte"));
      EXPECT_THAT(Refusal(text), HasSubstr("expected well-formed UTF-8"));
    }
  }
  EXPECT_THAT(Refusal("{\"\xFF\":1}"), HasSubstr("byte 2: found byte 0xFF"));
}

TEST(Json, RefusesAByteOrderMark) {
  EXPECT_EQ(Refusal("\xEF\xBB\xBF{}"),
            "byte 0: found a byte order mark, expected JSON text without one");
}

TEST(Json, RefusesTheEmptyText) {
  EXPECT_EQ(Refusal(""), "byte 0: found the end of the text, expected a value");
  EXPECT_EQ(Refusal("  \n"), "byte 3: found the end of the text, expected a value");
  EXPECT_FALSE(Document::Parse(std::string_view()).ok());
}

TEST(Json, RefusesStructureThatIsNotJson) {
  EXPECT_EQ(Refusal("[1,]"), "byte 3: found ']', expected a value");
  EXPECT_EQ(Refusal("[,1]"), "byte 1: found ',', expected a value");
  EXPECT_EQ(Refusal("[1 2]"), "byte 3: found '2', expected ',' or ']'");
  EXPECT_EQ(Refusal("[1}"), "byte 2: found '}', expected ',' or ']'");
  EXPECT_EQ(Refusal("{\"a\":1]"), "byte 6: found ']', expected ',' or '}'");
  EXPECT_EQ(Refusal("{\"a\":1,}"), "byte 7: found '}', expected '\"' to begin a key");
  EXPECT_EQ(Refusal("{a:1}"), "byte 1: found 'a', expected '\"' to begin a key");
  EXPECT_EQ(Refusal("{1:1}"), "byte 1: found '1', expected '\"' to begin a key");
  EXPECT_EQ(Refusal("{\"a\" 1}"), "byte 5: found '1', expected ':' after a key");
  EXPECT_EQ(Refusal("{\"a\":}"), "byte 5: found '}', expected a value");
  EXPECT_EQ(Refusal("[1] x"), "byte 4: found 'x', expected the end of the text");
  EXPECT_EQ(Refusal("{}{}"), "byte 2: found '{', expected the end of the text");
  EXPECT_EQ(Refusal("]"), "byte 0: found ']', expected a value");
  EXPECT_EQ(Refusal("[1,//\n2]"), "byte 3: found '/', expected a value");
  EXPECT_EQ(Refusal("['a']"), "byte 1: found ''', expected a value");
  EXPECT_EQ(Refusal("[\"a"), "byte 3: found the end of the text, expected '\"' to end a string");
  EXPECT_EQ(Refusal("[1]\0"sv), "byte 3: found byte 0x00, expected the end of the text");
}

TEST(Json, RefusesWordsThatAreAlmostRight) {
  for (const char* const word : {"tru", "nul", "fals", "tRUE", "nil", "t", "f", "n"}) {
    EXPECT_THAT(Refusal(word), HasSubstr("byte 0: found a word that is none")) << word;
  }
  EXPECT_EQ(Refusal("[truex]"), "byte 5: found 'x', expected ',' or ']'");
  EXPECT_EQ(Refusal("True"), "byte 0: found 'T', expected a value");
}

TEST(Json, RefusesEveryTruncation) {
  const std::string text =
      R"({"a":[1,-2.5e+3,true,false,null,"\u00e9\ud83d\ude00 x"],"b":{"c":{}},"d":[[]]})";
  ASSERT_TRUE(Accepts(text));
  for (std::size_t bytes = 0; bytes < text.size(); ++bytes) {
    EXPECT_NE(Refusal(text.substr(0, bytes)), "accepted") << bytes;
  }
}

TEST(Json, TheDepthLimitIsTheDeepestThatIsAllowed) {
  EXPECT_TRUE(Accepts(Nested(128)));
  const Parsed parsed(Nested(129));
  ASSERT_FALSE(parsed.ok());
  EXPECT_EQ(parsed.failure().code, FailureCode::kLimit);
  EXPECT_EQ(parsed.failure().place, "byte 128");
  EXPECT_THAT(parsed.failure().message, HasSubstr("max_json_depth of 128"));

  Limits flat;
  flat.max_json_depth = 1;
  EXPECT_TRUE(Parsed("[1,\"a\",null]", flat).ok());
  EXPECT_FALSE(Parsed("[{}]", flat).ok());
  flat.max_json_depth = 0;
  EXPECT_TRUE(Parsed("1", flat).ok());
  EXPECT_FALSE(Parsed("[]", flat).ok());
}

TEST(Json, DepthCountsOpenContainersOnly) {
  std::string text = "[";
  for (int i = 0; i < 1000; ++i) text += "[[]],{\"a\":{}},";
  text += "0]";
  Limits limits;
  limits.max_json_depth = 3;
  EXPECT_TRUE(Parsed(text, limits).ok());
}

TEST(Json, AMillionBracketsEndAtTheLimitOrAtTheEnd) {
  const std::string open(1000000, '[');
  EXPECT_EQ(Parsed(open).failure().code, FailureCode::kLimit);
  Limits deep;
  deep.max_json_depth = 2000000;
  const Parsed unclosed(open, deep);
  ASSERT_FALSE(unclosed.ok());
  EXPECT_EQ(unclosed.failure().place, "byte 1000000");
  const Parsed closed(Nested(1000000), deep);
  ASSERT_TRUE(closed.ok());
  EXPECT_EQ(closed.root().text().size(), 2000000u);
}

TEST(Json, TheOtherLimitsAreNamedToo) {
  Limits limits;
  limits.max_json_bytes = 4;
  EXPECT_TRUE(Parsed("[12]", limits).ok());
  const Parsed long_text("[123]", limits);
  ASSERT_FALSE(long_text.ok());
  EXPECT_EQ(long_text.failure().code, FailureCode::kLimit);
  EXPECT_THAT(long_text.failure().message, HasSubstr("max_json_bytes of 4"));

  limits = {};
  limits.max_json_values = 5;  // The object, two keys, two values.
  EXPECT_TRUE(Parsed(R"({"a":1,"b":2})", limits).ok());
  limits.max_json_values = 4;
  const Parsed many_values(R"({"a":1,"b":2})", limits);
  ASSERT_FALSE(many_values.ok());
  EXPECT_EQ(many_values.failure().code, FailureCode::kLimit);
  EXPECT_EQ(many_values.failure().place, "byte 11");
  EXPECT_THAT(many_values.failure().message, HasSubstr("max_json_values of 4"));
}

std::vector<std::string> DuplicatePointers(const Parsed& parsed) {
  std::vector<std::string> pointers;
  for (const Duplicate& duplicate : parsed.document().duplicates()) {
    pointers.push_back(std::to_string(duplicate.offset) + " " +
                       parsed.document().PointerTo(duplicate.key));
  }
  return pointers;
}

TEST(Json, RecordsDuplicateKeysAndFindsTheLast) {
  //                   0         1         2         3         4
  //                   01234567890123456789012345678901234567890123456789
  const Parsed parsed(R"({"a":1,"b":[{"x":1,"y":2,"x":3}],"a":2,"\u0061":3})");
  ASSERT_TRUE(parsed.ok());
  EXPECT_THAT(DuplicatePointers(parsed), ElementsAre("25 /b/0/x", "33 /a", "39 /a"));
  EXPECT_EQ(parsed.root().Find("a")->integer(), 3);
  EXPECT_EQ(parsed.root().size(), 4u);
}

TEST(Json, EqualKeysOfDifferentObjectsAreNoDuplicates) {
  const Parsed parsed(R"({"a":{"a":{"a":1}},"b":[{"a":1},{"a":2}]})");
  EXPECT_TRUE(parsed.document().duplicates().empty());
}

TEST(Json, FindsADuplicateInObjectsOfEverySize) {
  for (std::size_t count = 1; count <= 100; ++count) {
    std::string text = "{";
    for (std::size_t i = 0; i < count; ++i)
      text += "\"a_long_prefix_" + std::to_string(i) + "\":[0],";
    const Parsed without(text + "\"a_long_prefix_\":0}");
    EXPECT_TRUE(without.document().duplicates().empty()) << count;
    const std::string twin = "a_long_prefix_" + std::to_string(count / 2);
    const Parsed with(text + "\"" + twin + "\":{}}");
    EXPECT_THAT(DuplicatePointers(with), ElementsAre(std::to_string(text.size()) + " /" + twin));
    EXPECT_TRUE(with.root().Find(twin)->is_object());
  }
}

TEST(Json, TheKeyBeforeTheTextEndsIsComparedLikeAnyOther) {
  EXPECT_THAT(DuplicatePointers(Parsed(R"({"a":1,"a":2})")), ElementsAre("7 /a"));
  EXPECT_THAT(DuplicatePointers(Parsed(R"({"":1,"":2})")), ElementsAre("6 /"));
  EXPECT_THAT(DuplicatePointers(Parsed(R"({"abc":1,"abc":2})")), ElementsAre("9 /abc"));
  EXPECT_THAT(DuplicatePointers(Parsed(R"({"abcdefgh":1,"abcdefgh":2})")),
              ElementsAre("14 /abcdefgh"));
}

// Keys that come again in the same order are recognised rather than scanned.
TEST(Json, KeysOfEveryLengthReadTheSameWhenTheyComeAgain) {
  for (const std::string_view colon : {":", " :", ": ", "\n:\t"}) {
    for (std::size_t length = 0; length <= 20; ++length) {
      const std::string key = std::string("abcdefghijklmnopqrst").substr(0, length);
      const std::string one =
          "{\"" + key + "\"" + std::string(colon) + "1,\n\"z\"" + std::string(colon) + "2}";
      const std::string text = "[" + one + "," + one + "," + one + "," + one + "]";
      const Parsed parsed(text);
      ASSERT_TRUE(parsed.ok()) << text;
      std::size_t place = 0;
      for (const Value object : parsed.root().elements()) {
        std::vector<std::string> keys;
        for (const auto& [name, value] : object.members()) {
          place = text.find('"' + name.string() + '"', place + 1);
          EXPECT_EQ(name.offset(), place) << text;
          EXPECT_EQ(name.text(), '"' + name.string() + '"');
          keys.push_back(name.string());
        }
        EXPECT_THAT(keys, ElementsAre(key, "z"));
        EXPECT_EQ(object.Find(key)->integer(), 1);
        EXPECT_EQ(object.Find("z")->integer(), 2);
      }
      EXPECT_TRUE(parsed.document().duplicates().empty());
    }
  }
}

TEST(Json, AKeyThatIsNotQuiteTheExpectedOneIsReadAsItIs) {
  const std::string twice = R"([{"abc":1},{"abc":2},)";
  const std::string more = R"(,"no key is among the last thirty-two bytes of this text"])";
  const std::vector<std::pair<std::string, std::string>> others = {{R"({"abd":3})", "abd"},
                                                                   {R"({"ab":3})", "ab"},
                                                                   {R"({"abcd":3})", "abcd"},
                                                                   {R"({"abc:":3})", "abc:"},
                                                                   {R"({"ab\u0063":3})", "abc"},
                                                                   {R"({"":3})", ""},
                                                                   {R"({"abc" :3})", "abc"},
                                                                   {R"({"abc":)"
                                                                    "\n"
                                                                    R"(3})",
                                                                    "abc"}};
  for (const auto& [object, key] : others) {
    const Parsed parsed(twice + object + R"(,{"abc":4})" + more);
    ASSERT_TRUE(parsed.ok()) << object;
    std::vector<std::int64_t> values;
    for (const Value element : parsed.root().elements()) {
      if (!element.is_object()) continue;
      for (const auto& [name, value] : element.members()) values.push_back(*value.integer());
    }
    EXPECT_THAT(values, ElementsAre(1, 2, 3, 4)) << object;
    EXPECT_TRUE(parsed.document().duplicates().empty()) << object;
    auto third = parsed.root().elements().begin();
    ++third;
    ++third;
    EXPECT_EQ((*(*third).members().begin()).key.string(), key);
  }
  EXPECT_EQ(Refusal(twice + R"({"abc",3})" + more), "byte 27: found ',', expected ':' after a key");
  EXPECT_EQ(Refusal(twice + R"({"abc":})" + more), "byte 28: found '}', expected a value");
  EXPECT_EQ(Refusal(twice + R"({abc":3})" + more),
            "byte 22: found 'a', expected '\"' to begin a key");
  EXPECT_EQ(Refusal("{" + std::string(64, '\0') + "}"),
            "byte 1: found byte 0x00, expected '\"' to begin a key");
}

TEST(Json, ARecognisedKeyIsADuplicateLikeAnyOther) {
  const Parsed parsed(
      R"([{"abc":1},{"abc":2,"abc":3},"and thirty-two bytes of text behind them"])");
  EXPECT_THAT(DuplicatePointers(parsed), ElementsAre("20 /1/abc"));
}

TEST(Json, APlainKeyHasSixteenBytesToRead) {
  const std::string text = R"({"first":1,"a key that has \u0061n escape":2,"last":{"x":33333333}})";
  const Parsed parsed(text);
  std::vector<bool> plain;
  for (const auto& [key, value] : parsed.root().members()) {
    plain.push_back(key.is_plain_key());
    if (!key.is_plain_key()) continue;
    EXPECT_LE(key.offset() + 17, text.size());
    EXPECT_EQ(key.plain_key_bytes()[0], key.string()[0]);
    EXPECT_EQ(key.plain_key_hash(), KeyHash(key.string()));
  }
  EXPECT_THAT(plain, ElementsAre(true, false, false));
}

TEST(Json, AnObjectOfManyKeysIsCheckedWhole) {
  constexpr std::size_t kCount = 100000;
  std::string text = "{";
  for (std::size_t i = 0; i < kCount; ++i) {
    text += "\"k" + std::to_string(i) + "\":" + std::to_string(i) + ",";
  }
  const Parsed parsed(text + "\"k77\":-1,\"\\u006b99999\":-2}");
  ASSERT_TRUE(parsed.ok());
  EXPECT_EQ(parsed.root().size(), kCount + 2);
  EXPECT_EQ(parsed.root().Find("k77")->integer(), -1);
  EXPECT_EQ(parsed.root().Find("k99999")->integer(), -2);
  EXPECT_EQ(parsed.root().Find("k500")->integer(), 500);
  EXPECT_EQ(parsed.document().duplicates().size(), 2u);
}

// So many keys that some of them share a 32-bit hash.
TEST(Json, EveryKeyTwiceGivesEveryKeyOnceAsDuplicate) {
  constexpr std::size_t kCount = 200000;
  std::string once;
  for (std::size_t i = 0; i < kCount; ++i) once += "\"k" + std::to_string(i) + "\":0,";
  const Parsed parsed("{" + once + once + "\"last\":0}");
  const std::vector<Duplicate> duplicates = parsed.document().duplicates();
  ASSERT_EQ(duplicates.size(), kCount);
  for (std::size_t i = 0; i < kCount; ++i) {
    ASSERT_TRUE(duplicates[i].key.string_is("k" + std::to_string(i))) << i;
  }
}

TEST(Json, AnObjectOfOneKeyManyTimesIsNoTrap) {
  std::string text = "{";
  for (int i = 0; i < 100000; ++i) text += "\"same\":0,";
  const Parsed parsed(text + "\"same\":1}");
  EXPECT_EQ(parsed.document().duplicates().size(), 100000u);
  EXPECT_EQ(parsed.root().Find("same")->integer(), 1);
}

TEST(Json, PointerToEscapesTildesAndSlashes) {
  const Parsed parsed(R"({"a/b":[0,{"m~n":[1,2,{"":true}]}]})");
  const Document& document = parsed.document();
  EXPECT_EQ(document.PointerTo(parsed.root()), "");
  const Value array = *parsed.root().Find("a/b");
  EXPECT_EQ(document.PointerTo(array), "/a~1b");
  const Value object = *++array.elements().begin();
  EXPECT_EQ(document.PointerTo(object), "/a~1b/1");
  const auto [key, value] = *object.members().begin();
  EXPECT_EQ(document.PointerTo(key), "/a~1b/1/m~0n");
  EXPECT_EQ(document.PointerTo(value), "/a~1b/1/m~0n");
  auto last = value.elements().begin();
  ++ ++last;
  EXPECT_EQ(document.PointerTo(*(*last).Find("")), "/a~1b/1/m~0n/2/");
}

TEST(Json, IndicesAreInTheOrderOfTheText) {
  const Parsed parsed(R"([1,[2,3],{"k":4},5])");
  std::vector<std::uint32_t> indices;
  for (const Value v : parsed.root().elements()) {
    indices.push_back(v.index());
    EXPECT_EQ(parsed.document().At(v.index()).text(), v.text());
  }
  ASSERT_EQ(indices.size(), 4u);
  EXPECT_LT(parsed.root().index(), indices[0]);
  for (std::size_t i = 1; i < indices.size(); ++i) EXPECT_LT(indices[i - 1], indices[i]);
}

TEST(JsonPath, RendersFromTheRootDown) {
  const Path root;
  EXPECT_EQ(root.Pointer(), "");
  const Path skins = root.At("skins");
  const Path skin = skins.At(0);
  EXPECT_EQ(skin.At("joints").Pointer(), "/skins/0/joints");
  EXPECT_EQ(root.At("a/b~c").Pointer(), "/a~1b~0c");
  EXPECT_EQ(root.At("").Pointer(), "/");
  const Path by_field{&skins, {}, 12};
  EXPECT_EQ(by_field.Pointer(), "/skins/12");
}

}  // namespace
}  // namespace sinew::json
