// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "io/gltf/data_uri.h"
#include "sinew/load.h"

namespace sinew {
namespace {

std::vector<bool> ImagesInUse(const Model::Parts& parts) {
  std::vector<bool> in_use(parts.images.size());
  for (const Texture& texture : parts.textures) {
    if (texture.image) in_use[*texture.image] = true;
  }
  return in_use;
}

Result<SharedBytes> Fetch(const std::string& uri, const Resolver& resolve) {
  const std::optional<std::string> plain = gltf::PercentDecode(uri);
  if (!plain) return Failure{FailureCode::kInvalid, "", "The URI is malformed."};
  if (!resolve) return Failure{FailureCode::kResource, "", "There is no resolver to fetch it."};
  return resolve(*plain);
}

}  // namespace

Result<EmbeddedImages> EmbedImages(Model model, const Resolver& resolve) {
  std::vector<Failure> missing;
  Model::Parts parts = std::move(model).TakeParts();
  const std::vector<bool> in_use = ImagesInUse(parts);
  std::map<std::string, Result<SharedBytes>> fetched;  // Each URI once.
  for (std::size_t i = 0; i < parts.images.size(); ++i) {
    Image& image = parts.images[i];
    if (image.uri.starts_with("data:") || !image.bytes.empty()) continue;
    const std::string place = "/images/" + std::to_string(i);
    if (image.uri.empty()) {  // As in a runtime file that was packed without its images.
      if (in_use[i]) {
        missing.push_back({FailureCode::kResource, place, "It has neither bytes nor a URI."});
      }
      continue;
    }
    auto known = fetched.find(image.uri);
    if (known == fetched.end()) {
      known = fetched.emplace(image.uri, Fetch(image.uri, resolve)).first;
    }
    if (!known->second.ok()) {
      const Failure& failure = known->second.failure();
      missing.push_back({failure.code, place, failure.message});
      continue;
    }
    image.bytes = *known->second;
    image.uri.clear();  // A type that the file does not name is told by the bytes, when written.
  }
  Result<Model> whole = Model::Create(std::move(parts));
  if (!whole.ok()) return whole.failure();
  return EmbeddedImages{std::move(whole).value(), std::move(missing)};
}

}  // namespace sinew
