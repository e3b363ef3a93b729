// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <limits>
#include <utility>

#include "model/checks.h"
#include "pose/packed/resolve.h"
#include "sinew/assertion.h"
#include "sinew/floating_point.h"
#include "sinew/joint_reach.h"
#include "sinew/model_size.h"
#include "sinew/pack.h"

namespace sinew {
namespace {

// Where packing one of the clips failed.
Failure OfClip(std::size_t clip, Failure failure) {
  std::string place = "clips/" + std::to_string(clip);
  if (failure.place != "clip") place += "/" + failure.place;
  failure.place = std::move(place);
  return failure;
}

// Between neighbouring floats of the model's size there is nothing that a bound could tell apart.
std::string WarningOf(float error_bound, float size) {
  const float step = size * std::numeric_limits<float>::epsilon();
  if (!(error_bound < step)) return {};
  return "the error bound of " + model::TextOf(error_bound) +
         " is less than float positions can show: the model's size is " + model::TextOf(size) +
         ", where neighbouring floats are about " + model::TextOf(step) +
         " apart; it costs bytes and gains nothing";
}

}  // namespace

Result<ClipPacker> ClipPacker::Create(const Model& model, const PackOptions& options) {
  const FloatEnvironmentGuard guard;
  ClipPacker packer(model);
  packer.options_ = options;
  if (model.clips().empty()) return packer;
  const Result<float> size = RestSize(model);
  if (!size.ok()) return size.failure();
  packer.size_ = *size;
  packer.options_ = packing::Resolved(options, *size);
  if (options.joint_point_distance.empty()) {
    packer.reach_ = JointReach(model);
    packer.options_.joint_point_distance = packer.reach_;
  }
  packer.warning_ = WarningOf(*packer.options_.error_bound, packer.size_);
  return packer;
}

Result<PackedClip> ClipPacker::Smallest(const Clip& clip) const {
  const bool may_stay_exact =
      options_.keep_exact && options_.storage != PackOptions::Storage::kFloat32;
  if (!may_stay_exact) return PackedClip::Create(model_->skeleton(), clip, options_);
  Result<PackedClip> exact = PackedClip::KeepExact(model_->skeleton(), clip, options_);
  // What floats cannot show, packing would look for in vain, and for long.
  if (exact.ok() && !warning_.empty()) return exact;
  Result<PackedClip> packed = PackedClip::Create(model_->skeleton(), clip, options_);
  const bool is_too_fine = !packed.ok() && packed.failure().place == "error_bound";
  const bool is_larger = packed.ok() && exact.ok() && exact->size_bytes() < packed->size_bytes();
  return is_too_fine || is_larger ? std::move(exact) : std::move(packed);
}

Result<PackedClip> ClipPacker::Pack(std::size_t clip) const {
  SINEW_ASSERT(clip < model_->clips().size());
  Result<PackedClip> packed = Smallest(model_->clips()[clip]);
  if (!packed.ok()) return OfClip(clip, packed.failure());
  return packed;
}

Result<PackedClips> PackClips(const Model& model, const PackOptions& options) {
  const Result<ClipPacker> packer = ClipPacker::Create(model, options);
  if (!packer.ok()) return packer.failure();
  PackedClips packed;
  if (!packer->warning().empty()) packed.warnings.push_back(packer->warning());
  packed.clips.reserve(model.clips().size());
  for (std::size_t clip = 0; clip < model.clips().size(); ++clip) {
    Result<PackedClip> one = packer->Pack(clip);
    if (!one.ok()) return one.failure();
    packed.clips.push_back(std::move(one).value());
  }
  return packed;
}

Result<AlignedBytes> WriteRuntimeFile(const Model& model, const PackOptions& options,
                                      const RuntimeFileOptions& file_options) {
  const FloatEnvironmentGuard guard;
  const Result<PackedClips> packed = PackClips(model, options);
  if (!packed.ok()) return packed.failure();
  return WriteRuntimeFileWithClips(model, packed->clips, file_options);
}

}  // namespace sinew
