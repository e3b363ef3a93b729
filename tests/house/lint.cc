// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "house/lint.h"

#include <algorithm>
#include <fstream>
#include <optional>
#include <string_view>

#include "house/rooms.h"

namespace sinew::house {
namespace {

namespace fs = std::filesystem;

struct Include {
  std::string path;
  bool quoted = false;
};

// The include on this line, if there is one.
std::optional<Include> IncludeOf(std::string_view line) {
  const auto skip_spaces = [&] {
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  };
  skip_spaces();
  if (!line.starts_with('#')) return std::nullopt;
  line.remove_prefix(1);
  skip_spaces();
  if (!line.starts_with("include")) return std::nullopt;
  line.remove_prefix(std::string_view("include").size());
  skip_spaces();
  if (line.empty() || (line[0] != '"' && line[0] != '<')) return std::nullopt;
  const bool quoted = line[0] == '"';
  line.remove_prefix(1);
  return Include{.path = std::string(line.substr(0, line.find(quoted ? '"' : '>'))),
                 .quoted = quoted};
}

// The functions of namespace std called on this line, comments aside.
std::vector<std::string> StandardCallsOf(std::string_view line) {
  constexpr std::string_view kPrefix = "std::";
  line = line.substr(0, line.find("//"));
  std::vector<std::string> calls;
  for (std::size_t at = line.find(kPrefix); at != line.npos; at = line.find(kPrefix, at)) {
    at += kPrefix.size();
    const std::size_t end = line.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_", at);
    if (end != line.npos && line[end] == '(') calls.emplace_back(line.substr(at, end - at));
  }
  return calls;
}

std::string FirstPart(const std::string& path) { return path.substr(0, path.find('/')); }

bool Contains(const std::map<std::string, std::set<std::string>>& table, const std::string& key,
              const std::string& value) {
  const auto found = table.find(key);
  return found != table.end() && found->second.contains(value);
}

// Where a file stands: a public header, a room of src/, or the tool.
struct Place {
  std::string room;  // "cli" for the tool.
  bool is_public = false;
  bool may_use_intrinsics = false;
  bool may_print = false;
};

// Why `include` must not stand in a file at `place`; empty where it may.
std::string Objection(const Place& place, const Include& include) {
  const bool is_library = place.room != "cli";
  const std::string first = FirstPart(include.path);
  if (first == "sinew") {
    const auto header = RoomOfPublicHeader().find(include.path.substr(first.size() + 1));
    if (header == RoomOfPublicHeader().end()) {
      return include.path + " has no room in tests/house/rooms.cc";
    }
    if (!is_library || header->second == place.room ||
        Contains(RoomsEachMayInclude(), place.room, header->second)) {
      return "";
    }
    return place.room + " must not know " + header->second + " (" + include.path + ")";
  }
  if (include.quoted) {
    if (place.is_public) return "a public header may include public headers only";
    if (first == place.room) return "";
    const bool is_beside = first == include.path;  // No folder in the path.
    const bool is_of_cli = is_beside || first == "bench" || first == "commands" ||
                           first == "text" || first == "rig100" || first == "workloads";
    if (is_of_cli && !is_library) return "";
    if (!RoomsEachMayInclude().contains(first)) {
      return include.path + " names no room: write the path from src/";
    }
    if (!is_library) return "cli must not look into src/ (" + include.path + ")";
    if (Contains(RoomsEachMayInclude(), place.room, first)) return "";
    return place.room + " must not know " + first + " (" + include.path + ")";
  }
  if (!is_library) {
    // System headers are the tool's own business; third-party ones are listed.
    const bool known =
        IsStandardHeader(include.path) || first == "sys" || include.path == "unistd.h";
    if (known || Contains(ThirdPartyEachMayInclude(), place.room, first)) return "";
    return "<" + include.path + "> is not among the tool's dependencies";
  }
  if (place.room == "files" && IsFileSystemHeader(include.path)) {
    if (!place.is_public || IsStandardHeader(include.path)) return "";
  }
  if (IsStandardHeader(include.path)) {
    if (place.may_print && include.path == "cstdio") return "";
    const std::string why = WhyForbiddenInLibrary(include.path);
    return why.empty() ? "" : "<" + include.path + "> is not for the library: " + why;
  }
  if (place.is_public) return "<" + include.path + "> is third-party, in a public header";
  if (IsIntrinsicsHeader(include.path)) {
    return place.may_use_intrinsics ? "" : "<" + include.path + "> belongs into src/math/simd";
  }
  if (Contains(ThirdPartyEachMayInclude(), place.room, first)) return "";
  return "<" + include.path + "> is not among the dependencies of " + place.room;
}

class Linter {
 public:
  explicit Linter(fs::path root) : root_(std::move(root)) {}

  LintResult Run() {
    for (const fs::path& file : FilesUnder("include/sinew")) LintPublicHeader(file);
    for (const fs::path& file : FilesUnder("src")) LintRoomFile(file);
    for (const fs::path& file : FilesUnder("cli")) LintSource(file, {.room = "cli"});
    for (const char* folder : {"src", "cli", "cmake", "bench", "fuzz"}) {
      for (const fs::path& file : FilesUnder(folder)) LintCMake(file);
    }
    for (const char* name : {"CMakeLists.txt", "CMakePresets.json"}) {
      if (fs::exists(root_ / name)) LintCMake(root_ / name);
    }
    std::sort(result_.findings.begin(), result_.findings.end());
    return std::move(result_);
  }

 private:
  std::vector<fs::path> FilesUnder(const std::string& folder) const {
    std::vector<fs::path> files;
    if (!fs::is_directory(root_ / folder)) return files;
    for (const auto& entry : fs::recursive_directory_iterator(root_ / folder)) {
      if (entry.is_regular_file()) files.push_back(entry.path());
    }
    return files;
  }

  void Find(const fs::path& file, std::size_t line, const std::string& what) {
    result_.findings.push_back(file.lexically_relative(root_).generic_string() + ":" +
                               std::to_string(line) + ": " + what);
  }

  void LintPublicHeader(const fs::path& file) {
    const auto room = RoomOfPublicHeader().find(file.lexically_relative(root_ / "include/sinew"));
    if (room == RoomOfPublicHeader().end()) {
      Find(file, 1, "a header without a room in tests/house/rooms.cc");
    } else {
      LintSource(file, {.room = room->second, .is_public = true});
    }
  }

  void LintRoomFile(const fs::path& file) {
    const fs::path relative = file.lexically_relative(root_ / "src");
    const std::string room = relative.begin()->string();
    if (relative == "CMakeLists.txt") return;
    if (!RoomsEachMayInclude().contains(room)) {
      Find(file, 1, room + " is not a room of tests/house/rooms.cc");
    } else {
      const std::string path = relative.generic_string();
      LintSource(file, {.room = room,
                        .may_use_intrinsics = MayUseIntrinsics(path),
                        .may_print = MayPrint(path)});
    }
  }

  void LintSource(const fs::path& file, const Place& place) {
    if (file.extension() != ".h" && file.extension() != ".cc" && file.extension() != ".inl") return;
    ++result_.source_files;
    std::ifstream text(file);
    std::string line;
    for (std::size_t number = 1; std::getline(text, line); ++number) {
      const std::optional<Include> include = IncludeOf(line);
      if (!include) {
        if (place.room != "cli") LintCalls(file, number, line);
        continue;
      }
      ++result_.includes;
      const std::string objection = Objection(place, *include);
      if (!objection.empty()) Find(file, number, objection);
    }
  }

  void LintCalls(const fs::path& file, std::size_t number, const std::string& line) {
    for (const std::string& call : StandardCallsOf(line)) {
      if (IsForbiddenFunction(call)) {
        Find(file, number, "std::" + call + " does not give the same bits everywhere");
      }
    }
  }

  // Flags that would change the arithmetic, and rooms that link more than they may include.
  void LintCMake(const fs::path& file) {
    if (file.filename() != "CMakeLists.txt" && file.filename() != "CMakePresets.json" &&
        file.extension() != ".cmake") {
      return;
    }
    ++result_.cmake_files;
    std::ifstream text(file);
    std::string line;
    std::string room;  // Of the sinew_room(...) call that is open, and whether USES was seen in it.
    bool in_uses = false;
    for (std::size_t number = 1; std::getline(text, line); ++number) {
      line.erase(std::min(line.find('#'), line.size()));
      for (const char* flag : {"-mfma", "-ffast-math", "-Ofast", "-funsafe-math-optimizations",
                               "-ffp-contract=fast", "-ffp-contract=on", "-march=native"}) {
        if (line.find(flag) != std::string::npos) {
          Find(file, number, std::string(flag) + " changes the arithmetic");
        }
      }
      for (const std::string& word : Words(line)) {
        if (word == "sinew_room") {
          room = "?";
        } else if (room == "?") {
          room = word;
        } else if (!room.empty() && word == "USES") {
          in_uses = true;
        } else if (in_uses && word != ")" && !Contains(RoomsEachMayInclude(), room, word)) {
          Find(file, number, room + " must not link " + word);
        } else if (word == ")") {
          room.clear();
          in_uses = false;
        }
      }
    }
  }

  // The words of a CMake line; a closing parenthesis is a word, an opening one a space.
  static std::vector<std::string> Words(const std::string& line) {
    std::vector<std::string> words(1);
    for (const char c : line) {
      if (c == ' ' || c == '\t' || c == '(') {
        words.emplace_back();
      } else if (c == ')') {
        words.emplace_back(")");
        words.emplace_back();
      } else {
        words.back() += c;
      }
    }
    std::erase(words, "");
    return words;
  }

  fs::path root_;
  LintResult result_;
};

}  // namespace

LintResult LintTree(const fs::path& root) { return Linter(root).Run(); }

}  // namespace sinew::house
