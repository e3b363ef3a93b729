// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// simdjson is the judge of our JSON reader: over every JSON text among the test assets, and over
// many thousand texts that are nearly JSON.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "io/json_judge.h"
#include "support/sanitized.h"
#include "support/source_dir.h"

namespace sinew::json {
namespace {

using Outcome = Judgement::Outcome;

struct Tally {
  int accepted = 0;
  int refused = 0;
  int limited = 0;
};

std::string Printable(std::string_view text) {
  std::string out;
  for (const char c : text.substr(0, 400)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7F) {
      out += c;
    } else {
      static constexpr char kDigits[] = "0123456789abcdef";
      out += std::string("\\x") + kDigits[byte >> 4] + kDigits[byte & 15];
    }
  }
  return out;
}

void Check(JsonJudge& judge, std::string_view text, Tally& tally) {
  const Judgement judgement = judge.Judge(text);
  switch (judgement.outcome) {
    case Outcome::kBothAccept:
      ++tally.accepted;
      break;
    case Outcome::kBothRefuse:
      ++tally.refused;
      break;
    case Outcome::kLimit:
      ++tally.limited;
      break;
    case Outcome::kDisagree:
      ADD_FAILURE() << judgement.difference << "\nin: " << Printable(text);
      break;
  }
}

std::filesystem::path AssetsFolder() {
  const char* const set = std::getenv("SINEW_ASSETS");
  return set != nullptr ? std::filesystem::path(set)
                        : std::filesystem::path(testing::SourceDir()) / ".." / "shared";
}

std::string ReadFile(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// The JSON of a binary glTF, or nothing: bytes 12 to 15 are its length, it begins at byte 20.
std::string JsonChunk(const std::string& glb) {
  if (glb.size() < 20) return {};
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    bytes |= std::size_t{static_cast<unsigned char>(glb[12 + i])} << 8 * i;
  }
  return glb.substr(20, bytes);
}

// Sorted, so that every machine sees them in the same order.
std::vector<std::string> AssetTexts() {
  std::vector<std::filesystem::path> files;
  std::error_code error;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(AssetsFolder(), error)) {
    const std::string extension = entry.path().extension().string();
    if (extension == ".gltf" || extension == ".glb" || extension == ".json") {
      files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  std::vector<std::string> texts;
  for (const std::filesystem::path& file : files) {
    std::string bytes = ReadFile(file);
    texts.push_back(file.extension() == ".glb" ? JsonChunk(bytes) : std::move(bytes));
  }
  return texts;
}

// splitmix64: small, and the same everywhere.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t Next() {
    std::uint64_t z = state_ += 0x9E3779B97F4A7C15;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
  }
  std::size_t Below(std::size_t bound) { return static_cast<std::size_t>(Next() % bound); }

 private:
  std::uint64_t state_;
};

// One to three small accidents.
std::string Mutate(std::string text, Random& random) {
  static const std::vector<std::string> kPieces = {"{",
                                                   "}",
                                                   "[",
                                                   "]",
                                                   ",",
                                                   ":",
                                                   "\"",
                                                   "\\",
                                                   "/",
                                                   "-",
                                                   "+",
                                                   ".",
                                                   "e",
                                                   "E",
                                                   "0",
                                                   "1",
                                                   "9",
                                                   " ",
                                                   "\n",
                                                   "\t",
                                                   "\r",
                                                   "t",
                                                   "true",
                                                   "null",
                                                   "\\u",
                                                   "\\ud83d",
                                                   "\\ude00",
                                                   "\\n",
                                                   "\x01",
                                                   "\x1f",
                                                   "a",
                                                   "\x7f",
                                                   "\x80",
                                                   "\xc3",
                                                   "\xa9",
                                                   "\xe2",
                                                   "\xed",
                                                   "\xf0",
                                                   "\xf4",
                                                   "\xff",
                                                   "[]",
                                                   "{}",
                                                   "\"\"",
                                                   "1e5",
                                                   "-0",
                                                   "1e-5",
                                                   "1e308",
                                                   "1e309",
                                                   "\"a\":1,",
                                                   "false",
                                                   "//",
                                                   "NaN",
                                                   "00",
                                                   "0.5",
                                                   "\f",
                                                   "9223372036854775808",
                                                   "18446744073709551616"};
  for (std::size_t accidents = 1 + random.Below(3); accidents > 0; --accidents) {
    const std::size_t at = random.Below(text.size() + 1);
    switch (random.Below(6)) {
      case 0:
        if (at < text.size()) text[at] = static_cast<char>(text[at] ^ (1 << random.Below(8)));
        break;
      case 1:
        text.erase(at, 1 + random.Below(3));
        break;
      case 2:
      case 3:
        text.insert(at, kPieces[random.Below(kPieces.size())]);
        break;
      case 4:
        text.replace(at, std::min<std::size_t>(1, text.size() - at),
                     kPieces[random.Below(kPieces.size())]);
        break;
      default:
        if (random.Below(4) == 0) text.resize(at);
        break;
    }
  }
  return text;
}

const std::vector<std::string> kSeeds = {
    R"({"asset":{"version":"2.0"},"nodes":[{"name":"a","rotation":[0,0.5,-0.25,1e-3]}]})",
    R"([1,-1,0,-0,12345678,123456789012,9223372036854775807,-9223372036854775808,1E+2,2.5e-7])",
    R"({"a":1,"a":2,"b":{"a":[],"c":{}},"\u0061":3})",
    R"(["\u00e9\ud83d\ude00\n\"\\\/\b\f\r\t","plain text longer than sixteen bytes, and then some"])",
    "[\"\xc3\xa9\", \"\xe2\x82\xac uro\", \"\xf0\x9f\x98\x80\", \"\xed\x9f\xbf\xee\x80\x80\"]",
    " { \"x\" :\t[ true , false ,\r\n null ] , \"\" : \"\" } ",
    "[[[[[[[[]]]]]]],{\"k\":{\"k\":{\"k\":{}}}}]",
    "[0.1,0.30000000000000004,1.7976931348623157e308,5e-324,2.2250738585072014e-308,1e-400]",
    R"({"q":0,"w":1,"e":2,"r":3,"t":4,"y":5,"u":6,"i":7,"o":8,"p":9,"a":10,"s":11,"d":12,)"
    R"("f":13,"g":14,"h":15,"j":16,"k":17,"l":18,"q":19})",
    R"({"prefix_of_the_key_1":1,"prefix_of_the_key_2":2,"prefix_of_the_key_1":3})",
    // Keys that come again in the same order, and once in another.
    R"([{"input":0,"output":1},{"input":2,"output":3},{"input":4,"output":5},{"output":6,"input":7},)"
    R"({"input":8,"output":9,"input":10},{"inpux":11,"output":12},{"input" :13, "output": 14}])",
    "1234567",
    "-1.5e+10",
    "\"s\"",
    "true",
    "null",
};

TEST(JsonAgainstSimdjson, AgreesOnEveryAsset) {
  const std::vector<std::string> texts = AssetTexts();
  if (texts.empty()) GTEST_SKIP() << "no assets: set SINEW_ASSETS";
  JsonJudge judge;
  Tally tally;
  for (const std::string& text : texts) Check(judge, text, tally);
  std::cout << texts.size() << " asset texts: " << tally.accepted << " accepted, " << tally.refused
            << " refused\n";
  EXPECT_GT(tally.accepted, 0);
}

TEST(JsonAgainstSimdjson, AgreesOnNearlyJson) {
  JsonJudge judge;
  Random random(1);
  Tally tally;
  constexpr int kMutations = testing::kSanitized ? 1000 : 8000;
  for (const std::string& seed : kSeeds) {
    Check(judge, seed, tally);
    for (int i = 0; i < kMutations; ++i) Check(judge, Mutate(seed, random), tally);
  }
  std::cout << tally.accepted << " accepted, " << tally.refused << " refused, " << tally.limited
            << " beyond a limit\n";
  // Were nearly all refused, values would hardly be compared, and the other way round.
  EXPECT_GT(tally.accepted, kMutations * 5 / 8);
  EXPECT_GT(tally.refused, kMutations * 5 / 8);
}

TEST(JsonAgainstSimdjson, AgreesOnDamagedAssets) {
  std::vector<std::string> texts = AssetTexts();
  std::erase_if(texts, [](const std::string& text) { return text.size() > 3000; });
  if (texts.empty()) GTEST_SKIP() << "no assets: set SINEW_ASSETS";
  if (texts.size() > 60) texts.resize(60);
  JsonJudge judge;
  Random random(2);
  Tally tally;
  for (const std::string& text : texts) {
    for (int i = 0; i < 60; ++i) Check(judge, Mutate(text, random), tally);
  }
  std::cout << texts.size() << " small assets, damaged: " << tally.accepted << " accepted, "
            << tally.refused << " refused\n";
  EXPECT_GT(tally.accepted, 0);
  EXPECT_GT(tally.refused, 0);
}

TEST(JsonAgainstSimdjson, AgreesOnEveryTruncation) {
  JsonJudge judge;
  Tally tally;
  for (const std::string& seed : kSeeds) {
    for (std::size_t bytes = 0; bytes <= seed.size(); ++bytes) {
      Check(judge, std::string_view(seed).substr(0, bytes), tally);
    }
  }
  EXPECT_GE(tally.accepted, static_cast<int>(kSeeds.size()));
  EXPECT_GT(tally.refused, 500);
}

// What json_judge.h forgives, seen to be so: were simdjson to change, this would tell.
TEST(JsonAgainstSimdjson, DiffersWhereItIsMeantTo) {
  simdjson::dom::parser parser;
  simdjson::dom::element theirs;
  for (const std::string text : {"18446744073709551616", "-9223372036854775809"}) {
    EXPECT_EQ(parser.parse(simdjson::padded_string(text)).get(theirs), simdjson::NUMBER_ERROR);
    EXPECT_TRUE(Document::Parse(text).ok()) << text;
  }
  Limits deep;
  deep.max_json_depth = 5000;
  const std::string nested = std::string(2000, '[') + std::string(2000, ']');
  EXPECT_EQ(parser.parse(simdjson::padded_string(nested)).get(theirs), simdjson::DEPTH_ERROR);
  EXPECT_TRUE(Document::Parse(nested, deep).ok());
  const std::string minus_zero = "-0";
  ASSERT_EQ(parser.parse(simdjson::padded_string(minus_zero)).get(theirs), simdjson::SUCCESS);
  EXPECT_TRUE(theirs.is_int64());
  EXPECT_TRUE(std::signbit(Document::Parse(minus_zero).value().root().number()));
}

// Numbers of every length, with and without bytes behind them, as decimal digits of random bits.
TEST(JsonAgainstSimdjson, AgreesOnTheBitsOfNumbers) {
  JsonJudge judge;
  Random random(3);
  Tally tally;
  for (int i = 0; i < 20000; ++i) {
    std::string number = random.Below(2) == 0 ? "-" : "";
    number += std::to_string(random.Next() >> random.Below(64));
    if (random.Below(2) == 0) number += "." + std::to_string(random.Next() >> random.Below(64));
    if (random.Below(2) == 0) {
      number += random.Below(2) == 0 ? "e-" : "E";
      number += std::to_string(random.Below(400));
    }
    Check(judge, number, tally);
    Check(judge, "[" + number + ",         0]", tally);
  }
  std::cout << tally.accepted << " numbers accepted, " << tally.refused << " refused\n";
  EXPECT_GT(tally.accepted, 10000);
  EXPECT_GT(tally.refused, 0);
}

}  // namespace
}  // namespace sinew::json
