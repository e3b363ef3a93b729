// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "compare/number_comparer.h"
#include "export/message.h"
#include "sinew/comparison.h"

namespace sinew {
namespace {

// What the models are made of, before anything moves.
class ShapeComparer {
 public:
  ShapeComparer(Comparison& comparison, double tolerance)
      : comparison_(comparison), tolerance_(tolerance) {}

  bool Count(std::string_view what, std::size_t a, std::size_t b) {
    ++comparison_.compared;
    if (a == b) return true;
    comparison_.Found({.stage = "shape", .what = Message("A has ", a, " ", what, ", B has ", b)});
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
      if (a.parent(j) != b.parent(j)) differ("has another parent in B");
      if (a.file_node(j) != b.file_node(j)) differ(Message("is node ", b.file_node(j), " in B"));
      if (a.name(j) != b.name(j)) {
        differ(Message("is named \"", b.name(j), "\" in B"));
      }
    }
  }

  void Skins(const Model& a, const Model& b) {
    if (!Count("skins", a.skins().size(), b.skins().size())) return;
    for (std::size_t s = 0; s < a.skins().size(); ++s) {
      if (!Count(Message("joints in skin ", s), a.skins()[s].size(), b.skins()[s].size())) {
        continue;
      }
      for (std::uint32_t i = 0; i < a.skins()[s].size(); ++i) {
        if (a.skins()[s].joints()[i] == b.skins()[s].joints()[i]) continue;
        comparison_.Found(
            {.stage = "shape", .what = Message("skin ", s, " binds another joint at ", i)});
        break;
      }
      comparison_.compared += a.skins()[s].size();
    }
  }

  void Meshes(const Model& a, const Model& b) {
    if (!Count("meshes", a.meshes().size(), b.meshes().size())) return;
    for (std::size_t m = 0; m < a.meshes().size(); ++m) {
      const auto &of_a = a.meshes()[m].primitives(), &of_b = b.meshes()[m].primitives();
      if (!Count(Message("primitives in mesh ", m), of_a.size(), of_b.size())) continue;
      for (std::size_t p = 0; p < of_a.size(); ++p) {
        Primitives(Message("mesh ", m, ", primitive ", p), of_a[p], of_b[p]);
      }
    }
    Count("mesh instances", a.instances().size(), b.instances().size());
  }

  void Clips(const Model& a, const Model& b) {
    if (!Count("clips", a.clips().size(), b.clips().size())) return;
    for (std::size_t c = 0; c < a.clips().size(); ++c) {
      const Clip &x = a.clips()[c], &y = b.clips()[c];
      if (x.name() != y.name()) {
        comparison_.Found(
            {.stage = "shape",
             .clip = std::to_string(c),
             .what = Message("clip \"", x.name(), "\" is named \"", y.name(), "\" in B")});
      }
      Count(Message("tracks in clip ", c), x.track_count(), y.track_count());
      ++comparison_.compared;
      const double by = std::abs(static_cast<double>(x.duration_s()) - y.duration_s());
      if (by > tolerance_) {
        comparison_.Found(
            {.stage = "shape",
             .clip = std::to_string(c),
             .what = Message("lasts ", x.duration_s(), " s in A, ", y.duration_s(), " s in B"),
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
                           .what = Message("mesh instance ", i, " ", what)});
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
      comparison_.Found({.stage = "shape", .what = Message(place, " ", what)});
    };
    comparison_.compared += 3;
    if (a.indexed != b.indexed || a.indices != b.indices || a.topology != b.topology) {
      differ("connects its vertices differently");
    }
    if (a.material != b.material) differ("has another material");
    if (!Count("vertices in " + place, a.positions.size(), b.positions.size())) return;
    Floats(place, "normals", a.normals, b.normals, true);
    Floats(place, "tangents", a.tangents, b.tangents, true);
    const auto sets = [&](const char* what, const auto& of_a, const auto& of_b) {
      if (!Count(Message("sets of ", what, " in ", place), of_a.size(), of_b.size())) return;
      for (std::size_t i = 0; i < of_a.size(); ++i) {
        Floats(place, Message(what, " ", i), of_a[i], of_b[i], false);
      }
    };
    sets("texture coordinates", a.texcoords, b.texcoords);
    sets("colours", a.colors, b.colors);
    if (Count("morph targets in " + place, a.morph_targets.size(), b.morph_targets.size())) {
      for (std::size_t i = 0; i < a.morph_targets.size(); ++i) {
        const MorphTarget &x = a.morph_targets[i], &y = b.morph_targets[i];
        const std::string what = Message("of morph target ", i);
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
                        const double by = std::abs(static_cast<double>(x.weight) - y.weight);
                        return x.joint == y.joint && by <= tolerance_;
                      });
  }

  // Arrays of vectors that poses do not show; of those that they do, only the count matters here.
  template <typename Vector>
  void Floats(const std::string& place, const std::string& what, const std::vector<Vector>& a,
              const std::vector<Vector>& b, bool only_count) {
    if (!Count(Message(what, " in ", place), a.size(), b.size()) || only_count) return;
    const auto components = [](const std::vector<Vector>& vectors, std::size_t i) {
      return std::bit_cast<std::array<float, sizeof(Vector) / sizeof(float)>>(vectors[i]);
    };
    for (std::size_t i = 0; i < a.size(); ++i) {
      const auto x = components(a, i), y = components(b, i);
      for (std::size_t c = 0; c < x.size(); ++c) {
        ++comparison_.compared;
        const double by = std::abs(static_cast<double>(x[c]) - static_cast<double>(y[c]));
        if (by <= tolerance_) continue;
        comparison_.Found(
            {.stage = "mesh", .what = Message(place, ", ", what, " [", i, "][", c, "]"), .by = by});
      }
    }
  }

  Comparison& comparison_;
  double tolerance_;
};

// Two posed scenes of the same shape at the same moment.
class MomentComparer {
 public:
  MomentComparer(Comparison& comparison, double tolerance) : compare_(comparison, tolerance) {}

  Error Compare(const PosedScene& a, const PosedScene& b, Difference place) {
    compare_.place = std::move(place);
    Locals(a, b);
    for (std::size_t i = 0; i < a.instances().size(); ++i) {
      Palettes(a, b, i);
      const Error skinned = Vertices(a, b, i);
      if (skinned != Error::kNone) return skinned;
    }
    return Error::kNone;
  }

 private:
  void Locals(const PosedScene& a, const PosedScene& b) {
    const Skeleton& skeleton = a.model().skeleton();
    compare_.place.stage = "local";
    const auto vector = [](const Vec3& v) { return std::array{v.x, v.y, v.z}; };
    const auto quat = [](const Quat& q) { return std::array{q.x, q.y, q.z, q.w}; };
    for (const std::uint32_t joint : a.joints_in_file_order()) {
      compare_.At(skeleton.file_node(joint), skeleton.Label(joint));
      const Transform x = a.pose().joint(joint), y = b.pose().joint(joint);
      compare_.Numbers<float>(vector(x.translation), vector(y.translation), "T");
      compare_.Rotation<float>(quat(x.rotation), quat(y.rotation));
      compare_.Numbers<float>(vector(x.scale), vector(y.scale), "S");
    }
    compare_.At({});
    compare_.Numbers<float>(a.pose().morphs, b.pose().morphs, "morph weights");
  }

  void Palettes(const PosedScene& a, const PosedScene& b, std::size_t index) {
    const PosedInstance &x = a.instances()[index], &y = b.instances()[index];
    const Skeleton& skeleton = a.model().skeleton();
    compare_.place.stage = "palette";
    compare_.At(x.file_node, skeleton.Label(x.instance.joint));
    Counts(x.palette.size(), y.palette.size(), "palette entries");
    for (std::size_t i = 0; i < std::min(x.palette.size(), y.palette.size()); ++i) {
      const std::int32_t joint = a.model().skins()[*x.instance.skin].joints()[i];
      if (joint != kIdentityJoint) {
        const auto known = static_cast<std::uint32_t>(joint);
        compare_.At(skeleton.file_node(known), skeleton.Label(known));
      }
      for (std::size_t row = 0; row < 3; ++row) {
        compare_.Numbers<float>(x.palette[i].m[row], y.palette[i].m[row],
                                Message("entry ", i, ", row ", row));
      }
    }
  }

  Error Vertices(const PosedScene& a, const PosedScene& b, std::size_t index) {
    const PosedInstance &x = a.instances()[index], &y = b.instances()[index];
    compare_.At(x.file_node, a.model().skeleton().Label(x.instance.joint));
    Counts(x.primitives.size(), y.primitives.size(), "primitives");
    for (std::size_t p = 0; p < std::min(x.primitives.size(), y.primitives.size()); ++p) {
      Error skinned = a.SkinPrimitive(x, p, of_a_);
      if (skinned == Error::kNone) skinned = b.SkinPrimitive(y, p, of_b_);
      if (skinned != Error::kNone) return skinned;
      Points<Vec3>(of_a_.positions, of_b_.positions, "vertices", "position", p);
      Points<Vec3>(of_a_.normals, of_b_.normals, "normals", "normal", p);
      Points<Vec4>(of_a_.tangents, of_b_.tangents, "tangents", "tangent", p);
    }
    return Error::kNone;
  }

  template <typename Vector>
  void Points(std::span<const Vector> a, std::span<const Vector> b, const char* stage,
              const char* what, std::size_t p) {
    using Components = std::array<float, sizeof(Vector) / sizeof(float)>;
    compare_.place.stage = stage;
    Counts(a.size(), b.size(), Message(what, "s in primitive ", p));
    for (std::size_t v = 0; v < std::min(a.size(), b.size()); ++v) {
      const auto x = std::bit_cast<Components>(a[v]), y = std::bit_cast<Components>(b[v]);
      if (std::memcmp(&x, &y, sizeof x) == 0) {  // Nearly always: no text need be made.
        compare_.comparison.compared += x.size();
      } else {
        compare_.Numbers<float>(x, y, Message("primitive ", p, ", ", what, " of vertex ", v));
      }
    }
  }

  void Counts(std::size_t a, std::size_t b, const std::string& what) {
    if (a != b) compare_.Shape(Message("A has ", a, " ", what, ", B has ", b));
  }

  NumberComparer compare_;
  PosedPrimitive of_a_, of_b_;  // Reused.
};

// Whether an asset can be compared at all.
std::optional<Failure> CheckSide(const Asset& asset, const char* side, std::uint64_t max_work) {
  if (asset.model() == nullptr) {
    return Failure{FailureCode::kUnsupported, side,
                   "is a packed .sinew file, which cannot be compared; compare hashes"};
  }
  const auto moments = static_cast<double>(MomentCount(asset.clips(), kHashRate_Hz));
  std::optional<Failure> failure = CheckWork(*asset.model(), moments + 1.0, true, max_work);
  if (failure) failure->place = side;
  return failure;
}

}  // namespace

Result<Comparison> CompareModels(const Asset& asset_a, const Asset& asset_b,
                                 const ModelComparisonOptions& options) {
  for (const auto& [asset, side] : {std::pair(&asset_a, "A"), std::pair(&asset_b, "B")}) {
    std::optional<Failure> failure = CheckSide(*asset, side, options.max_work);
    if (failure) return *std::move(failure);
  }
  const Model &a = *asset_a.model(), &b = *asset_b.model();
  Comparison comparison;
  ShapeComparer shapes(comparison, options.tolerance);
  shapes.Skeletons(a.skeleton(), b.skeleton());
  shapes.Skins(a, b);
  shapes.Meshes(a, b);
  shapes.Clips(a, b);
  // Where the shapes part, poses can still be compared as far as both have the same nodes.
  if (a.skeleton().joint_count() != b.skeleton().joint_count() ||
      a.instances().size() != b.instances().size()) {
    return comparison;
  }
  PosedScene scene_a(asset_a, a), scene_b(asset_b, b);
  shapes.Instances(scene_a, scene_b);
  MomentComparer moments(comparison, options.tolerance);
  const auto total = static_cast<double>(MomentCount(asset_a.clips(), kHashRate_Hz));
  double done = 0.0;
  const auto compare = [&](const Clip* clip_a, const Clip* clip_b,
                           Difference place) -> std::optional<Failure> {
    const auto pose = [&](PosedScene& scene, const Clip* clip, const char* side) {
      const Error error = clip != nullptr ? scene.Pose(*clip, *place.time_s) : scene.PoseAtRest();
      if (error == Error::kNone) return std::optional<Failure>();
      Failure failure = CannotPose(error);
      failure.place = side;
      return std::optional(std::move(failure));
    };
    if (std::optional<Failure> failure = pose(scene_a, clip_a, "A")) return failure;
    if (std::optional<Failure> failure = pose(scene_b, clip_b, "B")) return failure;
    const Error skinned = moments.Compare(scene_a, scene_b, std::move(place));
    if (skinned != Error::kNone) return CannotPose(skinned);
    done += 1.0;
    if (options.progress) options.progress(static_cast<float>(std::min(done / total, 1.0)));
    return std::nullopt;
  };
  if (std::optional<Failure> failure =
          compare(nullptr, nullptr, {.clip = "rest", .frame = 0, .time_s = 0.0})) {
    return *std::move(failure);
  }
  const std::size_t clip_count = std::min(a.clips().size(), b.clips().size());
  for (std::size_t c = 0; c < clip_count; ++c) {
    const float duration_s = a.clips()[c].duration_s();
    for (std::uint64_t frame = 0; frame < FrameCount(duration_s, kHashRate_Hz); ++frame) {
      std::optional<Failure> failure =
          compare(&a.clips()[c], &b.clips()[c],
                  {.clip = std::to_string(c),
                   .frame = frame,
                   .time_s = FrameTime(frame, duration_s, kHashRate_Hz)});
      if (failure) return *std::move(failure);
    }
  }
  return comparison;
}

}  // namespace sinew
