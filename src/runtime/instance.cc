// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/instance.h"

#include <optional>
#include <utility>

#include "sinew/assertion.h"

namespace sinew {
namespace {

Asset AssetOf(const MixerSetup& setup) {
  std::optional<Asset> asset = Asset::Of(setup);
  if (!asset) {
    FailAssertion("an Instance needs a MixerSetup that Asset::MakeMixerSetup made", __FILE__,
                  __LINE__);
  }
  return *std::move(asset);
}

}  // namespace

Instance::Instance(const MixerSetup& setup, SkinMethod method)
    : mixer_(setup), pose_(AssetOf(setup), method) {}

Error Instance::Update(double seconds, InstanceScratch& scratch) {
  const Error error = mixer_.update(seconds);
  return error != Error::kNone ? error : Evaluate(scratch);
}

Error Instance::Evaluate(InstanceScratch& scratch) {
  const Error error = mixer_.evaluate(scratch.mixer(), pose_.local_pose());
  return error != Error::kNone ? error : pose_.UpdateMatrices();
}

}  // namespace sinew
