// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// sinew demo: makes a rig, writes it as GLB, reads it back, poses it. Its output is the same on
// every machine: no times, no paths of its own.
#include <fmt/format.h>

#include <memory>

#include "commands.h"
#include "demo_rig.h"
#include "describe.h"
#include "pick_clip.h"
#include "printable.h"
#include "scene_hash.h"
#include "scene_walk.h"
#include "sinew/gltf.h"
#include "text_table.h"
#include "write_file.h"

namespace sinew::cli {
namespace {

struct DemoArguments {
  std::string out;
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
  Hash64 total;
  Require(HashScene(model, {}, false, [](const Moment&, const StageHashes*) {}, total));
  return total.Text();
}

std::string TipAt(PosedScene& scene, const Clip& clip, double part) {
  Require(scene.Pose(&clip, part * static_cast<double>(clip.duration_s())));
  const Affine& model_from_tip = scene.model_from_joint()[kDemoTip];
  std::string text;
  for (const auto& row : model_from_tip.m) {
    const std::string number = fmt::format("{:.2f}", row[3]);
    text += (text.empty() ? "" : " ") + (number == "-0.00" ? "0.00" : number);
  }
  return text;
}

ExitCode RunDemoWith(const DemoArguments& arguments) {
  if (!arguments.out.empty() && Ending(arguments.out) != ".glb") {
    throw CommandError(ExitCode::kUsage, fmt::format("the output \"{}\" does not end in .glb",
                                                     Shortened(arguments.out, 60)));
  }
  const Model made = Expect(MakeDemoRig(), "making the demo rig");
  const std::vector<std::byte> glb = Expect(WriteGlb(made), "writing the demo rig");
  GltfRead read = ReadGltf(glb);
  const Report report = read.report;
  const Model model = Expect(std::move(read.model), "reading the demo rig back");
  const std::string hash = TotalHash(model);
  if (hash != TotalHash(made)) {
    throw CommandError(ExitCode::kBug, "the demo rig came back from GLB with another hash");
  }
  if (!arguments.out.empty()) WriteWholeFile(arguments.out, glb);

  const Primitive& tube = model.meshes()[0].primitives()[0];
  fmt::print("A cylinder that bends, made in code.\n\n");
  fmt::print("  made       {}, {}, {}\n", Counted(model.skins()[0].size(), "joint"),
             Counted(tube.vertex_count(), "vertex", "vertices"),
             Counted(tube.indices.size() / 3, "triangle"));
  fmt::print(
      "  written    {} of GLB{}\n", Counted(glb.size(), "byte"),
      arguments.out.empty() ? ", in memory" : fmt::format(" to {}", Printable(arguments.out)));
  fmt::print("  read back  {}\n\n", VerdictText(report));

  PosedScene scene(model);
  TextTable clips({"clip", ">seconds", "tracks", "tip at the start", "at half", "at the end"});
  for (const Clip& clip : model.clips()) {
    clips.Add({clip.name(), fmt::format("{:.2f}", clip.duration_s()), InterpolationText(clip),
               TipAt(scene, clip, 0.0), TipAt(scene, clip, 0.5), TipAt(scene, clip, 1.0)});
  }
  fmt::print("{}\n", clips.Text("  "));
  fmt::print("  hash       {}\n", hash);
  fmt::print(
      "             of every pose, palette and vertex at 60 Hz; the same on every machine\n");
  if (arguments.out.empty()) {
    fmt::print("\nNext: sinew demo --write demo.glb, sinew inspect demo.glb, sinew --help\n");
  }
  return ExitCode::kFine;
}

}  // namespace

ExitCode RunDemo() { return RunDemoWith({}); }

void AddDemo(CLI::App& app, Command& chosen) {
  auto arguments = std::make_shared<DemoArguments>();
  CLI::App* const command =
      app.add_subcommand("demo", "Make a small rig in code, write, read, pose and hash it");
  command->add_option("--write", arguments->out, "Save the rig as this .glb")->type_name("OUT.glb");
  command->footer(
      "The same is said on every machine. A saved rig is a file to try the other commands on.\n\n"
      "Examples:\n"
      "  sinew\n"
      "  sinew demo --write demo.glb");
  command->callback(
      [arguments, &chosen] { chosen = [arguments] { return RunDemoWith(*arguments); }; });
}

}  // namespace sinew::cli
