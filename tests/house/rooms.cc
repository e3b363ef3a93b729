// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "house/rooms.h"

namespace sinew::house {

const std::map<std::string, std::set<std::string>>& RoomsEachMayInclude() {
  static const std::map<std::string, std::set<std::string>> table{
      {"base", {}},
      {"math", {"base"}},
      {"model", {"math", "base"}},
      {"io", {"model", "math", "base"}},
      {"files", {"io", "runtime", "skin", "pose", "model", "math", "base"}},
      {"pose", {"model", "math", "base"}},
      {"skin", {"model", "math", "base"}},
      {"spec", {"skin", "pose", "model", "math", "base"}},
      {"rig", {"pose", "model", "math", "base"}},
      {"runtime", {"skin", "pose", "model", "math", "base"}},
      {"export", {"runtime", "skin", "pose", "model", "math", "base"}},
      {"compare", {"export", "runtime", "spec", "skin", "pose", "model", "math", "base"}},
  };
  return table;
}

const std::map<std::string, std::string>& RoomOfPublicHeader() {
  static const std::map<std::string, std::string> table{
      {"aligned_bytes.h", "base"},
      {"assertion.h", "base"},
      {"asset.h", "runtime"},
      {"asset_pose.h", "runtime"},
      {"bind_clip.h", "model"},
      {"bind_mesh.h", "model"},
      {"blend_space.h", "pose"},
      {"blending.h", "pose"},
      {"bones.h", "model"},
      {"bounds.h", "skin"},
      {"box.h", "math"},
      {"carried_box.h", "model"},
      {"character.h", "rig"},
      {"clip.h", "model"},
      {"clip_bounds.h", "pose"},
      {"clip_boxes.h", "export"},
      {"comparison.h", "compare"},
      {"console_export.h", "export"},
      {"device.h", "runtime"},
      {"dual_quaternion.h", "skin"},
      {"files.h", "files"},
      {"floating_point.h", "base"},
      {"freeze.h", "export"},
      {"frustum.h", "runtime"},
      {"gltf.h", "io"},
      {"half_edge_mesh.h", "rig"},
      {"hash.h", "math"},
      {"hierarchy.h", "pose"},
      {"hooks.h", "base"},
      {"ik.h", "pose"},
      {"influences.h", "model"},
      {"instance.h", "runtime"},
      {"isa.h", "base"},
      {"joint_map.h", "io"},
      {"joint_match.h", "model"},
      {"joint_reach.h", "export"},
      {"js3d.h", "io"},
      {"json.h", "io"},
      {"limit_report.h", "export"},
      {"limits.h", "files"},
      {"load.h", "io"},
      {"material.h", "model"},
      {"math.h", "math"},
      {"matrix_layouts.h", "math"},
      {"merge.h", "model"},
      {"mesh.h", "model"},
      {"mix_script.h", "export"},
      {"mixer.h", "pose"},
      {"mixer_setup.h", "pose"},
      {"model.h", "model"},
      {"model_facts.h", "export"},
      {"model_size.h", "export"},
      {"model_weights.h", "rig"},
      {"names.h", "model"},
      {"obj.h", "io"},
      {"pack.h", "export"},
      {"packed_clip.h", "pose"},
      {"packed_clip_view.h", "pose"},
      {"palette_history.h", "skin"},
      {"palette_storage.h", "skin"},
      {"picking.h", "skin"},
      {"playback.h", "pose"},
      {"polygon_mesh.h", "model"},
      {"pose.h", "pose"},
      {"posed_scene.h", "export"},
      {"primitive_triangles.h", "model"},
      {"quantize.h", "math"},
      {"report.h", "io"},
      {"result.h", "base"},
      {"rigging.h", "rig"},
      {"runtime_file.h", "runtime"},
      {"sampling.h", "pose"},
      {"shared.h", "base"},
      {"shared_bytes.h", "base"},
      {"scene.h", "runtime"},
      {"scene_hash.h", "compare"},
      {"skeleton.h", "model"},
      {"skeleton_view.h", "model"},
      {"skin.h", "model"},
      {"skin_view.h", "model"},
      {"skinned_mesh.h", "skin"},
      {"skinning.h", "skin"},
      {"specification.h", "spec"},
      {"temporary_owner.h", "base"},
      {"ticks.h", "pose"},
      {"transform_block.h", "math"},
      {"triangulation.h", "rig"},
      {"utf8.h", "base"},
      {"vertex_format.h", "skin"},
      {"vertex_source.h", "skin"},
      {"weights.h", "rig"},
  };
  return table;
}

const std::map<std::string, std::set<std::string>>& ThirdPartyEachMayInclude() {
  static const std::map<std::string, std::set<std::string>> table{
      {"io", {"fast_float"}},
      {"rig", {"Eigen"}},
      {"files", {"draco"}},
      {"cli", {"CLI", "fmt"}},
  };
  return table;
}

// Standard C++ headers have neither a dot nor a slash in their names; third-party headers do.
bool IsStandardHeader(const std::string& name) {
  return name.find_first_of("./") == std::string::npos || name == "math.h" || name == "stdio.h";
}

bool IsIntrinsicsHeader(const std::string& name) {
  static const std::set<std::string> names{"intrin.h",      "immintrin.h", "xmmintrin.h",
                                           "emmintrin.h",   "smmintrin.h", "arm_neon.h",
                                           "wasm_simd128.h"};
  return names.contains(name);
}

bool MayUseIntrinsics(const std::string& path) {
  return path.starts_with("math/simd/") ||
         path == "base/floating_point.cc" ||  // The control register.
         path == "io/json/scan.h";            // Sixteen bytes of text at once.
}

bool IsFileSystemHeader(const std::string& name) {
  static const std::set<std::string> names{
      "filesystem",  "fcntl.h",      "malloc.h",       "poll.h",     "unistd.h",  "sys/mman.h",
      "sys/prctl.h", "sys/random.h", "sys/resource.h", "sys/wait.h", "sys/stat.h"};
  return names.contains(name);
}

bool MayPrint(const std::string& path) { return path == "base/default_assertion_handler.cc"; }

bool IsForbiddenFunction(const std::string& name) {
  static const std::set<std::string> names{
      "acos",      "acosh", "asin",   "asinh",
      "atan",      "atan2", "atanh",  "cbrt",
      "ceil",      "cos",   "cosh",   "exp",
      "exp2",      "expm1", "floor",  "fma",
      "fmax",      "fmin",  "fmod",   "hypot",
      "ldexp",     "lerp",  "log",    "log10",
      "log1p",     "log2",  "lround", "modf",
      "pow",       "rint",  "round",  "sin",
      "nearbyint", "sinh",  "strtod", "strtof",
      "tan",       "tanh",  "trunc",  "stof",
      "stod",      "rand",  "reduce", "transform_reduce",
  };
  return names.contains(name);
}

std::string WhyForbiddenInLibrary(const std::string& standard_header) {
  static const std::map<std::string, std::string> reasons{
      // <cmath> itself is allowed: std::sqrt and std::abs are exact. See IsForbiddenFunction.
      {"math.h", "libm gives other bits on other machines"},
      {"complex", "libm gives other bits on other machines"},
      {"random", "its distributions give other numbers with other standard libraries"},
      {"cassert", "SINEW_ASSERT lets the program choose what a failed assertion does"},
      {"cstdio", "nothing below the tool prints, and only src/files opens files"},
      {"stdio.h", "nothing below the tool prints, and only src/files opens files"},
      {"iostream", "nothing below the tool prints, and only src/files opens files"},
      {"fstream", "nothing below the tool prints, and only src/files opens files"},
      {"ostream", "nothing below the tool prints, and only src/files opens files"},
      {"istream", "nothing below the tool prints, and only src/files opens files"},
      {"syncstream", "nothing below the tool prints, and only src/files opens files"},
      {"filesystem", "nothing below the tool prints, and only src/files opens files"},
      {"sstream", "its numbers depend on the locale"},
      {"iomanip", "its numbers depend on the locale"},
      {"locale", "results must not depend on the locale"},
      {"regex", "it throws"},
      {"stdexcept", "the library does not throw"},
      {"execution", "the order of operations is fixed by the source"},
  };
  const auto found = reasons.find(standard_header);
  return found == reasons.end() ? std::string() : found->second;
}

}  // namespace sinew::house
