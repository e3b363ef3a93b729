// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// sinew skin: the posed mesh, frozen, as OBJ or GLB.
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <optional>

#include "commands.h"
#include "freeze.h"
#include "load_file.h"
#include "pick_clip.h"
#include "printable.h"
#include "scene_walk.h"
#include "sinew/gltf.h"
#include "sinew/obj.h"
#include "write_file.h"

namespace sinew::cli {
namespace {

struct SkinArguments {
  std::string file;
  std::string out;
  std::optional<std::string> clip;
  std::optional<std::string> time;
  std::string method = "lbs";
  ImportOptions import;
};

// Pictures that lie beside the file would be lost beside the output: take them in.
Model WithPictures(Model model, const std::filesystem::path& folder) {
  Model::Parts parts = std::move(model).TakeParts();
  const Resolver resolve = BesideResolver(folder, GltfLimits{}.max_file_bytes);
  for (Image& image : parts.images) {
    if (image.uri.empty() || image.uri.starts_with("data:") || !image.bytes.empty()) continue;
    Result<std::vector<std::byte>> bytes = resolve(PercentDecoded(image.uri));
    if (!bytes.ok()) {
      fmt::print(stderr, "sinew: note: a picture stays outside: {}\n", Describe(bytes.failure()));
      continue;
    }
    if (image.mime_type.empty()) {
      const bool is_png = image.uri.ends_with(".png") || image.uri.ends_with(".PNG");
      image.mime_type = is_png ? "image/png" : "image/jpeg";
    }
    image.bytes = std::move(bytes).value();
    image.uri.clear();
  }
  Result<Model> whole = Model::Create(std::move(parts));
  if (!whole.ok()) throw CommandError(ExitCode::kBug, Describe(whole.failure()));
  return std::move(whole).value();
}

ExitCode RunSkin(const SkinArguments& arguments) {
  const std::string extension = std::filesystem::path(arguments.out).extension().string();
  if (extension != ".obj" && extension != ".glb") {
    throw CommandError(ExitCode::kUsage,
                       fmt::format("the output \"{}\" ends neither in .obj nor in .glb",
                                   Shortened(arguments.out, 60)));
  }
  if (arguments.time && !arguments.clip) {
    throw CommandError(ExitCode::kUsage, "--time needs --clip; the rest pose has no time");
  }
  const double time_s = arguments.time ? ParseTimes(*arguments.time).at(0) : 0.0;
  const Model model = LoadModelFile(arguments.file, arguments.import);
  const Clip* clip = nullptr;
  if (arguments.clip) clip = &model.clips()[PickClip(model, *arguments.clip)];

  PosedScene scene(model);
  Require(scene.Pose(clip, time_s));
  Require(scene.SkinVertices());
  Result<Model> frozen = FreezeScene(scene);
  if (!frozen.ok()) {  // Vertices beyond what a model may hold.
    throw CommandError(ExitCode::kCannotRead, Describe(frozen.failure()));
  }
  if (extension == ".obj") {
    WriteWholeFile(arguments.out, WriteObj(*frozen));
    return ExitCode::kFine;
  }
  const std::filesystem::path folder = std::filesystem::path(arguments.file).parent_path();
  const auto glb = WriteGlb(WithPictures(std::move(frozen).value(), folder));
  if (!glb.ok()) {
    throw CommandError(ExitCodeOf(glb.failure()),
                       fmt::format("{}: {}", Printable(arguments.out), Describe(glb.failure())));
  }
  WriteWholeFile(arguments.out, *glb);
  return ExitCode::kFine;
}

}  // namespace

void AddSkin(CLI::App& app, Command& chosen) {
  auto arguments = std::make_shared<SkinArguments>();
  CLI::App* const command = app.add_subcommand("skin", "The posed mesh, frozen, as OBJ or GLB");
  command->add_option("FILE", arguments->file, "A .glb or .gltf file")->required();
  command->add_option("-o,--output", arguments->out, "What to write, by its ending: .obj or .glb")
      ->required()
      ->type_name("OUT");
  command->add_option("--clip", arguments->clip, "A clip by number or name; without it: rest pose")
      ->type_name("N|NAME");
  command->add_option("--time", arguments->time, "Seconds into the clip; without it: 0")
      ->type_name("T");
  command->add_option("--method", arguments->method, "How to blend: lbs (linear)")
      ->check(CLI::IsMember({"lbs"}))
      ->type_name("METHOD");
  AddImportOptions(*command, arguments->import);
  command->footer(
      "Morphs, skins and node transforms are worked into the vertices; the result has no skins.\n"
      "The output is whole or not there.\n\n"
      "Examples:\n"
      "  sinew skin fox.glb --clip Run --time 0.3 -o run.obj\n"
      "  sinew skin fox.glb -o rest.glb");
  command->callback([arguments, &chosen] { chosen = [arguments] { return RunSkin(*arguments); }; });
}

}  // namespace sinew::cli
