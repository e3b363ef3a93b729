// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

#include "commands/difference.h"
#include "scene_hash.h"
#include "scene_walk.h"
#include "text/pick_clip.h"
#include "text/printable.h"
#include "text/progress.h"

namespace sinew::cli {
namespace {

// What the models are made of, before anything moves.
class ShapeComparer {
 public:
  ShapeComparer(Comparison& comparison, double tolerance)
      : comparison_(comparison), tolerance_(tolerance) {}

  bool Count(std::string_view what, std::size_t a, std::size_t b) {
    ++comparison_.compared;
    if (a == b) return true;
    comparison_.Found({.stage = "shape", .what = fmt::format("A has {} {}, B has {}", a, what, b)});
    return false;
  }

  void Skeletons(const Skeleton& a, const Skeleton& b) {
    if (!Count("nodes", a.joint_count(), b.joint_count())) return;
    for (std::uint32_t j = 0; j < a.joint_count(); ++j) {
      ++comparison_.compared;
      const auto differ = [&](std::string what) {
        comparison_.Found({.stage = "shape",
                           .node = a.file_node(j),
                           .name = a.Label(j),
                           .what = std::move(what)});
      };
      if (a.parent(j) != b.parent(j)) differ("hangs on another parent in B");
      if (a.file_node(j) != b.file_node(j)) differ(fmt::format("is node {} in B", b.file_node(j)));
      if (a.name(j) != b.name(j)) {
        differ(fmt::format("is named \"{}\" in B", Shortened(b.name(j), 40)));
      }
    }
  }

  void Skins(const Model& a, const Model& b) {
    if (!Count("skins", a.skins().size(), b.skins().size())) return;
    for (std::size_t s = 0; s < a.skins().size(); ++s) {
      if (!Count(fmt::format("joints in skin {}", s), a.skins()[s].size(), b.skins()[s].size())) {
        continue;
      }
      for (std::uint32_t i = 0; i < a.skins()[s].size(); ++i) {
        if (a.skins()[s].joints()[i] == b.skins()[s].joints()[i]) continue;
        comparison_.Found(
            {.stage = "shape", .what = fmt::format("skin {} binds another joint at {}", s, i)});
        break;
      }
      comparison_.compared += a.skins()[s].size();
    }
  }

  void Meshes(const Model& a, const Model& b) {
    if (!Count("meshes", a.meshes().size(), b.meshes().size())) return;
    for (std::size_t m = 0; m < a.meshes().size(); ++m) {
      const auto &of_a = a.meshes()[m].primitives(), &of_b = b.meshes()[m].primitives();
      if (!Count(fmt::format("primitives in mesh {}", m), of_a.size(), of_b.size())) continue;
      for (std::size_t p = 0; p < of_a.size(); ++p) {
        Primitives(fmt::format("mesh {}, primitive {}", m, p), of_a[p], of_b[p]);
      }
    }
    Count("mesh instances", a.instances().size(), b.instances().size());
  }

  void Clips(const Model& a, const Model& b) {
    if (!Count("clips", a.clips().size(), b.clips().size())) return;
    for (std::size_t c = 0; c < a.clips().size(); ++c) {
      const Clip &x = a.clips()[c], &y = b.clips()[c];
      if (x.name() != y.name()) {
        comparison_.Found({.stage = "shape",
                           .clip = std::to_string(c),
                           .what = fmt::format("clip \"{}\" is named \"{}\" in B",
                                               Shortened(x.name(), 30), Shortened(y.name(), 30))});
      }
      Count(fmt::format("tracks in clip {}", c), x.track_count(), y.track_count());
      ++comparison_.compared;
      const double by = std::fabs(static_cast<double>(x.duration_s()) - y.duration_s());
      if (by > tolerance_) {
        comparison_.Found(
            {.stage = "shape",
             .clip = std::to_string(c),
             .what = fmt::format("lasts {} s in A, {} s in B", x.duration_s(), y.duration_s()),
             .by = by});
      }
    }
  }

  // Every field of the instances, in file order.
  void Instances(const PosedScene& a, const PosedScene& b) {
    const Skeleton& skeleton = a.model().skeleton();
    for (std::size_t i = 0; i < a.instances().size(); ++i) {
      const MeshInstance &x = a.instances()[i].instance, &y = b.instances()[i].instance;
      const auto differ = [&](const char* what) {
        comparison_.Found({.stage = "shape",
                           .node = a.instances()[i].file_node,
                           .name = skeleton.Label(x.joint),
                           .what = fmt::format("mesh instance {} {}", i, what)});
      };
      comparison_.compared += 4;
      if (x.joint != y.joint) differ("stands at another node in B");
      if (x.mesh != y.mesh) differ("shows another mesh in B");
      if (x.skin != y.skin) differ("has another skin in B");
      if (x.first_morph != y.first_morph) differ("has other morph weights in B");
    }
  }

 private:
  void Primitives(const std::string& place, const Primitive& a, const Primitive& b) {
    const auto differ = [&](std::string_view what) {
      comparison_.Found({.stage = "shape", .what = fmt::format("{} {}", place, what)});
    };
    comparison_.compared += 3;
    if (a.indexed != b.indexed || a.indices != b.indices || a.topology != b.topology) {
      differ("joins its vertices another way");
    }
    if (a.material != b.material) differ("has another material");
    if (!Count("vertices in " + place, a.positions.size(), b.positions.size())) return;
    Floats(place, "normals", a.normals, b.normals, true);
    Floats(place, "tangents", a.tangents, b.tangents, true);
    const auto sets = [&](const char* what, const auto& of_a, const auto& of_b) {
      if (!Count(fmt::format("sets of {} in {}", what, place), of_a.size(), of_b.size())) return;
      for (std::size_t i = 0; i < of_a.size(); ++i) {
        Floats(place, fmt::format("{} {}", what, i), of_a[i], of_b[i], false);
      }
    };
    sets("texture coordinates", a.texcoords, b.texcoords);
    sets("colours", a.colors, b.colors);
    if (Count("morph targets in " + place, a.morph_targets.size(), b.morph_targets.size())) {
      for (std::size_t i = 0; i < a.morph_targets.size(); ++i) {
        const MorphTarget &x = a.morph_targets[i], &y = b.morph_targets[i];
        const std::string what = fmt::format("of morph target {}", i);
        Floats(place, "positions " + what, x.positions, y.positions, false);
        Floats(place, "normals " + what, x.normals, y.normals, false);
        Floats(place, "tangents " + what, x.tangents, y.tangents, false);
      }
    }
    if (!SameInfluences(a.influences, b.influences)) differ("has other influences");
  }

  bool SameInfluences(const Influences& a, const Influences& b) const {
    return a.begins == b.begins &&
           std::equal(a.list.begin(), a.list.end(), b.list.begin(), b.list.end(),
                      [&](const Influence& x, const Influence& y) {
                        const double by = std::fabs(static_cast<double>(x.weight) - y.weight);
                        return x.joint == y.joint && by <= tolerance_;
                      });
  }

  // Arrays of vectors that poses do not show; of those that they do, only the count matters here.
  template <typename Vector>
  void Floats(const std::string& place, const std::string& what, const std::vector<Vector>& a,
              const std::vector<Vector>& b, bool only_count) {
    if (!Count(fmt::format("{} in {}", what, place), a.size(), b.size()) || only_count) return;
    const auto components = [](const std::vector<Vector>& vectors, std::size_t i) {
      return std::bit_cast<std::array<float, sizeof(Vector) / sizeof(float)>>(vectors[i]);
    };
    for (std::size_t i = 0; i < a.size(); ++i) {
      const auto x = components(a, i), y = components(b, i);
      for (std::size_t c = 0; c < x.size(); ++c) {
        ++comparison_.compared;
        const double by = std::fabs(static_cast<double>(x[c]) - static_cast<double>(y[c]));
        if (by <= tolerance_) continue;
        comparison_.Found(
            {.stage = "mesh", .what = fmt::format("{}, {} [{}][{}]", place, what, i, c), .by = by});
      }
    }
  }

  Comparison& comparison_;
  double tolerance_;
};

// Two posed scenes of the same shape at the same moment.
class MomentComparer {
 public:
  MomentComparer(Comparison& comparison, double tolerance)
      : comparison_(comparison), tolerance_(tolerance) {}

  void Compare(const PosedScene& a, const PosedScene& b, Difference place) {
    place_ = std::move(place);
    Locals(a, b);
    for (std::size_t i = 0; i < a.instances().size(); ++i) {
      Palettes(a, b, i);
      Vertices(a, b, i);
    }
  }

 private:
  void Numbers(std::span<const float> a, std::span<const float> b, const char* stage,
               const std::string& what) {
    if (a.size() != b.size()) {
      NumbersDiffer(fmt::format("A has {} {}, B has {}", a.size(), what, b.size()));
    }
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
      ++comparison_.compared;
      const double by = std::fabs(static_cast<double>(a[i]) - static_cast<double>(b[i]));
      const bool same_sign = std::signbit(a[i]) == std::signbit(b[i]);
      if (by <= tolerance_ && (tolerance_ > 0.0 || same_sign)) continue;
      place_.stage = stage;
      place_.what = fmt::format("{}[{}]", what, i);
      place_.by = by;
      comparison_.Found(place_);
    }
  }

  // As in poses and mixes: a sign alone is a difference of 0, and none where there is a tolerance.
  void Rotations(const std::array<float, 4>& a, std::array<float, 4> b) {
    const std::array<double, 4> x{a[0], a[1], a[2], a[3]}, y{b[0], b[1], b[2], b[3]};
    if (SignBetween(x, y) < 0.0) {
      for (float& number : b) number = -number;
      if (tolerance_ == 0.0) {
        place_.stage = "local";
        place_.what = "sign of R";
        place_.by = 0.0;
        comparison_.Found(place_);
      }
    }
    Numbers(a, b, "local", "R");
  }

  void NumbersDiffer(std::string what) {
    place_.stage = "shape";
    place_.what = std::move(what);
    place_.by.reset();
    comparison_.Found(place_);
  }

  void Locals(const PosedScene& a, const PosedScene& b) {
    const Skeleton& skeleton = a.model().skeleton();
    for (const std::uint32_t joint : a.joints_in_file_order()) {
      At(skeleton.file_node(joint), skeleton.Label(joint));
      const Transform x = a.pose().joint(joint), y = b.pose().joint(joint);
      const auto vector = [](const Vec3& v) { return std::array{v.x, v.y, v.z}; };
      const auto quat = [](const Quat& q) { return std::array{q.x, q.y, q.z, q.w}; };
      Numbers(vector(x.translation), vector(y.translation), "local", "T");
      Rotations(quat(x.rotation), quat(y.rotation));
      Numbers(vector(x.scale), vector(y.scale), "local", "S");
    }
    Numbers(a.pose().morphs, b.pose().morphs, "local", "morph weights");
  }

  void Palettes(const PosedScene& a, const PosedScene& b, std::size_t index) {
    const PosedInstance &x = a.instances()[index], &y = b.instances()[index];
    const Skeleton& skeleton = a.model().skeleton();
    At(x.file_node, skeleton.Label(x.instance.joint));
    if (x.palette.size() != y.palette.size()) {
      NumbersDiffer(
          fmt::format("A has {} palette entries, B has {}", x.palette.size(), y.palette.size()));
    }
    for (std::size_t i = 0; i < std::min(x.palette.size(), y.palette.size()); ++i) {
      const std::int32_t joint = a.model().skins()[*x.instance.skin].joints()[i];
      if (joint != kIdentityJoint) {
        const auto known = static_cast<std::uint32_t>(joint);
        At(skeleton.file_node(known), skeleton.Label(known));
      }
      for (std::size_t row = 0; row < 3; ++row) {
        Numbers(x.palette[i].m[row], y.palette[i].m[row], "palette",
                fmt::format("entry {}, row {}", i, row));
      }
    }
  }

  void Vertices(const PosedScene& a, const PosedScene& b, std::size_t index) {
    const PosedInstance &x = a.instances()[index], &y = b.instances()[index];
    At(x.file_node, a.model().skeleton().Label(x.instance.joint));
    if (x.primitives.size() != y.primitives.size()) {
      NumbersDiffer(
          fmt::format("A has {} primitives, B has {}", x.primitives.size(), y.primitives.size()));
    }
    for (std::size_t p = 0; p < std::min(x.primitives.size(), y.primitives.size()); ++p) {
      Require(a.SkinPrimitive(x, p, of_a_));
      Require(b.SkinPrimitive(y, p, of_b_));
      Points<Vec3>(of_a_.positions, of_b_.positions, "vertices", "position", p);
      Points<Vec3>(of_a_.normals, of_b_.normals, "normals", "normal", p);
      Points<Vec4>(of_a_.tangents, of_b_.tangents, "tangents", "tangent", p);
    }
  }

  template <typename Vector>
  void Points(std::span<const Vector> a, std::span<const Vector> b, const char* stage,
              const char* what, std::size_t p) {
    using Components = std::array<float, sizeof(Vector) / sizeof(float)>;
    if (a.size() != b.size()) {
      NumbersDiffer(
          fmt::format("primitive {}: A has {} {}s, B has {}", p, a.size(), what, b.size()));
    }
    for (std::size_t v = 0; v < std::min(a.size(), b.size()); ++v) {
      const auto x = std::bit_cast<Components>(a[v]), y = std::bit_cast<Components>(b[v]);
      if (std::memcmp(&x, &y, sizeof x) == 0) {  // Nearly always: no text need be made.
        comparison_.compared += x.size();
      } else {
        Numbers(x, y, stage, fmt::format("primitive {}, {} of vertex {}", p, what, v));
      }
    }
  }

  void At(std::uint32_t node, std::string name) {
    place_.node = node;
    place_.name = std::move(name);
  }

  Comparison& comparison_;
  double tolerance_;
  Difference place_;
  PosedPrimitive of_a_, of_b_;  // Reused.
};

}  // namespace

Comparison CompareModels(const LoadedAsset& loaded_a, const LoadedAsset& loaded_b,
                         double tolerance) {
  const Model &a = loaded_a.model(), &b = loaded_b.model();
  Comparison comparison{.kind = "models"};
  ShapeComparer shapes(comparison, tolerance);
  shapes.Skeletons(a.skeleton(), b.skeleton());
  shapes.Skins(a, b);
  shapes.Meshes(a, b);
  shapes.Clips(a, b);
  // Where the shapes part, poses can still be compared as far as both have the same nodes.
  if (a.skeleton().joint_count() != b.skeleton().joint_count() ||
      a.instances().size() != b.instances().size()) {
    return comparison;
  }
  PosedScene scene_a(loaded_a), scene_b(loaded_b);
  shapes.Instances(scene_a, scene_b);
  MomentComparer moments(comparison, tolerance);
  const auto compare = [&](const Clip* clip_a, const Clip* clip_b, Difference place) {
    Require(clip_a != nullptr ? scene_a.Pose(*clip_a, *place.time_s) : scene_a.PoseAtRest());
    Require(clip_b != nullptr ? scene_b.Pose(*clip_b, *place.time_s) : scene_b.PoseAtRest());
    moments.Compare(scene_a, scene_b, std::move(place));
  };
  compare(nullptr, nullptr, {.clip = "rest", .frame = 0, .time_s = 0.0});
  const std::size_t clip_count = std::min(a.clips().size(), b.clips().size());
  Progress progress("comparing", MomentCount(loaded_a.asset().clips(), kHashRate_Hz));
  for (std::size_t c = 0; c < clip_count; ++c) {
    const float duration_s = a.clips()[c].duration_s();
    for (std::uint64_t frame = 0; frame < FrameCount(duration_s, kHashRate_Hz); ++frame) {
      compare(&a.clips()[c], &b.clips()[c],
              {.clip = std::to_string(c),
               .frame = frame,
               .time_s = FrameTime(frame, duration_s, kHashRate_Hz)});
      progress.Step();
    }
  }
  return comparison;
}

}  // namespace sinew::cli
