// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// sinew mix: clips played and faded through the mixer, frame by frame.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <optional>
#include <utility>
#include <vector>

#include "commands/commands.h"
#include "sinew/mix_script.h"
#include "sinew/pack.h"
#include "text/json_out.h"
#include "text/load_file.h"
#include "text/packing.h"
#include "text/pick_clip.h"
#include "text/printable.h"
#include "text/text_table.h"

namespace sinew::cli {
namespace {

struct MixArguments {
  std::string file;
  MixText mix;
  std::string rotations = "even";
  bool packed = false;
  std::optional<float> error;
  bool json = false;
  ImportOptions import;
};

void AddMixOptions(Command& command, MixArguments& arguments) {
  MixText& mix = arguments.mix;
  command.AddOption("--play", mix.play, "The clip that plays first, by name or number")
      .Required()
      .TypeName("N|NAME");
  const Option fade =
      command
          .AddOption("--fade", mix.fades, "At T seconds fade to a clip within SECONDS; any number")
          .OneTextEach()
          .TypeName("T:NAME:SECONDS");
  command
      .AddOption("--seconds", mix.seconds,
                 "How long (default: the clip once, and until the last fade is over)")
      .TypeName("S");
  command.AddOption("--fps", mix.rate_hz, "Frames per second (default: 60)").TypeName("F");
  const Option smooth =
      command.AddFlag("--smooth", mix.smooth, "Fades that start and end gently").Needs(fade);
  command
      .AddFlag("--inertial", mix.inertial,
               "Switch at once, and let the difference die out within SECONDS")
      .Needs(fade)
      .Excludes(smooth);
  command
      .AddOption("--rotations", arguments.rotations,
                 "How rotations blend: even (the default, as slerp) or sum (normalised)")
      .OneOf({"even", "sum"})
      .TypeName("WAY");
}

MixScript ScriptOf(const MixArguments& arguments, std::span<const ClipView> clips) {
  PickClip(clips, arguments.mix.play);  // Says which clips there are.
  for (const std::string& fade : arguments.mix.fades) {
    const std::size_t first = fade.find(':'), last = fade.rfind(':');
    if (first != last) PickClip(clips, fade.substr(first + 1, last - first - 1));
  }
  MixText mix = arguments.mix;
  if (arguments.rotations == "sum") mix.rotations = RotationAverage::kSum;
  const Result<MixScript> script = ReadMixScript(mix, clips);
  if (script.ok()) return *script;
  const Failure& failure = script.failure();
  const char* const option = failure.place.starts_with("/fades") ? "--fade"
                             : failure.place == "/seconds"       ? "--seconds"
                                                                 : "--fps";
  throw CommandError(ExitCode::kUsage, fmt::format("{} {}", option, Printable(failure.message)));
}

// The asset with some of its clips, packed.
Asset Packed(const MixArguments& arguments, const LoadedAsset& loaded,
             std::span<const std::uint32_t> clips) {
  const Model& model = loaded.model();
  const ClipPacker packer =
      MakePacker(arguments.file, model, PackOptionsOf(arguments.error, arguments.import.limits));
  std::vector<PackedClip> packed;
  for (const std::uint32_t clip : clips) {
    packed.push_back(PackClip(arguments.file, model, packer, clip));
  }
  const Model fewer = Taken(arguments.file, KeepClips(model, clips));
  return Taken(arguments.file,
               Asset::Open(Taken(arguments.file, WriteRuntimeFileWithClips(fewer, packed))));
}

// A script that plays, and the asset's own numbers of the clips that it names.
struct Playing {
  MixPlayer player;
  std::vector<std::uint32_t> clips{};  // Where they were packed; empty: all, as they are.

  std::uint32_t asset_clip(const Action& action) const {
    return clips.empty() ? action.clip() : clips[action.clip()];
  }
  bool Next() {
    if (!player.has_next()) return false;
    Require(player.Next());
    return true;
  }
};

Playing Start(const MixArguments& arguments, const LoadedAsset& loaded, const MixScript& script) {
  if (!arguments.packed || loaded.is_packed()) {
    return {Taken(arguments.file, MixPlayer::Create(loaded.asset(), script))};
  }
  std::vector<std::uint32_t> clips = ClipsOf(script);
  return {Taken(arguments.file,
                MixPlayer::Create(Packed(arguments, loaded, clips), Renumbered(script, clips))),
          clips};
}

// --- for programs ---

void WriteMorphs(const Asset& asset, ConstPoseView pose, JsonWriter& json) {
  json.Key("morph").BeginArray();
  for (const std::uint32_t index : asset.instances_in_file_order()) {
    const MeshInstance& instance = asset.instances()[index];
    const std::size_t count = asset.meshes()[instance.mesh].morph_weights.size();
    if (count == 0) continue;
    json.BeginObject().Key("node").Integer(asset.skeleton().file_node(instance.joint));
    json.Key("weights").Floats(pose.morphs.subspan(instance.first_morph, count)).EndObject();
  }
  json.EndArray();
}

void WriteFrame(const Asset& asset, Playing& playing, JsonWriter& json) {
  MixPlayer& player = playing.player;
  const ConstPoseView pose = player.instance().pose();
  json.BeginObject().Key("frame").Integer(static_cast<std::int64_t>(player.frame()));
  json.Key("t").Number(player.time_s()).Key("actions").BeginArray();
  for (const Action& action : player.actions()) {
    json.BeginObject().Key("name").String(ClipLabel(asset.clips(), playing.asset_clip(action)));
    json.Key("time").Number(action.time()).Key("weight").Number(action.contribution()).EndObject();
  }
  json.EndArray();
  if (player.script().inertial) json.Key("settling").Bool(player.settles());
  json.Key("nodes").BeginArray();
  for (const std::uint32_t joint : asset.joints_in_file_order()) {
    const Transform local = pose.joint(joint);
    const Quat& r = local.rotation;
    json.BeginObject().Key("i").Integer(asset.skeleton().file_node(joint));
    json.Key("name").String(asset.skeleton().name(joint));
    json.Key("T").Vector(local.translation);
    json.Key("R").BeginArray().Number(r.x).Number(r.y).Number(r.z).Number(r.w).EndArray();
    json.Key("S").Vector(local.scale).EndObject();
  }
  json.EndArray();
  if (!asset.morph_rest().empty()) WriteMorphs(asset, pose, json);
  json.EndObject();
}

// --- for people ---

// Frames one after another in which the same actions play, the same ones fade, and no fade begins.
class Stretches {
 public:
  explicit Stretches(std::span<const ClipView> clips) : clips_(clips) {}

  void Add(Playing& playing) {
    MixPlayer& player = playing.player;
    std::vector<Shown> now;
    for (const Action& action : player.actions()) {
      now.push_back({.clip = playing.asset_clip(action),
                     .fades = action.is_fading(),
                     .first_weight = action.contribution(),
                     .last_weight = action.contribution()});
    }
    const bool goes_on = std::equal(
        now.begin(), now.end(), shown_.begin(), shown_.end(),
        [](const Shown& a, const Shown& b) { return a.clip == b.clip && a.fades == b.fades; });
    if (!goes_on || !begun_ || player.fade_began() || player.settles() != settles_) {
      End();
      begun_ = true;
      shown_ = now;
      settles_ = player.settles();
      first_frame_ = player.frame();
      first_s_ = player.time_s();
    }
    for (std::size_t i = 0; i < now.size(); ++i) shown_[i].last_weight = now[i].last_weight;
    last_frame_ = player.frame();
    last_s_ = player.time_s();
  }

  std::string Text() {
    End();
    return table_.Text("  ");
  }

 private:
  struct Shown {
    std::uint32_t clip = 0;
    bool fades = false;
    float first_weight = 0.0f, last_weight = 0.0f;
  };

  void End() {
    if (!begun_) return;
    std::string playing;
    for (const Shown& action : shown_) {
      if (!playing.empty()) playing += ", ";
      playing += Shortened(ClipLabel(clips_, action.clip), 30);
      if (action.first_weight != action.last_weight) {
        playing += fmt::format(" {:.3f} to {:.3f}", action.first_weight, action.last_weight);
      } else if (action.last_weight != 1.0f) {
        playing += fmt::format(" {:.3f}", action.last_weight);
      }
    }
    if (settles_) playing += ", settling";
    table_.Add({fmt::format("{}", first_frame_), fmt::format("{}", last_frame_),
                fmt::format("{:.3f}", first_s_), fmt::format("{:.3f}", last_s_), playing});
  }

  std::span<const ClipView> clips_;
  TextTable table_{{">frame", ">to", ">second", ">to", "playing, with its weight"}};
  bool begun_ = false;
  bool settles_ = false;
  std::vector<Shown> shown_;
  std::uint64_t first_frame_ = 0, last_frame_ = 0;
  double first_s_ = 0.0, last_s_ = 0.0;
};

// From the sides of the rhombus that they span: nothing between equal ones. The arc cosine of a dot
// product near one would be noise.
double DegreesBetween(Quat a, Quat b) {
  const double from[] = {a.x, a.y, a.z, a.w}, to[] = {b.x, b.y, b.z, b.w};
  double difference = 0.0, sum = 0.0;  // Squared.
  for (std::size_t i = 0; i < 4; ++i) {
    difference += (from[i] - to[i]) * (from[i] - to[i]);
    sum += (from[i] + to[i]) * (from[i] + to[i]);
  }
  const auto [shorter, longer] = std::minmax(difference, sum);  // q and -q are one rotation.
  return 4.0 * std::atan2(std::sqrt(shorter), std::sqrt(longer)) * 180.0 / std::numbers::pi;
}

// Where something turns most from one frame to the next: pops show here.
class FastestTurn {
 public:
  void Add(const MixPlayer& player) {
    const ConstPoseView pose = player.instance().pose();
    for (std::uint32_t j = 0; j < pose.joint_count; ++j) {
      const Quat now = pose.joint(j).rotation;
      if (last_.size() < pose.joint_count) {
        last_.push_back(now);
        continue;
      }
      const Quat before = std::exchange(last_[j], now);
      const double degrees = DegreesBetween(before, now);
      if (degrees <= degrees_) continue;
      degrees_ = degrees;
      joint_ = j;
      frame_ = player.frame();
    }
  }

  std::string Text(const Skeleton& skeleton) const {
    if (frame_ == 0) return "nothing turns";
    return fmt::format("node {} {}, {:.1f} degrees from frame {} to {}", skeleton.file_node(joint_),
                       Shortened(skeleton.Label(joint_), 30), degrees_, frame_ - 1, frame_);
  }

 private:
  std::vector<Quat> last_;
  double degrees_ = 0.01;  // Less than that is rounding.
  std::uint32_t joint_ = 0;
  std::uint64_t frame_ = 0;
};

ExitCode RunMix(const MixArguments& arguments) {
  const LoadedAsset loaded = LoadAsset(arguments.file, arguments.import);
  const Asset& asset = loaded.asset();
  const MixScript script = ScriptOf(arguments, asset.clips());
  RequireWork(arguments.file, loaded.model(), static_cast<double>(script.frame_count), false,
              arguments.import.limits);
  Playing playing = Start(arguments, loaded, script);

  if (!arguments.json) {
    Stretches stretches(asset.clips());
    FastestTurn fastest;
    while (playing.Next()) {
      stretches.Add(playing);
      fastest.Add(playing.player);
    }
    fmt::print("{}, {} at {} Hz\n\n{}\n", Printable(arguments.file),
               Counted(script.frame_count, "frame"), script.rate_hz, stretches.Text());
    const MixerSetup& setup = playing.player.instance().setup();
    const std::size_t residue = setup.residue_bytes();
    fmt::print("  fastest turn  {}\n", fastest.Text(loaded.model().skeleton()));
    fmt::print("  state         {}{}\n", Counted(setup.state_bytes(), "byte"),
               residue == 0 ? "" : fmt::format(", {} of them the residue", Thousands(residue)));
    return ExitCode::kFine;
  }
  JsonStream json(stdout);
  try {
    json.BeginObject().Key("file").String(arguments.file).Key("frames").BeginArray();
    while (playing.Next()) {
      WriteFrame(asset, playing, json);
      json.RequireWritten();
    }
    json.EndArray().EndObject();
    json.Finish();
  } catch (CommandError& error) {
    error.output_begun = json.begun();
    throw;
  }
  return ExitCode::kFine;
}

}  // namespace

void AddMix(CommandLine& line) {
  auto arguments = std::make_shared<MixArguments>();
  Command command =
      line.AddCommand("mix", "Plays and fades clips through the mixer, frame by frame");
  command.AddOption("FILE", arguments->file, "A .glb, .gltf, .js3d or .sinew file")
      .Required()
      .TypeName("");
  AddMixOptions(command, *arguments);
  const Option packed = command.AddFlag("--packed", arguments->packed,
                                        "Play packed clips, as a game does, instead of exact ones");
  AddError(command, arguments->error).Needs(packed);
  command.AddFlag("--json", arguments->json, "JSON instead of a table");
  AddImportOptions(command, arguments->import);
  command.Footer(
      "As in a game loop, a fade is called before the update that leads to the frame at its time,\n"
      "so that this frame shows its first step. It starts from the weights of that moment: fades\n"
      "may interrupt one another. Clips repeat. An inertial transition is told as settling while\n"
      "what it switched from dies out. Events, root motion and layers are the library's\n"
      "(docs/mixer.md): a clip that walks ahead starts anew with every repeat here.\n\n"
      "JSON: {file, frames:[{frame, t, actions:[{name, time, weight}],\n"
      "nodes:[{i, name, T, R, S}]}]}, of models with morphs also morph:[{node, weights}] a frame,\n"
      "with --inertial also settling.\n"
      "Actions are those that play, by the names of their clips (#3 where one has none); nodes "
      "are\n"
      "all nodes of the file, local. `sinew diff` compares two such traces.\n\n"
      "Examples:\n"
      "  sinew mix fox.glb --play Survey --fade 0.5:Walk:0.5 --fade 1.4:Run:0.4\n"
      "  sinew mix fox.glb --play Walk --fade 0.2:Run:0.3 --inertial --fps 30 --json > a.json\n"
      "  sinew mix fox.glb --play 1 --seconds 10 --packed");
  command.Runs([arguments] { return RunMix(*arguments); });
}

}  // namespace sinew::cli
