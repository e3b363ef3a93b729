// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <fmt/format.h>

#include <charconv>
#include <vector>

#include "difference.h"
#include "exit_code.h"

namespace sinew::cli {
namespace {

// "clip frame stage hash", or the hash alone on the last line.
struct TraceLine {
  std::string_view clip, frame, stage, hash;
};

std::vector<TraceLine> ParseTrace(std::string_view text) {
  std::vector<TraceLine> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    if (line.empty()) continue;
    std::vector<std::string_view> words;
    while (!line.empty()) {
      const std::size_t space = std::min(line.find(' '), line.size());
      words.push_back(line.substr(0, space));
      line.remove_prefix(std::min(space + 1, line.size()));
    }
    if (words.size() == 4) {
      lines.push_back({words[0], words[1], words[2], words[3]});
    } else if (words.size() == 1) {
      lines.push_back({"", "", "total", words[0]});
    } else {
      throw CommandError(
          ExitCode::kCannotRead,
          fmt::format("line {} of a trace is not \"clip frame stage hash\"", lines.size() + 1));
    }
  }
  return lines;
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

Comparison CompareTraces(std::string_view a, std::string_view b) {
  const std::vector<TraceLine> in_a = ParseTrace(a), in_b = ParseTrace(b);
  Comparison comparison{.kind = "traces"};
  for (std::size_t i = 0; i < std::min(in_a.size(), in_b.size()); ++i) {
    const TraceLine &x = in_a[i], &y = in_b[i];
    ++comparison.compared;
    if (x.clip != y.clip || x.frame != y.frame || x.stage != y.stage) {
      comparison.Found(At(x, fmt::format("line {} is of clip {} frame {} stage {} in B", i + 1,
                                         y.clip, y.frame, y.stage)));
      return comparison;
    }
    if (x.hash != y.hash) {
      comparison.Found(At(x, fmt::format("hash {} and {}", x.hash, y.hash)));
      return comparison;
    }
  }
  if (in_a.size() != in_b.size()) {
    const auto& longer = in_a.size() > in_b.size() ? in_a : in_b;
    comparison.Found(At(longer[std::min(in_a.size(), in_b.size())],
                        fmt::format("A has {} lines, B has {}", in_a.size(), in_b.size())));
  }
  return comparison;
}

}  // namespace sinew::cli
