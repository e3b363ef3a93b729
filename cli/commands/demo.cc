// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// sinew demo: makes the built-in character (or a small rig), writes it as GLB, reads it back, plays
// it. Its output is the same on every machine: no times, no paths of its own.
#include <fmt/format.h>

#include <memory>

#include "commands/commands.h"
#include "commands/demo_character.h"
#include "sinew/character.h"
#include "sinew/gltf.h"
#include "sinew/model_facts.h"
#include "sinew/posed_scene.h"
#include "sinew/scene_hash.h"
#include "text/describe.h"
#include "text/load_file.h"
#include "text/pick_clip.h"
#include "text/printable.h"
#include "text/progress.h"
#include "text/text_table.h"

namespace sinew::cli {
namespace {

struct DemoArguments {
  std::string out;
  std::string rig = "character";
};

// The demo's own data are good: where something fails, it is our bug.
template <typename T>
T Expect(Result<T> result, const char* what) {
  if (!result.ok()) {
    throw CommandError(ExitCode::kBug, fmt::format("{}: {}", what, Describe(result.failure())));
  }
  return std::move(result).value();
}

std::string TotalHash(const Model& model) {
  const SceneHash hashed = Expect(HashScene(Asset::Create(model)), "hashing the demo");
  if (hashed.difference) throw CommandError(ExitCode::kBug, hashed.difference->what);
  return hashed.hash.Text();
}

std::string TipAt(PosedScene& scene, const Clip& clip, double part) {
  Require(scene.Pose(clip, part * static_cast<double>(clip.duration_s())));
  const Affine& model_from_tip = scene.model_from_joint()[kCylinderTip];
  std::string text;
  for (const auto& row : model_from_tip.m) {
    const std::string number = fmt::format("{:.2f}", row[3]);
    text += (text.empty() ? "" : " ") + (number == "-0.00" ? "0.00" : number);
  }
  return text;
}

// The rig, through GLB and back.
struct Returned {
  Model model;  // As it was read.
  Report report;
  std::size_t glb_bytes = 0;
  std::string hash;
};

Returned ThereAndBack(const Model& made, const DemoArguments& arguments) {
  const std::vector<std::byte> glb = Expect(WriteGlb(made), "writing the demo");
  GltfRead read = ReadGltf(glb);
  Returned back{.model = Expect(std::move(read.model), "reading the demo back"),
                .report = read.report,
                .glb_bytes = glb.size(),
                .hash = {}};
  back.hash = TotalHash(back.model);
  if (back.hash != TotalHash(made)) {
    throw CommandError(ExitCode::kBug, "the demo came back from GLB with another hash");
  }
  if (!arguments.out.empty()) WriteWholeFile(arguments.out, glb);
  return back;
}

void PrintMade(const Returned& back, const DemoArguments& arguments) {
  const Primitive& skin = back.model.meshes()[0].primitives()[0];
  fmt::print("  made       {}, {}, {}\n", Counted(back.model.skins()[0].size(), "joint"),
             Counted(skin.vertex_count(), "vertex", "vertices"),
             Counted(skin.indices.size() / 3, "triangle"));
  fmt::print(
      "  written    {} of GLB{}\n", Counted(back.glb_bytes, "byte"),
      arguments.out.empty() ? ", in memory" : fmt::format(" to {}", Printable(arguments.out)));
  fmt::print("  read back  {}\n\n", VerdictText(back.report));
}

void PrintHash(const std::string& hash) {
  fmt::print("  hash       {}\n", hash);
  fmt::print(
      "             of every pose, palette and vertex at 60 Hz; the same on every machine\n");
}

ExitCode DemoCylinder(const DemoArguments& arguments) {
  const Returned back = ThereAndBack(Expect(MakeCylinder(), "making the cylinder"), arguments);
  fmt::print("A cylinder that bends, made in code.\n\n");
  PrintMade(back, arguments);
  const Asset asset = Asset::Create(back.model);
  PosedScene scene(asset, back.model);
  TextTable clips({"clip", ">seconds", "tracks", "=tip at the start", "=at half", "=at the end"});
  for (const Clip& clip : back.model.clips()) {
    clips.Add({clip.name(), fmt::format("{:.2f}", clip.duration_s()), InterpolationText(clip),
               TipAt(scene, clip, 0.0), TipAt(scene, clip, 0.5), TipAt(scene, clip, 1.0)});
  }
  fmt::print("{}\n", clips.Text("  "));
  PrintHash(back.hash);
  return ExitCode::kFine;
}

Model Made() {
  Progress bar("making the character", 1000);
  return Expect(MakeCharacter({.progress = [&bar](float share) { bar.StepTo(share); }}),
                "making the character");
}

ExitCode DemoCharacter(const DemoArguments& arguments) {
  const Model made = Made();
  const Returned back = ThereAndBack(made, arguments);
  fmt::print("A character, made in code: its shape, weights and clips.\n\n");
  PrintMade(back, arguments);
  fmt::print("{}\n", ClipTable(made));
  fmt::print("  Mixed: idle, from 1.0 s on walk, from 2.5 s on run, each faded in over 0.4 s.\n\n");
  fmt::print("{}\n", MixTable(made));
  constexpr float kSole = 0.02f, kContact = 0.003f;
  const auto slide_cm = [&](const char* name) {
    const Clip& clip = made.clips()[made.FindClip(name).value()];
    return Expect(MeasureFootSlide(made, clip, kSole, kContact), "posing it") * 100.0;
  };
  fmt::print("  feet       slide at most {:.1f} cm in walk and {:.1f} cm in run\n",
             slide_cm("walk"), slide_cm("run"));
  PrintHash(back.hash);
  if (arguments.out.empty()) {
    fmt::print(
        "\nNext: sinew demo --write character.glb, sinew inspect character.glb, sinew --help\n");
  }
  return ExitCode::kFine;
}

ExitCode RunDemoWith(const DemoArguments& arguments) {
  if (!arguments.out.empty() && Ending(arguments.out) != ".glb") {
    throw CommandError(ExitCode::kUsage, fmt::format("the output \"{}\" does not end in .glb",
                                                     Shortened(arguments.out, 60)));
  }
  return arguments.rig == "cylinder" ? DemoCylinder(arguments) : DemoCharacter(arguments);
}

}  // namespace

ExitCode RunDemo() { return RunDemoWith({}); }

void AddDemo(CommandLine& line) {
  auto arguments = std::make_shared<DemoArguments>();
  Command command =
      line.AddCommand("demo", "Make the built-in character, write, read, mix and hash it");
  command.AddOption("--write", arguments->out, "Save it as this .glb").TypeName("OUT.glb");
  command.AddOption("--rig", arguments->rig, "character, or a small cylinder that bends")
      .TypeName("NAME")
      .OneOf({"character", "cylinder"});
  command.Footer(
      "The same is said on every machine. What is saved is a file to try the other commands on.\n\n"
      "Examples:\n"
      "  sinew\n"
      "  sinew demo --write character.glb\n"
      "  sinew demo --rig cylinder --write cylinder.glb");
  command.Runs([arguments] { return RunDemoWith(*arguments); });
}

}  // namespace sinew::cli
