// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <optional>
#include <string>
#include <utility>

#include "io/gltf/data_uri.h"
#include "sinew/load.h"

namespace sinew {

Result<EmbeddedImages> EmbedImages(Model model, const Resolver& resolve) {
  std::vector<Failure> missing;
  Model::Parts parts = std::move(model).TakeParts();
  for (std::size_t i = 0; i < parts.images.size(); ++i) {
    Image& image = parts.images[i];
    if (image.uri.starts_with("data:") || !image.bytes.empty()) continue;
    if (image.uri.empty()) {  // As in a runtime file that was packed without its images.
      missing.push_back({FailureCode::kResource, "/images/" + std::to_string(i),
                         "It has neither bytes nor a URI."});
      continue;
    }
    const std::optional<std::string> plain = gltf::PercentDecode(image.uri);
    Result<std::vector<std::byte>> bytes =
        !plain    ? Failure{FailureCode::kInvalid, "", "The URI is malformed."}
        : resolve ? resolve(*plain)
                  : Failure{FailureCode::kResource, "", "There is no resolver to fetch it."};
    if (!bytes.ok()) {
      Failure failure = bytes.failure();
      failure.place = "/images/" + std::to_string(i);
      missing.push_back(std::move(failure));
      continue;
    }
    image.bytes = std::move(bytes).value();
    image.uri.clear();  // A type that the file does not name is told by the bytes, when written.
  }
  Result<Model> whole = Model::Create(std::move(parts));
  if (!whole.ok()) return whole.failure();
  return EmbeddedImages{std::move(whole).value(), std::move(missing)};
}

}  // namespace sinew
