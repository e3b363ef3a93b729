// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Runs something in a child process whose streams are a terminal (a pseudo terminal).
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace sinew::testing {

struct TerminalRun {
  int exit_code = -1;            // 128 + the signal's number where one ended it.
  std::string seen;              // stdout and stderr, as they came; lines end in \n.
  std::size_t longest_line = 0;  // In bytes.
};

// `work` returns the child's exit code. `environment` has "NAME=value" to set; COLUMNS is unset
// unless it is there.
TerminalRun RunOnTerminal(unsigned columns, const std::vector<std::string>& environment,
                          const std::function<int()>& work);

// The same of the built tool.
TerminalRun RunToolOnTerminal(const std::vector<std::string>& arguments, unsigned columns,
                              const std::vector<std::string>& environment = {"TERM=xterm"});

}  // namespace sinew::testing
