// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// All numbers are metres, found by looking at pictures.
#include "rig/character/body.h"

#include <array>

#include "rig/character/proportions.h"

namespace sinew::character {
namespace {

// Farther from a layer than this, its shape does not matter.
constexpr double kFar = 1.0;

// The distances to what the character is made of, each a shape of its own, one worn over another.
struct Layers {
  double head = kFar, arm = kFar, shirt = kFar, trousers = kFar, shoe = kFar, hair = kFar;
};

// The head is drawn at the size of an adult's and then enlarged.
constexpr double kHeadSize = 1.09;
Vec3D HeadSpace(Vec3D p) {
  return {p.x / kHeadSize, (p.y - 1.502) / kHeadSize + 1.53, (p.z + 0.004) / kHeadSize};
}

double Neck(Vec3D p) {
  return TaperedCapsule(p, {0, 1.39, -0.034}, {0, 1.54, -0.012}, 0.057, 0.0485);
}

// In head space.
double Head(Vec3D p) {
  double d = Ellipsoid(p, {0, 1.645, -0.006}, {0.080, 0.104, 0.096});
  const Vec3D jaw = Flattened(p, {0, 1.57, 0.03}, {0, 0, 1}, 0.92);
  d = SmoothMin(d, TaperedCapsule(jaw, {0.016, 1.585, 0.02}, {0.006, 1.531, 0.051}, 0.053, 0.031),
                0.045);
  d = SmoothMin(d, Ellipsoid(p, {0.040, 1.596, 0.056}, {0.027, 0.025, 0.023}), 0.03);  // Cheek.
  d = SmoothMin(d, TaperedCapsule(p, {0, 1.632, 0.088}, {0, 1.606, 0.105}, 0.007, 0.0125), 0.016);
  d = SmoothMin(d, Ellipsoid(p, {0.013, 1.602, 0.094}, {0.009, 0.008, 0.010}), 0.01);   // Nostril.
  d = SmoothMin(d, Ellipsoid(p, {0.034, 1.664, 0.077}, {0.024, 0.009, 0.014}), 0.018);  // Brow.
  d = SmoothMax(d, -Ellipsoid(p, {0.036, 1.640, 0.1}, {0.022, 0.015, 0.016}), 0.02);    // Socket.
  d = SmoothMin(d, Ellipsoid(p, {0.0345, 1.638, 0.0685}, {0.0205, 0.0195, 0.0205}), 0.005);
  d = SmoothMin(d, TaperedCapsule(p, {0, 1.5615, 0.0805}, {0.018, 1.5645, 0.073}, 0.0065, 0.0045),
                0.012);                                                                  // Lips.
  d = SmoothMin(d, Ellipsoid(p, {0.0840, 1.622, -0.01}, {0.012, 0.028, 0.018}), 0.008);  // Ear.
  return d;
}

// In head space.
double Hair(Vec3D p) {
  double d = Ellipsoid(p, {0, 1.656, -0.014}, {0.0905, 0.110, 0.106});
  d = SmoothMin(d, Ellipsoid(p, {0.024, 1.716, 0.046}, {0.058, 0.038, 0.055}), 0.04);  // Fringe.
  d = SmoothMin(d, Ellipsoid(p, {0, 1.6, -0.055}, {0.075, 0.075, 0.055}), 0.04);       // Nape.
  double face = Ellipsoid(p, {0, 1.610, 0.099}, {0.083, 0.105, 0.078});
  face = SmoothMin(face, TaperedCapsule(p, {0.075, 1.61, 0.03}, {0.12, 1.59, 0.005}, 0.042, 0.05),
                   0.03);
  d = SmoothMax(d, -face, 0.012);
  return SmoothMax(d, -HalfSpace(p, {0, 1.565, -0.05}, Unit({0, 1, 0.35})), 0.015);
}

double Hand(Vec3D p) {
  const ArmAxes& arm = LeftArm();
  const Vec3D wrist = JointAt(kHandL), knuckles = JointAt(kFingersL);
  const auto at = [&](Vec3D from, double along, double across, double out) {
    return Add(from,
               Add(Scale(arm.lower, along), Add(Scale(arm.thumb, across), Scale(arm.back, out))));
  };
  const Vec3D palm = Flattened(p, Between(wrist, knuckles, 0.5), arm.back, 0.62);
  double d = TaperedCapsule(palm, at(wrist, 0.022, 0, 0), at(wrist, 0.07, 0, 0), 0.031, 0.038);
  struct Finger {
    double across, length, radius;
  };
  constexpr std::array<Finger, 4> kFingers{{{0.0275, 0.062, 0.0108},
                                            {0.009, 0.074, 0.0112},
                                            {-0.0095, 0.068, 0.0108},
                                            {-0.027, 0.05, 0.0100}}};
  for (const Finger& finger : kFingers) {
    d = SmoothMin(
        d,
        TaperedCapsule(p, at(wrist, 0.0, finger.across * 0.8, 0),
                       at(knuckles, finger.length, finger.across, 0), 0.011, finger.radius),
        0.011);
  }
  const Vec3D tip = at(wrist, 0.106, 0.070, -0.014), middle = at(wrist, 0.072, 0.058, -0.010);
  d = SmoothMin(d, TaperedCapsule(p, at(wrist, 0.02, 0.018, 0), middle, 0.018, 0.0128), 0.018);
  return SmoothMin(d, TaperedCapsule(p, middle, tip, 0.0125, 0.0108), 0.008);
}

double Arm(Vec3D p) {
  const Vec3D shoulder = JointAt(kUpperArmL), elbow = JointAt(kLowerArmL), wrist = JointAt(kHandL);
  double d = TaperedCapsule(p, shoulder, elbow, 0.05, 0.0375);
  d = SmoothMin(d, TaperedCapsule(p, elbow, Between(elbow, wrist, 0.35), 0.0365, 0.0385), 0.012);
  d = SmoothMin(d, TaperedCapsule(p, Between(elbow, wrist, 0.35), wrist, 0.0385, 0.0255), 0.008);
  return SmoothMin(d, Hand(p), 0.022);
}

constexpr double kSleeveLength = 0.56;  // Of the upper arm.

double Shirt(Vec3D p) {
  const Vec3D ahead{0, 0, 1};
  const Vec3D q{SmoothAbs(p.x, 0.03), p.y, p.z};
  double d = TaperedCapsule(Flattened(q, {0, 0, -0.005}, ahead, 0.82), {0.045, 1.30, -0.004},
                            {0.028, 1.09, -0.004}, 0.126, 0.108);  // Rib cage.
  d = SmoothMin(d,
                TaperedCapsule(Flattened(q, {0, 0, 0.01}, ahead, 0.8), {0.062, 1.305, 0.034},
                               {0.05, 1.275, 0.04}, 0.076, 0.068),
                0.05);  // Breast.
  d = SmoothMin(d, TaperedCapsule(q, {0.05, 1.35, -0.045}, {0.07, 1.24, -0.05}, 0.068, 0.06), 0.06);
  d = SmoothMin(d, TaperedCapsule(q, {0, 1.385, -0.03}, JointAt(kUpperArmL), 0.06, 0.050), 0.05);
  d = SmoothMin(d, TaperedCapsule(q, {0, 1.432, -0.036}, {0.11, 1.386, -0.028}, 0.044, 0.038),
                0.04);
  d = SmoothMin(d,
                TaperedCapsule(Flattened(q, {0, 0, -0.008}, ahead, 0.84), {0.03, 1.10, -0.006},
                               {0.05, 0.94, -0.004}, 0.111, 0.124),
                0.06);  // Belly.
  const Vec3D shoulder = JointAt(kUpperArmL), elbow = JointAt(kLowerArmL);
  double sleeve = TaperedCapsule(p, shoulder, Between(shoulder, elbow, 0.7), 0.0605, 0.0555);
  sleeve = SmoothMax(sleeve, HalfSpace(p, Between(shoulder, elbow, kSleeveLength), LeftArm().upper),
                     0.008);
  d = SmoothMin(d, sleeve, 0.05);
  d = SmoothMax(d, -HalfSpace(p, {0, 0.925, 0}, Unit({0, 1, 0.06})), 0.008);  // Hem.
  const double up = (p.y - 1.462) * 1.3, back = p.z + 0.014;
  const double hole = std::sqrt(p.x * p.x + back * back + up * up) - 0.073;
  return SmoothMax(d, -hole, 0.02);
}

double Trousers(Vec3D p) {
  const Vec3D q{SmoothAbs(p.x, 0.02), p.y, p.z};
  const Vec3D hip = JointAt(kUpperLegL), knee = JointAt(kLowerLegL), ankle = JointAt(kFootL);
  double d = TaperedCapsule(Flattened(q, {0, 0, -0.01}, {0, 0, 1}, 0.86), {0.03, 1.0, -0.006},
                            {0.058, 0.90, -0.008}, 0.110, 0.114);
  d = SmoothMin(d, Ellipsoid(q, {0.068, 0.895, -0.05}, {0.076, 0.085, 0.07}), 0.05);
  d = SmoothMin(d, TaperedCapsule(p, {hip.x + 0.002, 0.885, hip.z}, knee, 0.096, 0.068), 0.03);
  d = SmoothMin(d, TaperedCapsule(p, knee, {ankle.x, 0.06, ankle.z}, 0.066, 0.059), 0.012);
  d = SmoothMin(d, Ellipsoid(p, {0.112, 0.36, -0.024}, {0.055, 0.13, 0.05}), 0.03);  // Calf.
  d = SmoothMax(d, -HalfSpace(p, {0, 0.085, -0.03}, Unit({0, 1, 0.12})), 0.01);
  return SmoothMax(d, p.y - 1.0, 0.01);
}

double Shoe(Vec3D p) {
  double d = TaperedCapsule(p, {0.119, 0.045, -0.052}, {0.124, 0.041, 0.07}, 0.050, 0.045);
  const Vec3D low = Flattened(p, {0, 0.03, 0}, {0, 1, 0}, 0.84);
  d = SmoothMin(d, TaperedCapsule(low, {0.124, 0.04, 0.06}, {0.128, 0.034, 0.132}, 0.050, 0.043),
                0.03);
  d = SmoothMin(d, TaperedCapsule(p, {0.118, 0.125, -0.036}, {0.12, 0.07, -0.02}, 0.048, 0.052),
                0.03);
  d = SmoothMax(d, -p.y, 0.007);
  return SmoothMax(d, p.y - 0.128, 0.01);
}

// Layers that are out of reach are left out: they cannot touch what is at p.
Layers LayersAt(Vec3D p) {
  Layers layers;
  if (p.y > 1.34 && p.x < 0.25) {
    const Vec3D q = HeadSpace(p);
    layers.head = SmoothMin(Neck(p), Head(q) * kHeadSize, 0.03);
    if (p.y > 1.45) layers.hair = Hair(q) * kHeadSize;
  }
  if (p.x > 0.12 && p.y > 0.75) layers.arm = Arm(p);
  if (p.y > 0.85 && p.x < 0.45) layers.shirt = Shirt(p);
  if (p.y < 1.08 && p.x < 0.35) layers.trousers = Trousers(p);
  if (p.y < 0.22) layers.shoe = Shoe(p);
  return layers;
}

// How layers meet: a seam, not a fillet.
constexpr double kSeam = 0.006;

// What is painted on the face. p in head space.
Part FacePart(Vec3D p) {
  if (p.z < 0.03) return Part::kFace;
  const double up = p.y - 1.6385;
  const double ex = (p.x - 0.0352) / 0.0160, ey = up / (up > 0.0 ? 0.0105 : 0.0090);
  if (ex * ex + ey * ey < 1.0) {
    const double ix = (p.x - 0.0345) / 0.0092, iy = (up - 0.0008) / 0.0100;
    const double r2 = ix * ix + iy * iy;
    return r2 < 0.27 ? Part::kPupil : r2 < 1.0 ? Part::kIris : Part::kEye;
  }
  const double bx = (p.x - 0.036) / 0.021;
  const double by = (p.y - 1.668 - 0.004 * (1.0 - bx * bx) + 0.002 * bx) / 0.0038;
  if (bx * bx < 1.0 && by * by < 1.0 - bx * bx * 0.7) return Part::kBrow;
  const double mx = p.x / 0.029;
  const double my = (p.y - 1.5618 - 0.0075 * mx * mx) / 0.0050;
  if (mx < 1.0 && my * my < 1.0 - mx * mx) return Part::kLips;
  return Part::kFace;
}

}  // namespace

double BodyField(Vec3D p) {
  const Layers layers = LayersAt(p);
  double d = SmoothMin(layers.head, layers.arm, kSeam);
  d = SmoothMin(d, layers.shirt, kSeam);
  d = SmoothMin(d, layers.trousers, kSeam);
  d = SmoothMin(d, layers.shoe, kSeam);
  return SmoothMin(d, layers.hair, kSeam);
}

Vec3D BodyGradient(Vec3D p) {
  constexpr double kStep = 5e-4;
  // Beyond the mirror there is the other half.
  const auto field = [](Vec3D q) { return BodyField({q.x < 0.0 ? -q.x : q.x, q.y, q.z}); };
  const auto slope = [&](Vec3D step) {
    return (field(Add(p, step)) - field(Sub(p, step))) / (2 * kStep);
  };
  return {p.x == 0.0 ? 0.0 : slope({kStep, 0, 0}), slope({0, kStep, 0}), slope({0, 0, kStep})};
}

Vec3D OntoBody(Vec3D p) {
  for (int i = 0; i < 3; ++i) {
    const Vec3D gradient = BodyGradient(p);
    const double steepness = Dot(gradient, gradient);
    if (!(steepness > 0.05)) break;
    const double distance = BodyField(p);
    p = Sub(p, Scale(gradient, distance / steepness));
    if (p.x < 0.0) p.x = 0.0;
    if (distance < 1e-6 && distance > -1e-6) break;
  }
  return p;
}

Part BodyPart(Vec3D p) {
  const Layers layers = LayersAt(p);
  double least = layers.head;
  Part part = Part::kFace;
  const auto consider = [&](double distance, Part other) {
    if (distance < least) {
      least = distance;
      part = other;
    }
  };
  consider(layers.arm, Part::kArm);
  consider(layers.shirt, Part::kShirt);
  consider(layers.trousers, Part::kSeat);
  consider(layers.shoe, Part::kShoe);
  consider(layers.hair, Part::kHair);
  switch (part) {
    case Part::kFace:
      return FacePart(HeadSpace(p));
    case Part::kArm:
      return HalfSpace(p, JointAt(kHandL), LeftArm().lower) > 0.0 ? Part::kHand : Part::kArm;
    case Part::kShirt:
      return HalfSpace(p, JointAt(kUpperArmL), Unit({0.95, 0.2, 0})) > 0.0 ? Part::kSleeve
                                                                           : Part::kShirt;
    case Part::kSeat:
      return p.y < 0.79 ? Part::kLeg : Part::kSeat;
    case Part::kShoe:
      return p.y < 0.024 ? Part::kSole : Part::kShoe;
    default:
      return part;
  }
}

double BodyEdgeLength(Vec3D p) {
  const auto within = [&](Vec3D center, double radius, double length, double outside) {
    const double beyond = (Length(Sub(p, center)) - radius) * 0.25;
    const double here = length + (beyond > 0.0 ? beyond : 0.0);
    return here < outside ? here : outside;
  };
  double length = 0.026;
  length = within({0, 1.64, 0}, 0.14, 0.014, length);
  length = within({0, 1.60, 0.10}, 0.05, 0.0085, length);
  length = within({0.038, 1.622, 0.09}, 0.021, 0.0043, length);
  length = within({0.0, 1.538, 0.085}, 0.022, 0.006, length);
  length = within({0, 1.43, -0.02}, 0.07, 0.015, length);
  length = within(JointAt(kFingersL), 0.085, 0.0095, length);
  length = within({0.122, 0.05, 0.03}, 0.11, 0.018, length);
  return length;
}

}  // namespace sinew::character
