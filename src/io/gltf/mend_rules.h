// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The names of all mend rules, once. What each one does is written in docs/gltf-rules.md, whose
// table a test holds against this list.
#pragma once

#include <string_view>

namespace sinew::gltf {

inline constexpr std::string_view kMendRules[] = {
    "animation-dropped",
    "attribute-dropped",
    "attribute-not-finite",
    "buffer-media-type",
    "byte-order-mark-skipped",
    "camera-dropped",
    "channel-dropped",
    "channel-output-count",
    "clip-duration-ignored",
    "clip-events-dropped",
    "clip-events-resorted",
    "compressed-view-fallback",
    "cubic-single-key",
    "draco-point-count",
    "duplicate-key",
    "duplicate-target",
    "glb-chunk-ignored",
    "glb-chunk-unaligned",
    "glb-length-ignored",
    "ibm-count",
    "ibm-last-row",
    "image-dropped",
    "image-without-bytes",
    "influences-ignored",
    "joint-out-of-range",
    "keys-dropped",
    "keys-resorted",
    "material-dropped",
    "material-value",
    "morph-targets-padded",
    "morph-weight-count",
    "node-matrix-sheared",
    "normal-not-finite",
    "primitive-without-position",
    "root-motion-ignored",
    "rotation-normalised",
    "scene-dropped",
    "scene-node-dropped",
    "skeleton-ignored",
    "skin-roots-several",
    "skin-without-weights",
    "sparse-unsorted",
    "tangent-not-finite",
    "tangent-sign",
    "texture-dropped",
    "texture-sampler-dropped",
    "unused-mesh-emptied",
    "vertex-without-influence",
    "weights-merged",
    "weights-negative",
    "weights-not-finite",
    "weights-renormalised",
};

// A name out of the list. Any other does not compile.
class MendRule {
 public:
  consteval MendRule(const char* name) : name_(Listed(name)) {}  // NOLINT: meant to be implicit

  constexpr std::string_view name() const { return name_; }

 private:
  static consteval std::string_view Listed(std::string_view name) {
    for (const std::string_view rule : kMendRules) {
      if (rule == name) return rule;
    }
    return NotInTheList();
  }
  static std::string_view NotInTheList();  // Not constant, so the compiler stops here.

  std::string_view name_;
};

}  // namespace sinew::gltf
