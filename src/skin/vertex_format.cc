// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/vertex_format.h"

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

}  // namespace sinew
