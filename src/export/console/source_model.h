// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The model behind an asset: its own, or made again from a runtime file.
#pragma once

#include <memory>
#include <utility>

#include "sinew/asset.h"
#include "sinew/model.h"
#include "sinew/result.h"

namespace sinew::console {

class SourceModel {
 public:
  static Result<SourceModel> Of(const Asset& asset) {
    if (const Model* model = asset.model()) return SourceModel(model, nullptr);
    Result<Model> made = ToModel(asset);
    if (!made.ok()) return std::move(made).failure();
    auto rebuilt = std::make_unique<Model>(std::move(made).value());
    const Model* const model = rebuilt.get();
    return SourceModel(model, std::move(rebuilt));
  }
  const Model& operator*() const { return *model_; }

 private:
  SourceModel(const Model* model, std::unique_ptr<Model> rebuilt)
      : model_(model), rebuilt_(std::move(rebuilt)) {}

  const Model* model_;
  std::unique_ptr<Model> rebuilt_;
};

}  // namespace sinew::console
