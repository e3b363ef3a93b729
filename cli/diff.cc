// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// sinew diff: where two traces, poses or models part.
#include <fmt/format.h>

#include <memory>

#include "commands.h"
#include "describe.h"
#include "difference.h"
#include "json_out.h"
#include "load_file.h"
#include "printable.h"

namespace sinew::cli {
namespace {

struct DiffArguments {
  std::string a, b;
  double tolerance = 0.0;
  bool json = false;
  ImportOptions import;
};

enum class Kind { kTrace, kPose, kModel };

const char* KindName(Kind kind) {
  switch (kind) {
    case Kind::kTrace:
      return "a trace";
    case Kind::kPose:
      return "a pose";
    case Kind::kModel:
      return "a model";
  }
  return "";
}

// By content: names lie.
Kind KindOf(std::string_view bytes) {
  const std::size_t first = bytes.find_first_not_of(" \t\r\n\xef\xbb\xbf");
  if (bytes.starts_with("glTF") || first == bytes.npos) return Kind::kModel;
  if (bytes[first] != '{') return Kind::kTrace;
  const bool has_frames = bytes.find("\"frames\"") != bytes.npos;
  const bool has_asset = bytes.find("\"asset\"") != bytes.npos;
  return has_frames && !has_asset ? Kind::kPose : Kind::kModel;
}

Comparison Compare(const DiffArguments& arguments) {
  const std::size_t limit = GltfLimits{}.max_file_bytes;
  const std::vector<std::byte> bytes_a = ReadFileBytes(arguments.a, limit);
  const std::vector<std::byte> bytes_b = ReadFileBytes(arguments.b, limit);
  const auto text = [](const std::vector<std::byte>& bytes) {
    return std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  };
  const Kind kind = KindOf(text(bytes_a)), other = KindOf(text(bytes_b));
  if (kind != other) {
    throw CommandError(ExitCode::kUsage, fmt::format("{} is {}, {} is {}: they cannot be compared",
                                                     Printable(arguments.a), KindName(kind),
                                                     Printable(arguments.b), KindName(other)));
  }
  if (kind == Kind::kTrace) return CompareTraces(text(bytes_a), text(bytes_b));
  if (kind == Kind::kPose) {
    return ComparePoses(text(bytes_a), text(bytes_b), arguments.tolerance);
  }
  const Model a = LoadModelFile(arguments.a, arguments.import);
  const Model b = LoadModelFile(arguments.b, arguments.import);
  return CompareModels(a, b, arguments.tolerance);
}

void WriteJson(const Comparison& comparison, JsonWriter& json) {
  json.BeginObject().Key("kind").String(comparison.kind);
  json.Key("same").Bool(!comparison.first.has_value());
  json.Key("compared").Integer(static_cast<std::int64_t>(comparison.compared));
  json.Key("first");
  if (comparison.first) {
    const Difference& first = *comparison.first;
    const auto number_or_null = [&](const auto& value) {
      if (value) {
        json.Number(static_cast<double>(*value));
      } else {
        json.Null();
      }
    };
    json.BeginObject().Key("stage").String(first.stage).Key("clip").String(first.clip);
    json.Key("frame");
    number_or_null(first.frame);
    json.Key("t");
    number_or_null(first.time_s);
    json.Key("node");
    number_or_null(first.node);
    json.Key("name").String(first.name).Key("what").String(first.what).Key("by");
    number_or_null(first.by);
    json.EndObject();
  } else {
    json.Null();
  }
  json.Key("worst").BeginObject();
  for (const auto& [stage, by] : comparison.worst) json.Key(stage).Number(by);
  json.EndObject().EndObject().Finish();
}

void Print(const Comparison& comparison) {
  if (!comparison.first) {
    fmt::print("same: {} compared\n", Counted(comparison.compared, "value"));
    return;
  }
  const Difference& first = *comparison.first;
  std::string place;
  if (!first.clip.empty())
    place += first.clip == "rest" ? " rest pose," : fmt::format(" clip {},", Printable(first.clip));
  if (first.frame) place += fmt::format(" frame {}", *first.frame);
  if (first.time_s) place += fmt::format(" (t = {} s)", *first.time_s);
  if (first.frame || !first.clip.empty()) place += ",";
  place += fmt::format(" stage {}", Printable(first.stage));
  if (first.node) {
    place += fmt::format(", node {}", *first.node);
    if (!first.name.empty()) place += fmt::format(" \"{}\"", Shortened(first.name, 40));
  }
  fmt::print("different:{}: {}", place, Printable(first.what));
  fmt::print("{}\n", first.by ? fmt::format(" by {:.6g}", *first.by) : "");
  for (const auto& [stage, by] : comparison.worst) {
    fmt::print("  largest difference in {}: {:.6g}\n", stage, by);
  }
}

ExitCode RunDiff(const DiffArguments& arguments) {
  const Comparison comparison = Compare(arguments);
  if (arguments.json) {
    JsonWriter json(stdout);
    WriteJson(comparison, json);
  } else {
    Print(comparison);
  }
  return comparison.first ? ExitCode::kFindings : ExitCode::kFine;
}

}  // namespace

void AddDiff(CLI::App& app, Command& chosen) {
  auto arguments = std::make_shared<DiffArguments>();
  CLI::App* const command = app.add_subcommand("diff", "Where two traces, poses or models part");
  command->add_option("A", arguments->a, "A trace, a pose or a model")->required();
  command->add_option("B", arguments->b, "Another of the same kind")->required();
  command->add_flag("--json", arguments->json, "JSON: {kind, same, compared, first, worst}");
  command
      ->add_option("--tolerance", arguments->tolerance,
                   "Differences up to this are none; without it every bit counts")
      ->check(CLI::NonNegativeNumber)
      ->type_name("X");
  AddImportOptions(*command, arguments->import);
  command->footer(
      "Traces come from `sinew hash --trace`, poses from `sinew pose --json`, models are .glb\n"
      "or .gltf and are compared at rest and over every clip at 60 Hz. What each file is, its\n"
      "content says. Exit code 0: the same; 1: different.\n\n"
      "Examples:\n"
      "  sinew diff before.glb after.glb\n"
      "  sinew diff --tolerance 1e-5 three.json ours.json\n"
      "  sinew diff x86.txt arm.txt");
  command->callback([arguments, &chosen] { chosen = [arguments] { return RunDiff(*arguments); }; });
}

}  // namespace sinew::cli
