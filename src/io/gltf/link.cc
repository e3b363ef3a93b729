// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "io/gltf/link.h"

#include <algorithm>

#include "io/gltf/link_stage.h"

namespace sinew::gltf {
namespace {

void CheckNode(LinkStage& stage, std::size_t index, const NodeDef& node) {
  const auto number = static_cast<std::int32_t>(index);
  if (!node.is_joint && node.children.empty() && node.mesh == kNone && node.camera == kNone &&
      !node.has_extras) {
    stage.judge.Add(issue::kNodeEmpty, PointerOf("nodes", index),
                    "the node holds nothing and nothing needs it");
  }
  if (stage.hierarchy->OnLoop(number)) {
    const std::string message = "the node is its own ancestor";
    stage.judge.Add(issue::kNodeLoop, PointerOf("nodes", index), message);
    stage.judge.Refuse(FailureCode::kInvalid, PointerOf("nodes", index), message);
  }
  if (node.skin == kNone) return;
  if (HasTransform(node)) {
    stage.judge.Add(issue::kNodeSkinnedMeshLocalTransforms, PointerOf("nodes", index),
                    "the node has a skinned mesh, so its own transform has no effect on it");
  }
  if (node.parent == kNone) return;
  if (stage.hierarchy->HasMovedAncestor(number)) {
    stage.judge.Add(issue::kNodeSkinnedMeshParentTransforms, PointerOf("nodes", index),
                    "the node has a skinned mesh, so its ancestors' transforms have no effect "
                    "on it");
  }
  stage.judge.Add(issue::kNodeSkinnedMeshNonRoot, PointerOf("nodes", index),
                  "a node with a skinned mesh is better a root of the scene");
}

// A skinned node and, where its joints have one, the root above them all.
struct SkinnedNode {
  std::uint32_t place;  // In the hierarchy's walk.
  std::int32_t node;
  std::int32_t root;
};

std::int32_t CommonRoot(const LinkStage& stage, const SkinDef& skin) {
  std::int32_t root = kNone;
  for (const std::int32_t joint : skin.joints) {
    if (joint == kNone) continue;
    const std::int32_t tree = stage.hierarchy->Tree(joint);
    if (root != kNone && root != tree) return kNone;
    root = tree;
  }
  return root == kNone || stage.hierarchy->OnLoop(root) ? kNone : root;
}

// Every scene that shows a skinned mesh must hold the root of its joints.
void CheckSkinScenes(LinkStage& stage) {
  const Document& document = stage.document;
  std::vector<std::int32_t> roots(document.skins.size());
  for (std::size_t i = 0; i < roots.size(); ++i) roots[i] = CommonRoot(stage, document.skins[i]);
  std::vector<SkinnedNode> skinned;
  for (std::size_t i = 0; i < document.nodes.size(); ++i) {
    const std::int32_t skin = document.nodes[i].skin;
    if (skin == kNone || roots[static_cast<std::size_t>(skin)] == kNone) continue;
    const auto node = static_cast<std::int32_t>(i);
    skinned.push_back({stage.hierarchy->First(node), node, roots[static_cast<std::size_t>(skin)]});
  }
  if (skinned.empty()) return;
  std::sort(skinned.begin(), skinned.end(),
            [](const SkinnedNode& a, const SkinnedNode& b) { return a.place < b.place; });
  std::vector<std::uint32_t> scene_of(document.nodes.size(), 0);  // The last scene that lists it.
  std::vector<bool> reported(document.nodes.size());
  // Scenes times skinned nodes: no file needs many, and one that does is not worth the wait.
  std::uint64_t steps_left = std::uint64_t{1} << 26;
  for (std::size_t s = 0; s < document.scenes.size(); ++s) {
    const auto stamp = static_cast<std::uint32_t>(s + 1);
    for (const std::int32_t root : document.scenes[s].nodes) {
      if (root != kNone) scene_of[static_cast<std::size_t>(root)] = stamp;
    }
    for (const std::int32_t root : document.scenes[s].nodes) {
      if (root == kNone) continue;
      const std::uint32_t last = stage.hierarchy->Last(root);
      auto at = std::lower_bound(
          skinned.begin(), skinned.end(), stage.hierarchy->First(root),
          [](const SkinnedNode& a, std::uint32_t place) { return a.place < place; });
      for (; at != skinned.end() && at->place <= last; ++at) {
        if (steps_left-- == 0) return;
        const auto node = static_cast<std::size_t>(at->node);
        if (reported[node] || scene_of[static_cast<std::size_t>(at->root)] == stamp) continue;
        reported[node] = true;
        stage.judge.Add(issue::kNodeSkinNoScene, PointerOf("nodes", node),
                        Words("scene ", s, " shows the skinned mesh, but not node ", at->root,
                              ", the root of its joints"));
      }
    }
  }
}

template <typename T>
void ReportUnusedIn(LinkStage& stage, const std::vector<T>& list, std::string_view name) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i].missing || list[i].used) continue;
    stage.judge.Add(issue::kUnusedObject, PointerOf(name, i), "nothing refers to this object");
  }
}

}  // namespace

void CheckNodes(LinkStage& stage) {
  const auto& nodes = stage.document.nodes;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (!nodes[i].missing) CheckNode(stage, i, nodes[i]);
  }
  CheckSkinScenes(stage);
}

void ReportUnused(LinkStage& stage) {
  const Document& document = stage.document;
  ReportUnusedIn(stage, document.accessors, "accessors");
  ReportUnusedIn(stage, document.buffers, "buffers");
  ReportUnusedIn(stage, document.buffer_views, "bufferViews");
  ReportUnusedIn(stage, document.cameras, "cameras");
  ReportUnusedIn(stage, document.images, "images");
  ReportUnusedIn(stage, document.materials, "materials");
  ReportUnusedIn(stage, document.meshes, "meshes");
  ReportUnusedIn(stage, document.nodes, "nodes");
  ReportUnusedIn(stage, document.samplers, "samplers");
  ReportUnusedIn(stage, document.skins, "skins");
  ReportUnusedIn(stage, document.textures, "textures");
  LinkExtensions(stage);
  for (std::size_t i = 0; i < document.meshes.size(); ++i) {
    const MeshDef& mesh = document.meshes[i];
    if (mesh.weights_json == ~0u || !mesh.used || stage.used_mesh_weights[i]) continue;
    stage.judge.Add(issue::kUnusedMeshWeights, PointerOf("meshes", i, "weights"),
                    "every node with this mesh has weights of its own");
  }
}

void Link(const json::Document& json, Document& document, Judge& judge) {
  LinkStage stage{.json = json, .document = document, .judge = judge};
  stage.quantized = std::find(document.extensions_used.begin(), document.extensions_used.end(),
                              "KHR_mesh_quantization") != document.extensions_used.end();
  stage.counted_strides.resize(document.accessors.size());

  if (document.scene != kNone) {
    if (Follow(stage, document.scenes, document.scene, [] { return std::string("/scene"); }) ==
        nullptr) {
      judge.Mended("scene-dropped", "/scene");
    }
  }
  LinkBufferViews(stage);
  LinkAccessors(stage);
  LinkPictures(stage);
  LinkMeshes(stage);
  LinkNodes(stage);
  LinkSkins(stage);
  LinkAnimations(stage);
  LinkScenes(stage);
  CheckNodes(stage);
  ReportUnused(stage);
}

}  // namespace sinew::gltf
