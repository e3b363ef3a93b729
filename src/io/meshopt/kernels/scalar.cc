// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#define SINEW_TARGET_SCALAR
#include "io/meshopt/kernels/attribute_block.h"

namespace sinew::SINEW_TARGET {

// The filters' specifications.
const MeshoptKernels kMeshoptKernels = {DecodeBlock, spec::FilterOctahedral8,
                                        spec::FilterOctahedral16, spec::FilterQuaternion};

}  // namespace sinew::SINEW_TARGET
