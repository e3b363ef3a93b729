// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Whether a node's matrix is what glTF allows: a product of translation, rotation and scale.
#pragma once

namespace sinew::gltf {

bool IsIdentity(const float (&matrix)[16]);

// Column-major. The last row must be 0, 0, 0, 1, the determinant not zero; and the matrix is taken
// apart and put together again, after which its norm (the largest sum of magnitudes in a column)
// must be the same within 5e-5. That is the Khronos validator's test, so both judge alike.
bool IsTrsMatrix(const float (&matrix)[16]);

}  // namespace sinew::gltf
