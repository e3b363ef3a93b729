// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Constants for games that carry their assets in their source: what `sinew export` writes. First
// data (a skeleton, meshes, a clip), then the same data as source text. docs/console.md has the
// workflow, the names and the rules.
//
//   Bones    those of one skin, parents before children. A bone's local matrix takes its space to
//            its parent bone's: joints between them that the skin does not name are multiplied
//            into it, so that the walk model[b] = model[parent[b]] * local[b] over the bones alone
//            gives the model-space matrices of the asset.
//   Layout   a matrix is 12 floats, row-major 3x4. A TRS is 10: translation x, y, z, rotation
//            x, y, z, w, scale x, y, z.
//   Memory   offline: allocates. max_output_bytes bounds the text before it is made.
//   Same bits one asset, one text, on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/asset.h"
#include "sinew/clip.h"
#include "sinew/influences.h"
#include "sinew/posed_scene.h"
#include "sinew/result.h"
#include "sinew/vertex_format.h"

namespace sinew {

inline constexpr std::uint32_t kConsoleMaxBones = 256;        // That one draw can use.
inline constexpr std::uint32_t kConsoleMaxVertices = 65'535;  // That 16-bit indices reach: index
                                                              // 65535 restarts strips on GPUs.

// --- data ---

// The bones of one skin. Every entry of the skin is a bone; see docs/console.md for entries that
// repeat a joint or name none.
struct ConsoleSkeleton {
  std::string name{};                          // The skin's, or that of its first bone.
  std::vector<std::int32_t> parents{};         // -1: a root. Less than the bone's own index.
  std::vector<float> inverse_bind{};           // 12 per bone.
  std::vector<float> rest_local{};             // 12 per bone.
  std::vector<std::string> names{};            // One per bone.
  std::vector<std::int32_t> joints{};          // The asset's joint, or kIdentityJoint.
  std::vector<std::uint32_t> bone_of_entry{};  // The bone of each entry of the skin.
  // A bone that never moves, for vertices without influence: weights must sum to one.
  std::optional<std::uint32_t> still_bone{};

  std::uint32_t bone_count() const { return static_cast<std::uint32_t>(parents.size()); }
};

// kInvalid where the asset has no such skin or cannot be posed.
Result<ConsoleSkeleton> MakeConsoleSkeleton(const Asset& asset, std::uint32_t skin);

// What packing vertices costs, measured by decoding them. Attributes that are not in the format: 0.
struct VertexCost {
  float position = 0.0f;         // Largest distance, in the asset's unit.
  float uv = 0.0f;               // Largest difference of a component; also by clamping.
  float color = 0.0f;            // Likewise.
  float normal_degrees = 0.0f;   // Largest angle.
  float tangent_degrees = 0.0f;  // Likewise.
  float weight = 0.0f;           // Largest difference of a weight.
};

// One draw call: a primitive, or a part of one that was split.
struct ConsoleMesh {
  std::string name{};           // The mesh's name, or that of its node.
  std::uint32_t primitive = 0;  // Within its mesh.
  std::uint32_t part = 0;       // Of part_count.
  std::uint32_t part_count = 1;
  VertexFormat format{};
  std::uint32_t vertex_count = 0;
  std::vector<std::byte> vertices{};     // vertex_count * VertexStride(format).
  std::vector<std::uint16_t> indices{};  // Triangles. Empty where wide_indices are used.
  std::vector<std::uint32_t> wide_indices{};
  // Of a part of a mesh with more than 256 bones: entry i is the skeleton's bone that the vertices
  // call i. Empty: they use the skeleton's own indices.
  std::vector<std::uint32_t> bone_table{};
  VertexCost cost{};
  LimitLoss loss{};  // Of the whole primitive: influences beyond four.

  std::size_t index_count() const { return indices.size() + wide_indices.size(); }
};

struct ConsoleMeshOptions {
  std::optional<std::uint32_t> mesh{};   // Of Asset::meshes. Nothing: all.
  std::optional<std::uint32_t> flags{};  // Nothing or kVertexFlags: the attributes that a primitive
                                         // has. Others must be there.
  bool clamp = false;                    // As EncodeVerticesJob::clamp.
  bool wide_indices = false;             // 32 bits, and no split at kConsoleMaxVertices.
  std::uint64_t max_output_bytes = std::uint64_t{1} << 30;
};

struct ConsoleMeshes {
  std::vector<ConsoleMesh> meshes{};
  std::vector<std::string> notes{};  // What was left out, in sentences.
};

// The meshes that `skin` moves, each once however often it is drawn; without a skin those that none
// moves, one per instance, where they are at rest. kInvalid where there are none with triangles;
// kUnsupported where the format cannot hold a value.
Result<ConsoleMeshes> MakeConsoleMeshes(const Asset& asset, std::optional<std::uint32_t> skin,
                                        const ConsoleMeshOptions& options = {});

struct ConsoleClipOptions {
  double fps = 30.0;  // Above 0, at most 1e6.
  bool keys = false;  // Frames at the clip's own key times instead. Not for packed clips.
  bool loop = false;  // Leaves out the last frame, which a loop shows as its first.
  bool bake = false;  // Final matrices instead of local ones.
  std::uint64_t max_work = kDefaultMaxWork;
  std::uint64_t max_output_bytes = std::uint64_t{1} << 30;
};

// One clip, for one skeleton. Frame by frame, within a frame bone by bone.
struct ConsoleClip {
  std::string name{};
  float duration_s = 0.0f;
  float fps = 0.0f;
  std::uint32_t bone_count = 0;
  std::vector<float> times_s{};        // One per frame.
  std::vector<float> keyframes{};      // Local matrices. Empty where baked.
  std::vector<float> keyframes_trs{};  // The same. Neighbouring rotations are in one hemisphere.
  std::vector<float> frames{};         // model * inverse bind, where baked.
  std::vector<std::uint32_t> animated_bones{};
  Interpolation interpolation = Interpolation::kLinear;
  float shear = 0.0f;  // Largest of what TRS cannot say (Decomposition::shear).

  std::uint32_t frame_count() const { return static_cast<std::uint32_t>(times_s.size()); }
};

// floor(duration * fps + 0.5) + 1 frames (C21), at least two where the clip lasts; the last is at
// the clip's end. kInvalid where the clip does not exist or cannot be sampled so; kLimit.
Result<ConsoleClip> MakeConsoleClip(const Asset& asset, const ConsoleSkeleton& skeleton,
                                    std::uint32_t clip, const ConsoleClipOptions& options = {});

// A skin or mesh of the asset by its exact name, else by its number. kInvalid with the names that
// there are.
Result<std::uint32_t> FindSkin(const Asset& asset, std::string_view wanted);
Result<std::uint32_t> FindMesh(const Asset& asset, std::string_view wanted);

// --- text ---

enum class ConsoleLanguage : std::uint8_t { kRust, kC, kCpp, kJson };

// "rust", "c", "cpp", "json"; nothing where it is none of them.
std::optional<ConsoleLanguage> ConsoleLanguageOf(std::string_view name);

// A name as identifier: ASCII letters and digits stay, in lower case; every other run of characters
// becomes one '_'; none is left at the ends. At most 48 characters. Empty: "unnamed". A first digit
// gets an 'n' before it, a reserved word of Rust, C or C++ a '_' behind it.
std::string ConsoleIdentifier(std::string_view name);

enum class ConsoleProduct : std::uint8_t { kMesh, kSkeleton, kClip, kAll };

struct ConsoleRequest {
  ConsoleProduct product = ConsoleProduct::kMesh;
  ConsoleLanguage language = ConsoleLanguage::kRust;
  std::optional<std::uint32_t> skin{};  // Nothing: the first that moves a mesh; of kAll: each.
  std::optional<std::uint32_t> clip{};  // Of kClip. Nothing: all clips, each in a scope of its own.
  ConsoleMeshOptions meshes{};
  ConsoleClipOptions clips{};
  std::string prefix{};     // Before every name; of C++ a namespace. Made legal.
  std::string source{};     // The file's name, without folders.
  std::string generator{};  // "sinew 0.1.0".
  std::string output{};     // The name of the output, for include guards; of kAll its folder's.
};

// A constant of a file, and the bytes of its values in a program.
struct ConsoleArray {
  std::string file{};
  std::string name{};
  std::uint64_t count = 0;
  std::uint64_t bytes = 0;
};

struct ConsoleMeshReport {
  std::string name{};
  std::uint32_t vertices = 0;
  std::uint64_t triangles = 0;
  VertexFormat format{};
  VertexCost cost{};
  LimitLoss loss{};
};

struct ConsoleReport {
  std::vector<ConsoleArray> arrays{};
  std::vector<ConsoleMeshReport> meshes{};
  std::uint32_t bones = 0;   // Of the largest skeleton.
  std::uint64_t frames = 0;  // Of all clips.
  float shear = 0.0f;        // Of the worst clip.
  std::vector<std::string> notes{};

  std::uint64_t total_bytes() const;  // Of all arrays.
};
// For people: several lines. For programs: one JSON object {output, files, bytes, arrays, meshes,
// bones, frames, shear, notes}.
struct ConsoleExport;
std::string ReportText(const ConsoleExport& exported);
std::string ReportJson(const ConsoleExport& exported, std::string_view output);

struct ConsoleFile {
  std::string name{};  // Of kAll; otherwise empty.
  std::string text{};
};

struct ConsoleExport {
  std::vector<ConsoleFile> files{};  // Of kAll the one that ties them together is the last.
  ConsoleReport report{};
};

// All of it. kInvalid: what is asked for does not exist; kUnsupported: a format cannot hold it;
// kLimit: max_work or max_output_bytes.
Result<ConsoleExport> ExportConsole(const Asset& asset, const ConsoleRequest& request);

}  // namespace sinew
