// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// JSON to a stream, piece by piece: a pose with vertices can be larger than memory is worth.
#pragma once

#include <cstdio>
#include <string_view>

#include "sinew/json.h"
#include "text/exit_code.h"

namespace sinew::cli {

class JsonStream : public JsonWriter {
 public:
  explicit JsonStream(std::FILE* out)
      : JsonWriter([this, out](std::string_view piece) {
          begun_ = true;
          return std::fwrite(piece.data(), 1, piece.size(), out) == piece.size();
        }),
        out_(out) {}
  JsonStream(const JsonStream&) = delete;
  JsonStream& operator=(const JsonStream&) = delete;

  // Whether anything has left for the stream.
  bool begun() const { return begun_; }

  // Throws CommandError where the stream is broken: there is no point in computing more for it.
  void RequireWritten() const {
    if (failed()) throw CommandError(ExitCode::kCannotRead, "cannot write to the output");
  }

  // Writes all that is left and ends the line. Throws as RequireWritten().
  void Finish() {
    Flush();
    begun_ = true;
    RequireWritten();
    if (std::fputc('\n', out_) == EOF) {
      throw CommandError(ExitCode::kCannotRead, "cannot write to the output");
    }
  }

 private:
  std::FILE* out_;
  bool begun_ = false;
};

}  // namespace sinew::cli
