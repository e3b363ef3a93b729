// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// sinew validate: what is wrong with files, in the Khronos validator's words.
#include <fmt/format.h>

#include <memory>

#include "commands.h"
#include "describe.h"
#include "json_out.h"
#include "load_file.h"
#include "printable.h"

namespace sinew::cli {
namespace {

struct ValidateArguments {
  std::vector<std::string> files;
  bool json = false;
  bool all = false;
  std::string fail_on = "error";
};

constexpr std::size_t kShownIssues = 50;

// One file's outcome. A file that could not be opened has no report, only an error.
struct Judgement {
  std::string file{};
  Report report{};
  std::optional<Failure> failure{};  // Why it does not load, where it does not.
  std::string error{};
  ExitCode code = ExitCode::kFine;
  bool valid = false;
};

Judgement Judge(const std::string& path, bool warnings_fail) {
  Judgement judged{.file = path};
  try {
    ReadModel file = ReadModelFile(path, {});
    judged.report = std::move(file.read.report);
    if (!file.read.model.ok()) judged.failure = file.read.model.failure();
  } catch (const CommandError& error) {
    judged.error = error.what();
    judged.code = error.code();
    return judged;
  }
  const bool unsupported = judged.failure && judged.failure->code == FailureCode::kUnsupported;
  if (judged.failure && !unsupported && judged.report.errors() == 0) {
    // The reader gave up on something that has no Khronos name: it is a finding all the same.
    judged.report.issues.push_back(
        {"SINEW_NOT_LOADABLE", Severity::kError, judged.failure->place, judged.failure->message});
    ++judged.report.counts[0];
  }
  judged.valid = judged.report.errors() == 0;
  const bool findings = !judged.valid || (warnings_fail && judged.report.warnings() > 0);
  if (findings) judged.code = ExitCode::kFindings;
  if (unsupported) judged.code = ExitCode::kUnsupported;
  return judged;
}

void WriteJson(const Judgement& judged, JsonWriter& json) {
  json.BeginObject().Key("file").String(judged.file).Key("valid").Bool(judged.valid);
  if (!judged.error.empty()) json.Key("error").String(judged.error);
  if (judged.failure) {
    json.Key("notLoadable").BeginObject();
    json.Key("code").String(FailureCodeName(judged.failure->code));
    json.Key("place").String(judged.failure->place);
    json.Key("message").String(judged.failure->message).EndObject();
  }
  json.Key("issues").BeginArray();
  for (const Issue& issue : judged.report.issues) {
    json.BeginObject().Key("code").String(issue.code);
    json.Key("severity").String(SeverityName(issue.severity));
    json.Key("pointer").String(issue.pointer).Key("message").String(issue.message).EndObject();
  }
  json.EndArray().EndObject();
}

void Print(const Judgement& judged, bool all) {
  if (!judged.error.empty()) return;  // Said on stderr.
  const std::string name = Printable(judged.file);
  const auto& issues = judged.report.issues;
  const std::size_t shown = all ? issues.size() : std::min(issues.size(), kShownIssues);
  for (std::size_t i = 0; i < shown; ++i) {
    const Issue& issue = issues[i];
    fmt::print("{}: {}: {}: {} [{}]\n", name, SeverityName(issue.severity),
               issue.pointer.empty() ? "/" : Printable(issue.pointer), Printable(issue.message),
               issue.code);
  }
  std::uint64_t total = 0;
  for (const std::uint64_t count : judged.report.counts) total += count;
  if (total > shown) {
    fmt::print("{}: ... {} more{}\n", name, total - shown, all ? "" : "; --all shows them");
  }
  fmt::print("{}: {}: {}\n", name, judged.valid ? "valid" : "NOT VALID",
             VerdictText(judged.report));
}

ExitCode RunValidate(const ValidateArguments& arguments) {
  JsonWriter json(stdout);
  if (arguments.json) json.BeginObject().Key("files").BeginArray();
  ExitCode worst = ExitCode::kFine;
  std::size_t valid_count = 0;
  for (const std::string& path : arguments.files) {
    const Judgement judged = Judge(path, arguments.fail_on == "warning");
    worst = Worse(worst, judged.code);
    valid_count += judged.valid ? 1 : 0;
    if (!judged.error.empty()) fmt::print(stderr, "sinew: {}\n", judged.error);
    if (arguments.json) {
      WriteJson(judged, json);
    } else {
      Print(judged, arguments.all);
    }
    if (judged.failure) {
      Complain(path, fmt::format("cannot be loaded: {}", Printable(Describe(*judged.failure))));
    }
  }
  if (arguments.json) {
    json.EndArray().EndObject().Finish();
  } else if (arguments.files.size() > 1) {
    fmt::print("{} of {} are valid\n", valid_count, Counted(arguments.files.size(), "file"));
  }
  return worst;
}

}  // namespace

void AddValidate(CLI::App& app, Command& chosen) {
  auto arguments = std::make_shared<ValidateArguments>();
  CLI::App* const command = app.add_subcommand("validate", "What is wrong with files");
  command->add_option("FILE", arguments->files, ".glb or .gltf files")->required();
  command->add_flag("--json", arguments->json, "JSON instead of lines for people");
  command->add_flag("--all", arguments->all, "Do not cut long lists");
  command
      ->add_option("--fail-on", arguments->fail_on, "Exit with 1 on this severity: error, warning")
      ->check(CLI::IsMember({"error", "warning"}))
      ->type_name("SEVERITY");
  command->footer(
      "Issues carry the names of the Khronos validator; severities are error, warning,\n"
      "information and hint. A file that cannot be parsed is a finding (1), one that cannot be\n"
      "opened is not (3), one that needs something unsupported is 4. One bad file does not stop\n"
      "the rest; the exit code is the largest of all.\n\n"
      "JSON: {files:[{file, valid, issues:[{code, severity, pointer, message}]}]}\n\n"
      "Examples:\n"
      "  sinew validate fox.glb\n"
      "  sinew validate --fail-on warning models/*.glb\n"
      "  sinew validate --json fox.glb | jq '.files[0].issues[].code'");
  command->callback(
      [arguments, &chosen] { chosen = [arguments] { return RunValidate(*arguments); }; });
}

}  // namespace sinew::cli
