// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <system_error>

#include "commands.h"
#include "printable.h"
#include "sinew/floating_point.h"
#include "sinew/hash.h"

namespace sinew::cli {
namespace {

constexpr const char* kFooter =
    "Without a command: the demo. `sinew COMMAND --help` shows a command's options and examples.\n"
    "\n"
    "Data goes to stdout, diagnostics to stderr.\n"
    "Exit codes: 0 fine; 1 findings; 2 wrong usage; 3 cannot open, read, parse or write;\n"
    "4 a file needs something unsupported; 5 a bug of ours. Over several files the largest wins.";

// The parser's complaint in one line, and where to read on.
ExitCode ExplainUsage(const CLI::App& app, const CLI::ParseError& error, int argc, char** argv) {
  const auto commands = app.get_subcommands([](const CLI::App*) { return true; });
  const auto named = [&](const CLI::App* command) { return command->get_name() == argv[1]; };
  const std::string first = argc > 1 ? argv[1] : "";
  const auto command = std::find_if(commands.begin(), commands.end(), named);
  if (!first.empty() && first[0] != '-' && command == commands.end()) {
    std::string names;
    for (const CLI::App* known : commands) names += (names.empty() ? "" : ", ") + known->get_name();
    fmt::print(stderr, "sinew: there is no command \"{}\"; the commands are {}\n",
               Shortened(first, 60), names);
    fmt::print(stderr, "hint: sinew --help\n");
    return ExitCode::kUsage;
  }
  fmt::print(stderr, "sinew: {}\n", Printable(error.what()));
  fmt::print(stderr, "hint: sinew {}--help\n", command == commands.end() ? "" : first + " ");
  return ExitCode::kUsage;
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
  AddSkin(app, chosen);
  AddHash(app, chosen);
  AddDiff(app, chosen);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {  // --help, --version.
    app.exit(success);
    return ExitCode::kFine;
  } catch (const CLI::ParseError& error) {
    return ExplainUsage(app, error, argc, argv);
  }
  try {
    return chosen();
  } catch (const CommandError& error) {
    fmt::print(stderr, "sinew: {}\n", error.what());
    return error.code();
  }
}

}  // namespace
}  // namespace sinew::cli

int main(int argc, char** argv) {
  using sinew::cli::ExitCode;
  const sinew::FloatEnvironmentGuard exact_arithmetic;
  ExitCode code = ExitCode::kBug;
  try {
    code = sinew::cli::Main(argc, argv);
    if (std::fflush(stdout) != 0 || std::ferror(stdout)) {
      fmt::print(stderr, "sinew: cannot write to the output\n");
      code = Worse(code, ExitCode::kCannotRead);
    }
  } catch (const std::system_error& error) {  // A stream or the file system.
    fmt::print(stderr, "sinew: {}\n", error.what());
    code = ExitCode::kCannotRead;
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "sinew: out of memory\n");
    code = ExitCode::kCannotRead;
  } catch (const std::exception& error) {
    fmt::print(stderr, "sinew: a bug of ours: {}\n", error.what());
  }
  return static_cast<int>(code);
}
