// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What the tool's exit code means, and the exception that carries one up to main().
#pragma once

#include <stdexcept>
#include <string>

#include "sinew/result.h"

namespace sinew::cli {

// Over a batch the largest code wins: a file that cannot be read (3) counts more than one with
// findings (1).
enum class ExitCode : int {
  kFine = 0,
  kFindings = 1,     // validate found errors; diff found a difference.
  kUsage = 2,        // The command line is wrong.
  kCannotRead = 3,   // A file cannot be opened, read, parsed or written.
  kUnsupported = 4,  // A file needs something this build does not have.
  kBug = 5,          // Ours.
};

inline ExitCode Worse(ExitCode a, ExitCode b) {
  return static_cast<int>(a) < static_cast<int>(b) ? b : a;
}

// Ends a command, or one file of a batch. The message is one line without "sinew:" in front.
class CommandError : public std::runtime_error {
 public:
  CommandError(ExitCode code, const std::string& message)
      : std::runtime_error(message), code_(code) {}
  ExitCode code() const { return code_; }

 private:
  ExitCode code_;
};

inline ExitCode ExitCodeOf(const Failure& failure) {
  return failure.code == FailureCode::kUnsupported ? ExitCode::kUnsupported : ExitCode::kCannotRead;
}

}  // namespace sinew::cli
