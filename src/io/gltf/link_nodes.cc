// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Nodes, skins and scenes together.
#include <algorithm>

#include "io/gltf/hierarchy.h"
#include "io/gltf/link_stage.h"

namespace sinew::gltf {
namespace {

// Of the first primitive, which stands for all.
std::size_t TargetCount(const MeshDef& mesh) { return mesh.primitives[0].targets.size(); }

void LinkMeshOfNode(LinkStage& stage, std::size_t index, const NodeDef& node, MeshDef& mesh) {
  mesh.used = true;
  if (mesh.primitives.empty()) return;
  if (node.weights_json != ~0u) {
    const std::uint32_t count = stage.json.At(node.weights_json).size();
    if (count != TargetCount(mesh)) {
      stage.judge.Add(
          issue::kNodeWeightsInvalid, PointerOf("nodes", index, "weights"),
          Words("there are ", count, " weights for ", TargetCount(mesh), " morph targets"));
    }
  } else {
    stage.used_mesh_weights[static_cast<std::size_t>(node.mesh)] = true;
  }
  if (node.skin != kNone) {
    if (std::all_of(mesh.primitives.begin(), mesh.primitives.end(),
                    [](const PrimitiveDef& p) { return p.joint_sets == 0; })) {
      stage.judge.Add(issue::kNodeSkinWithNonSkinnedMesh, PointerOf("nodes", index),
                      "the node has a skin, but its mesh has no joints and weights");
    }
  } else if (std::any_of(mesh.primitives.begin(), mesh.primitives.end(),
                         [](const PrimitiveDef& p) { return p.joint_sets != 0; })) {
    stage.judge.Add(issue::kNodeSkinnedMeshWithoutSkin, PointerOf("nodes", index),
                    "the mesh has joints and weights, but the node has no skin");
  }
}

void LinkNodeReferences(LinkStage& stage, std::size_t index, NodeDef& node) {
  Document& document = stage.document;
  if (node.camera != kNone) {
    const auto place = [&] { return PointerOf("nodes", index, "camera"); };
    if (CameraDef* const camera = Follow(stage, document.cameras, node.camera, place)) {
      camera->used = true;
      if (camera->broken) node.camera = kNone;
    } else {
      stage.judge.Mended("camera-dropped", place());
    }
  }
  if (node.skin != kNone) {
    const auto place = [&] { return PointerOf("nodes", index, "skin"); };
    if (SkinDef* const skin = Follow(stage, document.skins, node.skin, place)) {
      skin->used = true;
    } else {
      stage.judge.Refuse(FailureCode::kInvalid, place(), "the node names a skin that is not there");
    }
  }
  if (node.mesh != kNone) {
    const auto place = [&] { return PointerOf("nodes", index, "mesh"); };
    const std::int32_t mesh_index = node.mesh;
    if (MeshDef* const mesh = Follow(stage, document.meshes, node.mesh, place)) {
      LinkMeshOfNode(stage, index, node, *mesh);
      if (mesh->broken) {
        const Failure& fault = stage.mesh_faults[static_cast<std::size_t>(mesh_index)];
        if (fault.message.empty()) {
          stage.judge.Refuse(FailureCode::kInvalid, PointerOf("meshes", mesh_index),
                             "the mesh has a property that is missing or of no use");
        } else {
          stage.judge.Refuse(fault.code, fault.place, fault.message);
        }
      }
    } else {
      stage.judge.Refuse(FailureCode::kInvalid, place(), "the node names a mesh that is not there");
    }
  }
}

void LinkChildren(LinkStage& stage, std::size_t index, NodeDef& node) {
  for (std::size_t i = 0; i < node.children.size(); ++i) {
    const auto place = [&] { return PointerOf("nodes", index, "children", i); };
    if (node.children[i] == kNone) continue;
    const std::int32_t child_index = node.children[i];
    NodeDef* const child = Follow(stage, stage.document.nodes, node.children[i], place);
    if (child == nullptr) {
      stage.judge.Refuse(FailureCode::kInvalid, place(),
                         Words("the child ", child_index, " is not there"));
      continue;
    }
    child->used = true;
    if (child->parent != kNone) {
      const std::string message = Words("the node ", child_index, " is already a child of node ",
                                        child->parent, ", a node has one parent");
      stage.judge.Add(issue::kNodeParentOverride, place(), message);
      stage.judge.Refuse(FailureCode::kInvalid, place(), message);
    }
    child->parent = static_cast<std::int32_t>(index);
  }
}

void LinkInverseBind(LinkStage& stage, std::size_t index, SkinDef& skin) {
  if (skin.inverse_bind == kNone) return;
  const auto place = [&] { return PointerOf("skins", index, "inverseBindMatrices"); };
  const auto refuse = [&](std::string_view message) {
    skin.broken = true;
    stage.judge.Refuse(FailureCode::kInvalid, place(), std::string(message));
  };
  Accessor* const accessor = Follow(stage, stage.document.accessors, skin.inverse_bind, place);
  if (accessor == nullptr) return refuse("the skin names an accessor that is not there");
  UseAccessor(stage, *accessor, AccessorUse::kInverseBind, place);
  if (BufferView* const view = ViewOf(stage, *accessor)) {
    UseView(stage, *view, ViewUse::kInverseBind, place);
    if (view->byte_stride != 0) {
      stage.judge.Add(issue::kSkinIbmAccessorWithBytestride, place(),
                      "the view of inverse bind matrices must not have a stride");
    }
  }
  if (!HasFormat(*accessor, ElementType::kMat4, ComponentType::kFloat, false)) {
    stage.judge.Add(
        issue::kSkinIbmInvalidFormat, place(),
        Words("the accessor holds ", FormatName(*accessor), ", expected MAT4 of FLOAT"));
    refuse("the inverse bind matrices are not four by four floats");
  }
  if (!skin.joints.empty() && CountOf(*accessor) < static_cast<std::int64_t>(skin.joints.size())) {
    stage.judge.Add(
        issue::kInvalidIbmAccessorCount, place(),
        Words("there are ", accessor->count, " matrices for ", skin.joints.size(), " joints"));
  }
  if (accessor->broken) refuse("the accessor of the inverse bind matrices is not usable");
}

void LinkJoints(LinkStage& stage, std::size_t index, SkinDef& skin, const Hierarchy& hierarchy) {
  std::int32_t first = kNone;
  bool common = true;
  for (std::size_t i = 0; i < skin.joints.size(); ++i) {
    if (skin.joints[i] == kNone) continue;
    const auto place = [&] { return PointerOf("skins", index, "joints", i); };
    NodeDef* const joint = Follow(stage, stage.document.nodes, skin.joints[i], place);
    if (joint == nullptr) {
      skin.broken = true;
      stage.judge.Refuse(FailureCode::kInvalid, place(),
                         "the joint names a node that is not there");
      continue;
    }
    joint->used = true;
    joint->is_joint = true;
    if (first == kNone) first = skin.joints[i];
    if (hierarchy.Tree(first) != hierarchy.Tree(skin.joints[i])) common = false;
  }
  if (!skin.joints.empty() && (first == kNone || !common)) {
    stage.judge.Add(issue::kSkinNoCommonRoot, PointerOf("skins", index, "joints"),
                    "the joints have no common root");
    // Each joint's place in the world is well defined all the same.
    if (first != kNone) stage.judge.Mended("skin-roots-several", PointerOf("skins", index));
  }
}

void LinkSkeleton(LinkStage& stage, std::size_t index, SkinDef& skin, const Hierarchy& hierarchy) {
  if (skin.skeleton == kNone) return;
  const auto place = [&] { return PointerOf("skins", index, "skeleton"); };
  if (Follow(stage, stage.document.nodes, skin.skeleton, place) == nullptr) {
    stage.judge.Mended("skeleton-ignored", place());
    skin.skeleton = kNone;
    return;
  }
  const bool above_all =
      std::all_of(skin.joints.begin(), skin.joints.end(), [&](std::int32_t joint) {
        return joint == kNone || hierarchy.IsAncestor(skin.skeleton, joint);
      });
  const bool some = std::any_of(skin.joints.begin(), skin.joints.end(),
                                [](std::int32_t joint) { return joint != kNone; });
  if (!above_all || !some) {
    stage.judge.Add(issue::kSkinSkeletonInvalid, place(),
                    Words("the node ", skin.skeleton, " is not above all joints"));
    stage.judge.Mended("skeleton-ignored", place());
  }
}

}  // namespace

void LinkNodes(LinkStage& stage) {
  auto& nodes = stage.document.nodes;
  stage.used_mesh_weights.resize(stage.document.meshes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (nodes[i].broken) {
      stage.judge.Refuse(FailureCode::kInvalid, PointerOf("nodes", i),
                         "the node has a property that is of no use");
    }
    if (nodes[i].missing) continue;
    LinkNodeReferences(stage, i, nodes[i]);
    LinkChildren(stage, i, nodes[i]);
  }
  stage.hierarchy.emplace(nodes);
}

void LinkSkins(LinkStage& stage) {
  auto& skins = stage.document.skins;
  for (std::size_t i = 0; i < skins.size(); ++i) {
    SkinDef& skin = skins[i];
    if (skin.broken) {
      stage.judge.Refuse(FailureCode::kInvalid, PointerOf("skins", i),
                         "the skin's joints or matrices are missing or of no use");
    }
    if (skin.missing) continue;
    LinkJoints(stage, i, skin, *stage.hierarchy);
    LinkInverseBind(stage, i, skin);
    LinkSkeleton(stage, i, skin, *stage.hierarchy);
  }
}

void LinkScenes(LinkStage& stage) {
  Document& document = stage.document;
  for (std::size_t i = 0; i < document.scenes.size(); ++i) {
    auto& roots = document.scenes[i].nodes;
    for (std::size_t n = 0; n < roots.size(); ++n) {
      if (roots[n] == kNone) continue;
      const auto place = [&] { return PointerOf("scenes", i, "nodes", n); };
      NodeDef* const node = Follow(stage, document.nodes, roots[n], place);
      if (node == nullptr) {
        stage.judge.Mended("scene-node-dropped", place());
        continue;
      }
      node->used = true;
      if (node->parent != kNone) {
        stage.judge.Add(issue::kSceneNonRootNode, place(),
                        Words("the node ", roots[n], " has a parent, expected a root"));
      }
    }
  }
}

}  // namespace sinew::gltf
