// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "take_pictures.h"

#include <utility>

#include "diagnostics.h"
#include "exit_code.h"
#include "load_file.h"
#include "printable.h"
#include "write_file.h"

namespace sinew::cli {

Model WithPictures(Model model, const std::filesystem::path& folder, std::size_t max_file_bytes) {
  Model::Parts parts = std::move(model).TakeParts();
  const Resolver resolve = BesideResolver(folder, max_file_bytes);
  for (Image& image : parts.images) {
    if (image.uri.empty() || image.uri.starts_with("data:") || !image.bytes.empty()) continue;
    Result<std::vector<std::byte>> bytes = resolve(PercentDecoded(image.uri));
    if (!bytes.ok()) {
      Say("note: a picture stays outside: " + Printable(Describe(bytes.failure())));
      continue;
    }
    if (image.mime_type.empty()) {
      image.mime_type = Ending(image.uri) == ".png" ? "image/png" : "image/jpeg";
    }
    image.bytes = std::move(bytes).value();
    image.uri.clear();
  }
  Result<Model> whole = Model::Create(std::move(parts));
  if (!whole.ok()) throw CommandError(ExitCode::kBug, Describe(whole.failure()));
  return std::move(whole).value();
}

}  // namespace sinew::cli
