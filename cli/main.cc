// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <fmt/format.h>
#include <sys/fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <new>
#include <system_error>

#include "commands/commands.h"
#include "sinew/floating_point.h"
#include "sinew/hash.h"
#include "sinew/isa.h"
#include "text/diagnostics.h"
#include "text/json_out.h"
#include "text/limit_option.h"
#include "text/printable.h"

namespace sinew::cli {
namespace {

constexpr const char* kFooter =
    "Without a command: the demo. `sinew COMMAND --help` shows a command's options and examples.\n"
    "\n"
    "Data goes to stdout, diagnostics to stderr.\n"
    "Exit codes: 0 fine; 1 findings; 2 wrong usage; 3 cannot open, read, parse or write;\n"
    "4 a file needs something unsupported; 5 a bug of ours. Over several files the largest wins.";

constexpr const char* kLimitsHelp =
    "What the tool does for one file before it says no.\n\n"
    "{}\n"
    "`--limit NAME=N` changes one, on every command that reads a file, as often as wanted. N may\n"
    "end in k, M or G (1024, 1024 k, 1024 M).\n\n"
    "Examples:\n"
    "  sinew inspect --limit max_nodes=4M city.glb\n"
    "  sinew hash --limit max_work=1000G --limit max_file_bytes=8G crowd.glb\n";

void AddHelp(CommandLine& line) {
  auto about = std::make_shared<std::string>();
  Command command = line.AddCommand("help", "Help on a command, or on `limits`");
  command.AddOption("COMMAND", *about, "A command, or `limits`").TypeName("");
  command.Footer(
      "Examples:\n"
      "  sinew help\n"
      "  sinew help pose\n"
      "  sinew help limits");
  command.Runs([about, &line] {
    if (*about == "limits") {
      fmt::print(kLimitsHelp, LimitTable());
    } else {
      fmt::print("{}", about->empty() ? line.Help() : line.HelpOn(*about));
    }
    return ExitCode::kFine;
  });
}

// On stderr for people, and with --json on stdout for programs.
ExitCode Tell(const CommandError& error, const std::string& hint, bool json_wanted) {
  Say(error.what());
  if (error.code() == ExitCode::kUsage) {
    const std::string line = "hint: sinew " + hint + "--help\n";
    std::fwrite(line.data(), 1, line.size(), stderr);
  }
  if (json_wanted && !error.output_begun && !ReaderIsGone()) {
    JsonStream json(stdout);
    json.BeginObject();
    json.Key("file").String(error.file());
    WriteError(error, json);
    json.EndObject();
    json.Finish();
  }
  return error.code();
}

// Whoever asks for an instruction set means to see its results.
void RequireIsaOfEnvironment() {
  const char* const wanted = std::getenv("SINEW_ISA");
  if (wanted == nullptr || *wanted == '\0' || wanted == IsaName(ChosenIsa())) return;
  std::vector<std::string_view> names;
  for (const Isa isa : AvailableIsas()) names.push_back(IsaName(isa));
  throw CommandError(ExitCode::kUsage, fmt::format("SINEW_ISA is \"{}\"; this machine has {}",
                                                   Shortened(wanted, 60), fmt::join(names, ", ")));
}

ExitCode Main(int argc, char** argv) {
  CommandLine line(
      "sinew", "Skeletal animation and skinning, from the file to the deformed vertex.",
      fmt::format("sinew {} (arithmetic {})", SINEW_VERSION, kArithmeticVersion), kFooter);
  AddDemo(line);
  AddInspect(line);
  AddValidate(line);
  AddPose(line);
  AddMix(line);
  AddSkin(line);
  AddWeights(line);
  AddHash(line);
  AddDiff(line);
  AddMerge(line);
  AddPack(line);
  AddConvert(line);
  AddExport(line);
  AddBench(line);
  AddHelp(line);
  const std::vector<std::string_view> words(argv + 1, argv + argc);
  const std::string_view first = words.empty() ? "" : words[0];
  const bool json_wanted = std::find(words.begin(), words.end(), "--json") != words.end();
  const std::string hint = line.HasCommand(first) ? std::string(first) + " " : "";
  try {
    const std::optional<Task> asked = line.Parse(argc, argv);
    if (!asked) return ExitCode::kFine;  // --help, --version.
    RequireIsaOfEnvironment();
    return *asked ? (*asked)() : RunDemo();
  } catch (const CommandError& error) {
    if (std::ferror(stdout) && ReaderIsGone()) return ExitCode::kFine;  // sinew ... | head
    return Tell(error, hint, json_wanted);
  }
}

// Files must not be opened under the numbers of closed standard streams, or data would go there.
// Opened the wrong way round, so that using them fails as before.
void FillClosedStreams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) != -1) continue;
    const int flags = stream == STDIN_FILENO ? O_WRONLY : O_RDONLY;
    if (open("/dev/null", flags) != stream) return;
  }
}

}  // namespace
}  // namespace sinew::cli

int main(int argc, char** argv) {
  using sinew::cli::ExitCode;
  using sinew::cli::Say;
  const sinew::FloatEnvironmentGuard exact_arithmetic;
  // A closed pipe and a file that may not grow are errors of writing, not the end. A reader that
  // has seen enough (`sinew ... | head`) is no error.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  sinew::cli::FillClosedStreams();
  ExitCode code = ExitCode::kBug;
  try {
    code = sinew::cli::Main(argc, argv);
    if (std::fflush(stdout) != 0 || std::ferror(stdout)) {
      if (!sinew::cli::ReaderIsGone()) {
        Say("cannot write to the output");
        code = Worse(code, ExitCode::kCannotRead);
      }
    }
  } catch (const std::system_error& error) {  // A stream or the file system.
    const bool read_enough = std::ferror(stdout) && sinew::cli::ReaderIsGone();
    if (!read_enough) Say(error.what());
    code = read_enough ? ExitCode::kFine : ExitCode::kCannotRead;
  } catch (const std::bad_alloc&) {
    Say("out of memory");
    code = ExitCode::kCannotRead;
  } catch (const std::exception& error) {
    Say(std::string("a bug of ours: ") + error.what());
  }
  return static_cast<int>(code);
}
