// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <fmt/format.h>

#include <array>
#include <cmath>

#include "difference.h"
#include "pick_clip.h"
#include "printable.h"
#include "progress.h"
#include "scene_hash.h"
#include "scene_walk.h"

namespace sinew::cli {
namespace {

// What the models are made of, before anything moves.
class ShapeComparer {
 public:
  explicit ShapeComparer(Comparison& comparison) : comparison_(comparison) {}

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
    }
  }

  void Meshes(const Model& a, const Model& b) {
    if (!Count("meshes", a.meshes().size(), b.meshes().size())) return;
    for (std::size_t m = 0; m < a.meshes().size(); ++m) {
      const auto &of_a = a.meshes()[m].primitives(), &of_b = b.meshes()[m].primitives();
      if (!Count(fmt::format("primitives in mesh {}", m), of_a.size(), of_b.size())) continue;
      for (std::size_t p = 0; p < of_a.size(); ++p) {
        Count(fmt::format("vertices in mesh {}, primitive {}", m, p), of_a[p].vertex_count(),
              of_b[p].vertex_count());
        ++comparison_.compared;
        if (of_a[p].indexed != of_b[p].indexed || of_a[p].indices != of_b[p].indices ||
            of_a[p].topology != of_b[p].topology) {
          comparison_.Found(
              {.stage = "shape",
               .what = fmt::format("mesh {}, primitive {} joins its vertices another way", m, p)});
        }
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
      if (x.duration_s() != y.duration_s()) {
        comparison_.Found(
            {.stage = "shape",
             .clip = std::to_string(c),
             .what = fmt::format("lasts {} s in A, {} s in B", x.duration_s(), y.duration_s()),
             .by = std::fabs(static_cast<double>(x.duration_s()) - y.duration_s())});
      }
    }
  }

 private:
  Comparison& comparison_;
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

  void Locals(const PosedScene& a, const PosedScene& b) {
    const Skeleton& skeleton = a.model().skeleton();
    for (const std::uint32_t joint : a.joints_in_file_order()) {
      At(skeleton.file_node(joint), skeleton.Label(joint));
      const Transform &x = a.pose()[joint], &y = b.pose()[joint];
      const auto vector = [](const Vec3& v) { return std::array{v.x, v.y, v.z}; };
      const auto quat = [](const Quat& q) { return std::array{q.x, q.y, q.z, q.w}; };
      Numbers(vector(x.translation), vector(y.translation), "local", "T");
      Numbers(quat(x.rotation), quat(y.rotation), "local", "R");
      Numbers(vector(x.scale), vector(y.scale), "local", "S");
    }
    Numbers(a.morphs(), b.morphs(), "local", "morph weights");
  }

  void Palettes(const PosedScene& a, const PosedScene& b, std::size_t index) {
    const PosedInstance &x = a.instances()[index], &y = b.instances()[index];
    const Skeleton& skeleton = a.model().skeleton();
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
    for (std::size_t p = 0; p < std::min(x.primitives.size(), y.primitives.size()); ++p) {
      Points(x.primitives[p].positions, y.primitives[p].positions, "position", p);
      Points(x.primitives[p].normals, y.primitives[p].normals, "normal", p);
    }
  }

  void Points(std::span<const Vec3> a, std::span<const Vec3> b, const char* what, std::size_t p) {
    for (std::size_t v = 0; v < std::min(a.size(), b.size()); ++v) {
      if (a[v] == b[v] && tolerance_ > 0.0) continue;
      Numbers(std::array{a[v].x, a[v].y, a[v].z}, std::array{b[v].x, b[v].y, b[v].z}, "vertices",
              fmt::format("primitive {}, {} of vertex {}", p, what, v));
    }
  }

  void At(std::uint32_t node, std::string name) {
    place_.node = node;
    place_.name = std::move(name);
  }

  Comparison& comparison_;
  double tolerance_;
  Difference place_;
};

}  // namespace

Comparison CompareModels(const Model& a, const Model& b, double tolerance) {
  Comparison comparison{.kind = "models"};
  ShapeComparer shapes(comparison);
  shapes.Skeletons(a.skeleton(), b.skeleton());
  shapes.Skins(a, b);
  shapes.Meshes(a, b);
  shapes.Clips(a, b);
  // Where the shapes part, poses can still be compared as far as both have the same nodes.
  if (a.skeleton().joint_count() != b.skeleton().joint_count() ||
      a.instances().size() != b.instances().size()) {
    return comparison;
  }
  RequireWalkable(a);
  RequireWalkable(b);
  PosedScene scene_a(a), scene_b(b);
  MomentComparer moments(comparison, tolerance);
  const auto compare = [&](const Clip* clip_a, const Clip* clip_b, Difference place) {
    Require(scene_a.Pose(clip_a, *place.time_s));
    Require(scene_b.Pose(clip_b, *place.time_s));
    Require(scene_a.SkinVertices());
    Require(scene_b.SkinVertices());
    moments.Compare(scene_a, scene_b, std::move(place));
  };
  compare(nullptr, nullptr, {.clip = "rest", .frame = 0, .time_s = 0.0});
  const std::size_t clip_count = std::min(a.clips().size(), b.clips().size());
  Progress progress("comparing", MomentCount(a, kHashRate_Hz));
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
