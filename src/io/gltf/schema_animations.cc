// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Animations with their samplers and channels, each by itself.
#include "io/gltf/schema_stage.h"

namespace sinew::gltf {
namespace {

enum AnimationKey : std::size_t {
  kChannels,
  kAnimationSamplers,
  kAnimationName,
  kAnimationExtensions,
  kAnimationExtras
};
constexpr KeySet kAnimationKeys({"channels", "samplers", "name", "extensions", "extras"});

enum ChannelKey : std::size_t {
  kChannelTarget,
  kChannelSampler,
  kChannelExtensions,
  kChannelExtras
};
constexpr KeySet kChannelKeys({"target", "sampler", "extensions", "extras"});

enum TargetKey : std::size_t { kNode, kPath, kTargetExtensions, kTargetExtras };
constexpr KeySet kTargetKeys({"node", "path", "extensions", "extras"});

enum AnimationSamplerKey : std::size_t {
  kInput,
  kInterpolation,
  kOutput,
  kAnimationSamplerExtensions,
  kAnimationSamplerExtras,
};
constexpr KeySet kAnimationSamplerKeys({"input", "interpolation", "output", "extensions",
                                        "extras"});

enum PointerKey : std::size_t { kPointer, kPointerExtensions, kPointerExtras };
constexpr KeySet kPointerKeys({"pointer", "extensions", "extras"});

// In the order of Interpolation.
constexpr KeySet kInterpolations({"STEP", "LINEAR", "CUBICSPLINE"});
// In the order of TargetPath; the last one only with KHR_animation_pointer.
constexpr KeySet kPaths({"translation", "rotation", "scale", "weights", "pointer"});

// "/a/b~0c": every tilde is followed by 0 or 1.
bool IsJsonPointer(std::string_view text) {
  if (!text.empty() && text[0] != '/') return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '~') continue;
    if (i + 1 == text.size() || (text[i + 1] != '0' && text[i + 1] != '1')) return false;
  }
  return true;
}

// Follows "/nodes/3/rotation"; other pointers lead to nothing that we animate.
void FollowPointer(std::string_view pointer, ChannelDef& channel) {
  constexpr std::string_view kNodes = "/nodes/";
  if (!pointer.starts_with(kNodes)) return;
  pointer.remove_prefix(kNodes.size());
  const std::size_t slash = pointer.find('/');
  if (slash == std::string_view::npos || slash == 0 || slash > 9) return;
  if (pointer[0] == '0' && slash > 1) return;  // RFC 6901: no leading zeros.
  std::int32_t node = 0;
  for (const char c : pointer.substr(0, slash)) {
    if (c < '0' || c > '9') return;
    node = node * 10 + (c - '0');
  }
  const std::string_view property = pointer.substr(slash + 1);
  for (std::size_t i = 0; i < 4; ++i) {
    if (property != kPaths.name(i)) continue;
    channel.node = node;
    channel.property = static_cast<Property>(i);
  }
}

void ReadPointer(SchemaStage& stage, std::optional<Value> object, const Path& path,
                 ChannelDef& channel) {
  SchemaReader& reader = stage.reader;
  const auto f = reader.Members(object, kPointerKeys, path);
  if (const std::optional<Value> pointer = reader.String(f[kPointer], Need::kRequired)) {
    const std::string text = pointer->string();
    if (IsJsonPointer(text)) {
      FollowPointer(text, channel);
    } else {
      reader.Add(issue::kPatternMismatch, f[kPointer],
                 Words("found ", Quote(*pointer), ", expected a JSON pointer"));
    }
  }
  channel.has_pointer = true;
  stage.extensions.Check(f[kPointerExtensions], Host::kElsewhere, reader);
  reader.Extras(f[kPointerExtras]);
}

void ReadTarget(SchemaStage& stage, Value object, const Path& path, ChannelDef& channel) {
  SchemaReader& reader = stage.reader;
  const auto f = reader.Members(object, kTargetKeys, path);
  channel.has_target = true;
  if (f[kTargetExtensions].present()) {
    stage.extensions.ForEach(
        f[kTargetExtensions], Host::kChannelTarget, reader,
        [&](Extension extension, std::optional<Value> inner, const Path& place) {
          if (extension == Extension::kAnimationPointer) ReadPointer(stage, inner, place, channel);
        });
  }
  channel.target_node = reader.Index(f[kNode]);
  if (const std::optional<Value> name = reader.String(f[kPath], Need::kRequired)) {
    const bool pointers = stage.extensions.Loaded(Extension::kAnimationPointer);
    const int found = reader.OneOf(f[kPath], *name, kPaths, pointers ? 5 : 4);
    channel.path = found < 0 ? TargetPath::kOther : static_cast<TargetPath>(found);
    channel.path_json = name->index();
  }
  reader.Extras(f[kTargetExtras]);
  if (channel.path <= TargetPath::kWeights) {
    channel.node = channel.target_node;
    channel.property = static_cast<Property>(channel.path);
  }
}

void ReadChannel(SchemaStage& stage, Value object, const Path& path, ChannelDef& channel) {
  SchemaReader& reader = stage.reader;
  const auto f = reader.Members(object, kChannelKeys, path);
  channel.sampler = reader.Index(f[kChannelSampler], Need::kRequired);
  if (const std::optional<Value> target = reader.Object(f[kChannelTarget], Need::kRequired)) {
    const Path place = path.At("target");
    ReadTarget(stage, *target, place, channel);
  }
  stage.extensions.Check(f[kChannelExtensions], Host::kElsewhere, reader);
  reader.Extras(f[kChannelExtras]);
}

void ReadSampler(SchemaStage& stage, Value object, const Path& path, SamplerDef& sampler) {
  SchemaReader& reader = stage.reader;
  const auto f = reader.Members(object, kAnimationSamplerKeys, path);
  sampler.input = reader.Index(f[kInput], Need::kRequired);
  if (f[kInterpolation].present()) {
    if (const std::optional<Value> name = reader.String(f[kInterpolation])) {
      const int found = reader.OneOf(f[kInterpolation], *name, kInterpolations);
      if (found >= 0) sampler.interpolation = static_cast<Interpolation>(found);
      sampler.broken = found < 0;
    } else if (!reader.At(f[kInterpolation].json).is_null()) {
      sampler.bad_interpolation = sampler.broken = true;
    }
  }
  sampler.output = reader.Index(f[kOutput], Need::kRequired);
  if (sampler.input == kNone || sampler.output == kNone) sampler.broken = true;
  stage.extensions.Check(f[kAnimationSamplerExtensions], Host::kElsewhere, reader);
  reader.Extras(f[kAnimationSamplerExtras]);
}

template <typename T, typename Read>
void ReadList(SchemaStage& stage, Field field, std::vector<T>& out, Read&& read) {
  const std::optional<Value> list = stage.reader.Objects(field);
  if (!list) return;
  const Path path = field.path();
  out.resize(list->size());
  std::size_t i = 0;
  for (const Value element : list->elements()) {
    const Path place = path.At(static_cast<std::int64_t>(i));
    read(stage, element, place, out[i++]);
  }
}

}  // namespace

void ReadAnimation(SchemaStage& stage, Value object, const Path& path, AnimationDef& animation) {
  SchemaReader& reader = stage.reader;
  const auto f = reader.Members(object, kAnimationKeys, path);
  animation.json = object.index();
  ReadList(stage, f[kChannels], animation.channels, ReadChannel);
  ReadList(stage, f[kAnimationSamplers], animation.samplers, ReadSampler);
  if (animation.channels.empty() || animation.samplers.empty()) animation.broken = true;
  reader.Name(f[kAnimationName]);
  stage.extensions.Check(f[kAnimationExtensions], Host::kElsewhere, reader);
  reader.Extras(f[kAnimationExtras]);
}

}  // namespace sinew::gltf
