// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// sinew diff: where two traces, poses, mixes or models part.
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <utility>

#include "commands/commands.h"
#include "commands/recording_in.h"
#include "sinew/comparison.h"
#include "sinew/json.h"
#include "sinew/runtime_file.h"
#include "text/describe.h"
#include "text/json_out.h"
#include "text/load_file.h"
#include "text/pick_clip.h"
#include "text/printable.h"
#include "text/progress.h"

namespace sinew::cli {
namespace {

constexpr std::size_t kMaxWhat = 200;  // Letters of a difference: names may be long.

struct DiffArguments {
  std::string a, b;
  std::optional<std::string> tolerance;
  bool json = false;
  ImportOptions import;
};

enum class Kind { kTrace, kPose, kMix, kHash, kModel, kOther };

const char* KindName(Kind kind) {
  switch (kind) {
    case Kind::kTrace:
      return "a trace";
    case Kind::kPose:
      return "a pose";
    case Kind::kMix:
      return "a mix";
    case Kind::kHash:
      return "a hash as JSON";
    case Kind::kModel:
      return "a model";
    case Kind::kOther:
      return "something else";
  }
  return "";
}

// For --json.
const char* KindsName(Kind kind) {
  return kind == Kind::kTrace  ? "traces"
         : kind == Kind::kPose ? "poses"
         : kind == Kind::kMix  ? "mixes"
                               : "models";
}

// One side, read. Its kind is told by its content: names lie.
class Side {
 public:
  Side(const std::string& path, const DiffArguments& arguments)
      : file(path), bytes(ReadContent(path, arguments.import.limits.gltf.max_file_bytes)) {
    const std::size_t first = text().find_first_not_of(" \t\r\n\xef\xbb\xbf");
    if (text().starts_with("glTF") || first == std::string_view::npos) return;
    if (text()[first] != '{') {
      kind = LooksLikeATrace(text()) ? Kind::kTrace : Kind::kOther;
      return;
    }
    Result<JsonDocument> parsed = JsonDocument::Parse(text().substr(first));
    if (!parsed.ok()) throw CommandError(path, parsed.failure());
    json = std::move(parsed).value();
    kind = KindOf(json->root());
  }

  std::string_view text() const {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }

  const std::string& file;
  std::vector<std::byte> bytes;
  std::optional<JsonDocument> json;  // Where it is JSON.
  Kind kind = Kind::kModel;

 private:
  static Kind KindOf(JsonValue root) {
    if (root["asset"].exists()) return Kind::kModel;
    for (const JsonValue frame : root["frames"].elements()) {
      return frame["actions"].exists() ? Kind::kMix : Kind::kPose;
    }
    if (root["frames"].exists()) return Kind::kPose;
    return root["hash"].exists() ? Kind::kHash : Kind::kModel;
  }
};

double ToleranceOf(const DiffArguments& arguments) {
  if (!arguments.tolerance) return 0.0;
  const std::optional<double> value = ParseNumber(*arguments.tolerance);
  if (!value || *value < 0.0) {
    throw CommandError(ExitCode::kUsage,
                       fmt::format("--tolerance \"{}\" is not a number from 0 up, such as 1e-5",
                                   Shortened(*arguments.tolerance, 60)));
  }
  return *value;
}

void RequireComparable(const Side& a, const Side& b) {
  for (const Side* side : {&a, &b}) {
    if (IsRuntimeFile(side->bytes)) {
      throw CommandError(
          ExitCode::kUnsupported, side->file,
          "is a packed .sinew file, which cannot be compared; `sinew hash` reads it");
    }
  }
  for (const Side* side : {&a, &b}) {
    if (side->kind != Kind::kOther) continue;
    throw CommandError(ExitCode::kCannotRead, side->file,
                       "is neither a trace, a pose, a mix nor a model");
  }
  if (a.kind != b.kind) {
    throw CommandError(ExitCode::kUsage,
                       fmt::format("{} is {}, {} is {}: they cannot be compared", Printable(a.file),
                                   KindName(a.kind), Printable(b.file), KindName(b.kind)));
  }
  if (a.kind == Kind::kHash) {
    throw CommandError(ExitCode::kUsage,
                       "hashes are compared as `sinew hash` prints them without --json");
  }
}

Comparison CompareTexts(const Side& a, const Side& b) {
  const auto read = [](const Side& side) {
    Result<HashTrace> trace = ReadTrace(side.text());
    if (trace.ok()) return std::move(trace).value();
    throw CommandError(ExitCode::kCannotRead, side.file,
                       fmt::format("is not a trace of `sinew hash --trace`: {} {}",
                                   trace.failure().place, trace.failure().message));
  };
  const HashTrace trace_a = read(a), trace_b = read(b);
  Comparison comparison = CompareTraces(trace_a, trace_b);
  if (comparison.first) return comparison;
  // Alike as far as they go; but do they go to the end?
  for (const auto& [side, trace] : {std::pair(&a, &trace_a), std::pair(&b, &trace_b)}) {
    if (trace->total) continue;
    throw CommandError(
        ExitCode::kCannotRead, side->file,
        fmt::format("is cut off: after {} comes no total", Counted(trace->lines.size(), "line")));
  }
  return comparison;
}

Comparison CompareFiles(const DiffArguments& arguments, double tolerance) {
  const LoadedAsset a = LoadAsset(arguments.a, arguments.import);
  const LoadedAsset b = LoadAsset(arguments.b, arguments.import);
  constexpr std::uint64_t kSteps = 1000;
  Progress progress("comparing", kSteps);
  Result<Comparison> made =
      CompareModels(a.asset(), b.asset(),
                    {.tolerance = tolerance,
                     .max_work = arguments.import.limits.max_work,
                     .progress = [&](float share) { progress.StepTo(share); }});
  if (made.ok()) return std::move(made).value();
  Failure failure = made.failure();
  const std::string& file = failure.place == "B" ? arguments.b : arguments.a;
  failure.place.clear();
  throw CommandError(file, failure);
}

Comparison Compare(const DiffArguments& arguments, Kind& kind) {
  const double tolerance = ToleranceOf(arguments);
  const Side a(arguments.a, arguments), b(arguments.b, arguments);
  RequireComparable(a, b);
  kind = a.kind;
  if (kind == Kind::kModel) return CompareFiles(arguments, tolerance);
  if (kind == Kind::kTrace) {
    if (!arguments.tolerance) return CompareTexts(a, b);
    throw CommandError(ExitCode::kUsage,
                       "--tolerance cannot be used on traces: hashes are equal or not; "
                       "compare poses (`sinew pose --json`) or the models themselves");
  }
  const RecordingKind recorded = kind == Kind::kMix ? RecordingKind::kMixes : RecordingKind::kPoses;
  const Recording in_a = ReadRecording(a.file, a.json->root(), recorded);
  const Recording in_b = ReadRecording(b.file, b.json->root(), recorded);
  return kind == Kind::kMix ? CompareMixes(in_a, in_b, tolerance)
                            : ComparePoses(in_a, in_b, tolerance);
}

void WriteDifference(const Difference& difference, JsonWriter& json) {
  const auto number_or_null = [&](const auto& value) {
    if (value) {
      json.Number(static_cast<double>(*value));
    } else {
      json.Null();
    }
  };
  json.BeginObject().Key("stage").String(difference.stage).Key("clip").String(difference.clip);
  json.Key("frame");
  number_or_null(difference.frame);
  json.Key("t");
  number_or_null(difference.time_s);
  json.Key("node");
  number_or_null(difference.node);
  json.Key("name").String(difference.name).Key("what").String(difference.what).Key("by");
  number_or_null(difference.by);
  json.EndObject();
}

void WriteJson(const Comparison& comparison, Kind kind, JsonWriter& json) {
  json.BeginObject().Key("kind").String(KindsName(kind));
  json.Key("same").Bool(!comparison.first.has_value());
  json.Key("compared").Integer(static_cast<std::int64_t>(comparison.compared));
  json.Key("first");
  if (comparison.first) {
    WriteDifference(*comparison.first, json);
  } else {
    json.Null();
  }
  json.Key("worst").BeginObject();
  for (const auto& [stage, largest] : comparison.largest) json.Key(stage).Number(*largest.by);
  json.EndObject().Key("worstAt").BeginArray();
  for (const auto& [stage, largest] : comparison.largest) WriteDifference(largest, json);
  json.EndArray().EndObject();
}

// Where it is, without its stage: "clip 1, frame 4 (t = 0.5 s), node 3 "hand"".
std::string PlaceText(const Difference& difference) {
  std::string place;
  const auto add = [&](const std::string& part) { place += (place.empty() ? "" : ", ") + part; };
  if (difference.clip == "rest") {
    add("rest pose");
  } else if (!difference.clip.empty()) {
    add(fmt::format("clip {}", Printable(difference.clip)));
  }
  if (difference.frame) {
    std::string frame = fmt::format("frame {}", *difference.frame);
    if (difference.time_s) frame += fmt::format(" (t = {:.6g} s)", *difference.time_s);
    add(frame);
  }
  if (difference.node) {
    std::string node = fmt::format("node {}", *difference.node);
    if (!difference.name.empty()) node += fmt::format(" \"{}\"", Shortened(difference.name, 40));
    add(node);
  }
  return place;
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
  if (first.time_s) place += fmt::format(" (t = {:.6g} s)", *first.time_s);
  if (first.frame || !first.clip.empty()) place += ",";
  place += fmt::format(" stage {}", Printable(first.stage));
  if (first.node) {
    place += fmt::format(", node {}", *first.node);
    if (!first.name.empty()) place += fmt::format(" \"{}\"", Shortened(first.name, 40));
  }
  fmt::print("different:{}: {}", place, Shortened(first.what, kMaxWhat));
  fmt::print("{}\n", first.by ? fmt::format(" by {:.6g}", *first.by) : "");
  for (const auto& [stage, largest] : comparison.largest) {
    const std::string at = PlaceText(largest);
    fmt::print("  largest difference in {}: {:.6g}{}\n", stage, *largest.by,
               at.empty() ? "" : fmt::format(", at {}: {}", at, Shortened(largest.what, kMaxWhat)));
  }
}

ExitCode RunDiff(const DiffArguments& arguments) {
  Kind kind = Kind::kOther;
  const Comparison comparison = Compare(arguments, kind);
  if (comparison.compared == 0 && !comparison.first) {
    throw CommandError(ExitCode::kCannotRead, arguments.a,
                       "holds nothing to compare: no nodes in any frame");
  }
  if (arguments.json) {
    JsonStream json(stdout);
    WriteJson(comparison, kind, json);
    json.Finish();
  } else {
    Print(comparison);
  }
  return comparison.first ? ExitCode::kFindings : ExitCode::kFine;
}

}  // namespace

void AddDiff(CommandLine& line) {
  auto arguments = std::make_shared<DiffArguments>();
  Command command = line.AddCommand("diff", "Where two traces, poses, mixes or models part");
  command.AddOption("A", arguments->a, "A trace, a pose, a mix or a model").Required().TypeName("");
  command.AddOption("B", arguments->b, "Another of the same kind").Required().TypeName("");
  command.AddFlag("--json", arguments->json, "JSON instead of lines");
  command
      .AddOption("--tolerance", arguments->tolerance,
                 "Differences up to this are none; else every bit counts")
      .TypeName("X");
  AddImportOptions(command, arguments->import);
  command.Footer(
      "Traces come from `sinew hash --trace`, poses from `sinew pose --json`, mixes from `sinew\n"
      "mix --json`, models are .glb, .gltf or .js3d and are compared at rest and over every clip\n"
      "at 60 Hz. What each file is, its content says. Positions are stage vertices, in the file's\n"
      "unit; directions are stages normals and tangents. A rotation that differs in its sign "
      "alone\n"
      "differs by 0. Of materials only which one a primitive has is compared, of pictures "
      "nothing.\n\n"
      "Exit code 0: the same; 1: different; 2: two files of different kinds; 3: a file is cut "
      "off,\n"
      "or none of these.\n\n"
      "JSON: {kind, same, compared, first:{stage, clip, frame, t, node, name, what, by},\n"
      "worst:{STAGE: by}, worstAt:[as first, one a stage]}\n\n"
      "Examples:\n"
      "  sinew diff before.glb after.glb\n"
      "  sinew diff --tolerance 1e-5 three.json ours.json\n"
      "  sinew diff x86.txt arm.txt");
  command.Runs([arguments] { return RunDiff(*arguments); });
}

}  // namespace sinew::cli
