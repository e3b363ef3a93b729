// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/asset.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string>
#include <utility>

#include "runtime/asset_data.h"
#include "sinew/assertion.h"

namespace sinew {
namespace {

constexpr char kKind = 0;  // Its address tells assets from other owners.

template <typename T>
std::span<const T> SetAt(std::span<const T> all, std::uint32_t set, std::uint32_t vertex_count) {
  if (vertex_count == 0 || set >= all.size() / vertex_count) return {};
  return all.subspan(std::size_t{set} * vertex_count, vertex_count);
}

// The numbers 0, 1, 2... sorted by a key; equal ones keep their order.
template <typename Key>
void SortBy(std::size_t count, const Key& key, HookVector<std::uint32_t>& order) {
  order.resize(count);
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return key(a) != key(b) ? key(a) < key(b) : a < b;
  });
}

}  // namespace

// --- data ---

const void* Asset::Data::Kind() { return &kKind; }

void Asset::Data::Destroy(const SharedOwner* owner) { delete static_cast<const Data*>(owner); }

void Asset::Data::WorkOut() {
  SortBy(
      skeleton.joint_count(), [&](std::uint32_t joint) { return skeleton.file_node(joint); },
      joints_in_file_order);
  SortBy(
      instances.size(), [&](std::uint32_t i) { return skeleton.file_node(instances[i].joint); },
      instances_in_file_order);
}

const Asset::Data& Asset::data() const {
  SINEW_ASSERT(data_);
  return *static_cast<const Data*>(data_.get());
}

// --- views ---

std::span<const Vec2> AssetPrimitive::texcoords(std::uint32_t set) const {
  return SetAt(all_texcoords, set, vertices.vertex_count());
}
std::span<const Vec4> AssetPrimitive::colors(std::uint32_t set) const {
  return SetAt(all_colors, set, vertices.vertex_count());
}

const SkeletonView& Asset::skeleton() const& { return data().skeleton; }
std::span<const SkinView> Asset::skins() const& { return data().skins; }
std::span<const ClipView> Asset::clips() const& { return data().clips; }
std::span<const AssetMesh> Asset::meshes() const& { return data().meshes; }
std::span<const AssetPrimitive> Asset::primitives() const& { return data().primitives; }
std::span<const MeshInstance> Asset::instances() const& { return data().instances; }
std::span<const float> Asset::morph_rest() const& { return data().morph_rest; }
std::span<const Material> Asset::materials() const& { return data().materials; }
std::span<const Texture> Asset::textures() const& { return data().textures; }
std::span<const ImageView> Asset::images() const& { return data().images; }

std::optional<std::uint32_t> Asset::FindClip(std::string_view name) const {
  const std::span<const ClipView> all = clips();
  for (std::uint32_t i = 0; i < all.size(); ++i) {
    if (all[i].name() == name) return i;
  }
  return std::nullopt;
}

std::optional<std::uint32_t> Asset::FindJoint(std::string_view name) const {
  return skeleton().Find(name);
}

DrawRange Asset::draws() const& {
  return {data().instances_in_file_order, data().instances, data().meshes};
}

bool Asset::is_rigid(const Draw& draw) const {
  SINEW_ASSERT(draw.instance < instances().size() && draw.primitive < primitives().size());
  return !instances()[draw.instance].skin || primitives()[draw.primitive].vertices.is_rigid();
}

std::optional<SkinBoundsView> Asset::bounds(std::uint32_t primitive, bool rigid) const& {
  SINEW_ASSERT(primitive < primitives().size());
  const std::optional<SkinBoundsView>& whole = data().rigid_bounds[primitive];
  return rigid && whole ? whole : data().bounds[primitive];
}

std::span<const std::uint32_t> Asset::joints_in_file_order() const& {
  return data().joints_in_file_order;
}
std::span<const std::uint32_t> Asset::instances_in_file_order() const& {
  return data().instances_in_file_order;
}

const Model* Asset::model() const& { return data().model ? &*data().model : nullptr; }
const RuntimeFile* Asset::file() const& { return data().file ? &*data().file : nullptr; }

// --- draws ---

DrawRange::Iterator DrawRange::begin() const& {
  Iterator first;
  first.range_ = this;
  first.SkipEmptyMeshes();
  return first;
}

DrawRange::Iterator DrawRange::end() const& {
  Iterator last;
  last.range_ = this;
  last.position_ = order_.size();
  return last;
}

std::uint64_t DrawRange::size() const {
  std::uint64_t count = 0;
  for (const MeshInstance& instance : instances_) count += meshes_[instance.mesh].primitive_count;
  return count;
}

Draw DrawRange::Iterator::operator*() const {
  const std::uint32_t instance = range_->order_[position_];
  const AssetMesh& mesh = range_->meshes_[range_->instances_[instance].mesh];
  return {.instance = instance, .primitive = mesh.first_primitive + primitive_};
}

DrawRange::Iterator& DrawRange::Iterator::operator++() {
  ++primitive_;
  SkipEmptyMeshes();
  return *this;
}

// Moves on to the next instance where this one has no primitive left.
void DrawRange::Iterator::SkipEmptyMeshes() {
  while (position_ < range_->order_.size()) {
    const MeshInstance& instance = range_->instances_[range_->order_[position_]];
    if (primitive_ < range_->meshes_[instance.mesh].primitive_count) return;
    primitive_ = 0;
    ++position_;
  }
}

// --- mixing ---

Result<MixerSetup> Asset::MakeMixerSetup(MixerOptions options) const {
  if (!options.clips.empty() || !options.morph_rest.empty()) {
    return Failure{FailureCode::kInvalid, options.clips.empty() ? "/morph_rest" : "/clips",
                   "must be empty: the asset's own are played"};
  }
  options.clips.assign(clips().begin(), clips().end());
  options.morph_rest.assign(morph_rest().begin(), morph_rest().end());
  return MixerSetup::Create(skeleton(), std::move(options), data_);
}

std::optional<Asset> Asset::Of(const MixerSetup& setup) {
  if (setup.owner().As<Data>() == nullptr) return std::nullopt;
  return Asset(setup.owner());
}

}  // namespace sinew
