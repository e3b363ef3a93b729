// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "export/console/constants.h"

#include <string_view>
#include <type_traits>
#include <utility>

#include "export/message.h"

namespace sinew::console {
namespace {

// The elements of an array, or the value itself.
template <typename Visit>
auto VisitElements(const Constant& constant, Visit visit) {
  return std::visit(
      [&](const auto& values) {
        using Values = std::decay_t<decltype(values)>;
        if constexpr (std::is_arithmetic_v<Values> || std::is_same_v<Values, std::string>) {
          return visit(std::span<const Values>(&values, 1));
        } else {
          return visit(values);
        }
      },
      constant.values);
}

std::string FormatNames(std::uint32_t flags) {
  if (flags == 0) return "positions alone";
  std::string names;
  for (const auto& [flag, name] :
       {std::pair(kVertexUv, "FORMAT_UV"), std::pair(kVertexColor, "FORMAT_COLOR"),
        std::pair(kVertexNormal, "FORMAT_NORMAL"), std::pair(kVertexSkinned, "FORMAT_SKINNED"),
        std::pair(kVertexTangent, "FORMAT_TANGENT")}) {
    if ((flags & flag) == 0) continue;
    if (!names.empty()) names += " | ";
    names += name;
  }
  return names;
}

std::string LayoutText(std::uint32_t flags) {
  std::string text = "Packed layout: pos(f16x4)";
  for (const auto& [flag, form] :
       {std::pair(kVertexUv, "uv(unorm16x2)"), std::pair(kVertexColor, "color(unorm8x4)"),
        std::pair(kVertexNormal, "normal(oct32)"), std::pair(kVertexTangent, "tangent(oct32)"),
        std::pair(kVertexSkinned, "indices(u8x4) + weights(unorm8x4)")}) {
    if ((flags & flag) == 0) continue;
    text += " + ";
    text += form;
  }
  return text;
}

void AddMesh(const ConsoleMesh& mesh, const std::string& suffix, std::vector<Constant>& out) {
  const std::uint32_t flags = mesh.format.flags;
  std::string from = Message("Mesh: ", CommentText(mesh.name), ", primitive ", mesh.primitive);
  if (mesh.part_count > 1) from += Message(", part ", mesh.part + 1, " of ", mesh.part_count);
  out.push_back({.name = "VERTICES" + suffix,
                 .values = std::span<const std::byte>(mesh.vertices),
                 .comment = {std::move(from), Message("Vertex data (", FormatNames(flags), ")"),
                             LayoutText(flags)},
                 .per_line = VertexStride(mesh.format)});
  Constant indices{.name = "INDICES" + suffix, .comment = {"Triangles"}, .per_line = 15};
  if (mesh.wide_indices.empty()) {
    indices.values = std::span<const std::uint16_t>(mesh.indices);
  } else {
    indices.values = std::span<const std::uint32_t>(mesh.wide_indices);
  }
  out.push_back(std::move(indices));
  out.push_back({.name = "VERTEX_COUNT" + suffix, .values = mesh.vertex_count});
  out.push_back(
      {.name = "INDEX_COUNT" + suffix, .values = static_cast<std::uint32_t>(mesh.index_count())});
  out.push_back({.name = "VERTEX_FORMAT" + suffix, .values = flags, .note = FormatNames(flags)});
  if (mesh.bone_table.empty()) return;
  out.push_back({.name = "BONE_TABLE" + suffix,
                 .values = std::span<const std::uint32_t>(mesh.bone_table),
                 .comment = {"Bones of this part: its vertices call BONE_TABLE[i] bone i",
                             "Gather matrices by it for load_skeleton() and set_bones()"},
                 .per_line = 16});
  out.push_back({.name = "BONE_TABLE_COUNT" + suffix,
                 .values = static_cast<std::uint32_t>(mesh.bone_table.size())});
}

Constant Matrices(std::string name, std::span<const float> values, std::vector<std::string> comment,
                  std::vector<std::string> row_notes) {
  return {.name = std::move(name),
          .values = values,
          .comment = std::move(comment),
          .per_line = 4,
          .row_notes = std::move(row_notes)};
}

}  // namespace

std::uint64_t CountOf(const Constant& constant) {
  return VisitElements(constant, [](auto values) { return std::uint64_t{values.size()}; });
}

std::uint64_t BytesOf(const Constant& constant) {
  return VisitElements(constant, [](auto values) {
    using Value = typename decltype(values)::value_type;
    if constexpr (std::is_same_v<Value, std::string>) {
      std::uint64_t bytes = 0;
      for (const std::string& text : values) bytes += text.size();
      return bytes;
    } else {
      return std::uint64_t{values.size()} * sizeof(Value);
    }
  });
}

double TextBound(const Constant& constant) {
  constexpr double kBesideIt = 400.0;
  double bytes = kBesideIt;
  for (const std::string& line : constant.comment) bytes += static_cast<double>(line.size());
  for (const std::string& note : constant.row_notes) bytes += static_cast<double>(note.size()) + 12;
  return bytes + VisitElements(constant, [](auto values) {
           using Value = typename decltype(values)::value_type;
           // The longest text of a value, with its comma and a share of the line's indent.
           if constexpr (std::is_same_v<Value, std::string>) {
             double text = 0.0;
             for (const std::string& one : values)
               text += 12.0 + 8.0 * static_cast<double>(one.size());
             return text;
           } else {
             constexpr double kLongest = sizeof(Value) == 1 ? 6 : sizeof(Value) == 2 ? 8 : 19;
             return static_cast<double>(values.size()) * kLongest;
           }
         });
}

std::string CommentText(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool plain = c >= ' ' && c <= '~' && c != '\\' && c != '?' && c != '*';
    out += plain ? c : '_';
  }
  return out;
}

ConstantSection MeshSection(std::span<const ConsoleMesh> meshes) {
  ConstantSection section{.title = "Mesh Data"};
  for (std::size_t m = 0; m < meshes.size(); ++m) {
    AddMesh(meshes[m], meshes.size() == 1 ? "" : Message("_", m + 1), section.constants);
  }
  if (meshes.size() > 1) {
    section.constants.push_back({.name = "MESH_COUNT",
                                 .values = static_cast<std::uint32_t>(meshes.size()),
                                 .comment = {"Meshes of this file: VERTICES_1 and on"}});
  }
  return section;
}

ConstantSection SkeletonSection(const ConsoleSkeleton& bones) {
  const std::uint32_t count = bones.bone_count();
  std::vector<std::string> matrix_notes, parent_notes;
  for (std::uint32_t b = 0; b < count; ++b) {
    const std::string name = CommentText(bones.names[b]);
    matrix_notes.push_back(Message("Bone ", b, " (", name, "): row0, row1, row2"));
    parent_notes.push_back(
        bones.parents[b] < 0
            ? Message(b, ": ", name, " (no parent)")
            : Message(b, ": ", name, " (parent: ",
                      CommentText(bones.names[static_cast<std::size_t>(bones.parents[b])]), ")"));
  }
  const std::string floats = Message(count, " bones x 12 floats = ", bones.inverse_bind.size(),
                                     " floats (row-major 3x4 format)");
  ConstantSection section{.title = "Skeleton Data"};
  section.constants = {
      Matrices("INVERSE_BIND_MATRICES", bones.inverse_bind,
               {"Inverse bind matrices: pass to load_skeleton()", floats}, matrix_notes),
      {.name = "BONE_PARENTS",
       .values = std::span<const std::int32_t>(bones.parents),
       .comment = {"Bone parent indices, for the hierarchy walk", "-1: a root (no parent)",
                   "Sorted topologically: parents precede children"},
       .per_line = 1,
       .row_notes = parent_notes,
       .per_note = 1,
       .notes_behind = true},
      Matrices("BONE_REST_LOCAL", bones.rest_local, {"Bone rest pose: local transforms", floats},
               matrix_notes),
      {.name = "BONE_NAMES",
       .values = std::span<const std::string>(bones.names),
       .comment = {"Bone names, as in the source"},
       .per_line = 4},
      {.name = "BONE_COUNT", .values = count, .comment = {"Total bone count"}},
  };
  return section;
}

ConstantSection ClipSection(const ConsoleClip& clip, std::string scope) {
  const std::uint32_t frames = clip.frame_count();
  ConstantSection section{.title = "Animation Data", .scope = std::move(scope)};
  std::vector<Constant>& out = section.constants;
  out = {
      {.name = "ANIMATION_NAME", .values = clip.name, .comment = {"Animation metadata"}},
      {.name = "ANIMATION_DURATION", .values = clip.duration_s, .note = "seconds"},
      {.name = "ANIMATION_FRAME_COUNT", .values = frames},
      {.name = "ANIMATION_FPS", .values = clip.fps},
      {.name = "KEYFRAME_TIMES",
       .values = std::span<const float>(clip.times_s),
       .comment = {"Keyframe times (seconds); may be non-uniform"},
       .per_line = 8},
  };
  if (!clip.frames.empty()) {
    out.push_back({.name = "FRAMES",
                   .values = std::span<const float>(clip.frames),
                   .shape = {frames, clip.bone_count, 12},
                   .comment = {"Final matrices per frame and bone, for raw mode: the inverse bind "
                               "is applied",
                               "Pass FRAMES[frame] to set_bones() after skeleton_bind(0)"},
                   .per_line = 12});
    return section;
  }
  out.push_back({.name = "KEYFRAMES",
                 .values = std::span<const float>(clip.keyframes),
                 .comment = {"Bone transforms per keyframe, local",
                             "Layout: [frame0_bone0, frame0_bone1, ..., frame1_bone0, ...]",
                             "Each transform is 12 floats (row-major 3x4)",
                             Message("Total: ", frames, " frames x ", clip.bone_count,
                                     " bones x 12 floats = ", clip.keyframes.size(), " floats")},
                 .per_line = 12});
  out.push_back({.name = "KEYFRAMES_TRS",
                 .values = std::span<const float>(clip.keyframes_trs),
                 .comment = {"The same in the same order as translation, rotation and scale",
                             "Each is 10 floats: T x y z, R x y z w, S x y z"},
                 .per_line = 10});
  out.push_back({.name = "ANIMATED_BONES",
                 .values = std::span<const std::uint32_t>(clip.animated_bones),
                 .comment = {"Which bones are animated; the others stay in the rest pose"},
                 .per_line = 16});
  out.push_back({.name = "ANIMATED_BONE_COUNT",
                 .values = static_cast<std::uint32_t>(clip.animated_bones.size())});
  out.push_back({.name = "INTERPOLATION",
                 .values = static_cast<std::uint32_t>(clip.interpolation),
                 .comment = {"Interpolation mode: 0 = Step, 1 = Linear, 2 = CubicSpline"},
                 .note = InterpolationName(clip.interpolation)});
  return section;
}

}  // namespace sinew::console
