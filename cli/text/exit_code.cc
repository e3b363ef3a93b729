// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "text/exit_code.h"

#include <fmt/format.h>

#include "text/limit_option.h"
#include "text/printable.h"

namespace sinew::cli {
namespace {

const char* KindOf(ExitCode code) {
  switch (code) {
    case ExitCode::kUsage:
      return "usage";
    case ExitCode::kUnsupported:
      return "unsupported";
    case ExitCode::kBug:
      return "bug";
    default:
      return "file";
  }
}

std::string Line(const std::string& file, const Failure& failure) {
  return fmt::format("{}: {}", Printable(file), Printable(Describe(failure)));
}

Failure WithLimitHint(Failure failure) {
  // A buffer beside the file may break a limit too.
  if (failure.code == FailureCode::kLimit || failure.code == FailureCode::kResource) {
    failure.message += LimitHint(failure.message);
  }
  return failure;
}

}  // namespace

CommandError::CommandError(ExitCode code, const std::string& message)
    : std::runtime_error(message), code_(code), message_(message), kind_(KindOf(code)) {}

CommandError::CommandError(ExitCode code, const std::string& file, const std::string& message)
    : std::runtime_error(fmt::format("{}: {}", Printable(file), message)),
      code_(code),
      file_(file),
      message_(message),
      kind_(KindOf(code)) {}

CommandError::CommandError(const std::string& file, const Failure& failure)
    : std::runtime_error(Line(file, WithLimitHint(failure))),
      code_(ExitCodeOf(failure)),
      file_(file),
      message_(WithLimitHint(failure).message),
      kind_(FailureCodeName(failure.code)),
      pointer_(failure.place) {}

CommandError LimitError(const std::string& file, const std::string& message) {
  return CommandError(file, Failure{FailureCode::kLimit, "", message});
}

}  // namespace sinew::cli
