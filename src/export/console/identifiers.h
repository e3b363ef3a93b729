// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Identifiers that no two things share.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace sinew::console {

class Identifiers {
 public:
  // ConsoleIdentifier(name), with "_2", "_3" and so on behind it where it is taken.
  std::string Take(std::string_view name);

 private:
  std::set<std::string> taken_;
};

}  // namespace sinew::console
