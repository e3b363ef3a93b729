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

}  // namespace sinew
