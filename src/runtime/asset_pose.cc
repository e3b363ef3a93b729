// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/asset_pose.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <utility>

#include "runtime/moved_box.h"
#include "sinew/assertion.h"
#include "sinew/hierarchy.h"
#include "sinew/matrix_layouts.h"

namespace sinew {
struct AssetPose::Body : FromHooks {
  // What is known of one palette of the moment. Found by the first job that reads it, since many
  // palettes are never skinned on the CPU; atomic, since jobs may run on several threads, which
  // then all find the same.
  class KnownFacts {
   public:
    KnownFacts() = default;
    KnownFacts(const KnownFacts& other) : bits_(other.bits_.load(std::memory_order_relaxed)) {}

    void Forget() { bits_.store(0, std::memory_order_relaxed); }

    PaletteFacts Of(std::span<const Affine> palette, std::span<const DualJoint> duals) {
      std::uint8_t bits = bits_.load(std::memory_order_relaxed);
      if (bits == 0) {
        const PaletteFacts found = FactsOf(palette, duals);
        bits = static_cast<std::uint8_t>(kKnown | (found.is_usable ? kUsable : 0) |
                                         (found.is_evenly_scaled ? kEvenlyScaled : 0) |
                                         (found.is_of_one_scale ? kOfOneScale : 0));
        bits_.store(bits, std::memory_order_relaxed);
      }
      return {.is_usable = (bits & kUsable) != 0,
              .is_evenly_scaled = (bits & kEvenlyScaled) != 0,
              .is_of_one_scale = (bits & kOfOneScale) != 0};
    }

   private:
    static constexpr int kKnown = 1, kUsable = 2, kEvenlyScaled = 4, kOfOneScale = 8;
    std::atomic<std::uint8_t> bits_ = 0;
  };

  // Where a skin's entries lie in the arrays of all palettes; none where no instance uses it.
  struct PaletteRange {
    std::size_t begin = 0;
    std::size_t count = 0;
  };

  Asset asset;
  SkinMethod method;
  sinew::Pose pose;
  HookVector<Affine> model_from_joint;
  HookVector<PaletteRange> ranges;  // One per skin.
  HookVector<Affine> palettes;
  HookVector<DualJoint> dual_palettes;  // By linear blend: none.
  HookVector<KnownFacts> facts;         // One per skin.
  // One per primitive that has bounds; by linear blend: none.
  HookVector<std::optional<BoundsScratch>> bounds_scratch;

  Body(Asset a, SkinMethod m)
      : asset(std::move(a)),
        method(m),
        pose(asset.skeleton().joint_count(), static_cast<std::uint32_t>(asset.morph_rest().size())),
        model_from_joint(asset.skeleton().joint_count()),
        ranges(asset.skins().size()),
        facts(asset.skins().size()) {
    for (const MeshInstance& instance : asset.instances()) {
      if (instance.skin) ranges[*instance.skin].count = asset.skins()[*instance.skin].size();
    }
    std::size_t end = 0;
    for (PaletteRange& range : ranges) {
      range.begin = end;
      end += range.count;
    }
    palettes.resize(end);
    if (method != SkinMethod::kDualQuaternion) return;
    dual_palettes.resize(end);
    bounds_scratch.resize(asset.primitives().size());
    for (std::uint32_t p = 0; p < asset.primitives().size(); ++p) {
      if (const auto bounds = asset.bounds(p, false)) bounds_scratch[p].emplace(*bounds);
    }
  }

  std::span<Affine> Palette(std::uint32_t skin) {
    return std::span(palettes).subspan(ranges[skin].begin, ranges[skin].count);
  }
  std::span<DualJoint> DualPalette(std::uint32_t skin) {
    if (dual_palettes.empty()) return {};
    return std::span(dual_palettes).subspan(ranges[skin].begin, ranges[skin].count);
  }

  std::span<const float> MorphWeights(const MeshInstance& instance) const {
    return pose.morphs().subspan(instance.first_morph,
                                 asset.meshes()[instance.mesh].morph_weights.size());
  }

  Error MakePalettes() {
    for (std::uint32_t skin = 0; skin < ranges.size(); ++skin) {
      if (ranges[skin].count == 0) continue;
      facts[skin].Forget();
      const std::span<Affine> palette = Palette(skin);
      Error error =
          PaletteJob{
              .skin = asset.skins()[skin], .model_from_joint = model_from_joint, .palette = palette}
              .Run();
      if (error == Error::kNone && method == SkinMethod::kDualQuaternion) {
        error = DualPaletteJob{.palette = palette, .dual_palette = DualPalette(skin)}.Run();
      }
      if (error != Error::kNone) return error;
    }
    return Error::kNone;
  }
};

PickScratch::PickScratch(const Asset& asset) {
  std::uint32_t most = 0;
  for (const AssetPrimitive& primitive : asset.primitives()) {
    most = std::max(most, primitive.vertices.vertex_count());
  }
  positions_.resize(most);
}

AssetPose::AssetPose(Asset asset, SkinMethod method)
    : body_(std::make_unique<Body>(std::move(asset), method)) {
  // A rest pose whose products leave the usable range is refused when it is used.
  [[maybe_unused]] const Error error = SetRest();
}
AssetPose::AssetPose(AssetPose&&) noexcept = default;
AssetPose& AssetPose::operator=(AssetPose&&) noexcept = default;
AssetPose::~AssetPose() = default;

const Asset& AssetPose::asset() const& { return body_->asset; }
SkinMethod AssetPose::method() const { return body_->method; }

// --- setting the moment ---

Error AssetPose::SetRest() {
  const Clip nothing_moves;
  return Sample(nothing_moves, 0.0);
}

Error AssetPose::Sample(std::uint32_t clip, double time_s, Wrap wrap) {
  if (clip >= asset().clips().size()) return Error::kNoSuchClip;
  return Sample(asset().clips()[clip], time_s, wrap);
}

Error AssetPose::Sample(const ClipView& clip, double time_s, Wrap wrap) {
  const Error error = SampleJob{.skeleton = asset().skeleton(),
                                .clip = clip,
                                .time_s = time_s,
                                .wrap = wrap,
                                .morph_rest = asset().morph_rest(),
                                .pose = body_->pose}
                          .Run();
  return error != Error::kNone ? error : UpdateMatrices();
}

Error AssetPose::SetPose(ConstPoseView pose) {
  if (!pose.holds(body_->pose.joint_count())) return Error::kPoseTooSmall;
  std::copy_n(pose.blocks.begin(), body_->pose.blocks().size(), body_->pose.blocks().begin());
  const std::size_t morphs = std::min(pose.morphs.size(), body_->pose.morphs().size());
  std::copy_n(pose.morphs.begin(), morphs, body_->pose.morphs().begin());
  return UpdateMatrices();
}

Error AssetPose::UpdateMatrices() {
  const Error error = LocalToModelJob{.skeleton = asset().skeleton(),
                                      .pose = body_->pose,
                                      .model_from_joint = body_->model_from_joint}
                          .Run();
  return error != Error::kNone ? error : body_->MakePalettes();
}

PoseView AssetPose::local_pose() & { return body_->pose; }

// --- what follows from it ---

ConstPoseView AssetPose::pose() const& { return std::as_const(body_->pose); }
std::span<const Affine> AssetPose::model_from_joint() const& { return body_->model_from_joint; }

std::span<const Affine> AssetPose::palette(std::uint32_t skin) const& {
  SINEW_ASSERT(skin < body_->ranges.size());
  return body_->Palette(skin);
}

std::span<const DualJoint> AssetPose::dual_palette(std::uint32_t skin) const& {
  SINEW_ASSERT(skin < body_->ranges.size());
  return body_->DualPalette(skin);
}

Error AssetPose::CopyPalette4x4(std::uint32_t skin, std::span<float> out) const {
  const std::span<const Affine> from = palette(skin);
  if (out.size() / 16 < from.size()) return Error::kMatricesTooSmall;
  for (std::size_t i = 0; i < from.size(); ++i) {
    const std::array<float, 16> matrix = ToColumnMajor4x4(from[i]);
    std::copy(matrix.begin(), matrix.end(), out.begin() + static_cast<std::ptrdiff_t>(16 * i));
  }
  return Error::kNone;
}

std::span<const float> AssetPose::morph_weights(std::uint32_t instance) const& {
  SINEW_ASSERT(instance < asset().instances().size());
  return body_->MorphWeights(asset().instances()[instance]);
}

Error AssetPose::Skin(const Draw& draw, const SkinOutput& out) const {
  const bool rigid = asset().is_rigid(draw);
  const MeshInstance& instance = asset().instances()[draw.instance];
  SkinJob job{.mesh = asset().primitives()[draw.primitive].vertices,
              .morph_weights = body_->MorphWeights(instance),
              .normal_rule = out.normal_rule,
              .order = out.order,
              .first_block = out.first_block,
              .block_count = out.block_count,
              .positions = out.positions,
              .normals = out.normals,
              .tangents = out.tangents};
  if (rigid) {
    job.rigid = &body_->model_from_joint[instance.joint];
    return job.Run();
  }
  job.palette = body_->Palette(*instance.skin);
  job.dual_palette = body_->DualPalette(*instance.skin);
  const PaletteFacts facts = body_->facts[*instance.skin].Of(job.palette, job.dual_palette);
  job.palette_facts = &facts;
  return job.Run();
}

Box AssetPose::bounds(const Draw& draw) {
  const bool rigid = asset().is_rigid(draw);
  const std::optional<SkinBoundsView> bounds = asset().bounds(draw.primitive, rigid);
  if (!bounds) return scalar::kEverywhere;
  const MeshInstance& instance = asset().instances()[draw.instance];
  const std::span<const float> weights = body_->MorphWeights(instance);
  const std::span<const Affine> palette =
      rigid ? std::span<const Affine>{} : std::span<const Affine>(body_->Palette(*instance.skin));
  const Affine& joint = body_->model_from_joint[instance.joint];
  Box box;
  Error error = Error::kNone;
  if (body_->method == SkinMethod::kDualQuaternion && !rigid) {
    error = DualQuaternionBoundsJob{.bounds = *bounds,
                                    .scratch = *body_->bounds_scratch[draw.primitive],
                                    .morph_weights = weights,
                                    .palette = palette,
                                    .rigid = joint,
                                    .box = box}
                .Run();
  } else {
    error = BoundsJob{.bounds = *bounds,
                      .morph_weights = weights,
                      .palette = palette,
                      .rigid = joint,
                      .box = box}
                .Run();
  }
  return error == Error::kNone ? box : scalar::kEverywhere;
}

Box AssetPose::bounds() {
  Box all;
  const DrawRange draws = asset().draws();
  for (const Draw draw : draws) all = Union(all, bounds(draw));
  return all;
}

Error AssetPose::Pick(const Ray& ray, RaySides sides, PickScratch& scratch,
                      std::optional<AssetHit>& hit) {
  if (const Error error = CheckRay(ray); error != Error::kNone) return error;
  std::optional<AssetHit> nearest;
  Ray left = ray;  // Shortened to what may still be nearer.
  const DrawRange draws = asset().draws();
  for (const Draw draw : draws) {
    const AssetPrimitive& primitive = asset().primitives()[draw.primitive];
    const std::uint32_t vertex_count = primitive.vertices.vertex_count();
    if (scratch.positions_.size() < vertex_count) return Error::kVerticesTooSmall;
    const std::span<Vec3> positions = std::span(scratch.positions_).first(vertex_count);
    std::optional<RayHit> of_draw;
    const PickTrianglesJob job{.mesh = primitive.vertices,
                               .topology = primitive.topology,
                               .bounds = bounds(draw),
                               .positions = positions,
                               .ray = left,
                               .sides = sides,
                               .hit = of_draw};
    if (const Error error = job.Validate(); error != Error::kNone) return error;
    if (!job.MayHit()) continue;
    if (const Error error = Skin(draw, {.positions = positions}); error != Error::kNone) {
      return error;
    }
    if (const Error error = job.Run(); error != Error::kNone) return error;
    if (!of_draw || (nearest && !(of_draw->distance < nearest->hit.distance))) continue;
    nearest = AssetHit{.draw = draw, .hit = *of_draw};
    // Whatever skin its influences are meant for, here the instance's joint moves it.
    if (asset().is_rigid(draw)) nearest->hit.joint = kNoSkinEntry;
    left.max_distance = of_draw->distance;
  }
  hit = nearest;
  return Error::kNone;
}

}  // namespace sinew
