// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "io/gltf/clip_extras.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "io/gltf/pointer.h"
#include "math/usable.h"

namespace sinew::gltf {
namespace {

// Events of one moment stay in the file's order.
void SortByTime(std::vector<ClipEvent>& events) {
  std::vector<std::uint32_t> order(events.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return events[a].time_s != events[b].time_s ? events[a].time_s < events[b].time_s : a < b;
  });
  std::vector<ClipEvent> sorted;
  sorted.reserve(events.size());
  for (const std::uint32_t i : order) sorted.push_back(std::move(events[i]));
  events = std::move(sorted);
}

constexpr std::string_view kKey = "sinew";
// Beside it: extras that were no object, which have no other place then.
constexpr std::string_view kNotAnObject = "extras";

// The object that is ours, if there is one.
std::optional<json::Value> OursIn(json::Value extras) {
  if (!extras.is_object()) return std::nullopt;
  const std::optional<json::Value> ours = extras.Find(kKey);
  return ours && ours->is_object() ? ours : std::nullopt;
}

// A number as the float nearest to it; nothing where it is no number, or not usable.
std::optional<float> FloatOf(const std::optional<json::Value>& value) {
  if (!value || !value->is_number()) return std::nullopt;
  const double number = value->number();
  if (!(number >= -static_cast<double>(kLargest) && number <= static_cast<double>(kLargest))) {
    return std::nullopt;
  }
  return static_cast<float>(number);
}

class ExtrasTaker {
 public:
  ExtrasTaker(Build& build, std::uint32_t animation, Clip::Parts& clip)
      : build_(build), animation_(animation), clip_(clip) {}

  bool Take(json::Value ours) {
    if (const auto duration = ours.Find("duration")) TakeDuration(*duration);
    if (const auto root = ours.Find("rootMotion")) TakeRootMotion(*root);
    const auto events = ours.Find("events");
    return !events || TakeEvents(*events);
  }

 private:
  std::string PointerOfMember(std::string_view name) const {
    return PointerOf("animations", animation_, "extras", kKey, name);
  }

  void TakeDuration(json::Value value) {
    const std::optional<float> duration_s = FloatOf(value);
    if (duration_s && *duration_s >= clip_.duration_s) {
      clip_.duration_s = *duration_s;
    } else {
      build_.judge.Mended("clip-duration-ignored", PointerOfMember("duration"));
    }
  }

  // By index, as everywhere; the name tells whether somebody has numbered the nodes anew since.
  void TakeRootMotion(json::Value value) {
    if (value.is_object()) {
      const auto node = value.Find("node"), name = value.Find("name");
      const std::optional<std::int64_t> index =
          node && node->is_integer() ? node->integer() : std::nullopt;
      if (index && *index >= 0 &&
          static_cast<std::uint64_t>(*index) < build_.joint_of_node.size()) {
        const std::uint32_t joint = build_.joint_of_node[static_cast<std::size_t>(*index)];
        if (name && name->is_string() && name->string_is(build_.parts.skeleton.name(joint))) {
          clip_.root_motion_joint = joint;
          return;
        }
      }
    }
    build_.judge.Mended("root-motion-ignored", PointerOfMember("rootMotion"));
  }

  bool TakeEvents(json::Value events) {
    const std::string pointer = PointerOfMember("events");
    if (!events.is_array()) {
      build_.judge.Mended("clip-events-dropped", pointer);
      return true;
    }
    if (!build_.Take(1, events.text().size(), pointer) ||
        !build_.Take(events.size(), 2 * sizeof(ClipEvent) + sizeof(std::uint32_t), pointer)) {
      return false;
    }
    std::uint64_t dropped = 0;
    for (const json::Value event : events.elements()) {
      const std::optional<float> time_s =
          event.is_object() ? FloatOf(event.Find("time")) : std::nullopt;
      const std::optional<json::Value> name = event.is_object() ? event.Find("name") : std::nullopt;
      if (time_s && *time_s >= 0.0f && *time_s <= clip_.duration_s && name && name->is_string()) {
        clip_.events.push_back({*time_s, name->string()});
      } else {
        ++dropped;
      }
    }
    if (dropped != 0) build_.judge.Mended("clip-events-dropped", pointer, dropped);
    const auto earlier = [](const ClipEvent& a, const ClipEvent& b) { return a.time_s < b.time_s; };
    if (!std::is_sorted(clip_.events.begin(), clip_.events.end(), earlier)) {
      SortByTime(clip_.events);
      build_.judge.Mended("clip-events-resorted", pointer);
    }
    return true;
  }

  Build& build_;
  std::uint32_t animation_;
  Clip::Parts& clip_;
};

std::optional<json::Value> ExtrasOf(const Build& build, std::uint32_t json) {
  if (json == ~0u) return std::nullopt;
  const json::Value object = build.json.At(json);
  return object.is_object() ? object.Find("extras") : std::nullopt;
}

// The members of our object.
void WriteOurs(Write& write, const Clip& clip, float last_key_s) {
  JsonWriter& json = write.json;
  if (clip.duration_s() > last_key_s) json.Key("duration").Number(clip.duration_s());
  if (const std::optional<std::uint32_t> joint = clip.root_motion_joint()) {
    json.Key("rootMotion").BeginObject();
    json.Key("node").Integer(write.plan.node_of_joint[*joint]);
    json.Key("name").String(write.model.skeleton().name(*joint));
    json.EndObject();
  }
  if (clip.events().empty()) return;
  json.Key("events").BeginArray();
  for (const ClipEvent& event : clip.events()) {
    json.BeginObject();
    json.Key("time").Number(event.time_s);
    json.Key("name").String(event.name);
    json.EndObject();
  }
  json.EndArray();
}

}  // namespace

bool TakeClipExtras(Build& build, std::uint32_t animation, Clip::Parts& clip) {
  const std::optional<json::Value> extras =
      ExtrasOf(build, build.document.animations[animation].json);
  if (!extras) return true;
  const std::optional<json::Value> ours = OursIn(*extras);
  return !ours || ExtrasTaker(build, animation, clip).Take(*ours);
}

std::string OtherClipExtras(json::Value extras) {
  const std::optional<json::Value> ours = OursIn(extras);
  if (!ours) return std::string(extras.text());
  if (const std::optional<json::Value> whole = ours->Find(kNotAnObject)) {
    return std::string(whole->text());
  }
  std::string others;
  for (const auto& [key, value] : extras.members()) {
    if (key.string_is(kKey)) continue;
    others += others.empty() ? "{" : ",";
    others += key.text();
    others += ':';
    others += value.text();
  }
  if (!others.empty()) others += '}';
  return others;
}

void WriteClipExtras(Write& write, const Clip& clip, float last_key_s, const CarriedJson* carried) {
  const std::string_view text = carried == nullptr ? std::string_view() : carried->extras;
  if (clip.events().empty() && !clip.root_motion_joint() && clip.duration_s() <= last_key_s) {
    if (!text.empty()) write.json.Key("extras").Raw(text);
    return;
  }
  write.json.Key("extras").BeginObject();
  std::string_view not_an_object;
  if (!text.empty()) {
    const Result<json::Document> parsed = ParseCarried(text);  // It is JSON: see Create.
    if (parsed->root().is_object()) {
      WriteOtherMembers(write.json, parsed->root(), std::span(&kKey, 1));
    } else {
      not_an_object = text;
    }
  }
  write.json.Key(kKey).BeginObject();
  if (!not_an_object.empty()) write.json.Key(kNotAnObject).Raw(not_an_object);
  WriteOurs(write, clip, last_key_s);
  write.json.EndObject();
  write.json.EndObject();
}

}  // namespace sinew::gltf
