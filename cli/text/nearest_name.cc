// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "text/nearest_name.h"

#include <fmt/format.h>

#include <optional>

#include "sinew/names.h"
#include "text/printable.h"

namespace sinew::cli {

std::string DidYouMean(std::string_view wanted, std::span<const std::string_view> names) {
  const std::optional<std::string_view> nearest = NearestName(wanted, names);
  return nearest ? fmt::format(" (did you mean \"{}\"?)", Printable(*nearest)) : "";
}

}  // namespace sinew::cli
