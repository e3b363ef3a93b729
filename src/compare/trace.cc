// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <algorithm>
#include <charconv>
#include <utility>

#include "export/message.h"
#include "sinew/comparison.h"
#include "sinew/scene_hash.h"

namespace sinew {
namespace {

bool IsHash(std::string_view word) {
  constexpr std::size_t kDigits = 16;
  return word.size() == kDigits && word.find_first_not_of("0123456789abcdef") == word.npos;
}

std::optional<std::uint64_t> WholeNumber(std::string_view word, int base) {
  std::uint64_t number = 0;
  const char* const last = word.data() + word.size();
  const auto [end, error] = std::from_chars(word.data(), last, number, base);
  if (error != std::errc() || end != last) return std::nullopt;
  return number;
}

// No more than five: a line of a trace has four.
std::vector<std::string_view> FirstWords(std::string_view line) {
  std::vector<std::string_view> words;
  while (!line.empty() && words.size() < 5) {
    const std::size_t space = std::min(line.find(' '), line.size());
    words.push_back(line.substr(0, space));
    line.remove_prefix(std::min(space + 1, line.size()));
  }
  return words;
}

std::string ClipText(const TraceLine& line) {
  return line.clip ? std::to_string(*line.clip) : "rest";
}

std::string HashText(std::uint64_t hash) {
  std::string text(16, '0');
  for (std::size_t i = 16; i-- > 0; hash >>= 4) text[i] = "0123456789abcdef"[hash & 15u];
  return text;
}

Difference AtLine(const TraceLine& line, std::string what) {
  return {
      .stage = line.stage, .clip = ClipText(line), .frame = line.frame, .what = std::move(what)};
}

std::string HashesDiffer(std::uint64_t a, std::uint64_t b) {
  return Message("hash ", HashText(a), " and ", HashText(b));
}

}  // namespace

std::string TraceText(const SceneMoment& moment, const StageHashes& stages) {
  const std::string begin =
      Message(moment.clip ? std::to_string(*moment.clip) : "rest", " ", moment.frame, " ");
  return Message(begin, "local ", stages.local.Text(), "\n", begin, "palette ",
                 stages.palette.Text(), "\n", begin, "vertices ", stages.vertices.Text(), "\n");
}

Result<HashTrace> ReadTrace(std::string_view text) {
  HashTrace trace;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const auto refuse = [&](const char* why) {
      return Failure{FailureCode::kSyntax, Message("line ", number), why};
    };
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    if (line.empty()) continue;
    if (trace.total) return refuse("comes after the total");
    const std::vector<std::string_view> words = FirstWords(line);
    if (!IsHash(words.back())) {
      return refuse("does not end with a hash of 16 hexadecimal digits");
    }
    const std::uint64_t hash = WholeNumber(words.back(), 16).value_or(0);
    if (words.size() == 1) {
      trace.total = hash;
      continue;
    }
    const auto frame = words.size() == 4 ? WholeNumber(words[1], 10) : std::nullopt;
    const auto clip = WholeNumber(words[0], 10);
    if (!frame || words[2].empty() || (words[0] != "rest" && !clip)) {
      return refuse("is not \"clip frame stage hash\"");
    }
    trace.lines.push_back({clip, *frame, std::string(words[2]), hash});
  }
  return trace;
}

bool LooksLikeATrace(std::string_view text) {
  const std::size_t begin = text.find_first_not_of("\r\n");
  if (begin == text.npos) return false;
  const std::string_view line = text.substr(begin, text.find_first_of("\r\n", begin) - begin);
  return IsHash(line.substr(line.rfind(' ') + 1));
}

Comparison CompareTraces(const HashTrace& a, const HashTrace& b) {
  Comparison comparison;
  const std::size_t both = std::min(a.lines.size(), b.lines.size());
  const auto where_b_has = [&](std::size_t i) {
    const TraceLine& line = b.lines[i];
    return Message("line ", i + 1, " where B has clip ", ClipText(line), ", frame ", line.frame,
                   ", stage ", line.stage);
  };
  for (std::size_t i = 0; i < both; ++i) {
    const TraceLine &x = a.lines[i], &y = b.lines[i];
    ++comparison.compared;
    if (x.clip != y.clip || x.frame != y.frame || x.stage != y.stage) {
      comparison.Found(AtLine(x, where_b_has(i)));
      return comparison;
    }
    if (x.hash != y.hash) {
      comparison.Found(AtLine(x, HashesDiffer(x.hash, y.hash)));
      return comparison;
    }
  }
  // The line after those that both have, as far as it is not where a trace is cut off.
  const bool a_goes_on = a.lines.size() > both, b_goes_on = b.lines.size() > both;
  if ((!a_goes_on && !a.total) || (!b_goes_on && !b.total)) return comparison;
  ++comparison.compared;
  if (a_goes_on) {
    comparison.Found(
        AtLine(a.lines[both], Message("line ", both + 1, " where B ends with its total")));
  } else if (b_goes_on) {
    comparison.Found({.stage = "total", .what = where_b_has(both)});
  } else if (*a.total != *b.total) {
    comparison.Found({.stage = "total", .what = HashesDiffer(*a.total, *b.total)});
  }
  return comparison;
}

}  // namespace sinew
