// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/limits.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <system_error>
#include <type_traits>

#include "io/words.h"

namespace sinew {
namespace {

// A field of the limits, as a number of 64 bits.
struct KnownLimit {
  std::string_view name;
  std::uint64_t (*get)(const Limits&);
  void (*set)(Limits&, std::uint64_t);
  std::uint64_t most;
  std::string_view what;
};

template <auto Member>
constexpr KnownLimit OfReader(std::string_view name, std::string_view what) {
  using Field = std::remove_cvref_t<decltype(std::declval<GltfLimits>().*Member)>;
  return {
      name, [](const Limits& limits) -> std::uint64_t { return limits.gltf.*Member; },
      [](Limits& limits, std::uint64_t value) { limits.gltf.*Member = static_cast<Field>(value); },
      std::numeric_limits<Field>::max(), what};
}

template <auto Member>
constexpr KnownLimit OfWork(std::string_view name, std::string_view what) {
  return {name, [](const Limits& limits) -> std::uint64_t { return limits.*Member; },
          [](Limits& limits, std::uint64_t value) { limits.*Member = value; },
          std::numeric_limits<std::uint64_t>::max(), what};
}

constexpr std::array kLimits{
    OfReader<&GltfLimits::max_file_bytes>("max_file_bytes",
                                          "bytes of a file, and of each buffer beside it"),
    OfReader<&GltfLimits::max_json_bytes>("max_json_bytes",
                                          "bytes of its JSON; never more than 1G"),
    OfReader<&GltfLimits::max_json_values>("max_json_values", "values in its JSON, keys included"),
    OfReader<&GltfLimits::max_json_depth>("max_json_depth", "arrays and objects in each other"),
    OfReader<&GltfLimits::max_nodes>("max_nodes", "nodes of a file"),
    OfReader<&GltfLimits::max_skin_joints>("max_skin_joints", "joints of a skin"),
    OfReader<&GltfLimits::max_attributes>("max_attributes",
                                          "attributes of a primitive or morph target"),
    OfReader<&GltfLimits::max_extensions>("max_extensions", "extensions that a file names"),
    OfReader<&GltfLimits::max_accessor_elements>("max_accessor_elements",
                                                 "elements of an accessor"),
    OfReader<&GltfLimits::max_decoded_bytes>("max_decoded_bytes",
                                             "bytes of everything decoded, plus:"),
    OfReader<&GltfLimits::max_decoded_ratio>("max_decoded_ratio",
                                             "as many decoded bytes per byte of the file"),
    OfReader<&GltfLimits::max_image_bytes>("max_image_bytes", "bytes of an image beside a file"),
    OfReader<&GltfLimits::max_images_bytes>("max_images_bytes",
                                            "bytes of all images beside a file"),
    OfReader<&GltfLimits::max_draco_bytes>(
        "max_draco_bytes", "bytes that decoding a Draco stream holds, plus 16 times the file's"),
    OfWork<&Limits::max_work>("max_work",
                              "joints and vertices posed, over all frames; the work of `weights`"),
    OfWork<&Limits::max_pack_bytes>("max_pack_bytes",
                                    "bytes of memory that packing a clip may use"),
    OfWork<&Limits::max_output_bytes>("max_output_bytes",
                                      "bytes of meshes that `skin` and `weights` write"),
    OfWork<&Limits::max_draco_seconds>(
        "max_draco_seconds", "seconds of decoding a file's Draco streams, plus 2 per MiB"),
};

}  // namespace

std::vector<NamedLimit> ListLimits(const Limits& limits) {
  std::vector<NamedLimit> list;
  for (const KnownLimit& known : kLimits) {
    list.push_back({.name = known.name, .what = known.what, .value = known.get(limits)});
  }
  return list;
}

std::optional<Failure> SetLimit(std::string_view name, std::uint64_t value, Limits& limits) {
  const auto known = std::find_if(kLimits.begin(), kLimits.end(),
                                  [&](const KnownLimit& limit) { return limit.name == name; });
  if (known == kLimits.end()) {
    return Failure{FailureCode::kInvalid, "", io::Words("there is no limit \"", name, "\"")};
  }
  if (value > known->most) {
    return Failure{FailureCode::kInvalid, "",
                   io::Words(value, " is more than ", name, " can be, ", known->most)};
  }
  known->set(limits, value);
  return std::nullopt;
}

std::optional<std::string_view> LimitNamedIn(std::string_view message) {
  for (const KnownLimit& known : kLimits) {
    if (message.find(known.name) != message.npos) return known.name;
  }
  return std::nullopt;
}

std::optional<std::uint64_t> ParseLimitValue(std::string_view text) {
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

}  // namespace sinew
