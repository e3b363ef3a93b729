// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "load_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>

#include "decoders.h"
#include "load_js3d.h"
#include "sinew/runtime_file.h"
#include "text/diagnostics.h"
#include "text/exit_code.h"
#include "text/printable.h"

namespace sinew::cli {
namespace {

namespace fs = std::filesystem;

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

// The file's bytes, or why not. Pipes are read too: what counts is what comes, not a stated size.
std::optional<std::string> ReadAll(const fs::path& path, std::size_t max_bytes,
                                   std::vector<std::byte>& bytes) {
  std::error_code error;
  if (fs::is_directory(path, error)) return "is a directory, not a file";
  if (fs::is_symlink(path, error) && !fs::exists(path, error)) {
    return fmt::format("cannot open: it is a link to \"{}\", which is not there",
                       Shortened(fs::read_symlink(path, error).string(), 60));
  }
  const std::unique_ptr<std::FILE, CloseFile> file(std::fopen(path.c_str(), "rb"));
  if (!file) return fmt::format("cannot open: {}", std::strerror(errno));
  const std::uintmax_t size = fs::is_regular_file(path, error) ? fs::file_size(path, error) : 0;
  if (!error && size <= max_bytes) bytes.reserve(static_cast<std::size_t>(size) + 1);
  constexpr std::size_t kPieceBytes = 1 << 16;
  for (;;) {
    const std::size_t had = bytes.size();
    const std::size_t room = std::max(bytes.capacity() - had, kPieceBytes);
    bytes.resize(had + room);
    const std::size_t got = std::fread(bytes.data() + had, 1, room, file.get());
    bytes.resize(had + got);
    if (bytes.size() > max_bytes) {
      const std::string message =
          fmt::format("is larger than {}, the limit max_file_bytes", ByteSize(max_bytes));
      return message + LimitHint(message);
    }
    if (got == room) continue;
    if (std::ferror(file.get())) return fmt::format("cannot read: {}", std::strerror(errno));
    return std::nullopt;
  }
}

// Why a URI must not be opened, or nothing.
std::optional<std::string> Forbidden(std::string_view uri) {
  if (uri.empty()) return "it is empty";
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; };
  if (std::any_of(uri.begin(), uri.end(), is_control)) return "it holds control characters";
  if (uri.find('\\') != uri.npos) return "it holds a backslash";
  if (uri.front() == '/') return "it is an absolute path";
  const std::string_view first_segment = uri.substr(0, uri.find('/'));
  if (first_segment.find(':') != uri.npos) return "it names a scheme or a drive";
  for (std::size_t begin = 0; begin <= uri.size();) {
    const std::size_t end = std::min(uri.find('/', begin), uri.size());
    if (uri.substr(begin, end - begin) == "..") return "it leads out of the file's folder";
    begin = end + 1;
  }
  return std::nullopt;
}

bool IsBelow(const fs::path& folder, const fs::path& path) {
  const auto [in_folder, in_path] =
      std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
  return in_folder == folder.end() && in_path != path.end();
}

Failure Unavailable(std::string_view uri, std::string_view why) {
  return {FailureCode::kResource, "",
          fmt::format("\"{}\" is not read: {}", Shortened(uri, 60), why)};
}

// A text that does not even begin as one: the JSON reader's complaint would only puzzle.
bool IsNoModel(std::span<const std::byte> bytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const std::size_t first = text.find_first_not_of(" \t\r\n\xef\xbb\xbf");
  return first != text.npos && text[first] != '{' && !text.starts_with("glTF");
}

// What people can recognise a format by.
std::string BeginningOf(std::span<const std::byte> bytes) {
  const std::size_t count = std::min<std::size_t>(bytes.size(), 12);
  return "\"" + Printable({reinterpret_cast<const char*>(bytes.data()), count}) + "\"";
}

}  // namespace

void AddLimitOption(Command& command, Limits& limits) {
  command
      .AddOption(
          "--limit", [&limits](const std::string& text) { return SetLimit(text, limits); },
          "Change a limit; `sinew help limits` lists them")
      .TypeName("NAME=N")
      .OneTextEach();
}

void AddImportOptions(Command& command, ImportOptions& options) {
  command.AddOption("--up", options.up, "Up axis of the result: y (as in the file) or z")
      .OneOf({"y", "z"})
      .TypeName("AXIS");
  command.AddFlag("--strict", options.strict,
                  "Refuse files with any error instead of repairing them");
  AddLimitOption(command, options.limits);
}

std::vector<std::byte> ReadFileBytes(const std::string& path, std::size_t max_bytes) {
  std::vector<std::byte> bytes;
  if (const auto trouble = ReadAll(path, max_bytes, bytes)) {
    throw CommandError(ExitCode::kCannotRead, path, *trouble);
  }
  return bytes;
}

std::vector<std::byte> ReadContent(const std::string& path, std::size_t max_bytes) {
  std::vector<std::byte> bytes = ReadFileBytes(path, max_bytes);
  if (bytes.empty()) throw CommandError(ExitCode::kCannotRead, path, "is empty, 0 bytes");
  return bytes;
}

Resolver BesideResolver(const fs::path& folder, std::size_t max_bytes) {
  return [folder, max_bytes](std::string_view uri) -> Result<std::vector<std::byte>> {
    if (const auto why = Forbidden(uri)) return Unavailable(uri, *why);
    std::error_code error;
    const fs::path home = fs::canonical(folder.empty() ? fs::path(".") : folder, error);
    if (error) return Unavailable(uri, error.message());
    const fs::path path = fs::weakly_canonical(home / fs::path(uri), error);
    if (error) return Unavailable(uri, error.message());
    if (!IsBelow(home, path)) return Unavailable(uri, "a link leads out of the file's folder");
    if (!fs::exists(path, error)) return Unavailable(uri, "there is no such file");
    if (!fs::is_regular_file(path, error)) return Unavailable(uri, "it is not a regular file");
    std::vector<std::byte> bytes;
    if (const auto trouble = ReadAll(path, max_bytes, bytes)) return Unavailable(uri, *trouble);
    return bytes;
  };
}

std::string PercentDecoded(std::string_view uri) {
  std::string plain;
  for (std::size_t i = 0; i < uri.size(); ++i) {
    unsigned value = 0;
    const char* const digits = uri.data() + i + 1;
    if (uri[i] == '%' && uri.size() - i > 2 &&
        std::from_chars(digits, digits + 2, value, 16).ptr == digits + 2) {
      plain += static_cast<char>(value);
      i += 2;
    } else {
      plain += uri[i];
    }
  }
  return plain;
}

ReadModel ReadModelBytes(const std::string& path, std::span<const std::byte> bytes,
                         const ImportOptions& options) {
  if (IsRuntimeFile(bytes)) {
    return {bytes.size(),
            {Failure{FailureCode::kUnsupported, "",
                     "is a packed .sinew file, from which no model can be had; inspect and hash "
                     "read it"},
             {}},
            {},
            {}};
  }
  if (IsJs3dFile(path, bytes)) return ReadJs3dBytes(bytes, options);
  GltfOptions gltf;
  gltf.limits = options.limits.gltf;
  gltf.resolve = BesideResolver(fs::path(path).parent_path(), gltf.limits.max_file_bytes);
  gltf.decoders = PackagedDecoders();
  gltf.up_axis = options.up == "z" ? UpAxis::kZ : UpAxis::kAsInFile;
  gltf.strict = options.strict;
  ReadModel file{bytes.size(), ReadGltf(bytes, gltf), {}, {}};
  if (!file.read.model.ok() && IsNoModel(bytes)) {
    file.read.model = Failure{
        FailureCode::kSyntax, "byte 0",
        "this is not a glTF, GLB, .js3d or .sinew file; it begins with " + BeginningOf(bytes)};
  }
  return file;
}

ReadModel ReadModelFile(const std::string& path, const ImportOptions& options) {
  return ReadModelBytes(path, ReadContent(path, options.limits.gltf.max_file_bytes), options);
}

Model ModelOf(const std::string& path, ReadModel file) {
  if (!file.read.model.ok()) {
    throw CommandError(path, file.read.model.failure());
  }
  if (file.read.report.errors() > 0) {
    Complain(path, fmt::format("note: read in spite of {}; `sinew validate` lists them",
                               Counted(file.read.report.errors(), "error")));
  }
  return std::move(file.read.model).value();
}

Model LoadModelFile(const std::string& path, const ImportOptions& options) {
  return ModelOf(path, ReadModelFile(path, options));
}

}  // namespace sinew::cli
