// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "cli/run_tool.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "cli/on_terminal.h"

namespace sinew::testing {
namespace {

namespace fs = std::filesystem;

std::string Tool() {
  const char* const other = std::getenv("SINEW_TOOL");
  return other != nullptr ? other : SINEW_TOOL;
}

// Becomes the tool; returns only where that fails.
int Execute(const std::vector<std::string>& arguments) {
  const std::string tool = Tool();
  std::vector<char*> argv{const_cast<char*>(tool.c_str())};
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  execv(tool.c_str(), argv.data());
  return 127;
}

void OpenAs(int descriptor, const std::string& path) {
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (file < 0 || dup2(file, descriptor) < 0) _exit(125);
  close(file);
}

}  // namespace

TerminalRun RunToolOnTerminal(const std::vector<std::string>& arguments, unsigned columns,
                              const std::vector<std::string>& environment) {
  return RunOnTerminal(columns, environment, [&] { return Execute(arguments); });
}

ToolRun RunTool(const std::vector<std::string>& arguments, const ToolLimits& limits) {
  const Folder folder;
  const std::string out = limits.stdout_to.empty() ? folder / "out" : limits.stdout_to;
  const std::string err = folder / "err";

  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("fork failed");
  if (child == 0) {
    OpenAs(STDOUT_FILENO, out);
    OpenAs(STDERR_FILENO, err);
    std::signal(SIGPIPE, SIG_DFL);
    std::signal(SIGXFSZ, SIG_DFL);
    int ends[2];
    if (limits.reader_gone) {
      if (pipe(ends) != 0 || dup2(ends[1], STDOUT_FILENO) < 0) _exit(126);
      close(ends[0]);
      close(ends[1]);
    }
    if (limits.streams_closed) {
      for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) close(stream);
    }
    if (limits.max_file_bytes >= 0) {
      const auto most = static_cast<rlim_t>(limits.max_file_bytes);
      const rlimit limit{most, most};
      if (setrlimit(RLIMIT_FSIZE, &limit) != 0) _exit(126);
    }
    _exit(Execute(arguments));
  }
  int status = 0;
  rusage usage{};
  if (wait4(child, &status, 0, &usage) != child) throw std::runtime_error("wait4 failed");
  ToolRun run;
  run.max_resident_bytes = usage.ru_maxrss * 1024;
  run.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  if (limits.stdout_to.empty()) run.out = ReadText(out);
  run.err = ReadText(err);
  return run;
}

std::string CharacterFile() {
  const fs::path tool = Tool(), file = Tool() + ".character.glb";
  std::error_code missing;
  const auto made = fs::last_write_time(file, missing);
  if (!missing && made > fs::last_write_time(tool)) return file.string();
  // Tests of other processes may be at it too: each writes its own and puts it there at once.
  const fs::path own = Tool() + "." + std::to_string(getpid()) + ".glb";
  if (RunTool({"demo", "--write", own.string()}).exit_code != 0) {
    throw std::runtime_error("sinew demo failed");
  }
  fs::rename(own, file);
  return file.string();
}

Folder::Folder() {
  std::string pattern = (fs::temp_directory_path() / "sinew-test-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("mkdtemp failed");
  path_ = pattern;
}

Folder::~Folder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

std::string Folder::Write(std::string_view name, std::string_view content) const {
  const fs::path path = path_ / name;
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << content;
  return path.string();
}

std::vector<std::string> Folder::Names() const {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(path_)) {
    names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string ReadText(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string TriangleGltf(std::string_view uri) {
  return R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],)"
         R"("nodes":[{"name":"thing","mesh":0}],)"
         R"("meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],)"
         R"("accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3",)"
         R"("min":[0,0,0],"max":[1,1,0]}],)"
         R"("bufferViews":[{"buffer":0,"byteLength":36,"target":34962}],)"
         R"("buffers":[{"byteLength":36,"uri":")" +
         std::string(uri) + R"("}]})";
}

std::string Replaced(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  if (at == text.npos) throw std::runtime_error("nothing to replace: " + std::string(from));
  return text.replace(at, from.size(), to);
}

std::string DataUri(std::string_view bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string uri = "data:application/octet-stream;base64,";
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      group = group << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      const bool is_padding = i + k > bytes.size();
      uri += is_padding ? '=' : kDigits[group >> (18 - 6 * k) & 63u];
    }
  }
  return uri;
}

std::string TriangleWithClips(const std::vector<std::string>& names, float seconds) {
  const std::array<float, 8> keys{0, seconds, 0, 0, 0, 1, 0, 0};  // Two times, two translations.
  std::string bytes(sizeof keys, '\0');
  std::memcpy(bytes.data(), keys.data(), sizeof keys);
  std::string clips;
  for (const std::string& name : names) {
    clips += clips.empty() ? "{" : ",{";
    if (!name.empty()) clips += R"("name":")" + name + R"(",)";
    clips += R"("samplers":[{"input":1,"output":2}],)"
             R"("channels":[{"sampler":0,"target":{"node":0,"path":"translation"}}]})";
  }
  std::string text = TriangleGltf(kTriangleData);
  text = Replaced(text, R"("max":[1,1,0]})",
                  R"("max":[1,1,0]},{"bufferView":1,"componentType":5126,"count":2,)"
                  R"("type":"SCALAR","min":[0],"max":[)" +
                      std::to_string(seconds) +
                      R"(]},{"bufferView":1,"byteOffset":8,"componentType":5126,"count":2,)"
                      R"("type":"VEC3"})");
  text = Replaced(text, R"("target":34962})", R"("target":34962},{"buffer":1,"byteLength":32})");
  text.insert(text.rfind("]}"), R"(,{"byteLength":32,"uri":")" + DataUri(bytes) + R"("})");
  text.insert(1, R"("animations":[)" + clips + "],");
  return text;
}

std::string TriangleBytes() {
  constexpr std::array<float, 9> kCorners{0, 0, 0, 1, 0, 0, 0, 1, 0};
  std::string bytes(sizeof kCorners, '\0');
  std::memcpy(bytes.data(), kCorners.data(), sizeof kCorners);
  return bytes;
}

std::string TwoSkinnedTriangles() {
  const auto floats = [](const std::array<float, 12>& values) {
    return std::string(reinterpret_cast<const char*>(values.data()), sizeof values);
  };
  const std::string bytes = TriangleBytes() + std::string(12, '\0') +
                            floats({1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}) +
                            floats({2, 0, 0, 0, 1, 0, 0, 0, 0.5, 0, 0, 0});
  return R"({"asset":{"version":"2.0"},"nodes":[{},{"mesh":0,"skin":0},{"mesh":1,"skin":0}],)"
         R"("skins":[{"joints":[0]},{"joints":[0]}],"meshes":[)"
         R"({"primitives":[{"attributes":{"POSITION":0,"JOINTS_0":1,"WEIGHTS_0":2}}]},)"
         R"({"primitives":[{"attributes":{"POSITION":0,"JOINTS_0":1,"WEIGHTS_0":3}}]}],)"
         R"("accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3",)"
         R"("min":[0,0,0],"max":[1,1,0]},)"
         R"({"bufferView":1,"componentType":5121,"count":3,"type":"VEC4"},)"
         R"({"bufferView":2,"componentType":5126,"count":3,"type":"VEC4"},)"
         R"({"bufferView":3,"componentType":5126,"count":3,"type":"VEC4"}],"bufferViews":[)"
         R"({"buffer":0,"byteLength":36},{"buffer":0,"byteOffset":36,"byteLength":12},)"
         R"({"buffer":0,"byteOffset":48,"byteLength":48},)"
         R"({"buffer":0,"byteOffset":96,"byteLength":48}],"buffers":[{"byteLength":144,"uri":")" +
         DataUri(bytes) + R"("}]})";
}

}  // namespace sinew::testing
