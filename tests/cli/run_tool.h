// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Runs the built tool as a user does: a child process, its exit code, what it printed where.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace sinew::testing {

struct ToolRun {
  int exit_code = -1;  // 128 + the signal's number where one ended it.
  std::string out;
  std::string err;
  long max_resident_bytes = 0;  // The most memory it held.
};

struct ToolLimits {
  long max_file_bytes = -1;     // What it may write to one file; -1: any.
  std::string stdout_to = {};   // Instead of being caught.
  bool reader_gone = false;     // stdout is a pipe that nobody reads.
  bool streams_closed = false;  // Neither stdin, stdout nor stderr.
};

// `arguments` without the program's name. SINEW_TOOL in the environment names another build.
ToolRun RunTool(const std::vector<std::string>& arguments, const ToolLimits& limits = {});

// The built-in character, written by `sinew demo` once per build of the tool, because that takes
// long under sanitizers. Tests may read it and must not write to it.
std::string CharacterFile();

// A folder of its own, gone at the end of the test.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  // The path of a name in it.
  std::string operator/(std::string_view name) const { return (path_ / name).string(); }
  const std::filesystem::path& path() const { return path_; }
  // Writes a file (and the folders on its way); the path.
  std::string Write(std::string_view name, std::string_view content) const;
  // Names of what lies in it, sorted.
  std::vector<std::string> Names() const;

 private:
  std::filesystem::path path_;
};

std::string ReadText(const std::string& path);

// The whole text with the first `from` in it replaced.
std::string Replaced(std::string text, std::string_view from, std::string_view to);

// Bytes as a data URI.
std::string DataUri(std::string_view bytes);

// A .gltf: one node "thing", one triangle (0,0,0) (1,0,0) (0,1,0) in the buffer of that URI.
std::string TriangleGltf(std::string_view uri);
// The 36 bytes that TriangleGltf wants in its buffer, and the same as a data URI.
std::string TriangleBytes();
inline constexpr std::string_view kTriangleData =
    "data:application/octet-stream;base64,"
    "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA";

// TriangleGltf with clips of these names, each moving the node from x = 0 to x = 1 in `seconds`.
std::string TriangleWithClips(const std::vector<std::string>& names, float seconds = 1.0f);

// A joint and two skinned meshes of one triangle, both under the first of two skins that are alike.
// The weights of the second mesh's vertices sum to 2, to 1 and to 0.5.
std::string TwoSkinnedTriangles();

}  // namespace sinew::testing
