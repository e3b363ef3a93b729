// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// How commands declare what they take. The parser itself (CLI11) stays behind this header: it is
// compiled in command_line.cc alone, because its header takes longer to compile than any command.
//
//   Command command = line.AddCommand("pose", "Where everything is at given times");
//   command.AddOption("FILE", arguments->file, "A .glb file").Required().TypeName("");
//   command.Runs([arguments] { return RunPose(*arguments); });
//
//   Memory   Option and Command are handles into the CommandLine, which must outlive them. Values
//            that options write to must live until the command has run.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "text/exit_code.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace sinew::cli {

// What is wrong with a text, in words; empty where it is right.
using TextCheck = std::function<std::string(const std::string&)>;

using Task = std::function<ExitCode()>;

class Option {
 public:
  Option Required();
  Option TypeName(const char* shown);  // In --help, in place of the value.
  Option Check(TextCheck check);
  Option OneOf(std::initializer_list<const char*> words);
  Option InRange(int least, int most);
  Option Needs(Option other);
  Option Excludes(Option other);
  Option Delimiter(char between);  // One text gives several values.
  Option OneTextEach();  // An option of several values takes one text each time it is given.

  bool given() const;  // After parsing.

 private:
  friend class Command;
  explicit Option(CLI::Option* option) : option_(option) {}

  CLI::Option* option_;
};

class Command {
 public:
  // A name without dashes is a positional argument.
  Option AddOption(const char* names, std::string& value, const char* help);
  Option AddOption(const char* names, int& value, const char* help);
  Option AddOption(const char* names, std::uint32_t& value, const char* help);
  Option AddOption(const char* names, std::optional<std::string>& value, const char* help);
  Option AddOption(const char* names, std::optional<std::uint32_t>& value, const char* help);
  Option AddOption(const char* names, std::optional<float>& value, const char* help);
  Option AddOption(const char* names, std::vector<std::string>& values, const char* help);
  // Each text is handed over as it is parsed.
  Option AddOption(const char* names, TextCheck take, const char* help);
  Option AddFlag(const char* name, bool& value, const char* help);
  void Footer(const char* text);
  void Runs(Task task);

 private:
  friend class CommandLine;
  Command(CLI::App* command, Task* chosen) : command_(command), chosen_(chosen) {}

  CLI::App* command_;
  Task* chosen_;
};

class CommandLine {
 public:
  CommandLine(const char* program, const char* about, std::string version, const char* footer);
  ~CommandLine();

  Command AddCommand(const char* name, const char* help);
  bool HasCommand(std::string_view name) const;

  std::string Help() const;
  std::string HelpOn(std::string_view command) const;  // Throws CommandError: no such command.

  // What is to be run: an empty Task where no command is named, nothing where --help or --version
  // was asked for and has been answered. Throws CommandError (kUsage).
  std::optional<Task> Parse(int argc, char** argv);

 private:
  std::unique_ptr<CLI::App> app_;
  Task chosen_;
};

}  // namespace sinew::cli
