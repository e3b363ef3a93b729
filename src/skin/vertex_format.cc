// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/vertex_format.h"

#include <algorithm>

#include "sinew/assertion.h"

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

VertexFormat FormatOf(const Primitive& primitive) {
  VertexFormat format;
  if (!primitive.texcoords.empty() && !primitive.texcoords[0].empty()) format.flags |= kVertexUv;
  if (!primitive.colors.empty() && !primitive.colors[0].empty()) format.flags |= kVertexColor;
  if (!primitive.normals.empty()) format.flags |= kVertexNormal;
  if (!primitive.tangents.empty()) format.flags |= kVertexTangent;
  if (!primitive.influences.empty()) format.flags |= kVertexSkinned;
  const std::vector<Influence>& list = primitive.influences.list;
  if (std::any_of(list.begin(), list.end(), [](const Influence& i) { return i.joint > 255; })) {
    format.joints = JointForm::kUint16x4;
  }
  return format;
}

}  // namespace sinew
