// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The character's shape: a person in a T-shirt, trousers and shoes, as one distance field, and what
// each place of its surface is made of. Mirror-symmetric: everything is asked with x >= 0.
#pragma once

#include <cstdint>

#include "rig/character/field.h"

namespace sinew::character {

// What a piece of the surface is: its colour and its place in the texture follow from it.
enum class Part : std::uint8_t {
  kFace,  // And neck.
  kHair,
  kBrow,
  kEye,
  kIris,
  kPupil,
  kLips,
  kShirt,
  kSleeve,
  kArm,
  kHand,
  kSeat,  // The upper part of the trousers.
  kLeg,
  kShoe,
  kSole,
  kCount
};

// Distance to the surface, in metres. x >= 0.
double BodyField(Vec3D p);

// Its gradient; at x == 0 without an x, as symmetry has it.
Vec3D BodyGradient(Vec3D p);

// The nearest point of the surface, roughly: for points near it. Stays at x == 0 if it is there.
Vec3D OntoBody(Vec3D p);

// For points on the surface.
Part BodyPart(Vec3D p);

// How long the edges of the mesh should be around p.
double BodyEdgeLength(Vec3D p);

}  // namespace sinew::character
