// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <utility>

#include "sinew/asset.h"
#include "sinew/pack.h"

namespace sinew {

Result<Asset> Pack(const Asset& asset, const PackOptions& options,
                   const RuntimeFileOptions& file_options) {
  if (asset.model() == nullptr) {
    return Failure{FailureCode::kInvalid, "", "is packed already: it came from a runtime file"};
  }
  Result<AlignedBytes> bytes = WriteRuntimeFile(*asset.model(), options, file_options);
  if (!bytes.ok()) return bytes.failure();
  return Asset::Open(std::move(bytes).value());
}

std::vector<NotCarried> ListNotCarried(const Model& model, bool embeds_images) {
  std::vector<NotCarried> list;
  const auto add = [&](const char* kind, const char* what, std::uint64_t count) {
    if (count > 0) list.push_back({kind, what, count});
  };
  std::uint64_t outside = 0;  // Images that have neither bytes nor a URI in the file.
  for (const Image& image : model.images()) {
    if ((!embeds_images || image.bytes.empty()) && image.uri.empty()) ++outside;
  }
  add("images", "bytes of images; --textures embeds them", outside);
  add("scenes", "scenes", model.scenes().size() > 1 ? model.scenes().size() : 0);
  add("extras", "extras and extensions", model.parts().carried.size());
  return list;
}

}  // namespace sinew
