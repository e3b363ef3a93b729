// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Any bytes as a small skeleton, poses, a clip and a mesh: every kernel of every instruction set
// that this machine runs must give the bits of its specification, all of them and no others. What
// is written to holds a mark beforehand, so that a kernel that leaves something out, or writes what
// it was not asked for, is found too. A difference is a finding.
#include "kernel_checks.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sinew::fuzz;
  Input in(data, size);
  const bool with_sampling = in.Below(8) == 0;  // Packing takes long: not with every input.
  const sinew::Skeleton skeleton = ReadSkeleton(in);
  if (skeleton.joint_count() == 0) return 0;
  if (with_sampling) CheckSampling(in, skeleton);
  CheckBlend(in, skeleton);
  const sinew::Pose pose = ReadPose(in, skeleton);
  const std::vector<sinew::Affine> model = CheckLocalToModel(skeleton, pose, in.Matrix());
  if (model.empty()) return 0;
  const std::vector<sinew::Affine> palette = CheckPalette(in, model);
  if (!palette.empty()) CheckSkinning(in, palette);
  return 0;
}
