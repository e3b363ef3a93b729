// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <fmt/format.h>

#include <charconv>
#include <utility>
#include <vector>

#include "commands/difference.h"
#include "text/exit_code.h"
#include "text/printable.h"

namespace sinew::cli {
namespace {

// "clip frame stage hash", or the hash alone on the last line.
struct TraceLine {
  std::string_view clip, frame, stage, hash;
};

struct Trace {
  std::vector<TraceLine> lines;
  bool complete = false;  // It ends with the total.
};

bool IsHash(std::string_view word) {
  constexpr std::size_t kDigits = 16;
  return word.size() == kDigits && word.find_first_not_of("0123456789abcdef") == word.npos;
}

bool IsNumber(std::string_view word) {
  return !word.empty() && word.size() < 20 && word.find_first_not_of("0123456789") == word.npos;
}

std::vector<std::string_view> Words(std::string_view line) {
  std::vector<std::string_view> words;
  while (!line.empty() && words.size() < 5) {
    const std::size_t space = std::min(line.find(' '), line.size());
    words.push_back(line.substr(0, space));
    line.remove_prefix(std::min(space + 1, line.size()));
  }
  return words;
}

Trace ParseTrace(const std::string& file, std::string_view text) {
  Trace trace;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const auto refuse = [&](const char* why) {
      throw CommandError(
          ExitCode::kCannotRead, file,
          fmt::format("is not a trace of `sinew hash --trace`: line {} {}", number, why));
    };
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    if (line.empty()) continue;
    if (trace.complete) refuse("comes after the total");
    const std::vector<std::string_view> words = Words(line);
    if (!IsHash(words.back())) refuse("does not end with a hash of 16 hexadecimal digits");
    if (words.size() == 1) {
      trace.lines.push_back({"", "", "total", words[0]});
      trace.complete = true;
      continue;
    }
    if (words.size() != 4 || !IsNumber(words[1]) || words[2].empty() ||
        (words[0] != "rest" && !IsNumber(words[0]))) {
      refuse("is not \"clip frame stage hash\"");
    }
    trace.lines.push_back({words[0], words[1], words[2], words[3]});
  }
  return trace;
}

Difference At(const TraceLine& line, std::string what) {
  Difference difference{.stage = std::string(line.stage), .clip = std::string(line.clip)};
  std::uint64_t frame = 0;
  const auto end = line.frame.data() + line.frame.size();
  if (!line.frame.empty() && std::from_chars(line.frame.data(), end, frame).ptr == end) {
    difference.frame = frame;
  }
  difference.what = std::move(what);
  return difference;
}

}  // namespace

bool LooksLikeATrace(std::string_view text) {
  const std::size_t begin = text.find_first_not_of("\r\n");
  if (begin == text.npos) return false;
  const std::string_view line = text.substr(begin, text.find_first_of("\r\n", begin) - begin);
  return IsHash(line.substr(line.rfind(' ') + 1));
}

Comparison CompareTraces(const DiffInput& a, const DiffInput& b) {
  const Trace trace_a = ParseTrace(a.file, a.text), trace_b = ParseTrace(b.file, b.text);
  const std::vector<TraceLine>&in_a = trace_a.lines, &in_b = trace_b.lines;
  Comparison comparison{.kind = "traces"};
  for (std::size_t i = 0; i < std::min(in_a.size(), in_b.size()); ++i) {
    const TraceLine &x = in_a[i], &y = in_b[i];
    ++comparison.compared;
    if (x.clip != y.clip || x.frame != y.frame || x.stage != y.stage) {
      const std::string of_b =
          y.stage == "total"
              ? "where B ends with its total"
              : fmt::format("where B has clip {}, frame {}, stage {}", y.clip, y.frame, y.stage);
      comparison.Found(At(x, fmt::format("line {} {}", i + 1, of_b)));
      return comparison;
    }
    if (x.hash != y.hash) {
      comparison.Found(At(x, fmt::format("hash {} and {}", x.hash, y.hash)));
      return comparison;
    }
  }
  // Alike as far as they go; but do they go to the end?
  for (const auto& [input, trace] : {std::pair(&a, &trace_a), std::pair(&b, &trace_b)}) {
    if (trace->complete) continue;
    throw CommandError(
        ExitCode::kCannotRead, input->file,
        fmt::format("is cut off: after {} comes no total", Counted(trace->lines.size(), "line")));
  }
  return comparison;
}

}  // namespace sinew::cli
