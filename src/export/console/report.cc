// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <string>
#include <utility>

#include "export/console/constants.h"
#include "export/console/syntax.h"
#include "export/message.h"
#include "sinew/console_export.h"

namespace sinew {
namespace {

std::string Padded(std::string text, std::size_t columns) {
  if (text.size() < columns) text.append(columns - text.size(), ' ');
  return text;
}

std::string PaddedLeft(const std::string& text, std::size_t columns) {
  return text.size() < columns ? std::string(columns - text.size(), ' ') + text : text;
}

// "12,345".
std::string Grouped(std::uint64_t value) {
  const std::string digits = std::to_string(value);
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) text += ',';
    text += digits[i];
  }
  return text;
}

std::string Line(const std::string& name, std::uint64_t bytes) {
  return "  " + Padded(name, 32) + PaddedLeft(Grouped(bytes), 14) + " bytes\n";
}

std::uint64_t BytesOfFile(const ConsoleReport& report, const std::string& file) {
  std::uint64_t bytes = 0;
  for (const ConsoleArray& array : report.arrays) bytes += array.file == file ? array.bytes : 0;
  return bytes;
}

std::string MeshLine(const ConsoleMeshReport& mesh) {
  std::string text =
      Message("  mesh ", console::CommentText(mesh.name), ": ", Grouped(mesh.vertices),
              " vertices, ", Grouped(mesh.triangles), " triangles, format ", mesh.format.flags,
              " (", VertexStride(mesh.format), " bytes per vertex)\n    off by at most ",
              Roughly(mesh.cost.position), " in position");
  const auto add = [&](std::uint32_t flag, float value, const char* unit) {
    if ((mesh.format.flags & flag) != 0) text += Message(", ", Roughly(value), unit);
  };
  add(kVertexUv, mesh.cost.uv, " in uv");
  add(kVertexColor, mesh.cost.color, " in color");
  add(kVertexNormal, mesh.cost.normal_degrees, " degrees of normal");
  add(kVertexTangent, mesh.cost.tangent_degrees, " degrees of tangent");
  add(kVertexSkinned, mesh.cost.weight, " in weight");
  text += "\n";
  if (mesh.loss.limited_count > 0) {
    text += Message("    ", Grouped(mesh.loss.limited_count),
                    " vertices had more than four influences; the largest weight dropped is ",
                    Roughly(mesh.loss.largest_dropped), "\n");
  }
  return text;
}

std::string Number(double value) {
  std::string text;
  AppendPart(text, value);
  return text;
}

std::string MeshJson(const ConsoleMeshReport& mesh) {
  std::string text =
      Message("{\"name\":", console::JsonText(mesh.name), ",\"vertices\":", mesh.vertices,
              ",\"triangles\":", mesh.triangles, ",\"format\":", mesh.format.flags,
              ",\"stride\":", VertexStride(mesh.format), ",\"error\":{");
  const std::pair<const char*, float> errors[] = {{"position", mesh.cost.position},
                                                  {"uv", mesh.cost.uv},
                                                  {"color", mesh.cost.color},
                                                  {"normalDegrees", mesh.cost.normal_degrees},
                                                  {"tangentDegrees", mesh.cost.tangent_degrees},
                                                  {"weight", mesh.cost.weight}};
  bool first = true;
  for (const auto& [name, value] : errors) {
    text += Message(std::exchange(first, false) ? "\"" : ",\"", name, "\":", Number(value));
  }
  return text + Message("},\"limitedVertices\":", mesh.loss.limited_count,
                        ",\"largestDropped\":", Number(mesh.loss.largest_dropped), "}");
}

// One text per element, with commas between them, in brackets.
template <typename List, typename ToText>
std::string JsonArray(const List& list, ToText to_text) {
  std::string text = "[";
  for (const auto& one : list) text += (text.size() == 1 ? "" : ",") + to_text(one);
  return text + "]";
}

}  // namespace

std::uint64_t ConsoleReport::total_bytes() const {
  std::uint64_t bytes = 0;
  for (const ConsoleArray& array : arrays) bytes += array.bytes;
  return bytes;
}

std::string ReportText(const ConsoleExport& exported) {
  const ConsoleReport& report = exported.report;
  std::string text;
  if (exported.files.size() > 1) {
    for (const ConsoleFile& file : exported.files) {
      text += Line(file.name, BytesOfFile(report, file.name));
    }
  } else {
    for (const ConsoleArray& array : report.arrays) text += Line(array.name, array.bytes);
  }
  text += Line("all arrays", report.total_bytes());
  for (const ConsoleMeshReport& mesh : report.meshes) text += MeshLine(mesh);
  if (report.shear > 1e-5f) {
    text += Message("  the TRS of some bones leave out a shear of up to ", Roughly(report.shear),
                    " of their largest entry; their matrices have it\n");
  }
  for (const std::string& note : report.notes) {
    text += "  note: " + console::CommentText(note) + "\n";
  }
  return text;
}

std::string ReportJson(const ConsoleExport& exported, std::string_view output) {
  const ConsoleReport& report = exported.report;
  return Message(
      "{\"output\":", console::JsonText(output), ",\"files\":",
      JsonArray(exported.files,
                [](const ConsoleFile& file) {
                  return Message("{\"name\":", console::JsonText(file.name),
                                 ",\"textBytes\":", file.text.size(), "}");
                }),
      ",\"bytes\":", report.total_bytes(), ",\"arrays\":",
      JsonArray(report.arrays,
                [](const ConsoleArray& array) {
                  return Message("{\"file\":", console::JsonText(array.file),
                                 ",\"name\":", console::JsonText(array.name),
                                 ",\"count\":", array.count, ",\"bytes\":", array.bytes, "}");
                }),
      ",\"meshes\":", JsonArray(report.meshes, MeshJson), ",\"bones\":", report.bones,
      ",\"frames\":", report.frames, ",\"shear\":", Number(report.shear), ",\"notes\":",
      JsonArray(report.notes, [](const std::string& note) { return console::JsonText(note); }),
      "}\n");
}

}  // namespace sinew
