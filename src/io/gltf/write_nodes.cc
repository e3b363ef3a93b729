// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Joints become nodes again, with what they show; scenes and skins name them.
#include <algorithm>
#include <bit>
#include <vector>

#include "io/gltf/write.h"

namespace sinew::gltf {
namespace {

bool SameBits(float a, float b) {
  return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}

bool IsExactly(Vec3 v, float value) {
  return SameBits(v.x, value) && SameBits(v.y, value) && SameBits(v.z, value);
}

bool IsExactlyIdentity(Quat q) { return IsExactly({q.x, q.y, q.z}, 0.0f) && SameBits(q.w, 1.0f); }

void WriteTransform(JsonWriter& json, const Transform& rest) {
  if (!IsExactly(rest.translation, 0.0f)) {
    const float t[] = {rest.translation.x, rest.translation.y, rest.translation.z};
    json.Key("translation").Floats(t);
  }
  if (!IsExactlyIdentity(rest.rotation)) {
    const float r[] = {rest.rotation.x, rest.rotation.y, rest.rotation.z, rest.rotation.w};
    json.Key("rotation").Floats(r);
  }
  if (!IsExactly(rest.scale, 1.0f)) {
    const float s[] = {rest.scale.x, rest.scale.y, rest.scale.z};
    json.Key("scale").Floats(s);
  }
}

// A node names a skin only where the mesh has something to skin.
bool IsSkinned(const Mesh& mesh) {
  return std::ranges::any_of(mesh.primitives(), [](const Primitive& primitive) {
    return IsWritable(primitive) && !primitive.influences.empty();
  });
}

void WriteInstance(Write& write, std::uint32_t index) {
  if (index == kLeftOut) return;
  const MeshInstance& instance = write.model.instances()[index];
  const Mesh& mesh = write.model.meshes()[instance.mesh];
  write.json.Key("mesh").Integer(write.plan.mesh_number[instance.mesh]);
  if (instance.skin && IsSkinned(mesh)) write.json.Key("skin").Integer(*instance.skin);
  const std::span<const float> weights = write.model.morph_rest().subspan(
      mesh.morph_count() == 0 ? 0 : instance.first_morph, mesh.morph_count());
  if (!std::ranges::equal(weights, mesh.morph_weights(), SameBits)) {
    write.json.Key("weights").Floats(weights);
  }
}

// The camera that a node's carried text names, as far as that camera is written.
std::optional<std::uint32_t> CameraOf(const Write& write, const CarriedJson* carried) {
  if (carried == nullptr || carried->whole.empty()) return std::nullopt;
  const Result<json::Document> parsed = ParseCarried(carried->whole);
  const std::optional<json::Value> camera = parsed->root().Find("camera");
  if (!camera || !camera->is_number() || !camera->is_integer()) return std::nullopt;
  const std::optional<std::int64_t> number = camera->integer();
  if (!number || *number < 0 || *number >= write.carried.camera_count()) return std::nullopt;
  return static_cast<std::uint32_t>(*number);
}

// Child lists of all nodes, made by counting: the children of node n are
// list[begins[n] .. begins[n + 1]), ascending.
struct Children {
  std::vector<std::uint32_t> begins;
  std::vector<std::uint32_t> list;
};

std::uint32_t ParentOf(const Write& write, std::uint32_t node) {
  const WritePlan& plan = write.plan;
  const auto joint_count = static_cast<std::uint32_t>(plan.joint_of_node.size());
  if (node >= joint_count) return plan.added[node - joint_count].parent;
  const std::int32_t parent = write.model.skeleton().parent(plan.joint_of_node[node]);
  return parent == kNoParent ? plan.top : plan.node_of_joint[static_cast<std::uint32_t>(parent)];
}

Children ChildrenOf(const Write& write) {
  const std::uint32_t count = write.plan.node_count();
  Children children;
  children.begins.assign(std::size_t{count} + 1, 0);
  for (std::uint32_t node = 0; node < count; ++node) {
    const std::uint32_t parent = ParentOf(write, node);
    if (parent != kLeftOut) ++children.begins[parent + 1];
  }
  for (std::uint32_t node = 0; node < count; ++node) {
    children.begins[node + 1] += children.begins[node];
  }
  children.list.resize(children.begins[count]);
  std::vector<std::uint32_t> next(children.begins.begin(), children.begins.end() - 1);
  for (std::uint32_t node = 0; node < count; ++node) {
    const std::uint32_t parent = ParentOf(write, node);
    if (parent != kLeftOut) children.list[next[parent]++] = node;
  }
  return children;
}

// Numbers joints so that whatever hangs below a joint is one run: first[j] .. first[j] + size[j].
struct Nesting {
  std::vector<std::uint32_t> first;
  std::vector<std::uint32_t> size;

  bool IsAbove(std::uint32_t ancestor, std::uint32_t joint) const {
    return first[joint] >= first[ancestor] && first[joint] - first[ancestor] < size[ancestor];
  }
};

Nesting NestingOf(const Skeleton& skeleton) {
  const std::uint32_t count = skeleton.joint_count();
  Nesting nesting{std::vector<std::uint32_t>(count), std::vector<std::uint32_t>(count, 1)};
  for (std::uint32_t joint = count; joint-- > 0;) {
    const std::int32_t parent = skeleton.parent(joint);
    if (parent != kNoParent)
      nesting.size[static_cast<std::uint32_t>(parent)] += nesting.size[joint];
  }
  std::vector<std::uint32_t> next(count);  // Where the next child of a joint begins.
  std::uint32_t next_root = 0;
  for (std::uint32_t joint = 0; joint < count; ++joint) {
    const std::int32_t parent = skeleton.parent(joint);
    std::uint32_t& place =
        parent == kNoParent ? next_root : next[static_cast<std::uint32_t>(parent)];
    nesting.first[joint] = place;
    place += nesting.size[joint];
    next[joint] = nesting.first[joint] + 1;
  }
  return nesting;
}

// glTF allows the hint only where it is a joint of the skin or an ancestor, and above all joints.
bool IsAboveAll(const Nesting& nesting, std::uint32_t root, const Skin& skin) {
  return std::ranges::all_of(skin.joints(), [&](std::int32_t joint) {
    return joint != kIdentityJoint && nesting.IsAbove(root, static_cast<std::uint32_t>(joint));
  });
}

// A scene that shows a skinned mesh must also show the joints: by root node, the root nodes that
// have to be shown with it. Empty where nothing has to: as in every valid file.
std::vector<std::vector<std::uint32_t>> CompanionsOf(const Write& write) {
  std::vector<std::vector<std::uint32_t>> companions;
  if (write.plan.top != kLeftOut) return companions;  // One root shows all.
  const std::vector<std::uint32_t> roots = RootsOf(write.model.skeleton());
  for (const MeshInstance& instance : write.model.instances()) {
    if (!instance.skin) continue;
    const std::int32_t joint = write.model.skins()[*instance.skin].joints()[0];
    const std::uint32_t mesh_root = roots[instance.joint];
    const std::uint32_t skin_root = roots[static_cast<std::uint32_t>(joint)];
    if (mesh_root == skin_root) continue;
    companions.resize(write.plan.node_count());
    companions[write.plan.node_of_joint[mesh_root]].push_back(write.plan.node_of_joint[skin_root]);
  }
  return companions;
}

}  // namespace

void WriteNodes(Write& write) {
  const WritePlan& plan = write.plan;
  const auto joint_count = static_cast<std::uint32_t>(plan.joint_of_node.size());
  if (plan.node_count() == 0) return;
  const Children children = ChildrenOf(write);
  write.json.Key("nodes").BeginArray();
  for (std::uint32_t node = 0; node < plan.node_count(); ++node) {
    write.json.BeginObject();
    const bool is_joint = node < joint_count;
    const std::uint32_t joint = is_joint ? plan.joint_of_node[node] : 0;
    WriteName(write.json,
              is_joint ? write.model.skeleton().name(joint) : plan.added[node - joint_count].name);
    const std::uint32_t begin = children.begins[node], end = children.begins[node + 1];
    if (begin != end) {
      write.json.Key("children").Integers(std::span(children.list).subspan(begin, end - begin));
    }
    if (is_joint) {
      const CarriedJson* carried = write.carried.Find(CarriedJson::Owner::kNode, joint);
      WriteTransform(write.json, write.model.skeleton().rest()[joint]);
      WriteInstance(write, plan.instance_of_joint[joint]);
      if (const auto camera = CameraOf(write, carried)) write.json.Key("camera").Integer(*camera);
      WriteCarried(write.json, carried);
    } else {
      WriteInstance(write, plan.added[node - joint_count].instance);
    }
    write.json.EndObject();
  }
  write.json.EndArray();
}

void WriteScenes(Write& write) {
  if (write.model.scenes().empty()) return;
  if (write.model.default_scene()) write.json.Key("scene").Integer(*write.model.default_scene());
  const std::vector<std::vector<std::uint32_t>> companions = CompanionsOf(write);
  std::vector<std::uint32_t> shown_by(write.plan.node_count(), kLeftOut);  // The last scene to.
  write.json.Key("scenes").BeginArray();
  for (std::uint32_t s = 0; s < write.model.scenes().size(); ++s) {
    const ModelScene& scene = write.model.scenes()[s];
    std::vector<std::uint32_t> nodes;
    const auto show = [&](std::uint32_t node) {
      if (shown_by[node] != s) nodes.push_back(node);
      shown_by[node] = s;
    };
    for (const std::uint32_t joint : scene.roots) {
      if (write.model.skeleton().parent(joint) != kNoParent) continue;  // Its root shows it.
      show(write.plan.top == kLeftOut ? write.plan.node_of_joint[joint] : write.plan.top);
    }
    for (std::size_t done = 0; done < nodes.size() && !companions.empty(); ++done) {
      for (const std::uint32_t node : companions[nodes[done]]) show(node);
    }
    write.json.BeginObject();
    WriteName(write.json, scene.name);
    if (!nodes.empty()) write.json.Key("nodes").Integers(nodes);
    WriteCarried(write.json, write.carried.Find(CarriedJson::Owner::kScene, s));
    write.json.EndObject();
  }
  write.json.EndArray();
}

void WriteSkins(Write& write) {
  if (write.model.skins().empty()) return;
  const Nesting nesting = NestingOf(write.model.skeleton());
  write.json.Key("skins").BeginArray();
  for (std::uint32_t s = 0; s < write.model.skins().size(); ++s) {
    const Skin& skin = write.model.skins()[s];
    const std::vector<std::uint32_t>& joints = write.plan.skin_joints[s];
    std::vector<float> columns;
    columns.reserve(joints.size() * 16);
    for (std::uint32_t entry = 0; entry < joints.size(); ++entry) {
      // What no joint controls stays where it is, whatever the matrix says.
      const bool still = entry >= skin.size() || skin.joints()[entry] == kIdentityJoint;
      const Affine matrix = still ? Affine{} : skin.inverse_bind()[entry];
      for (std::size_t column = 0; column < 4; ++column) {
        for (std::size_t row = 0; row < 3; ++row) columns.push_back(matrix.m[row][column]);
        columns.push_back(column == 3 ? 1.0f : 0.0f);
      }
    }
    write.json.BeginObject();
    WriteName(write.json, skin.name());
    write.json.Key("inverseBindMatrices")
        .Integer(write.buffer.AddFloats(Pool::kInverseBinds, ElementType::kMat4, columns));
    if (skin.root() && joints.size() == skin.size() && IsAboveAll(nesting, *skin.root(), skin)) {
      write.json.Key("skeleton").Integer(write.plan.node_of_joint[*skin.root()]);
    }
    write.json.Key("joints").Integers(joints);
    WriteCarried(write.json, write.carried.Find(CarriedJson::Owner::kSkin, s));
    write.json.EndObject();
  }
  write.json.EndArray();
}

}  // namespace sinew::gltf
