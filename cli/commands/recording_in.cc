// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "commands/recording_in.h"

#include <fmt/format.h>

#include <optional>
#include <utility>
#include <vector>

#include "text/exit_code.h"

namespace sinew::cli {
namespace {

class RecordingReader {
 public:
  RecordingReader(const std::string& file, RecordingKind kind)
      : file_(file), is_mix_(kind == RecordingKind::kMixes) {}

  Recording Read(JsonValue json) const {
    Recording recording;
    for (const JsonValue frame : List(json, "frames")) recording.frames.push_back(Frame(frame));
    return recording;
  }

 private:
  [[noreturn]] void Refuse(const std::string& why) const {
    throw CommandError(
        ExitCode::kCannotRead, file_,
        fmt::format("is not {}: {}",
                    is_mix_ ? "a trace of `sinew mix --json`" : "a pose of `sinew pose --json`",
                    why));
  }

  // A member that is missing or null is an empty list.
  JsonElements List(JsonValue in, std::string_view key) const {
    const JsonValue list = in[key];
    bool is_list = list.is_null() || list.is_array();
    for (const JsonValue item : list.elements()) is_list &= !item.is_number();
    if (!is_list) Refuse(fmt::format("\"{}\" is not a list of objects", key));
    return list.elements();
  }

  // Those of mixes must be there.
  std::vector<double> Numbers(JsonValue value, std::string_view what) const {
    std::optional<std::vector<double>> numbers = value.numbers();
    if (!numbers && (is_mix_ || !value.is_null())) {
      Refuse(fmt::format("{} is not a list of numbers", what));
    }
    return numbers ? *std::move(numbers) : std::vector<double>();
  }

  double Number(JsonValue in, std::string_view key) const {
    const std::optional<double> number = in[key].number();
    if (!number) Refuse(fmt::format("\"{}\" is not a number", key));
    return *number;
  }

  std::optional<std::uint32_t> Node(JsonValue in, std::string_view key) const {
    const std::optional<double> number = is_mix_ ? Number(in, key) : in[key].number();
    if (!number || !(*number >= 0.0 && *number <= 4294967295.0)) return std::nullopt;
    return static_cast<std::uint32_t>(*number);
  }

  RecordedFrame Frame(JsonValue frame) const {
    RecordedFrame made;
    made.time_s = is_mix_ ? Number(frame, "t") : frame["t"].number().value_or(0.0);
    if (is_mix_) made.actions = Actions(frame);
    for (const JsonValue node : List(frame, "nodes")) {
      RecordedNode& to = made.nodes.emplace_back();
      to.node = Node(node, "i");
      to.name = node["name"].string().value_or("");
      to.translation = Numbers(node["T"], "T");
      to.rotation = Numbers(node["R"], "R");
      to.scale = Numbers(node["S"], "S");
      if (!is_mix_) to.world = Numbers(node["world"], "world");
    }
    for (const JsonValue morph : List(frame, "morph")) {
      made.morphs.push_back({Node(morph, "node"), Numbers(morph["weights"], "weights")});
    }
    if (is_mix_) return made;
    for (const JsonValue skin : List(frame, "skins")) {
      RecordedSkin& to = made.skins.emplace_back();
      to.node = Node(skin, "node");
      to.skin = skin["skin"].number();
      to.joints = Numbers(skin["joints"], "joints");
      for (const JsonValue matrix : List(skin, "jointMatrices")) {
        to.matrices.push_back(Numbers(matrix, "jointMatrices"));
      }
    }
    for (const JsonValue primitive : List(frame, "prims")) {
      RecordedPrimitive& to = made.primitives.emplace_back();
      to.node = Node(primitive, "node");
      to.mesh = primitive["mesh"].number();
      to.primitive = primitive["prim"].number();
      to.skin = primitive["skin"].number();
      to.vertex_count = primitive["count"].number();
      to.positions = Numbers(primitive["positions"], "positions");
      to.normals = Numbers(primitive["normals"], "normals");
    }
    return made;
  }

  // Some programs list what does not run as well, and say so.
  std::vector<RecordedAction> Actions(JsonValue frame) const {
    std::vector<RecordedAction> played;
    for (const JsonValue action : List(frame, "actions")) {
      if (!action["running"].boolean().value_or(true)) continue;
      std::optional<std::string> name = action["name"].string();
      if (!name) Refuse("an action has no name");
      played.push_back({.name = *std::move(name),
                        .time_s = Number(action, "time"),
                        .weight = Number(action, "weight")});
    }
    return played;
  }

  const std::string& file_;
  bool is_mix_;
};

}  // namespace

Recording ReadRecording(const std::string& file, JsonValue json, RecordingKind kind) {
  return RecordingReader(file, kind).Read(json);
}

}  // namespace sinew::cli
