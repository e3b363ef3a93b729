// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Decodes streams of EXT_meshopt_compression and KHR_meshopt_compression: attributes of version 0
// and 1, triangles, index sequences, and the filters of attributes.
//
//   Safety   any bytes may come. A stream that breaks a rule of the format is a Failure at
//            "byte N" of the stream.
//   Memory   nothing is allocated but the message of a Failure.
//   Bits     exact integers; filters compute in double with correctly rounded operations, and round
//            to nearest, halves away from zero. One result on every machine.
#pragma once

#include <optional>

#include "sinew/gltf.h"
#include "sinew/isa.h"
#include "sinew/result.h"

namespace sinew::meshopt {

// Fills request.target. After a Failure the target holds anything.
std::optional<Failure> Decode(const MeshoptRequest& request);

// The same with the kernel of one instruction set, for tests.
std::optional<Failure> DecodeWith(Isa isa, const MeshoptRequest& request);

}  // namespace sinew::meshopt
