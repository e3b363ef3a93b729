// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "cli/on_terminal.h"

#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <stdexcept>

namespace sinew::testing {

TerminalRun RunOnTerminal(unsigned columns, const std::vector<std::string>& environment,
                          const std::function<int()>& work) {
  winsize size{};
  size.ws_row = 24;
  size.ws_col = static_cast<unsigned short>(columns);
  int terminal = -1;
  const pid_t child = forkpty(&terminal, nullptr, nullptr, &size);
  if (child < 0) throw std::runtime_error("forkpty failed");
  if (child == 0) {
    unsetenv("COLUMNS");
    for (const std::string& one : environment) putenv(const_cast<char*>(one.c_str()));
    const int code = work();
    _exit(code);
  }
  TerminalRun run;
  char piece[4096];
  for (;;) {  // Ends with an error (EIO) once the child has closed its side.
    const ssize_t count = read(terminal, piece, sizeof piece);
    if (count <= 0) break;
    run.seen.append(piece, static_cast<std::size_t>(count));
  }
  close(terminal);
  int status = 0;
  if (waitpid(child, &status, 0) != child) throw std::runtime_error("waitpid failed");
  run.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  // Terminals end lines in \r\n.
  std::string::size_type at = 0;
  while ((at = run.seen.find("\r\n", at)) != std::string::npos) run.seen.erase(at, 1);
  std::istringstream lines(run.seen);
  for (std::string line; std::getline(lines, line);) {
    run.longest_line = std::max(run.longest_line, line.size());
  }
  return run;
}

}  // namespace sinew::testing
