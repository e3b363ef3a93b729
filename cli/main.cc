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

#include "commands.h"
#include "diagnostics.h"
#include "json_out.h"
#include "nearest_name.h"
#include "printable.h"
#include "sinew/floating_point.h"
#include "sinew/hash.h"
#include "sinew/isa.h"
#include "tool_limits.h"

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

std::vector<CLI::App*> CommandsOf(CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

CLI::App* FindCommand(CLI::App& app, std::string_view name) {
  for (CLI::App* const command : CommandsOf(app)) {
    if (command->get_name() == name) return command;
  }
  return nullptr;
}

CommandError NoSuchCommand(CLI::App& app, std::string_view wanted) {
  std::vector<std::string> names;
  for (const CLI::App* known : CommandsOf(app)) names.push_back(known->get_name());
  const std::vector<std::string_view> views(names.begin(), names.end());
  return {ExitCode::kUsage,
          fmt::format("there is no command \"{}\"{}; the commands are {}", Shortened(wanted, 60),
                      DidYouMean(wanted, views), fmt::join(names, ", "))};
}

// The parser's complaint in one line.
CommandError UsageError(CLI::App& app, const CLI::ParseError& error, std::string_view first) {
  if (!first.empty() && first[0] != '-' && FindCommand(app, first) == nullptr) {
    return NoSuchCommand(app, first);
  }
  std::string line = Printable(error.what());
  // "--play: At Most 1 required but received 2": what it takes once was said more often.
  constexpr std::string_view kOnlyOnce = ": At Most 1 required but received";
  if (const std::size_t colon = line.find(kOnlyOnce); colon != line.npos) {
    return {ExitCode::kUsage, line.substr(0, colon) + " takes one value and was given several"};
  }
  // The parser names what nobody asked for; the nearest option is what they may have meant.
  const CLI::App* const command = FindCommand(app, first);
  const std::size_t dashes = line.rfind(" --");
  if (command != nullptr && dashes != line.npos && dynamic_cast<const CLI::ExtrasError*>(&error)) {
    std::vector<std::string> names;
    for (const CLI::Option* option : command->get_options()) {
      names.push_back(option->get_name());
    }
    const std::vector<std::string_view> views(names.begin(), names.end());
    line += DidYouMean(std::string_view(line).substr(dashes + 1), views);
  }
  return {ExitCode::kUsage, line};
}

void AddHelp(CLI::App& app, Command& chosen) {
  auto about = std::make_shared<std::string>();
  CLI::App* const command = app.add_subcommand("help", "Help on a command, or on `limits`");
  command->add_option("COMMAND", *about, "A command, or `limits`")->type_name("");
  command->footer(
      "Examples:\n"
      "  sinew help\n"
      "  sinew help pose\n"
      "  sinew help limits");
  command->callback([about, &app, &chosen] {
    chosen = [about, &app] {
      if (about->empty()) {
        fmt::print("{}", app.get_formatter()->make_help(&app, "sinew", CLI::AppFormatMode::Normal));
      } else if (*about == "limits") {
        fmt::print(kLimitsHelp, LimitTable());
      } else if (const CLI::App* const found = FindCommand(app, *about)) {
        fmt::print("{}", found->help("sinew"));
      } else {
        throw NoSuchCommand(app, *about);
      }
      return ExitCode::kFine;
    };
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
    JsonWriter json(stdout);
    json.BeginObject();
    json.Key("file").String(error.file());
    WriteError(error, json);
    json.EndObject().Finish();
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

// The parser would take `--json=3` for `--json`.
void RefuseValuesOfFlags(CLI::App& app) {
  for (CLI::App* const command : CommandsOf(app)) {
    for (CLI::Option* const option : command->get_options()) {
      if (option->get_expected_max() == 0) option->disable_flag_override();
    }
  }
}

ExitCode Main(int argc, char** argv) {
  CLI::App app("Skeletal animation and skinning, from the file to the deformed vertex.", "sinew");
  app.set_version_flag("--version",
                       fmt::format("sinew {} (arithmetic {})", SINEW_VERSION, kArithmeticVersion));
  app.set_help_flag("-h,--help", "Print this help and exit");
  app.footer(kFooter);
  app.require_subcommand(0, 1);
  Command chosen = RunDemo;
  AddDemo(app, chosen);
  AddInspect(app, chosen);
  AddValidate(app, chosen);
  AddPose(app, chosen);
  AddMix(app, chosen);
  AddSkin(app, chosen);
  AddWeights(app, chosen);
  AddHash(app, chosen);
  AddDiff(app, chosen);
  AddMerge(app, chosen);
  AddPack(app, chosen);
  AddConvert(app, chosen);
  AddBench(app, chosen);
  AddHelp(app, chosen);
  RefuseValuesOfFlags(app);
  const std::vector<std::string_view> words(argv + 1, argv + argc);
  const std::string_view first = words.empty() ? "" : words[0];
  const bool json_wanted = std::find(words.begin(), words.end(), "--json") != words.end();
  const std::string hint = FindCommand(app, first) == nullptr ? "" : std::string(first) + " ";
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {  // --help, --version.
    app.exit(success);
    return ExitCode::kFine;
  } catch (const CLI::ParseError& error) {
    return Tell(UsageError(app, error, first), hint, json_wanted);
  }
  try {
    RequireIsaOfEnvironment();
    return chosen();
  } catch (const CommandError& error) {
    if (ReaderIsGone()) return error.code();
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
  // A closed pipe and a file that may not grow are errors of writing, not the end.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  sinew::cli::FillClosedStreams();
  ExitCode code = ExitCode::kBug;
  try {
    code = sinew::cli::Main(argc, argv);
    if (std::fflush(stdout) != 0 || std::ferror(stdout)) {
      if (!sinew::cli::ReaderIsGone()) Say("cannot write to the output");
      code = Worse(code, ExitCode::kCannotRead);
    }
  } catch (const std::system_error& error) {  // A stream or the file system.
    if (!sinew::cli::ReaderIsGone()) Say(error.what());
    code = ExitCode::kCannotRead;
  } catch (const std::bad_alloc&) {
    Say("out of memory");
    code = ExitCode::kCannotRead;
  } catch (const std::exception& error) {
    Say(std::string("a bug of ours: ") + error.what());
  }
  return static_cast<int>(code);
}
