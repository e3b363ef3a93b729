// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/vertex_format.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <system_error>
#include <utility>

#include "sinew/assertion.h"
#include "skin/vertex_reader.h"

namespace sinew {

VertexLayout LayoutOf(const VertexFormat& format) {
  SINEW_ASSERT((format.flags & ~kVertexFlags) == 0);
  VertexLayout layout;
  std::uint32_t end = 8;
  const auto place = [&](std::uint32_t flag, std::uint32_t size, std::uint32_t& offset) {
    if ((format.flags & flag) == 0) return;
    offset = end;
    end += size;
  };
  place(kVertexUv, 4, layout.uv);
  place(kVertexColor, 4, layout.color);
  place(kVertexNormal, 4, layout.normal);
  place(kVertexTangent, 4, layout.tangent);
  place(kVertexSkinned, format.joints == JointForm::kUint16x4 ? 8 : 4, layout.joints);
  place(kVertexSkinned, 4, layout.weights);
  layout.stride = end;
  return layout;
}

std::uint32_t VertexStride(const VertexFormat& format) { return LayoutOf(format).stride; }

VertexFormat FormatOf(const VertexSource& primitive) {
  const VertexReader vertices(primitive);
  VertexFormat format;
  if (!primitive.texcoords().empty()) format.flags |= kVertexUv;
  if (!primitive.colors().empty()) format.flags |= kVertexColor;
  if (vertices.has_normals()) format.flags |= kVertexNormal;
  if (vertices.has_tangents()) format.flags |= kVertexTangent;
  if (!vertices.is_rigid()) format.flags |= kVertexSkinned;
  if (vertices.joint_bound() > 256) format.joints = JointForm::kUint16x4;
  return format;
}

std::span<const Vec2> VertexSource::texcoords() const {
  if (primitive_ == nullptr) return texcoords_;
  if (primitive_->texcoords.empty()) return {};
  return primitive_->texcoords[0];
}

std::span<const Vec4> VertexSource::colors() const {
  if (primitive_ == nullptr) return colors_;
  if (primitive_->colors.empty()) return {};
  return primitive_->colors[0];
}

namespace {

constexpr std::pair<std::string_view, std::uint32_t> kFlagNames[] = {{"uv", kVertexUv},
                                                                     {"color", kVertexColor},
                                                                     {"normal", kVertexNormal},
                                                                     {"tangent", kVertexTangent},
                                                                     {"skinned", kVertexSkinned}};

}  // namespace

std::optional<std::uint32_t> ParseVertexFlags(std::string_view text) {
  if (text == "all") return kVertexFlags;
  if (text == "position") return 0;
  std::uint32_t flags = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), flags);
  if (error == std::errc() && end == text.data() + text.size()) {
    return flags <= kVertexFlags ? std::optional(flags) : std::nullopt;
  }
  flags = 0;
  while (true) {
    const std::string_view name = text.substr(0, text.find(','));
    const auto* const known = std::find_if(std::begin(kFlagNames), std::end(kFlagNames),
                                           [&](const auto& flag) { return flag.first == name; });
    if (known == std::end(kFlagNames)) return std::nullopt;
    flags |= known->second;
    if (name.size() == text.size()) return flags;
    text.remove_prefix(name.size() + 1);
  }
}

std::string VertexFlagNames(std::uint32_t flags) {
  std::string names;
  for (const auto& [name, flag] : kFlagNames) {
    if ((flags & flag) == 0) continue;
    if (!names.empty()) names += ',';
    names += name;
  }
  return names.empty() ? "position" : names;
}

}  // namespace sinew
