// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// sinew hash: one number that says whether two machines computed the same.
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "commands/commands.h"
#include "sinew/scene_hash.h"
#include "text/json_out.h"
#include "text/load_file.h"
#include "text/packing.h"
#include "text/pick_clip.h"
#include "text/printable.h"
#include "text/progress.h"

namespace sinew::cli {
namespace {

struct HashArguments {
  std::string file;
  bool packed = false;
  std::optional<float> error;
  bool trace = false;
  bool json = false;
  ImportOptions import;
};

void WriteTraceLine(const SceneMoment& moment, const StageHashes& stages, JsonWriter& json) {
  json.BeginObject().Key("clip");
  if (moment.clip) {
    json.Integer(*moment.clip);
  } else {
    json.Null();
  }
  json.Key("frame").Integer(static_cast<std::int64_t>(moment.frame)).Key("t").Number(moment.time_s);
  json.Key("local").String(stages.local.Text()).Key("palette").String(stages.palette.Text());
  json.Key("vertices").String(stages.vertices.Text()).EndObject();
}

// How clips were packed, where they were.
struct PackedForm {
  float error_bound = 0.0f;
  float point_distance = 0.0f;
  std::uint64_t size_bytes = 0;
};

// All are packed by the same options.
PackedForm FormOf(const std::vector<PackedClip>& clips) {
  PackedForm form;
  for (const PackedClip& clip : clips) {
    form = {clip.error_bound(), clip.point_distance(), form.size_bytes + clip.size_bytes()};
  }
  return form;
}

Hash64 Hashed(const std::string& file, const Asset& asset, const SceneHashOptions& options) {
  const Result<SceneHash> made = HashScene(asset, options);
  if (!made.ok()) throw CommandError(file, made.failure());
  if (made->complete) return made->hash;
  if (!made->difference) throw CommandError(ExitCode::kCannotRead, "cannot write to the output");
  const SceneMoment& moment = made->difference->moment;
  throw CommandError(
      ExitCode::kBug,
      fmt::format("{} (clip {}, frame {}). The hash would not be the one of other machines. Please "
                  "report it; SINEW_ISA=scalar may help meanwhile",
                  made->difference->what, moment.clip ? std::to_string(*moment.clip) : "rest",
                  moment.frame));
}

ExitCode PrintHash(const HashArguments& arguments, const Asset& asset,
                   std::span<const ClipView> clips, const std::optional<PackedForm>& packed) {
  JsonStream json(stdout);
  if (arguments.json) {
    json.BeginObject().Key("file").String(arguments.file);
    json.Key("arithmetic").Integer(kArithmeticVersion);
    if (packed) {
      json.Key("errorBound").Number(static_cast<double>(packed->error_bound));
      json.Key("pointDistance").Number(static_cast<double>(packed->point_distance));
      json.Key("packedBytes").Integer(static_cast<std::int64_t>(packed->size_bytes));
    }
    if (arguments.trace) json.Key("trace").BeginArray();
  }
  Progress progress("hashing", MomentCount(clips, kHashRate_Hz));
  SceneHashOptions options{.clips = clips, .max_work = arguments.import.limits.max_work};
  if (!arguments.trace) {
    options.progress = [&](float share) { progress.StepTo(share); };
  } else if (arguments.json) {
    options.trace = [&](const SceneMoment& moment, const StageHashes& stages) {
      WriteTraceLine(moment, stages, json);
      return !json.failed();
    };
  } else {
    options.trace = [](const SceneMoment& moment, const StageHashes& stages) {
      return std::fputs(TraceText(moment, stages).c_str(), stdout) >= 0;
    };
  }
  try {
    const Hash64 total = Hashed(arguments.file, asset, options);
    progress.Wipe();
    if (!arguments.json) {
      fmt::print("{}\n", total.Text());
      return ExitCode::kFine;
    }
    if (arguments.trace) json.EndArray();
    json.Key("hash").String(total.Text()).EndObject();
    json.Finish();
  } catch (CommandError& error) {
    error.output_begun = json.begun();
    throw;
  }
  return ExitCode::kFine;
}

// How the clips of a runtime file were packed.
PackedForm FormOf(const RuntimeFile& file) {
  PackedForm form{file.info().error_bound, file.info().point_distance, 0};
  for (std::uint32_t i = 0; i < file.clip_count(); ++i) {
    form.size_bytes += file.clip_info(i).size_bytes;
  }
  return form;
}

ExitCode RunHash(const HashArguments& arguments) {
  const LoadedAsset loaded = LoadAsset(arguments.file, arguments.import);
  if (loaded.is_packed() && arguments.error) {
    throw CommandError(ExitCode::kUsage, "--error is for packing; a .sinew file is packed already");
  }
  const std::span<const ClipView> of_asset = loaded.asset().clips();
  RequireWork(arguments.file, loaded.model(),
              static_cast<double>(MomentCount(of_asset, kHashRate_Hz)), true,
              arguments.import.limits);
  std::vector<PackedClip> packed;
  std::vector<ClipView> clips(of_asset.begin(), of_asset.end());
  std::optional<PackedForm> form;
  if (loaded.is_packed()) {
    form = FormOf(*loaded.asset().file());
  } else if (arguments.packed) {
    const ClipPacker packer = MakePacker(arguments.file, loaded.model(),
                                         PackOptionsOf(arguments.error, arguments.import.limits));
    packed = PackAllClips(arguments.file, loaded.model(), packer);
    form = FormOf(packed);
    clips.assign(packed.begin(), packed.end());
  }
  return PrintHash(arguments, loaded.asset(), clips, form);
}

}  // namespace

void AddHash(CommandLine& line) {
  auto arguments = std::make_shared<HashArguments>();
  Command command = line.AddCommand("hash", "One 64-bit hash of everything a file plays");
  command.AddOption("FILE", arguments->file, "A .glb, .gltf, .js3d or .sinew file")
      .Required()
      .TypeName("");
  const Option packed = command.AddFlag("--packed", arguments->packed,
                                        "Play packed clips, as a game does, instead of exact ones");
  AddError(command, arguments->error).Needs(packed);
  command.AddFlag("--trace", arguments->trace,
                  "Before it, a line a frame and stage: clip frame stage hash");
  command.AddFlag("--json", arguments->json, "JSON instead of the bare hash");
  AddImportOptions(command, arguments->import);
  command.Footer(
      "FNV-1a over little-endian bits. For every clip in file order, at i/60 s from 0 and\n"
      "at its end: local poses and morph weights, palettes, skinned vertices (positions,\n"
      "normals, tangents), each in file order. A file without clips: its rest pose.\n"
      "Whatever instruction set is used (SINEW_ISA=scalar|sse4|avx2|neon chooses one), its "
      "results\n"
      "are compared with the scalar specification; a difference is an error (exit 5).\n"
      "A .sinew file has the hash that --packed gives for what it was packed from, under the same\n"
      "bound.\n\n"
      "JSON: {file, arithmetic, hash}, with --packed also errorBound (of every vertex), "
      "pointDistance\n"
      "(how far from any node other points may be for the bound to hold: 1/60 of the size) and\n"
      "packedBytes, with --trace also trace:[{clip, frame, t, local, palette, vertices}].\n"
      "`arithmetic` is the version under which hashes may be compared.\n\n"
      "Examples:\n"
      "  sinew hash fox.glb\n"
      "  sinew hash fox.glb --json\n"
      "  sinew hash fox.glb --packed --error 0.5mm\n"
      "  sinew hash fox.sinew\n"
      "  sinew hash fox.glb --trace > here.txt     # then: sinew diff here.txt there.txt");
  command.Runs([arguments] { return RunHash(*arguments); });
}

}  // namespace sinew::cli
