// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// glTF 2.0, text and GLB: bytes to a Model with a report, and a Model back to GLB.
//
//   One path  reading and validating are the same walk: nothing is read that was not checked.
//   Pure      no file system here. Buffers beside the file come through GltfOptions::resolve,
//             Draco geometry through GltfOptions::decoders.
//   Safety    every size is checked before use; memory stays under 64 MiB plus 16 times the input
//             with the default limits. A Draco decoder may hold as much again while it decodes a
//             stream; see files.h for one that the system holds to it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/model.h"
#include "sinew/report.h"
#include "sinew/result.h"
#include "sinew/shared_bytes.h"

namespace sinew {

// Breaking one of these is a Failure of code kLimit whose message names the field.
struct GltfLimits {
  std::size_t max_file_bytes = std::size_t{2} << 30;   // The file, and each buffer beside it.
  std::size_t max_json_bytes = std::size_t{1} << 30;   // The most there can be, too.
  std::size_t max_json_values = std::size_t{1} << 27;  // Keys count as values.
  std::uint32_t max_json_depth = 128;
  std::uint32_t max_nodes = 1u << 20;
  std::uint32_t max_skin_joints = 1u << 16;
  std::uint32_t max_attributes = 1024;  // Of one primitive or morph target.
  std::uint32_t max_extensions = 1024;  // Declared in extensionsUsed, likewise extensionsRequired.
  std::uint64_t max_accessor_elements = 1u << 28;  // Of one accessor.
  // All that is decoded, together: max_decoded_bytes + max_decoded_ratio * bytes of input. Sharing
  // and sparse accessors can ask for more than the file holds. All that the checks look at may be
  // as much again, so that time too stays in proportion to the input.
  std::uint64_t max_decoded_bytes = std::uint64_t{24} << 20;
  std::uint32_t max_decoded_ratio = 10;
  // Of images beside the file, by their size before they are read.
  std::uint64_t max_image_bytes = std::uint64_t{256} << 20;  // One of them.
  std::uint64_t max_images_bytes = std::uint64_t{1} << 30;   // All that are read for one file.
  // What a Draco decoder may hold while it decodes a stream: as many bytes and 16 times the input.
  std::uint64_t max_draco_bytes = std::uint64_t{64} << 20;
};

// EXT_meshopt_compression and KHR_meshopt_compression: what the decoder is asked for.
struct MeshoptRequest {
  enum class Mode : std::uint8_t { kAttributes, kTriangles, kIndices };
  enum class Filter : std::uint8_t { kNone, kOctahedral, kQuaternion, kExponential, kColor };
  Mode mode = Mode::kAttributes;
  Filter filter = Filter::kNone;
  std::uint32_t count = 0;
  std::uint32_t stride_bytes = 0;
  std::span<const std::byte> source;
  std::span<std::byte> target;  // count * stride_bytes, to be filled.
};

// KHR_draco_mesh_compression: one attribute of a decoded mesh.
struct DracoAttribute {
  std::uint32_t unique_id = 0;  // As the glTF extension names it.
  std::uint32_t component_count = 0;
  // Asked for as floats (integers converted as they are, normalised ones by their rule), one
  // component_count tuple a point.
  std::vector<float> values;
};
struct DracoMesh {
  std::uint32_t point_count = 0;
  std::vector<std::uint32_t> indices;      // Triangle list.
  std::vector<DracoAttribute> attributes;  // In the order asked for.
};
struct DracoRequest {
  std::span<const std::byte> source;
  std::span<const std::uint32_t> unique_ids;
  std::uint64_t max_points = 0;  // Refuse meshes larger than this.
  std::uint64_t max_indices = 0;
  // Refuse streams whose decoding would hold more than this, and name max_draco_bytes.
  std::uint64_t max_bytes = std::uint64_t{64} << 20;
};

// Hooks for compressed geometry. A hook's Failure is passed on with the JSON pointer in front.
//   meshopt  Empty: the library decodes attributes of version 0 and 1, triangles, index sequences
//            and all filters itself. A hook takes its place. It returns nothing where it succeeds.
//   draco    Empty: files that require Draco are a Failure of code kUnsupported that names it.
struct Decoders {
  std::function<std::optional<Failure>(const MeshoptRequest&)> meshopt;
  std::function<Result<DracoMesh>(const DracoRequest&)> draco;
};

// Fetches a buffer or an image beside the file, by its URI as written (percent-decoded). A function
// that returns a Result<std::vector<std::byte>> is one too.
using Resolver = std::function<Result<SharedBytes>(std::string_view uri)>;

struct GltfOptions {
  Resolver resolve;        // Empty: files with external buffers are refused.
  Resolver resolve_image;  // Of images, which the checks look at. Empty: `resolve`.
  Decoders decoders;
  UpAxis up_axis = UpAxis::kAsInFile;
  bool strict = false;                // Refuse a file with any issue of severity error.
  bool read_images = true;            // Copy the bytes of embedded pictures.
  std::uint32_t max_issues = 10'000;  // Kept in the report; all are counted.
  // For validators, which also look at what loading does not need:
  bool fetch_unused = false;  // Fetch buffers that nothing reads too; missing ones are IO_ERROR.
  bool empty_is_glb =
      false;  // The name of the file ends in .glb. No byte of an empty file says so.
  GltfLimits limits;
};

struct GltfRead {
  Result<Model> model;  // Or why the file cannot be loaded.
  Report report;        // In both cases.
};

// Reads a .gltf or .glb, told apart by their first bytes. `bytes` is borrowed for the call.
GltfRead ReadGltf(std::span<const std::byte> bytes, const GltfOptions& options = {});

// Writes a model as GLB. Joints become nodes in their file order where that order is a whole, so
// that carried JSON still points right. What glTF forbids is put right: the result has no errors in
// the Khronos validator but those of carried JSON itself. Fails where carried text is not JSON, and
// where GLB cannot hold the model. Reading it with the default options gives back:
//   To the bit     parents, rest poses and names of joints; joints, inverse binds and names of
//                  skins; of meshes everything but empty primitives; of clips everything (events,
//                  root motion and a duration beyond the last key stand in the extras, under
//                  "sinew": see docs/gltf-rules.md); instances, morph weights, scenes, materials,
//                  textures, images, copyright, names. Create has held quaternions, weights, times
//                  and materials to glTF's rules already.
//   As text        extras, unknown extensions, cameras and their nodes. Not extensions that point
//                  into buffers, and not what accessors and buffer views carried: those are made
//                  anew.
//   Not at all     the generator, an alpha cut-off without Alpha::kMask, a normal scale or
//   occlusion
//                  strength without its texture, meshes without vertices, images without bytes or
//                  URI, and a skin's root that is not above all its joints.
//   With additions nodes, skin entries and scene roots, where glTF asks for what a Model need not
//                  have: a second instance at one joint, a joint twice in one skin, skins without a
//                  common root, vertices without influence in a skinned primitive. File nodes are
//                  numbered anew where theirs were not a whole.
Result<std::vector<std::byte>> WriteGlb(const Model& model);

}  // namespace sinew
