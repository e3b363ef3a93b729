// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "support/js3d_builder.h"

#include <algorithm>
#include <bit>
#include <map>

namespace sinew::testing {
namespace {

using Bytes = std::vector<std::uint8_t>;

std::string Base64(std::string_view type, const Bytes& bytes) {
  constexpr char kAlphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text = "\"" + std::string(type) + ":";
  std::uint32_t bits = 0;
  int count = 0;
  for (const std::uint8_t byte : bytes) {
    bits = bits << 8 | byte;
    for (count += 8; count >= 6; count -= 6) text += kAlphabet[bits >> (count - 6) & 63];
  }
  if (count > 0) text += kAlphabet[bits << (6 - count) & 63];
  return text + "\"";
}

void AppendWord(Bytes& bytes, std::uint32_t word) {
  for (int shift = 0; shift < 32; shift += 8) {
    bytes.push_back(static_cast<std::uint8_t>(word >> shift));
  }
}

// A half-edge of the mesh that is put together: from one vertex to another.
struct Half {
  std::uint32_t from = 0, to = 0;
  std::uint32_t next = 0;
  bool boundary = false;
};

struct HalfEdges {
  std::vector<Half> halves;
  std::vector<std::uint32_t> face_halves;
  std::vector<bool> boundaries;
};

HalfEdges HalvesOf(const std::vector<std::vector<std::uint32_t>>& faces) {
  HalfEdges mesh;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> index;
  for (const auto& face : faces) {
    for (std::size_t c = 0; c < face.size(); ++c) {
      const std::uint32_t from = face[c], to = face[(c + 1) % face.size()];
      if (index.contains({from, to})) continue;
      const auto first = static_cast<std::uint32_t>(mesh.halves.size());
      index[{from, to}] = first;
      index[{to, from}] = first + 1;
      mesh.halves.push_back({from, to, 0, true});
      mesh.halves.push_back({to, from, 0, true});
    }
  }
  for (const auto& face : faces) {
    for (std::size_t c = 0; c < face.size(); ++c) {
      const std::uint32_t a = face[c], b = face[(c + 1) % face.size()],
                          d = face[(c + 2) % face.size()];
      Half& half = mesh.halves[index[{a, b}]];
      half.next = index[{b, d}];
      half.boundary = false;
    }
    mesh.face_halves.push_back(index[{face[0], face[1]}]);
    mesh.boundaries.push_back(false);
  }
  std::map<std::uint32_t, std::uint32_t> boundary_from;
  for (std::uint32_t h = 0; h < mesh.halves.size(); ++h) {
    if (mesh.halves[h].boundary) boundary_from[mesh.halves[h].from] = h;
  }
  std::vector<bool> seen(mesh.halves.size(), false);
  for (const auto& [vertex, start] : boundary_from) {
    if (seen[start]) continue;
    mesh.face_halves.push_back(start);
    mesh.boundaries.push_back(true);
    for (std::uint32_t h = start; !seen[h]; h = mesh.halves[h].next) {
      seen[h] = true;
      mesh.halves[h].next = boundary_from[mesh.halves[h].to];
    }
  }
  return mesh;
}

std::string WithQuotes(std::string text) {
  std::ranges::replace(text, '\'', '"');
  return text;
}

}  // namespace

std::string Packed(const std::vector<std::uint32_t>& values) {
  Bytes bytes;
  for (const std::uint32_t value : values) AppendWord(bytes, value);
  return Base64("uint32", bytes);
}

std::string PackedFloats(std::string_view type, const std::vector<float>& values) {
  Bytes bytes;
  for (const float value : values) AppendWord(bytes, std::bit_cast<std::uint32_t>(value));
  return Base64(type, bytes);
}

std::string PackedFlags(const std::vector<bool>& flags) {
  if (flags.empty()) return Base64("bool", {});
  Bytes bytes(flags.size() / 8 + 1, 0);
  for (std::size_t i = 0; i <= flags.size(); ++i) {
    if (i == flags.size() || flags[i]) {
      bytes[i / 8] = static_cast<std::uint8_t>(bytes[i / 8] | 0x80 >> i % 8);
    }
  }
  return Base64("bool", bytes);
}

std::string Js3dMesh::Json() const {
  const HalfEdges mesh = HalvesOf(faces);
  std::vector<std::uint32_t> nexts, vertex_halves(positions.size(), 0), bones, ends;
  std::vector<float> normals, texcoords, flat_positions, bone_weights;
  for (std::uint32_t h = 0; h < mesh.halves.size(); ++h) {
    const Half& half = mesh.halves[h];
    nexts.push_back(half.next);
    normals.insert(normals.end(), {0, 0, 1});
    texcoords.insert(texcoords.end(), {positions[half.from].x, positions[half.from].y});
    vertex_halves[half.from] = h;
  }
  for (std::size_t v = 0; v < positions.size(); ++v) {
    const Vec3 p = positions[v];
    flat_positions.insert(flat_positions.end(), {p.x, p.y, p.z});
    if (v < weights.size()) {
      for (const auto& [bone, weight] : weights[v]) {
        bones.push_back(bone);
        bone_weights.push_back(weight);
      }
    }
    ends.push_back(static_cast<std::uint32_t>(bones.size()));
  }
  return R"({"FORMAT":"s3d-hm-1","halfedge_nexts":)" + Packed(nexts) +
         ",\"halfedge_corner_uvs\":" + PackedFloats("vec2", texcoords) +
         ",\"halfedge_corner_normals\":" + PackedFloats("vec3", normals) +
         ",\"bone_weight_bones\":" + Packed(bones) +
         ",\"bone_weight_weights\":" + PackedFloats("float", bone_weights) +
         ",\"vertex_halfedges\":" + Packed(vertex_halves) +
         ",\"vertex_positions\":" + PackedFloats("vec3", flat_positions) +
         ",\"vertex_bone_weight_ends\":" + Packed(ends) +
         ",\"edge_sharps\":" + PackedFlags(std::vector<bool>(mesh.halves.size() / 2, false)) +
         ",\"face_halfedges\":" + Packed(mesh.face_halves) +
         ",\"face_boundaries\":" + PackedFlags(mesh.boundaries) + "}";
}

std::string Js3dText::Text() const {
  return WithQuotes("{'scene':{'FORMAT':'js3d-v1','transforms':" + transforms + ",'meshes':" +
                    meshes + ",'skinned_meshes':" + skinned_meshes + ",'textures':" + textures +
                    ",'materials':" + materials + ",'instances':{'meshes':" + mesh_instances +
                    ",'skinned_meshes':" + skinned_instances + "}" + more_scene +
                    "},'animator':{'FORMAT':'js3d-v1','splines':" + splines + "}}");
}

Js3dMesh Square() {
  return {.positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, .faces = {{0, 1, 2, 3}}};
}

Js3dMesh Strip() {
  return {
      .positions =
          {{-0.5f, 0, 0}, {0.5f, 0, 0}, {-0.5f, 1, 0}, {0.5f, 1, 0}, {-0.5f, 2, 0}, {0.5f, 2, 0}},
      .faces = {{0, 1, 3, 2}, {2, 3, 5, 4}},
      .weights = {{{0, 1.0f}},
                  {{0, 1.0f}},
                  {{0, 0.5f}, {1, 0.5f}},
                  {{0, 0.5f}, {1, 0.5f}},
                  {{1, 1.0f}},
                  {{1, 1.0f}}}};
}

std::string TwoBones(std::string_view pose_of_first) {
  return "{'bones':[{'extent':[0,1,0],'roll':0,'radius':0.5,'parent':4294967295,'pose':" +
         std::string(pose_of_first) +
         ",'channel_id':3},{'extent':[0,1,0],'roll':0,'radius':0.5,'parent':0,'pose':[0,0,0],"
         "'channel_id':7}],'handles':[],'base':[0,0,0],'base_offset':[0,0,0]}";
}

Js3dText Arm(std::string_view pose_of_first) {
  return {.transforms =
              "{'place':{'parent':null,'translation':[0,0,0],'rotation':[0,0,0,1],"
              "'scale':[1,1,1]}}",
          .skinned_meshes =
              "{'arm':{'mesh':" + Strip().Json() + ",'skeleton':" + TwoBones(pose_of_first) + "}}",
          .skinned_instances = "{'shown':{'transform':'place','mesh':'arm','material':null}}"};
}

Js3dText EverythingJs3d() {
  Js3dText text = Arm("[10,20,30]");
  text.transforms =
      "{'place':{'parent':'above','translation':[1,2,3],'rotation':[0,0,0,1],'scale':[1,1,1]},"
      "'above':{'parent':null,'translation':[0,1,0],'rotation':[0,0.6,0,0.8],'scale':[2,2,2]}}";
  text.meshes = "{'square':" + Square().Json() + "}";
  text.textures = "{'red':{'type':'Constant','color':[1,0.5,0.25],'scale':0.5}}";
  text.materials = "{'matt':{'type':'Lambertian','albedo':'red'}}";
  text.mesh_instances =
      "{'tile':{'transform':'place','mesh':'square','material':'matt','visible':true}}";
  text.skinned_instances =
      "{'shown':{'transform':'place','mesh':'arm','material':'matt','visible':false}}";
  text.more_scene = ",'cameras':{'eye':{'vertical_fov':60}},'shapes':{}";
  text.splines =
      "{'place':{'translation':{'type':'Vec3','knots':[0,[1,2,3],12,[2,2,3],24,[1,4,3]]},"
      "'rotation':{'type':'Quat','knots':[0,[0,0,0,1],24,[0,1,0,0]]}},"
      "'arm':{'bone.7.pose':{'type':'Vec3','knots':[0,[0,0,0],24,[0,0,40]]},"
      "'base_offset':{'type':'Vec3','knots':[0,[0,0,0],24,[0,1,0]]},"
      "'handle.0.enabled':{'type':'bool','knots':[0,true]}}}";
  return text;
}

}  // namespace sinew::testing
