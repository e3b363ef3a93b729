// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "tool_limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <optional>
#include <vector>

#include "text/nearest_name.h"
#include "text/printable.h"
#include "text/text_table.h"

namespace sinew::cli {
namespace {

// Sets a limit and says what it was; a value beyond what the field holds is nothing.
template <auto Member>
std::optional<std::uint64_t> SetReader(Limits& limits, std::optional<std::uint64_t> value) {
  auto& field = limits.gltf.*Member;
  const std::uint64_t before = field;
  using Field = std::remove_reference_t<decltype(field)>;
  if (value && *value > std::numeric_limits<Field>::max()) return std::nullopt;
  if (value) field = static_cast<Field>(*value);
  return before;
}

template <auto Member>
std::optional<std::uint64_t> SetTool(Limits& limits, std::optional<std::uint64_t> value) {
  const std::uint64_t before = limits.*Member;
  if (value) limits.*Member = *value;
  return before;
}

struct KnownLimit {
  std::string_view name;
  std::optional<std::uint64_t> (*set)(Limits&, std::optional<std::uint64_t>);
  const char* what;
};

constexpr std::array kLimits{
    KnownLimit{"max_file_bytes", SetReader<&GltfLimits::max_file_bytes>,
               "bytes of a file, and of each buffer beside it"},
    KnownLimit{"max_json_bytes", SetReader<&GltfLimits::max_json_bytes>,
               "bytes of its JSON; never more than 1G"},
    KnownLimit{"max_json_values", SetReader<&GltfLimits::max_json_values>,
               "values in its JSON, keys included"},
    KnownLimit{"max_json_depth", SetReader<&GltfLimits::max_json_depth>,
               "arrays and objects in each other"},
    KnownLimit{"max_nodes", SetReader<&GltfLimits::max_nodes>, "nodes of a file"},
    KnownLimit{"max_skin_joints", SetReader<&GltfLimits::max_skin_joints>, "joints of a skin"},
    KnownLimit{"max_attributes", SetReader<&GltfLimits::max_attributes>,
               "attributes of a primitive or morph target"},
    KnownLimit{"max_extensions", SetReader<&GltfLimits::max_extensions>,
               "extensions that a file names"},
    KnownLimit{"max_accessor_elements", SetReader<&GltfLimits::max_accessor_elements>,
               "elements of an accessor"},
    KnownLimit{"max_decoded_bytes", SetReader<&GltfLimits::max_decoded_bytes>,
               "bytes of everything decoded, plus:"},
    KnownLimit{"max_decoded_ratio", SetReader<&GltfLimits::max_decoded_ratio>,
               "as many decoded bytes for each byte of the file"},
    KnownLimit{"max_work", SetTool<&Limits::max_work>,
               "joints and vertices posed, over all frames; pairs that `weights` weighs"},
    KnownLimit{"max_pack_bytes", SetTool<&Limits::max_pack_bytes>,
               "bytes of memory that packing a clip may use"},
    KnownLimit{"max_output_bytes", SetTool<&Limits::max_output_bytes>,
               "bytes of meshes that `skin` and `weights` write"},
};

// "512", "64k", "4G".
std::optional<std::uint64_t> ParseAmount(std::string_view text) {
  std::uint64_t value = 0;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, value);
  if (error != std::errc() || end == text.data()) return std::nullopt;
  if (end == last) return value;
  constexpr std::string_view kUnits = "kMG";
  const std::size_t unit = kUnits.find(*end);
  if (unit == kUnits.npos || end + 1 != last) return std::nullopt;
  const std::uint64_t times = std::uint64_t{1} << (10 * (unit + 1));
  if (value > std::numeric_limits<std::uint64_t>::max() / times) return std::nullopt;
  return value * times;
}

}  // namespace

std::string SetLimit(std::string_view text, Limits& limits) {
  const std::size_t equals = text.find('=');
  if (equals == text.npos) {
    return fmt::format("\"{}\" is not NAME=VALUE, such as max_nodes=2000000", Shortened(text, 60));
  }
  const std::string_view name = text.substr(0, equals), amount = text.substr(equals + 1);
  const auto known = std::find_if(kLimits.begin(), kLimits.end(),
                                  [&](const KnownLimit& limit) { return limit.name == name; });
  if (known == kLimits.end()) {
    std::vector<std::string_view> names;
    for (const KnownLimit& limit : kLimits) names.push_back(limit.name);
    return fmt::format("there is no limit \"{}\"{}; `sinew help limits` lists them",
                       Shortened(name, 60), DidYouMean(name, names));
  }
  const std::optional<std::uint64_t> value = ParseAmount(amount);
  if (!value || !known->set(limits, value)) {
    return fmt::format("\"{}\" is not a whole number that {} can be; k, M and G may end it",
                       Shortened(amount, 60), name);
  }
  return "";
}

std::string LimitHint(std::string_view message) {
  for (const KnownLimit& limit : kLimits) {
    if (message.find(limit.name) == message.npos) continue;
    return fmt::format(" (--limit {}=N raises it)", limit.name);
  }
  return "";
}

std::string LimitTable() {
  TextTable table({"name", ">default", "what it bounds"});
  Limits limits;
  for (const KnownLimit& limit : kLimits) {
    table.Add({std::string(limit.name), Thousands(*limit.set(limits, std::nullopt)), limit.what});
  }
  return table.Text("  ");
}

}  // namespace sinew::cli
