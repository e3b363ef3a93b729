// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// sinew hash: one number that says whether two machines computed the same.
#include "sinew/hash.h"

#include <fmt/format.h>

#include <memory>

#include "commands.h"
#include "load_file.h"
#include "pick_clip.h"
#include "printable.h"
#include "progress.h"
#include "scene_hash.h"
#include "scene_walk.h"

namespace sinew::cli {
namespace {

struct HashArguments {
  std::string file;
  bool trace = false;
  ImportOptions import;
};

void PrintTraceLine(const Moment& moment, const char* stage, const Hash64& hash) {
  const std::string clip = moment.clip ? std::to_string(*moment.clip) : "rest";
  fmt::print("{} {} {} {}\n", clip, moment.frame, stage, hash.Text());
}

ExitCode RunHash(const HashArguments& arguments) {
  const Model model = LoadModelFile(arguments.file, arguments.import);
  RequireWalkable(model);
  Progress progress("hashing", MomentCount(model, kHashRate_Hz));
  const auto watch = [&](const Moment& moment, const StageHashes* stages) {
    if (stages == nullptr) {
      progress.Step();
      return;
    }
    PrintTraceLine(moment, "local", stages->local);
    PrintTraceLine(moment, "palette", stages->palette);
    PrintTraceLine(moment, "vertices", stages->vertices);
  };
  Hash64 total;
  Require(HashScene(model, arguments.trace, watch, total));
  progress.Wipe();
  fmt::print("{}\n", total.Text());
  return ExitCode::kFine;
}

}  // namespace

void AddHash(CLI::App& app, Command& chosen) {
  auto arguments = std::make_shared<HashArguments>();
  CLI::App* const command =
      app.add_subcommand("hash", "One 64-bit hash of everything a file plays");
  command->add_option("FILE", arguments->file, "A .glb or .gltf file")->required();
  command->add_flag("--trace", arguments->trace,
                    "Before it, a line a frame and stage: clip frame stage hash");
  AddImportOptions(*command, arguments->import);
  command->footer(
      "FNV-1a over little-endian bits. For every clip in file order, at i/60 s from 0 and\n"
      "at its end: local poses and morph weights, palettes, skinned vertices (positions,\n"
      "normals, tangents), each in file order. A file without clips: its rest pose.\n\n"
      "Examples:\n"
      "  sinew hash fox.glb\n"
      "  sinew hash fox.glb --trace > here.txt     # then: sinew diff here.txt there.txt");
  command->callback([arguments, &chosen] { chosen = [arguments] { return RunHash(*arguments); }; });
}

}  // namespace sinew::cli
