// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What the tool's exit code means, and the exception that carries one up to main().
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

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

inline ExitCode ExitCodeOf(const Failure& failure) {
  return failure.code == FailureCode::kUnsupported ? ExitCode::kUnsupported : ExitCode::kCannotRead;
}

// Ends a command, or one file of a batch. what() is one printable line without "sinew:" in front.
class CommandError : public std::runtime_error {
 public:
  CommandError(ExitCode code, const std::string& message);
  // About a file.
  CommandError(ExitCode code, const std::string& file, const std::string& message);
  // What the library said about a file. Where a limit broke, how to raise it is added.
  CommandError(const std::string& file, const Failure& failure);

  ExitCode code() const { return code_; }
  // The parts of it, for `--json`.
  const std::string& file() const { return file_; }  // As the user named it, or empty.
  const std::string& message() const { return message_; }
  // "usage", "file", "bug", or a FailureCodeName: "syntax", "invalid", "limit", "unsupported",
  // "resource".
  const std::string& kind() const { return kind_; }
  const std::string& pointer() const { return pointer_; }  // The failure's place, or empty.

  // JSON is on its way already: an error object after it would make it two.
  bool output_begun = false;

 private:
  ExitCode code_;
  std::string file_, message_, kind_, pointer_;
};

// The value, or what the library said about `file` as a CommandError.
template <typename T>
T Taken(const std::string& file, Result<T> result) {
  if (!result.ok()) throw CommandError(file, result.failure());
  return std::move(result).value();
}

// A limit of the tool's own that a file breaks. `message` names it.
CommandError LimitError(const std::string& file, const std::string& message);

}  // namespace sinew::cli
