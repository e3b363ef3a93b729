// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "commands/inspect.h"
#include "text/describe.h"
#include "text/describe_clip.h"
#include "text/describe_material.h"
#include "text/pick_clip.h"
#include "text/printable.h"
#include "text/terminal.h"
#include "text/text_table.h"

namespace sinew::cli {
namespace {

constexpr std::size_t kShownRows = 12;
constexpr std::size_t kNameColumns = 28;
constexpr const char* kIndent = "    ";

// A name from the file in a column; whole where `all`.
std::string NameCell(const std::string& name, bool all) {
  if (name.empty()) return "-";
  return all ? Printable(name) : Shortened(name, kNameColumns);
}

// A sentence, in as many lines as the terminal needs.
void PrintText(const std::string& text) { fmt::print("{}\n", Wrapped(text, 6, StdoutColumns())); }

void PrintCut(std::size_t count) {
  if (count > 0) fmt::print("{}... and {} more (--all)\n", kIndent, Thousands(count));
}

// A section with at most kShownRows rows; `row(i)` makes the cells.
template <typename Row>
void PrintSection(std::string_view title, std::size_t count, bool all,
                  std::vector<std::string> heads, Row row) {
  if (count == 0) return;
  fmt::print("\n");
  PrintText(fmt::format("  {}", title));
  TextTable table(std::move(heads));
  const std::size_t shown = all ? count : std::min(count, kShownRows);
  for (std::size_t i = 0; i < shown; ++i) table.Add(row(i));
  fmt::print("{}", table.Text(kIndent));
  PrintCut(count - shown);
}

// "hip, spine and 3 more", or "none".
std::string JointNames(const Skeleton& skeleton, std::span<const std::uint32_t> joints, bool all) {
  if (joints.empty()) return "none";
  const std::size_t shown = all ? joints.size() : std::min<std::size_t>(joints.size(), 2);
  std::string text;
  for (std::size_t i = 0; i < shown; ++i) {
    const std::string label = skeleton.Label(joints[i]);
    text += fmt::format("{}{}", i > 0 ? ", " : "", all ? Printable(label) : Shortened(label, 20));
  }
  if (shown < joints.size()) text += fmt::format(" and {} more", joints.size() - shown);
  return text;
}

std::string BindText(const Skeleton& skeleton, const Skin& skin, const SkinFacts& facts) {
  if (facts.moved.empty()) return "the rest pose";
  if (facts.moved_alike) return "rest, moved as a whole";
  return fmt::format("not rest at {} of {}, most at {}", facts.moved.size(), skin.size(),
                     Shortened(skeleton.Label(*facts.most_moved), 20));
}

void PrintTree(const Skeleton& skeleton, bool all) {
  std::vector<std::vector<std::uint32_t>> children(skeleton.joint_count());
  std::vector<std::pair<std::uint32_t, std::uint32_t>> open;  // Joint and depth, next one last.
  for (std::uint32_t joint = skeleton.joint_count(); joint-- > 0;) {
    const std::int32_t parent = skeleton.parent(joint);
    if (parent == kNoParent) {
      open.emplace_back(joint, 0);
    } else {
      children[static_cast<std::size_t>(parent)].push_back(joint);
    }
  }
  constexpr std::size_t kShownNodes = 200;
  const std::size_t limit = all ? skeleton.joint_count() : kShownNodes;
  fmt::print("\n  node tree\n");
  for (std::size_t printed = 0; !open.empty(); ++printed) {
    if (printed == limit) {
      PrintCut(skeleton.joint_count() - printed);
      return;
    }
    const auto [joint, depth] = open.back();
    open.pop_back();
    fmt::print("{}{:>5}  {}{}\n", kIndent, skeleton.file_node(joint),
               std::string(2 * std::min<std::size_t>(depth, 40), ' '),
               all ? Printable(skeleton.Label(joint)) : Shortened(skeleton.Label(joint), 60));
    for (const std::uint32_t child : children[joint]) open.emplace_back(child, depth + 1);
  }
}

void PrintSkins(const InspectedFile& file, bool all) {
  const Skeleton& skeleton = file.model.skeleton();
  PrintSection("skins", file.model.skins().size(), all,
               {">#", "name", ">joints", "root", "unused joints", "bind pose"},
               [&](std::size_t s) -> std::vector<std::string> {
                 const Skin& skin = file.model.skins()[s];
                 const SkinFacts& facts = file.facts.skins[s];
                 return {std::to_string(s),
                         NameCell(skin.name(), all),
                         std::to_string(skin.size()),
                         JointNames(skeleton, facts.roots, all),
                         facts.instance_count == 0 ? "skin not used"
                                                   : JointNames(skeleton, facts.unused, all),
                         BindText(skeleton, skin, facts)};
               });
}

void PrintMaterials(const Model& model, bool all) {
  PrintSection("materials", model.materials().size(), all,
               {">#", "name", "base color", ">metal", ">rough", "textures", "traits"},
               [&](std::size_t m) -> std::vector<std::string> {
                 const Material& material = model.materials()[m];
                 return {std::to_string(m),
                         NameCell(material.name, all),
                         BaseColorText(material),
                         fmt::format("{:.3g}", material.metallic),
                         fmt::format("{:.3g}", material.roughness),
                         TexturesText(model, material),
                         MaterialTraits(material)};
               });
}

// What is odd about the weights of a mesh.
void PrintMeshNotes(const InspectedFile& file, bool all) {
  std::vector<std::string> notes;
  for (std::size_t m = 0; m < file.facts.meshes.size(); ++m) {
    const MeshFacts& facts = file.facts.meshes[m];
    if (facts.unweighted_vertices > 0) {
      notes.push_back(fmt::format("mesh {} has {} without weights; they stay where they are", m,
                                  Counted(facts.unweighted_vertices, "vertex", "vertices")));
    }
    if (file.repaired_weights[m] > 0) {
      notes.push_back(fmt::format("mesh {} had its weights mended in {}", m,
                                  Counted(file.repaired_weights[m], "place")));
    }
  }
  const std::size_t shown = all ? notes.size() : std::min(notes.size(), kShownRows);
  for (std::size_t i = 0; i < shown; ++i) PrintText(kIndent + notes[i]);
  PrintCut(notes.size() - shown);
}

void PrintMeshes(const InspectedFile& file, bool all) {
  PrintSection(
      "meshes", file.model.meshes().size(), all,
      {">#", "name", ">primitives", ">vertices", ">triangles", ">influences", ">morphs", ">used"},
      [&](std::size_t m) -> std::vector<std::string> {
        const Mesh& mesh = file.model.meshes()[m];
        const MeshFacts& facts = file.facts.meshes[m];
        std::string influences =
            facts.max_influences == 0 ? "-" : fmt::format("up to {}", facts.max_influences);
        return {std::to_string(m),
                NameCell(mesh.name(), all),
                std::to_string(mesh.primitives().size()),
                Thousands(facts.vertex_count),
                Thousands(facts.triangle_count),
                influences,
                std::to_string(mesh.morph_count()),
                fmt::format("{}x", facts.instance_count)};
      });
  PrintMeshNotes(file, all);
}

void PrintClips(const InspectedFile& file, bool all) {
  PrintSection(
      "clips", file.model.clips().size(), all,
      {">#", "name", ">seconds", ">channels", ">keys", "interpolation", ">size", ">events",
       "root motion"},
      [&](std::size_t c) -> std::vector<std::string> {
        const Clip& clip = file.model.clips()[c];
        return {std::to_string(c),
                NameCell(ClipLabel(file.model, c), all),
                fmt::format("{:.3f}", clip.duration_s()),
                std::to_string(clip.track_count()),
                Thousands(file.facts.clips[c].key_count),
                InterpolationText(clip),
                ByteSize(clip.size_bytes()),
                Thousands(clip.events().size()),
                NameCell(RootMotionText(file.model.skeleton(), clip.root_motion_joint()), all)};
      });
}

void PrintBounds(const InspectedFile& file, bool all) {
  if (!file.not_measured.empty()) {
    fmt::print("\n");
    PrintText("  bounds are not measured: " + file.not_measured);
  }
  if (!file.facts.rest_bounds) return;
  const std::string title = file.model.clips().empty()
                                ? "bounds at rest"
                                : "bounds at rest, and over each clip: nothing leaves them";
  PrintSection(
      title, file.model.clips().size() + 1, all, {">#", "pose", "=min x, y, z", "=max"},
      [&](std::size_t i) -> std::vector<std::string> {
        const auto& bounds = i == 0 ? file.facts.rest_bounds : file.facts.clips[i - 1].bounds;
        if (i == 0) return {"", "rest", PointText(bounds->min), PointText(bounds->max)};
        const std::string pose = NameCell(ClipLabel(file.model, i - 1), all);
        return {std::to_string(i - 1), pose, PointText(bounds->min), PointText(bounds->max)};
      });
}

}  // namespace

void PrintInspection(const InspectedFile& file, const InspectTextOptions& options) {
  const Model::Parts& parts = file.model.parts();
  fmt::print("{}\n", Printable(file.path));
  PrintText(fmt::format("  {}, {}", ByteSize(file.file_bytes),
                        parts.generator.empty() ? "no generator named"
                                                : "made by " + Shortened(parts.generator, 60)));
  PrintText(fmt::format(
      "  {}, {}, {} deep; {}; {}; {}", Counted(file.model.skeleton().joint_count(), "node"),
      Counted(file.facts.root_count, "root"), Counted(file.facts.level_count, "level"),
      Counted(parts.materials.size(), "material"), Counted(parts.images.size(), "image"),
      Counted(parts.scenes.size(), "scene")));
  if (options.nodes) PrintTree(file.model.skeleton(), options.all);
  PrintSkins(file, options.all);
  PrintMeshes(file, options.all);
  PrintMaterials(file.model, options.all);
  PrintClips(file, options.all);
  PrintBounds(file, options.all);
  PrintSection("mended", file.report.mends.size(), options.all, {"rule", ">times", "first at"},
               [&](std::size_t i) -> std::vector<std::string> {
                 const Mend& mend = file.report.mends[i];
                 return {std::string(mend.rule), Thousands(mend.count), Shortened(mend.first, 50)};
               });
  fmt::print("\n");
  PrintText("  verdict: " + VerdictText(file.report));
}

}  // namespace sinew::cli
