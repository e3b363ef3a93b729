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
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace sinew::testing {
namespace {

namespace fs = std::filesystem;

void OpenAs(int descriptor, const std::string& path) {
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (file < 0 || dup2(file, descriptor) < 0) _exit(125);
  close(file);
}

}  // namespace

ToolRun RunTool(const std::vector<std::string>& arguments, const ToolLimits& limits) {
  const Folder folder;
  const std::string out = limits.stdout_to.empty() ? folder / "out" : limits.stdout_to;
  const std::string err = folder / "err";
  const char* const other = std::getenv("SINEW_TOOL");
  const std::string tool = other != nullptr ? other : SINEW_TOOL;
  std::vector<char*> argv{const_cast<char*>(tool.c_str())};
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);

  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("fork failed");
  if (child == 0) {
    OpenAs(STDOUT_FILENO, out);
    OpenAs(STDERR_FILENO, err);
    if (limits.max_file_bytes >= 0) {
      const auto most = static_cast<rlim_t>(limits.max_file_bytes);
      const rlimit limit{most, most};
      std::signal(SIGXFSZ, SIG_IGN);  // Writing too much fails instead of killing.
      if (setrlimit(RLIMIT_FSIZE, &limit) != 0) _exit(126);
    }
    execv(tool.c_str(), argv.data());
    _exit(127);
  }
  int status = 0;
  if (waitpid(child, &status, 0) != child) throw std::runtime_error("waitpid failed");
  ToolRun run;
  run.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  if (limits.stdout_to.empty()) run.out = ReadText(out);
  run.err = ReadText(err);
  return run;
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

std::string TriangleBytes() {
  constexpr std::array<float, 9> kCorners{0, 0, 0, 1, 0, 0, 0, 1, 0};
  std::string bytes(sizeof kCorners, '\0');
  std::memcpy(bytes.data(), kCorners.data(), sizeof kCorners);
  return bytes;
}

}  // namespace sinew::testing
