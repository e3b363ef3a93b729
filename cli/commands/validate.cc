// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// sinew validate: what is wrong with files, in the Khronos validator's words.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>

#include "commands/commands.h"
#include "text/describe.h"
#include "text/diagnostics.h"
#include "text/json_out.h"
#include "text/load_file.h"
#include "text/printable.h"

namespace sinew::cli {
namespace {

struct ValidateArguments {
  std::vector<std::string> files;
  bool json = false;
  bool all = false;
  std::string fail_on = "error";
  ImportOptions import;
};

// One file's outcome. A file that could not be opened has no report, only an error.
struct Judgement {
  std::string file{};
  Report report{};
  std::optional<CommandError> error{};  // Why it cannot be opened or loaded, where it cannot.
  bool opened = true;
  bool unsupported = false;  // Not judged to its end: it needs something we do not have.
  ExitCode code = ExitCode::kFine;
  bool valid = false;
};

Judgement Judge(const std::string& path, const ValidateArguments& arguments) {
  Judgement judged{.file = path};
  std::optional<Failure> failure;
  try {
    const auto bytes = ReadFileBytes(path, arguments.import.limits.gltf.max_file_bytes);
    FileOptions options = arguments.import.file_options();
    options.load.fetch_unused = true;
    LoadedModel file = LoadModelContent(path, bytes, options);
    judged.report = std::move(file.report);
    if (!file.model.ok()) failure = file.model.failure();
  } catch (const CommandError& error) {
    judged.opened = false;
    judged.error = error;
    judged.code = error.code();
    return judged;
  }
  if (failure) {
    judged.error.emplace(path, *failure);
    judged.unsupported = failure->code == FailureCode::kUnsupported;
    // What has no Khronos name and still keeps the file from loading is a finding all the same.
    const bool is_extension = failure->place.starts_with("/extensionsRequired");
    const bool is_named = std::any_of(
        judged.report.issues.begin(), judged.report.issues.end(), [&](const Issue& issue) {
          return issue.pointer == failure->place ||
                 (is_extension && issue.code == std::string_view("UNSUPPORTED_EXTENSION"));
        });
    if (judged.report.errors() == 0 && !(judged.unsupported && is_named)) {
      const char* const code = judged.unsupported ? "SINEW_UNSUPPORTED" : "SINEW_NOT_LOADABLE";
      judged.report.issues.push_back(
          {code, Severity::kError, failure->place, judged.error->message()});
      ++judged.report.counts[0];
    }
  }
  judged.valid = judged.report.errors() == 0 && !failure;
  const bool warned = arguments.fail_on == "warning" && judged.report.warnings() > 0;
  if (!judged.valid || warned) judged.code = ExitCode::kFindings;
  if (judged.unsupported) judged.code = ExitCode::kUnsupported;
  return judged;
}

void WriteJson(const Judgement& judged, JsonWriter& json) {
  json.BeginObject().Key("file").String(judged.file).Key("valid").Bool(judged.valid);
  if (judged.error) WriteError(*judged.error, json);
  json.Key("issues").BeginArray();
  for (const Issue& issue : judged.report.issues) {
    json.BeginObject().Key("code").String(issue.code);
    json.Key("severity").String(SeverityName(issue.severity));
    json.Key("pointer").String(issue.pointer).Key("message").String(issue.message).EndObject();
  }
  json.EndArray().EndObject();
}

// How many issues of one code are shown before the rest is only counted.
std::size_t ShownOfOneCode(Severity severity) {
  return severity == Severity::kError || severity == Severity::kWarning ? 5 : 1;
}

void PrintIssues(const Judgement& judged, bool all) {
  const std::string name = Printable(judged.file);
  std::map<std::string_view, std::size_t> of_code;
  for (const Issue& issue : judged.report.issues) ++of_code[issue.code];
  std::map<std::string_view, std::size_t> printed;
  for (const Issue& issue : judged.report.issues) {
    const std::size_t shown = all ? of_code[issue.code] : ShownOfOneCode(issue.severity);
    const std::size_t nth = ++printed[issue.code];
    if (nth > shown) continue;
    const std::size_t rest = nth == shown ? of_code[issue.code] - shown : 0;
    fmt::print("{}: {}: {}: {} [{}]{}\n", name, SeverityName(issue.severity),
               issue.pointer.empty() ? "/" : Printable(issue.pointer), Printable(issue.message),
               issue.code,
               rest == 0 ? "" : fmt::format(" ... and {} more like it (--all)", Thousands(rest)));
  }
  std::uint64_t total = 0;
  for (const std::uint64_t count : judged.report.counts) total += count;
  const std::uint64_t kept = judged.report.issues.size();
  if (total > kept) fmt::print("{}: ... and {} more\n", name, Thousands(total - kept));
}

void Print(const Judgement& judged, bool all) {
  if (!judged.opened) return;  // Said on stderr.
  PrintIssues(judged, all);
  const char* const verdict = judged.unsupported ? "NOT SUPPORTED"
                              : judged.valid     ? "valid"
                                                 : "NOT VALID";
  fmt::print("{}: {}: {}\n", Printable(judged.file), verdict, VerdictText(judged.report));
}

// Whether the issues say already why the file does not load: no need to say it twice.
bool IsAmongIssues(const Judgement& judged) {
  if (judged.error->code() == ExitCode::kUnsupported) return false;
  return std::any_of(judged.report.issues.begin(), judged.report.issues.end(),
                     [&](const Issue& issue) {
                       return issue.message.find(judged.error->message()) != std::string::npos;
                     });
}

ExitCode RunValidate(const ValidateArguments& arguments) {
  JsonStream json(stdout);
  if (arguments.json) json.BeginObject().Key("files").BeginArray();
  ExitCode worst = ExitCode::kFine;
  std::size_t valid_count = 0;
  for (const std::string& path : arguments.files) {
    const Judgement judged = Judge(path, arguments);
    worst = Worse(worst, judged.code);
    valid_count += judged.valid ? 1 : 0;
    if (arguments.json) {
      WriteJson(judged, json);
    } else {
      Print(judged, arguments.all);
    }
    if (judged.error && (arguments.json || !IsAmongIssues(judged))) Say(judged.error->what());
  }
  if (arguments.json) {
    json.EndArray().EndObject();
    json.Finish();
  } else if (arguments.files.size() > 1) {
    fmt::print("{} of {} are valid\n", valid_count, Counted(arguments.files.size(), "file"));
  }
  return worst;
}

}  // namespace

void AddValidate(CommandLine& line) {
  auto arguments = std::make_shared<ValidateArguments>();
  Command command = line.AddCommand("validate", "What is wrong with files");
  command.AddOption("FILE", arguments->files, ".glb, .gltf or .js3d files").Required().TypeName("");
  command.AddFlag("--json", arguments->json, "JSON instead of lines for people");
  command.AddFlag("--all", arguments->all, "List every issue");
  command.AddOption("--fail-on", arguments->fail_on, "Exit with 1 on this severity: error, warning")
      .OneOf({"error", "warning"})
      .TypeName("SEVERITY");
  AddReadOptions(command, arguments->import);
  command.Footer(
      "Issues carry the names of the Khronos validator; severities are error, warning,\n"
      "information and hint. A file that cannot be parsed is a finding (1), one that cannot be\n"
      "opened is not (3), one that needs something unsupported is 4. One bad file does not stop\n"
      "the rest; the exit code is the largest of all.\n\n"
      "Where many issues are alike only the first are shown; --all and --json give every one.\n\n"
      "JSON: {files:[{file, valid, issues:[{code, severity, pointer, message}]}]}; a file that\n"
      "cannot be opened or loaded has error, code and pointer too\n\n"
      "Examples:\n"
      "  sinew validate fox.glb\n"
      "  sinew validate --fail-on warning models/*.glb\n"
      "  sinew validate --json fox.glb | jq '.files[0].issues[].code'");
  command.Runs([arguments] { return RunValidate(*arguments); });
}

}  // namespace sinew::cli
