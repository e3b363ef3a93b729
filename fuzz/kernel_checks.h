// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Every kernel of every instruction set against its specification, on what an Input makes. A
// difference ends the program (Find).
#pragma once

#include <string_view>
#include <vector>

#include "kernel_input.h"
#include "sinew/skeleton.h"

namespace sinew::fuzz {

// No joints where the bytes make no legal skeleton.
Skeleton ReadSkeleton(Input& in);
Pose ReadPose(Input& in, const Skeleton& skeleton);
// Ends the program where they differ in joints, in the identity of the lanes beyond, or in morphs.
void ComparePoses(const Pose& got, const Pose& wanted, std::string_view what, Isa isa);

void CheckSampling(Input& in, const Skeleton& skeleton);
void CheckBlend(Input& in, const Skeleton& skeleton);
// The matrices, or none where they leave the usable range.
std::vector<Affine> CheckLocalToModel(const Skeleton& skeleton, const Pose& pose,
                                      const Affine& root);

std::vector<Affine> CheckPalette(Input& in, const std::vector<Affine>& model_from_joint);
void CheckSkinning(Input& in, const std::vector<Affine>& palette);

}  // namespace sinew::fuzz
