// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Any bytes as JSON: parse, then use everything that came out. Built with SINEW_HAVE_SIMDJSON, the
// result is compared with simdjson's too.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "io/json/json.h"
#ifdef SINEW_HAVE_SIMDJSON
#include "../tests/io/json_judge.h"
#endif

namespace {

using sinew::json::Document;
using sinew::json::Value;

[[noreturn]] void Report(const std::string& what) {
  std::fprintf(stderr, "%s\n", what.c_str());
  std::abort();
}

void Require(bool condition, const char* what) {
  if (!condition) Report(what);
}

// Reads everything a value can be asked for; the depth limit bounds the recursion.
void Use(Value value, std::string_view text) {
  Require(value.text().data() >= text.data() &&
              value.text().data() + value.text().size() <= text.data() + text.size(),
          "a value outside the text");
  if (value.is_number()) {
    Require(value.number() - value.number() == 0.0, "a number that is not finite");
    if (value.is_integer() && value.integer()) {
      Require(static_cast<double>(*value.integer()) == value.number(), "integer and number differ");
    }
  } else if (value.is_string()) {
    Require(value.string_is(value.string()), "a string that is not itself");
  } else if (value.is_array()) {
    std::uint32_t count = 0;
    for (const Value element : value.elements()) {
      Use(element, text);
      ++count;
    }
    Require(count == value.size(), "an array's size");
  } else if (value.is_object()) {
    std::uint32_t count = 0;
    for (const auto [key, member] : value.members()) {
      Use(key, text);
      Use(member, text);
      if (count++ < 32) Require(value.Find(key.string()).has_value(), "a key that Find misses");
    }
    Require(count == value.size(), "an object's size");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const sinew::Result<Document> parsed = Document::Parse(text);
  if (parsed.ok()) {
    Use(parsed->root(), text);
    std::size_t pointers = 0;
    for (const auto& duplicate : parsed->duplicates()) {
      if (pointers++ == 32) break;  // Each walks the document.
      Require(!parsed->PointerTo(duplicate.key).empty(), "a key without a pointer");
    }
  } else {
    Require(parsed.failure().place.starts_with("byte "), "a failure without a place");
    Require(!parsed.failure().message.empty(), "a failure without a message");
  }
#ifdef SINEW_HAVE_SIMDJSON
  static sinew::json::JsonJudge judge;
  const sinew::json::Judgement judgement = judge.Judge(text);
  if (judgement.outcome == sinew::json::Judgement::Outcome::kDisagree) Report(judgement.difference);
#endif
  return 0;
}
