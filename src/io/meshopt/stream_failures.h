// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What is said about a stream that breaks a rule of its format.
#pragma once

#include <cstddef>
#include <string>
#include <utility>

#include "io/words.h"
#include "sinew/result.h"

namespace sinew::meshopt {

inline Failure BrokenAt(std::size_t byte, std::string message) {
  return {FailureCode::kInvalid, io::Words("byte ", byte), std::move(message)};
}

// Of the request, not of a byte.
inline Failure Broken(std::string message) {
  return {FailureCode::kInvalid, "", std::move(message)};
}

}  // namespace sinew::meshopt
