// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <cstddef>
#include <cstdint>

#include "base/part_ruler.h"
#include "math/box.h"
#include "math/usable.h"
#include "skin/morphed_box.h"
#include "skin/part_checks.h"
#include "skin/skin_bounds_layout.h"

namespace sinew {
namespace {

template <typename T>
std::span<const T> BoundsPart(std::span<const std::byte> bytes, std::uint64_t begin,
                              std::uint64_t count) {
  return {reinterpret_cast<const T*>(bytes.data() + begin), static_cast<std::size_t>(count)};
}

const SkinBoundsHeader& BoundsHeaderOf(std::span<const std::byte> bytes) {
  return *reinterpret_cast<const SkinBoundsHeader*>(bytes.data());
}

// --- checks ---

std::optional<Failure> BrokenBounds(const char* place, const char* message) {
  return Failure{FailureCode::kInvalid, place, message};
}

bool BoxesAreRight(const SkinBoundsLayout& bounds) {
  bool right = true;
  for (const Box& box : bounds.boxes) right &= IsBox(box);
  return right;
}

// Of each box: targets ascend; what an empty box holds, nothing moves.
bool MorphRangesAreRight(const SkinBoundsLayout& bounds) {
  if (bounds.morph_begins.front() != 0 || bounds.morph_begins.back() != bounds.morphs.size()) {
    return false;
  }
  for (std::size_t b = 0; b < bounds.boxes.size(); ++b) {
    const std::uint32_t begin = bounds.morph_begins[b], end = bounds.morph_begins[b + 1];
    if (end < begin || end > bounds.morphs.size()) return false;
    if (end > begin && bounds.boxes[b].empty()) return false;
    for (std::uint32_t i = begin; i < end; ++i) {
      const SkinBoundsLayout::MorphRange& range = bounds.morphs[i];
      if (range.target >= bounds.morph_count || range.difference.empty() ||
          !IsBox(range.difference) || (i > begin && range.target <= bounds.morphs[i - 1].target)) {
        return false;
      }
    }
  }
  return true;
}

bool PairsAreRight(const SkinBoundsLayout& bounds) {
  for (std::size_t i = 0; i < bounds.pairs.size(); ++i) {
    const SkinBoundsLayout::Pair pair = bounds.pairs[i];
    if (pair.first >= pair.second || pair.second >= bounds.joint_count) return false;
    if (i > 0 && !LessPair(bounds.pairs[i - 1], pair)) return false;
  }
  return true;
}

// The entries of one group: at least two, ascending, and the pairs of them all.
bool EntriesAreRight(const SkinBoundsLayout& bounds, const SkinBoundsLayout::Together& together) {
  const std::size_t count = together.joint_end - together.joint_begin;
  const auto joints = bounds.together_joints.subspan(together.joint_begin, count);
  std::size_t next = together.pair_begin;
  for (std::size_t a = 0; a < count; ++a) {
    if (joints[a] >= bounds.joint_count || (a > 0 && joints[a] <= joints[a - 1])) return false;
    if (together.has_pairs == 0) continue;
    for (std::size_t b = a + 1; b < count; ++b) {
      const std::uint32_t place = bounds.together_pairs[next++];
      if (place >= bounds.pairs.size()) return false;
      if (bounds.pairs[place] != SkinBoundsLayout::Pair{joints[a], joints[b]}) return false;
    }
  }
  return true;
}

// Groups have their entries and pairs one after another.
bool TogetherIsRight(const SkinBoundsLayout& bounds) {
  std::uint32_t next_joint = 0, next_pair = 0;
  for (const SkinBoundsLayout::Together& together : bounds.together) {
    if (together.joint_begin != next_joint || together.pair_begin != next_pair ||
        together.joint_end < next_joint || together.joint_end > bounds.together_joints.size()) {
      return false;
    }
    const std::uint32_t count = together.joint_end - next_joint;
    if (count < 2) return false;
    if (together.has_pairs != (count <= SkinBoundsLayout::kMostPaired ? 1u : 0u)) return false;
    const std::uint32_t pairs = together.has_pairs != 0 ? count * (count - 1) / 2 : 0;
    if (pairs > bounds.together_pairs.size() - next_pair) return false;
    if (!(together.weight_products >= 0.0f && together.weight_products <= 0.5f) ||
        !(together.leading_weight > 0.0f && together.leading_weight <= 1.0f)) {
      return false;
    }
    if (!EntriesAreRight(bounds, together)) return false;
    next_joint = together.joint_end;
    next_pair += pairs;
  }
  return next_joint == bounds.together_joints.size() && next_pair == bounds.together_pairs.size();
}

}  // namespace

std::optional<SkinBoundsPlaces> PlacesOfBounds(const SkinBoundsHeader& header,
                                               std::uint64_t available) {
  PartRuler ruler(available);
  ruler.Take(1, sizeof(SkinBoundsHeader));
  const std::uint64_t box_count = std::uint64_t{header.joint_count} + 2;
  SkinBoundsPlaces places{};
  places.boxes = ruler.Take(box_count, sizeof(Box));
  places.morph_begins = ruler.Take(box_count + 1, sizeof(std::uint32_t));
  places.morphs = ruler.Take(header.range_count, sizeof(SkinBoundsLayout::MorphRange));
  places.pairs = ruler.Take(header.pair_count, sizeof(SkinBoundsLayout::Pair));
  places.together = ruler.Take(header.together_count, sizeof(SkinBoundsLayout::Together));
  places.together_joints = ruler.Take(header.together_joint_count, sizeof(std::uint32_t));
  places.together_pairs = ruler.Take(header.together_pair_count, sizeof(std::uint32_t));
  places.end = ruler.end();
  if (!ruler.fits()) return std::nullopt;
  return places;
}

SkinBoundsLayout LayoutOfBounds(std::span<const std::byte> bytes) {
  const SkinBoundsHeader& header = BoundsHeaderOf(bytes);
  const SkinBoundsPlaces places = *PlacesOfBounds(header, bytes.size());
  const std::uint64_t box_count = std::uint64_t{header.joint_count} + 2;
  SkinBoundsLayout layout;
  layout.joint_count = header.joint_count;
  layout.morph_count = header.morph_count;
  layout.most_influences = header.most_influences;
  layout.rounding = header.rounding;
  layout.boxes = BoundsPart<Box>(bytes, places.boxes, box_count);
  layout.morph_begins = BoundsPart<std::uint32_t>(bytes, places.morph_begins, box_count + 1);
  layout.morphs =
      BoundsPart<SkinBoundsLayout::MorphRange>(bytes, places.morphs, header.range_count);
  layout.pairs = BoundsPart<SkinBoundsLayout::Pair>(bytes, places.pairs, header.pair_count);
  layout.together =
      BoundsPart<SkinBoundsLayout::Together>(bytes, places.together, header.together_count);
  layout.together_joints =
      BoundsPart<std::uint32_t>(bytes, places.together_joints, header.together_joint_count);
  layout.together_pairs =
      BoundsPart<std::uint32_t>(bytes, places.together_pairs, header.together_pair_count);
  return layout;
}

std::optional<Failure> CheckSkinBounds(std::span<const std::byte> bytes) {
  if (reinterpret_cast<std::uintptr_t>(bytes.data()) % alignof(SkinBoundsHeader) != 0) {
    return BrokenBounds("", "lie at an address that eight does not divide");
  }
  if (bytes.size() < sizeof(SkinBoundsHeader)) return BrokenBounds("header", "is cut off");
  const SkinBoundsHeader& header = BoundsHeaderOf(bytes);
  const std::optional<SkinBoundsPlaces> places = PlacesOfBounds(header, bytes.size());
  if (!places || places->end != bytes.size()) {
    return BrokenBounds("header", "counts other things than there are bytes for");
  }
  if (!AllZero(std::as_bytes(std::span(header.zeros)))) {
    return BrokenBounds("header", "has something where nothing is");
  }
  // Of weights that sum to one within 0.001, and of as many influences as there are entries.
  if (!(header.rounding >= 0.0 && header.rounding <= 1.0)) {
    return BrokenBounds("header", "has a rounding that is none");
  }
  if (header.most_influences < 1) return BrokenBounds("header", "has no influences");
  const SkinBoundsLayout bounds = LayoutOfBounds(bytes);
  if (!GapsAreZero(bytes, sizeof(SkinBoundsHeader), bounds.boxes, bounds.morph_begins,
                   bounds.morphs, bounds.pairs, bounds.together, bounds.together_joints,
                   bounds.together_pairs)) {
    return BrokenBounds("", "have something between their parts");
  }
  if (!BoxesAreRight(bounds)) return BrokenBounds("boxes", "are not all boxes");
  if (!MorphRangesAreRight(bounds)) return BrokenBounds("morphs", "do not belong to the boxes");
  if (!PairsAreRight(bounds)) return BrokenBounds("pairs", "do not ascend, or name no entry");
  if (!TogetherIsRight(bounds)) return BrokenBounds("together", "do not have their entries");
  return std::nullopt;
}

// --- the view ---

Result<SkinBoundsView> SkinBoundsView::Create(std::span<const std::byte> bytes) {
  if (std::optional<Failure> failure = CheckSkinBounds(bytes)) return *std::move(failure);
  return SkinBoundsView(bytes);
}

std::uint32_t SkinBoundsView::joint_count() const { return BoundsHeaderOf(bytes_).joint_count; }
std::uint32_t SkinBoundsView::morph_count() const { return BoundsHeaderOf(bytes_).morph_count; }
double SkinBoundsView::rounding() const { return BoundsHeaderOf(bytes_).rounding; }
std::span<const Box> SkinBoundsView::joint_boxes() const {
  return LayoutOfBounds(bytes_).boxes.first(joint_count());
}
const Box& SkinBoundsView::still_box() const {
  const SkinBoundsLayout layout = LayoutOfBounds(bytes_);
  return layout.boxes[layout.still()];
}
const Box& SkinBoundsView::rigid_box() const {
  const SkinBoundsLayout layout = LayoutOfBounds(bytes_);
  return layout.boxes[layout.rigid()];
}

Error SkinBoundsView::Morphed(std::span<const float> low, std::span<const float> high,
                              std::span<Box> boxes) const {
  const SkinBoundsLayout layout = LayoutOfBounds(bytes_);
  if (low.size() != high.size() || (!low.empty() && low.size() != layout.morph_count)) {
    return Error::kMorphWeightMismatch;
  }
  if (boxes.size() < layout.boxes.size()) return Error::kBoxesTooSmall;
  if (!scalar::AllUsable(low) || !scalar::AllUsable(high)) return Error::kValueNotFinite;
  for (std::uint32_t i = 0; i < layout.boxes.size(); ++i) {
    boxes[i] = scalar::NarrowOutwards(scalar::MorphedBox(layout, i, low, high));
  }
  return Error::kNone;
}

}  // namespace sinew
