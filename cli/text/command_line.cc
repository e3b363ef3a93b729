// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "text/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "text/printable.h"

namespace sinew::cli {
namespace {

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

// The parser would take `--json=3` for `--json`.
void RefuseValuesOfFlags(CLI::App& app) {
  for (CLI::App* const command : CommandsOf(app)) {
    for (CLI::Option* const option : command->get_options()) {
      if (option->get_expected_max() == 0) option->disable_flag_override();
    }
  }
}

}  // namespace

Option Option::Required() { return Option(option_->required()); }

Option Option::TypeName(const char* shown) { return Option(option_->type_name(shown)); }

Option Option::Check(TextCheck check) { return Option(option_->check(std::move(check))); }

Option Option::OneOf(std::initializer_list<const char*> words) {
  return Option(option_->check(CLI::IsMember(words)));
}

Option Option::InRange(int least, int most) {
  return Option(option_->check(CLI::Range(least, most)));
}

Option Option::Needs(Option other) { return Option(option_->needs(other.option_)); }

Option Option::Excludes(Option other) { return Option(option_->excludes(other.option_)); }

Option Option::Delimiter(char between) { return Option(option_->delimiter(between)); }

Option Option::OneTextEach() { return Option(option_->allow_extra_args(false)); }

bool Option::given() const { return option_->count() > 0; }

Option Command::AddOption(const char* names, std::string& value, const char* help) {
  return Option(command_->add_option(names, value, help));
}

Option Command::AddOption(const char* names, int& value, const char* help) {
  return Option(command_->add_option(names, value, help));
}

Option Command::AddOption(const char* names, std::uint32_t& value, const char* help) {
  return Option(command_->add_option(names, value, help));
}

Option Command::AddOption(const char* names, std::optional<std::string>& value, const char* help) {
  return Option(command_->add_option(names, value, help));
}

Option Command::AddOption(const char* names, std::optional<std::uint32_t>& value,
                          const char* help) {
  return Option(command_->add_option(names, value, help));
}

Option Command::AddOption(const char* names, std::optional<float>& value, const char* help) {
  return Option(command_->add_option(names, value, help));
}

Option Command::AddOption(const char* names, std::vector<std::string>& values, const char* help) {
  return Option(command_->add_option(names, values, help));
}

Option Command::AddOption(const char* names, TextCheck take, const char* help) {
  const auto take_all = [name = std::string(names),
                         take = std::move(take)](const std::vector<std::string>& texts) {
    for (const std::string& text : texts) {
      const std::string wrong = take(text);
      if (!wrong.empty()) throw CLI::ValidationError(name, wrong);
    }
  };
  return Option(command_->add_option_function<std::vector<std::string>>(names, take_all, help)
                    ->trigger_on_parse());
}

Option Command::AddFlag(const char* name, bool& value, const char* help) {
  return Option(command_->add_flag(name, value, help));
}

void Command::Footer(const char* text) { command_->footer(text); }

void Command::Runs(Task task) {
  command_->callback([chosen = chosen_, task = std::move(task)] { *chosen = task; });
}

CommandLine::CommandLine(const char* program, const char* about, std::string version,
                         const char* footer)
    : app_(std::make_unique<CLI::App>(about, program)) {
  app_->set_version_flag("--version", std::move(version));
  app_->set_help_flag("-h,--help", "Print this help and exit");
  app_->footer(footer);
  app_->require_subcommand(0, 1);
}

CommandLine::~CommandLine() = default;

Command CommandLine::AddCommand(const char* name, const char* help) {
  return Command(app_->add_subcommand(name, help), &chosen_);
}

bool CommandLine::HasCommand(std::string_view name) const {
  return FindCommand(*app_, name) != nullptr;
}

std::string CommandLine::Help() const {
  return app_->get_formatter()->make_help(app_.get(), app_->get_name(), CLI::AppFormatMode::Normal);
}

std::string CommandLine::HelpOn(std::string_view command) const {
  const CLI::App* const found = FindCommand(*app_, command);
  if (found == nullptr) throw NoSuchCommand(*app_, command);
  return found->help(app_->get_name());
}

std::optional<Task> CommandLine::Parse(int argc, char** argv) {
  RefuseValuesOfFlags(*app_);
  try {
    app_->parse(argc, argv);
  } catch (const CLI::Success& success) {  // --help, --version.
    app_->exit(success);
    return std::nullopt;
  } catch (const CLI::ParseError& error) {
    throw UsageError(*app_, error, argc > 1 ? argv[1] : "");
  }
  return chosen_;
}

}  // namespace sinew::cli
