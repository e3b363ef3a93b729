// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "text/limit_option.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "text/printable.h"
#include "text/text_table.h"

namespace sinew::cli {
std::string TakeLimit(std::string_view text, Limits& limits) {
  const std::size_t equals = text.find('=');
  if (equals == text.npos) {
    return fmt::format("\"{}\" is not NAME=VALUE, such as max_nodes=2000000", Shortened(text, 60));
  }
  const std::string_view name = text.substr(0, equals), amount = text.substr(equals + 1);
  std::vector<std::string_view> names;
  for (const NamedLimit& limit : ListLimits()) names.push_back(limit.name);
  if (std::find(names.begin(), names.end(), name) == names.end()) {
    return fmt::format("there is no limit \"{}\"{}; `sinew help limits` lists them",
                       Shortened(name, 60), DidYouMean(name, names));
  }
  const std::optional<std::uint64_t> value = ParseLimitValue(amount);
  if (!value || SetLimit(name, *value, limits)) {
    return fmt::format("\"{}\" is not a whole number that {} can be; k, M and G may end it",
                       Shortened(amount, 60), name);
  }
  return "";
}

std::string LimitHint(std::string_view message) {
  const std::optional<std::string_view> name = LimitNamedIn(message);
  return name ? fmt::format(" (--limit {}=N raises it)", *name) : "";
}

std::string LimitTable() {
  TextTable table({"name", ">default", "what it bounds"});
  for (const NamedLimit& limit : ListLimits()) {
    table.Add({std::string(limit.name), Thousands(limit.value), std::string(limit.what)});
  }
  return table.Text("  ");
}

}  // namespace sinew::cli
