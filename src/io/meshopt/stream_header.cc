// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "io/meshopt/stream_header.h"

#include <string>

#include "io/meshopt/stream_failures.h"
#include "io/words.h"

namespace sinew::meshopt {

using io::Words;

namespace {

std::string Hexadecimal(std::uint32_t byte) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  return {'0', 'x', kDigits[byte >> 4 & 15], kDigits[byte & 15]};
}

}  // namespace

Result<std::uint32_t> ReadVersion(std::span<const std::byte> source, const Codec& codec) {
  if (source.empty()) return BrokenAt(0, Words("The meshopt ", codec.name, " stream is empty."));
  const auto first = std::to_integer<std::uint32_t>(source[0]);
  if ((first & 0xF0) != codec.head) {
    return BrokenAt(
        0, Words("A meshopt ", codec.name, " stream begins with ", Hexadecimal(codec.head), " or ",
                 Hexadecimal(codec.head + kNewestVersion), ", this one with ", Hexadecimal(first),
                 "."));
  }
  const std::uint32_t version = first & 0x0F;
  if (version > kNewestVersion) {
    return Failure{FailureCode::kUnsupported, "byte 0",
                   Words("The meshopt ", codec.name, " stream is of version ", version,
                         "; versions up to ", kNewestVersion, " can be read.")};
  }
  return version;
}

}  // namespace sinew::meshopt
