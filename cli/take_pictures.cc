// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "take_pictures.h"

#include <utility>

#include "load_file.h"
#include "text/exit_code.h"

namespace sinew::cli {

Model WithPictures(Model model, const std::filesystem::path& folder, std::size_t max_file_bytes,
                   std::vector<std::string>& outside) {
  Model::Parts parts = std::move(model).TakeParts();
  const Resolver resolve = BesideResolver(folder, max_file_bytes);
  for (Image& image : parts.images) {
    if (image.uri.empty() || image.uri.starts_with("data:") || !image.bytes.empty()) continue;
    Result<std::vector<std::byte>> bytes = resolve(PercentDecoded(image.uri));
    if (!bytes.ok()) {
      outside.push_back(Describe(bytes.failure()));
      continue;
    }
    image.bytes = std::move(bytes).value();
    image.uri.clear();  // A type that the file does not name is told by the bytes, when written.
  }
  Result<Model> whole = Model::Create(std::move(parts));
  if (!whole.ok()) throw CommandError(ExitCode::kBug, Describe(whole.failure()));
  return std::move(whole).value();
}

}  // namespace sinew::cli
