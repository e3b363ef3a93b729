// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "text/diagnostics.h"

#include <sys/poll.h>
#include <unistd.h>

#include <cstdio>
#include <string>

#include "text/json_out.h"
#include "text/printable.h"

namespace sinew::cli {

void Say(std::string_view line) {
  const std::string whole = "sinew: " + std::string(line) + "\n";
  std::fflush(stdout);  // Where both go to one place, lines stay whole and in order.
  std::fwrite(whole.data(), 1, whole.size(), stderr);
}

void Complain(std::string_view path, std::string_view message) {
  Say(Printable(path) + ": " + std::string(message));
}

void WriteError(const CommandError& error, JsonWriter& json) {
  json.Key("error").String(error.message());
  json.Key("code").String(error.kind()).Key("pointer").String(error.pointer());
}

bool ReaderIsGone() {
  pollfd out{STDOUT_FILENO, POLLOUT, 0};
  return poll(&out, 1, 0) == 1 && (out.revents & POLLERR) != 0;
}

}  // namespace sinew::cli
