// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Animations with their accessors and nodes. A channel that cannot be used is dropped and counted;
// one that is to be ignored (no node, a path of some extension) is dropped without a word.
#include <algorithm>

#include "io/gltf/link_stage.h"

namespace sinew::gltf {
namespace {

class AnimationLinker {
 public:
  // `channel_of` is scratch: per node and property, the channel of this animation that moves it.
  AnimationLinker(LinkStage& stage, std::size_t index, std::vector<std::uint32_t>& channel_of)
      : stage_(stage),
        document_(stage.document),
        judge_(stage.judge),
        index_(index),
        animation_(document_.animations[index]),
        channel_of_(channel_of) {}

  void Link() {
    auto& samplers = animation_.samplers;
    auto& channels = animation_.channels;
    if (samplers.empty() || channels.empty()) return Forget();
    for (std::size_t i = 0; i < samplers.size(); ++i) {
      LinkInput(i, samplers[i]);
      LinkOutput(i, samplers[i]);
    }
    for (std::size_t i = 0; i < channels.size(); ++i) LinkChannel(i, channels[i]);
    FindDuplicateTargets();
    for (std::size_t i = 0; i < samplers.size(); ++i) {
      if (samplers[i].used) continue;
      judge_.Add(issue::kUnusedObject, At("samplers", i), "no channel refers to this sampler");
    }
    DropSharedTracks();
  }

 private:
  // Half an animation moves nothing, and what it names is not looked up: no index may stay.
  void Forget() {
    for (SamplerDef& sampler : animation_.samplers) sampler.input = sampler.output = kNone;
    for (ChannelDef& channel : animation_.channels) channel.sampler = channel.node = kNone;
  }

  template <typename... Steps>
  std::string At(const Steps&... steps) const {
    return PointerOf("animations", index_, steps...);
  }

  template <typename Place>
  Accessor* LinkAccessor(std::int32_t& index, SamplerDef& sampler, AccessorUse use, Place&& place) {
    if (index == kNone) return nullptr;
    Accessor* const accessor = Follow(stage_, document_.accessors, index, place);
    if (accessor == nullptr) {
      sampler.broken = true;
      return nullptr;
    }
    UseAccessor(stage_, *accessor, use, place);
    if (BufferView* const view = ViewOf(stage_, *accessor)) {
      UseView(stage_, *view, ViewUse::kOther, place);
      if (view->byte_stride != 0) {
        judge_.Add(issue::kAnimationSamplerAccessorWithBytestride, place(),
                   "the views of animations must not have a stride");
      }
    }
    if (accessor->broken) sampler.broken = true;
    return accessor;
  }

  void LinkInput(std::size_t index, SamplerDef& sampler) {
    const auto place = [&] { return At("samplers", index, "input"); };
    const Accessor* const input =
        LinkAccessor(sampler.input, sampler, AccessorUse::kAnimationInput, place);
    if (input == nullptr) return;
    if (!HasFormat(*input, ElementType::kScalar, ComponentType::kFloat, false)) {
      judge_.Add(issue::kAnimationSamplerInputAccessorInvalidFormat, place(),
                 Words("the accessor holds ", FormatName(*input), ", expected SCALAR of FLOAT"));
      if (input->type != ElementType::kScalar) sampler.broken = true;
    }
    if (input->min_json == ~0u || input->max_json == ~0u) {
      judge_.Add(issue::kAnimationSamplerInputAccessorWithoutBounds, place(),
                 "an accessor of key times must have \"min\" and \"max\"");
    }
    if (sampler.interpolation == Interpolation::kCubicSpline && CountOf(*input) < 2) {
      judge_.Add(issue::kAnimationSamplerInputAccessorTooFewElements, place(),
                 Words("CUBICSPLINE needs two keys, there are ", input->count));
    }
  }

  void LinkOutput(std::size_t index, SamplerDef& sampler) {
    LinkAccessor(sampler.output, sampler, AccessorUse::kAnimationOutput,
                 [&] { return At("samplers", index, "output"); });
  }

  // The morph targets of the target node's mesh; 0: none.
  std::size_t MorphCount(const NodeDef* node) const {
    const MeshDef* const mesh = node == nullptr ? nullptr : Resolve(document_.meshes, node->mesh);
    return mesh == nullptr || mesh->primitives.empty() ? 0 : mesh->primitives[0].targets.size();
  }

  void LinkChannel(std::size_t index, ChannelDef& channel) {
    bool ignored = !channel.has_target || channel.path >= TargetPath::kOther;
    NodeDef* node = nullptr;
    if (channel.target_node != kNone) {
      node = Follow(stage_, document_.nodes, channel.target_node,
                    [&] { return At("channels", index, "target", "node"); });
      if (node == nullptr) {
        channel.broken = true;
      } else {
        node->used = true;
        CheckTarget(index, channel, *node);
      }
    }
    if (channel.has_pointer) CheckPointer(index, channel);
    if (channel.path == TargetPath::kPointer || channel.has_pointer) {
      const NodeDef* const pointed = Resolve(document_.nodes, channel.node);
      if (pointed == nullptr) {
        channel.node = kNone;
        ignored = true;
      } else if (channel.property == Property::kMorphWeights ? MorphCount(pointed) == 0
                                                             : pointed->has_matrix) {
        channel.broken = true;
      }
    } else {
      channel.node = channel.target_node;
      if (channel.node == kNone && !channel.broken) ignored = true;
    }
    LinkSampler(index, channel, node);
    if (ignored) {
      channel.broken = true;
    } else if (channel.broken) {
      judge_.Mended("channel-dropped", At("channels", index));
    }
  }

  void CheckTarget(std::size_t index, ChannelDef& channel, const NodeDef& node) {
    const auto place = [&] { return At("channels", index, "target"); };
    if (channel.path <= TargetPath::kScale) {
      if (node.has_matrix) {
        judge_.Add(issue::kAnimationChannelTargetNodeMatrix, place(),
                   "the node has a matrix, so its translation, rotation or scale cannot move");
        channel.broken = true;
      }
      if (node.skin != kNone) {
        judge_.Add(issue::kAnimationChannelTargetNodeSkin, place() + "/path",
                   "the node has a skinned mesh, on which its own transform has no effect");
      }
    } else if (channel.path == TargetPath::kWeights && MorphCount(&node) == 0) {
      judge_.Add(issue::kAnimationChannelTargetNodeWeightsNoMorphs, place(),
                 "the node has no mesh with morph targets");
      channel.broken = true;
    }
  }

  void CheckPointer(std::size_t index, const ChannelDef& channel) {
    const auto place = [&] {
      return At("channels", index, "target", "extensions", "KHR_animation_pointer");
    };
    judge_.Add(issue::kIncompleteExtensionSupport, place(),
               "what the pointer leads to is not checked in full");
    if (channel.target_node != kNone) {
      judge_.Add(issue::kKhrAnimationPointerAnimationChannelTargetNode, place(),
                 "a target with a pointer must not have a \"node\"");
    }
    if (channel.path != TargetPath::kPointer) {
      judge_.Add(issue::kKhrAnimationPointerAnimationChannelTargetPath, place(),
                 "a target with a pointer must have the path \"pointer\"");
    }
  }

  void LinkSampler(std::size_t index, ChannelDef& channel, const NodeDef* node) {
    if (channel.sampler == kNone) {
      channel.broken = true;
      return;
    }
    const auto place = [&] { return At("channels", index, "sampler"); };
    if (static_cast<std::size_t>(channel.sampler) >= animation_.samplers.size()) {
      judge_.Add(issue::kUnresolvedReference, place(),
                 Words("there is no sampler number ", channel.sampler, ", the list has ",
                       animation_.samplers.size()));
      channel.sampler = kNone;
      channel.broken = true;
      return;
    }
    SamplerDef& sampler = animation_.samplers[static_cast<std::size_t>(channel.sampler)];
    sampler.used = true;
    if (sampler.broken) channel.broken = true;
    const Accessor* const output = Resolve(document_.accessors, sampler.output);
    if (!channel.has_target || output == nullptr) return;
    CheckOutputFormat(channel, *output, place);
    const Accessor* const input = Resolve(document_.accessors, sampler.input);
    if (input == nullptr || input->bad_count || output->bad_count || sampler.bad_interpolation ||
        channel.path > TargetPath::kWeights) {
      return;
    }
    std::uint64_t values_per_key = sampler.interpolation == Interpolation::kCubicSpline ? 3 : 1;
    if (channel.path == TargetPath::kWeights) values_per_key *= MorphCount(node);
    if (values_per_key == 0) return;
    if (output->count % values_per_key != 0 || output->count / values_per_key != input->count) {
      judge_.Add(issue::kAnimationSamplerOutputAccessorInvalidCount, place(),
                 Words("the sampler has ", input->count, " keys of ", values_per_key,
                       " values, but ", output->count, " values"));
      channel.broken = true;
    }
  }

  // What the validator knows nothing of, a pointer, is dropped without its word.
  template <typename Place>
  void CheckOutputFormat(ChannelDef& channel, const Accessor& output, Place&& place) {
    const bool by_path = channel.path <= TargetPath::kWeights;
    if (!by_path && channel.node == kNone) return;
    const Property property = by_path ? static_cast<Property>(channel.path) : channel.property;
    if (HasOutputFormat(property, output)) return;
    if (by_path) {
      judge_.Add(issue::kAnimationSamplerOutputAccessorInvalidFormat, place(),
                 Words("the output holds ", FormatName(output),
                       ", which the channel's path does not allow"));
    }
    channel.broken = true;
  }

  static bool HasOutputFormat(Property property, const Accessor& output) {
    constexpr ElementType kTypes[] = {ElementType::kVec3, ElementType::kVec4, ElementType::kVec3,
                                      ElementType::kScalar};
    const ElementType type = kTypes[static_cast<std::size_t>(property)];
    if (HasFormat(output, type, ComponentType::kFloat, false)) return true;
    const bool may_be_normalized =
        property == Property::kRotation || property == Property::kMorphWeights;
    return may_be_normalized && (HasFormat(output, type, ComponentType::kByte, true) ||
                                 HasFormat(output, type, ComponentType::kUnsignedByte, true) ||
                                 HasFormat(output, type, ComponentType::kShort, true) ||
                                 HasFormat(output, type, ComponentType::kUnsignedShort, true));
  }

  // --- Two channels for one property ---

  std::uint32_t* Slot(std::int32_t node, std::size_t property) {
    return &channel_of_[static_cast<std::size_t>(node) * 4 + property];
  }

  // Most animations have none, which one pass over a table shows.
  void FindDuplicateTargets() {
    constexpr std::uint32_t kNoChannel = ~0u;
    const auto& channels = animation_.channels;
    bool suspicious = false;
    for (std::size_t i = 0; i < channels.size() && !suspicious; ++i) {
      const ChannelDef& channel = channels[i];
      if (channel.target_node == kNone) continue;
      if (channel.path > TargetPath::kWeights) {
        suspicious = true;
        break;
      }
      std::uint32_t* const slot = Slot(channel.target_node, static_cast<std::size_t>(channel.path));
      if (*slot != kNoChannel) suspicious = true;
      *slot = static_cast<std::uint32_t>(i);
    }
    for (const ChannelDef& channel : channels) {
      if (channel.target_node == kNone || channel.path > TargetPath::kWeights) continue;
      *Slot(channel.target_node, static_cast<std::size_t>(channel.path)) = kNoChannel;
    }
    if (suspicious) ReportDuplicateTargets();
  }

  void ReportDuplicateTargets() {
    struct Target {
      std::int32_t node;
      TargetPath path;
      std::string other;  // A path of kOther.
      std::size_t channel;
    };
    std::vector<Target> targets;
    for (std::size_t i = 0; i < animation_.channels.size(); ++i) {
      const ChannelDef& channel = animation_.channels[i];
      if (channel.target_node == kNone || channel.sampler == kNone) continue;
      Target target{channel.target_node, channel.path, "", i};
      if (channel.path == TargetPath::kOther)
        target.other = stage_.json.At(channel.path_json).string();
      targets.push_back(std::move(target));
    }
    const auto same = [](const Target& a, const Target& b) {
      return a.node == b.node && a.path == b.path && a.other == b.other;
    };
    std::sort(targets.begin(), targets.end(), [](const Target& a, const Target& b) {
      if (a.node != b.node) return a.node < b.node;
      if (a.path != b.path) return a.path < b.path;
      if (a.other != b.other) return a.other < b.other;
      return a.channel < b.channel;
    });
    for (std::size_t i = 0; i + 1 < targets.size(); ++i) {
      if (!same(targets[i], targets[i + 1])) continue;
      judge_.Add(issue::kAnimationDuplicateTargets, At("channels", targets[i].channel, "target"),
                 Words("channel ", targets[i + 1].channel, " has the same target"));
    }
  }

  // Of the channels that are left, pointers included, the first one for a property stays.
  void DropSharedTracks() {
    constexpr std::uint32_t kNoChannel = ~0u;
    auto& channels = animation_.channels;
    for (std::size_t i = 0; i < channels.size(); ++i) {
      ChannelDef& channel = channels[i];
      if (channel.broken) continue;
      std::uint32_t* const slot = Slot(channel.node, static_cast<std::size_t>(channel.property));
      if (*slot == kNoChannel) {
        *slot = static_cast<std::uint32_t>(i);
      } else {
        channel.broken = true;
        judge_.Mended("channel-dropped", At("channels", i));
      }
    }
    for (const ChannelDef& channel : channels) {
      if (channel.node == kNone) continue;
      *Slot(channel.node, static_cast<std::size_t>(channel.property)) = kNoChannel;
    }
  }

  LinkStage& stage_;
  Document& document_;
  Judge& judge_;
  std::size_t index_;
  AnimationDef& animation_;
  std::vector<std::uint32_t>& channel_of_;
};

}  // namespace

void LinkAnimations(LinkStage& stage) {
  auto& animations = stage.document.animations;
  std::vector<std::uint32_t> channel_of;
  if (!animations.empty()) channel_of.assign(stage.document.nodes.size() * 4, ~0u);
  for (std::size_t i = 0; i < animations.size(); ++i) {
    if (!animations[i].missing) AnimationLinker(stage, i, channel_of).Link();
    if (animations[i].broken) stage.judge.Mended("animation-dropped", PointerOf("animations", i));
  }
}

}  // namespace sinew::gltf
