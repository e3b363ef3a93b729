// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Scotty3D's .js3d scenes: bytes to a Model, and to the meshes of polygons and the bones that it
// was made from. docs/js3d.md says what becomes of what.
//
//   Pure    no file system here; a .js3d is one text that holds everything.
//   Safety  every size and index is checked before use; memory stays under 64 MiB plus 16 times the
//           input with the default limits.
//   Space   axes stay as in the file: +Y is up. Angles become radians, frames become seconds (24 a
//           second, which is what the program plays them at).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/bones.h"
#include "sinew/model.h"
#include "sinew/polygon_mesh.h"
#include "sinew/report.h"
#include "sinew/result.h"

namespace sinew {

// Breaking one of these is a Failure of code kLimit whose message names the field.
struct Js3dLimits {
  std::size_t max_file_bytes = std::size_t{2} << 30;
  std::size_t max_json_bytes = std::size_t{1} << 30;   // The most there can be, too.
  std::size_t max_json_values = std::size_t{1} << 27;  // Keys count as values.
  std::uint32_t max_json_depth = 128;
  std::uint32_t max_nodes = 1u << 20;        // Joints of the model.
  std::uint32_t max_skin_joints = 1u << 16;  // Bones of one skinned mesh.
  // All that is made of the file: max_decoded_bytes + max_decoded_ratio * bytes of input. Bones are
  // made anew for every instance, meshes for every material, keys where a spline is sampled.
  std::uint64_t max_decoded_bytes = std::uint64_t{24} << 20;
  std::uint32_t max_decoded_ratio = 10;
};

// A kind of thing that the file has and a Model has no place for.
struct Js3dLoss {
  std::string_view kind;  // "cameras": a name of the table in docs/js3d.md.
  std::string_view what;  // "cameras", for a sentence.
  std::uint64_t count = 0;
  std::string first;  // JSON pointer of the first one.
};

// A skinned mesh as the file has it, for weights to be computed anew.
struct Js3dSkinnedMesh {
  std::string name{};
  PolygonMesh polygons{};  // Influences name bones of the rig; a vertex may have none.
  BoneRig rig{};
  // The model's meshes that were made of it, one a material: corner c of the polygons is vertex c
  // of the mesh's one primitive. Influences there name the same bones; a vertex without any follows
  // the instance's joint, by an entry that comes after the bones.
  std::vector<std::uint32_t> meshes{};
  std::vector<std::uint32_t> instances{};  // The model's instances that show it, with their skins.
};

struct Js3dScene {
  Model model{};
  std::vector<Js3dSkinnedMesh> skinned_meshes{};  // In the file's order.
  std::vector<Js3dLoss> not_carried{};            // In the order first met; each kind once.
  std::vector<Mend> mends{};                      // In the order first used.
};

// Whether these bytes are a .js3d scene, by the first telling key of the text: true, false (glTF
// says so, or it is no JSON object), or nothing where no such key comes.
std::optional<bool> IsJs3d(std::span<const std::byte> bytes);

// `bytes` is borrowed for the call. A Failure's place is a JSON pointer.
Result<Js3dScene> ReadJs3d(std::span<const std::byte> bytes, const Js3dLimits& limits = {});

}  // namespace sinew
