// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What the loader looks at behind the checksums: each rule broken once, in a file whose checksums
// hold again, and refused for that rule.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cstring>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "pose/packed/layout.h"
#include "runtime/runtime_layout.h"
#include "sinew/pack.h"
#include "sinew/runtime_file.h"
#include "sinew/vertex_format.h"
#include "skin/pick_mesh_layout.h"
#include "skin/skin_bounds_layout.h"
#include "skin/skinned_mesh_layout.h"
#include "support/runtime_model.h"
#include "support/runtime_play.h"

namespace sinew::testing {
namespace {

using ::testing::HasSubstr;

// A file to be broken, and where its parts lie.
class Victim {
 public:
  Victim() : bytes_(Whole()) {}

  RuntimeHeader& header() { return At<RuntimeHeader>(0); }
  RuntimeSection& section(std::uint32_t index) {
    return At<RuntimeSection>(sizeof(RuntimeHeader) + index * sizeof(RuntimeSection));
  }
  template <typename T>
  T& At(std::uint64_t offset) {
    return *reinterpret_cast<T*>(bytes_.data() + offset);
  }
  template <typename T>
  T& InSkeleton(std::uint64_t SkeletonPlaces::* array, std::size_t index) {
    return At<T>(section(kSkeletonSection).offset + PlacesOfSkeleton(header()).*array +
                 index * sizeof(T));
  }
  template <typename T>
  T& InTables(std::uint64_t TablePlaces::* array, std::size_t index) {
    return At<T>(section(kTablesSection).offset + PlacesOfTables(header()).*array +
                 index * sizeof(T));
  }
  std::uint32_t text_size() { return static_cast<std::uint32_t>(section(kTextSection).size); }
  std::uint64_t skin(std::uint32_t i) { return section(kFirstPartSection + i).offset; }
  std::uint64_t clip(std::uint32_t i) {
    return section(kFirstPartSection + header().skin_count + i).offset;
  }
  std::uint64_t primitive(std::uint32_t i) {
    return section(kFirstPartSection + header().skin_count + header().clip_count + i).offset;
  }

  // Of a clip: its header, and the first stream that a rule picks.
  PackedHeader& packed(std::uint32_t i) { return At<PackedHeader>(clip(i)); }
  PackedStream& StreamWhere(std::uint32_t i, const std::function<bool(const PackedStream&)>& rule) {
    const PackedView view = ViewOfPacked(bytes_.data() + clip(i));
    const std::uint32_t count = view.header->joint_stream_count + view.header->morph_stream_count;
    for (std::uint32_t s = 0; s < count; ++s) {
      if (rule(view.streams[s])) return const_cast<PackedStream&>(view.streams[s]);
    }
    ADD_FAILURE() << "no such stream";
    return const_cast<PackedStream&>(view.streams[0]);
  }
  template <typename T>
  T& InMesh(std::uint64_t SkinnedMeshPlaces::* part, std::size_t index) {
    const std::uint64_t begin = primitive(0);
    const SkinnedMeshPlaces places =
        *PlacesOf(At<SkinnedMeshHeader>(begin), section(kFirstPartSection).size + bytes_.size());
    return At<T>(begin + places.*part + index * sizeof(T));
  }

  // A part of the first primitive behind its vertices.
  template <typename T>
  T& InPrimitive(std::uint64_t PrimitivePlaces::* part, std::uint64_t offset) {
    const PrimitivePlaces places =
        PlacesOfPrimitive(InTables<PrimitiveRecord>(&TablePlaces::primitives, 0),
                          At<SkinnedMeshHeader>(primitive(0)).vertex_count);
    return At<T>(primitive(0) + places.*part + offset);
  }
  template <typename T>
  T& InBounds(std::uint64_t SkinBoundsPlaces::* part, std::size_t index) {
    const auto& header = InPrimitive<SkinBoundsHeader>(&PrimitivePlaces::bounds, 0);
    const SkinBoundsPlaces places = *PlacesOfBounds(header, bytes_.size());
    return InPrimitive<T>(&PrimitivePlaces::bounds, places.*part + index * sizeof(T));
  }
  template <typename T>
  T& InPicking(std::uint64_t PickMeshPlaces::* part, std::size_t index) {
    const auto& header = InPrimitive<PickMeshHeader>(&PrimitivePlaces::picking, 0);
    const PickMeshPlaces places = *PlacesOfPicking(header, bytes_.size());
    return InPrimitive<T>(&PrimitivePlaces::picking, places.*part + index * sizeof(T));
  }

  static const AlignedBytes& Whole() {
    static const AlignedBytes bytes =
        WriteRuntimeFile(
            RuntimeModel(), {.error_bound = 1e-2f, .keep_exact = false},
            {.embed_images = true, .vertex_flags = kVertexFlags, .clamp_vertices = true})
            .value();
    return bytes;
  }

  // Why it is refused, whole or in part; empty: it is not.
  std::string Refused() {
    MendChecksums(bytes_.span());
    const Result<RuntimeFile> file = RuntimeFile::Open(bytes_);
    if (!file.ok()) return Describe(file.failure());
    const std::optional<Failure> failure = file->CheckAll();
    return failure ? Describe(*failure) : "";
  }

 private:
  AlignedBytes bytes_;
};

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

struct Rule {
  const char* place;
  std::function<void(Victim&)> breaking;
};

void ExpectRefused(const std::vector<Rule>& rules) {
  for (std::size_t i = 0; i < rules.size(); ++i) {
    Victim victim;
    rules[i].breaking(victim);
    EXPECT_THAT(victim.Refused(), HasSubstr(rules[i].place)) << "rule " << i;
  }
}

TEST(RuntimeChecks, AnUntouchedFileIsFine) { EXPECT_EQ(Victim().Refused(), ""); }

TEST(RuntimeChecks, HeaderAndTable) {
  ExpectRefused({
      {"byte 20", [](Victim& v) { v.header().section_count += 1; }},
      {"byte 20", [](Victim& v) { v.header().skin_count += 1; }},
      {"byte 128",
       [](Victim& v) {
         v.header().section_count += 1u << 30;
         v.header().clip_count += 1u << 30;
       }},
      {"byte 40", [](Victim& v) { v.header().error_bound = kNan; }},
      {"byte 104", [](Victim& v) { v.header().zeros[5] = 1; }},
      {"section 3", [](Victim& v) { v.section(3).offset += 64; }},
      {"section 5", [](Victim& v) { v.section(5).size = ~std::uint64_t{0} - 63; }},
      {"section 4", [](Victim& v) { v.section(4).size = 1u << 30; }},
      {"skeleton", [](Victim& v) { v.header().joint_count = ~0u; }},
      {"skeleton", [](Victim& v) { v.header().level_count += 40; }},
      {"tables", [](Victim& v) { v.header().event_count = ~0u; }},
      {"tables", [](Victim& v) { v.header().slot_count += 64; }},
  });
}

TEST(RuntimeChecks, Skeleton) {
  using P = SkeletonPlaces;
  ExpectRefused({
      {"parents/3", [](Victim& v) { v.InSkeleton<std::int32_t>(&P::parents, 3) = 5; }},
      {"parents/4", [](Victim& v) { v.InSkeleton<std::int32_t>(&P::parents, 4) = -2; }},
      {"parents/5", [](Victim& v) { v.InSkeleton<std::int32_t>(&P::parents, 5) = 0; }},
      {"rest/1", [](Victim& v) { v.InSkeleton<Transform>(&P::rest, 1).translation.y = kNan; }},
      {"rest/0", [](Victim& v) { v.InSkeleton<Transform>(&P::rest, 0).rotation.x = 0.5f; }},
      {"rest_blocks/0",
       [](Victim& v) { v.InSkeleton<TransformBlock>(&P::rest_blocks, 0).scale[1][7] = 2.0f; }},
      {"level_begins", [](Victim& v) { v.InSkeleton<std::uint32_t>(&P::level_begins, 1) = 3; }},
      {"level_begins", [](Victim& v) { v.InSkeleton<std::uint32_t>(&P::level_begins, 0) = 1; }},
      {"child_begins", [](Victim& v) { v.InSkeleton<std::uint32_t>(&P::child_begins, 2) = ~0u; }},
      {"child_begins", [](Victim& v) { v.InSkeleton<std::uint32_t>(&P::child_begins, 6) = 7; }},
      {"names", [](Victim& v) { v.InSkeleton<TextRange>(&P::names, 5) = {~0u, ~0u}; }},
  });
}

TEST(RuntimeChecks, Tables) {
  using P = TablePlaces;
  ExpectRefused({
      {"skin", [](Victim& v) { v.InTables<SkinRecord>(&P::skins, 0).root = 6; }},
      {"skins/0", [](Victim& v) { v.InTables<SkinRecord>(&P::skins, 0).joint_count += 100; }},
      {"clip", [](Victim& v) { v.InTables<ClipRecord>(&P::clips, 2).joint_bound = 7; }},
      {"clip", [](Victim& v) { v.InTables<ClipRecord>(&P::clips, 2).morph_bound = 3; }},
      {"clip", [](Victim& v) { v.InTables<ClipRecord>(&P::clips, 3).first_event = 0; }},
      {"clip", [](Victim& v) { v.InTables<ClipRecord>(&P::clips, 4).event_count = ~0u; }},
      {"clip", [](Victim& v) { v.InTables<ClipRecord>(&P::clips, 4).root_motion_joint = 6; }},
      {"clip", [](Victim& v) { v.InTables<ClipRecord>(&P::clips, 4).name.size = ~0u; }},
      {"clip", [](Victim& v) { v.InTables<ClipRecord>(&P::clips, 0).duration_s = -1.0f; }},
      {"clip", [](Victim& v) { v.InTables<ClipRecord>(&P::clips, 0).error_bound = 0.0f; }},
      {"clip", [](Victim& v) { v.InTables<ClipRecord>(&P::clips, 0).kind = 2; }},
      {"clips/0/header",
       [](Victim& v) { v.InTables<ClipRecord>(&P::clips, 0).kind = kClipIsExact; }},
      {"clip", [](Victim& v) { v.InTables<float>(&P::event_times, 1) = kNan; }},
      {"clip", [](Victim& v) { v.InTables<float>(&P::event_times, 1) = 1e9f; }},
      {"text", [](Victim& v) { v.InTables<TextRange>(&P::event_names, 1).begin = ~0u; }},
      {"mesh", [](Victim& v) { v.InTables<MeshRecord>(&P::meshes, 0).primitive_count = ~0u; }},
      {"mesh", [](Victim& v) { v.InTables<MeshRecord>(&P::meshes, 1).first_target = 7; }},
      {"mesh", [](Victim& v) { v.InTables<float>(&P::target_weights, 1) = kNan; }},
      {"mesh", [](Victim& v) { v.InTables<PrimitiveRecord>(&P::primitives, 0).topology = 7; }},
      {"primitives/0",
       [](Victim& v) { v.InTables<PrimitiveRecord>(&P::primitives, 0).mesh_bytes = ~0ull; }},
      {"primitives/0",
       [](Victim& v) { v.InTables<PrimitiveRecord>(&P::primitives, 0).texcoord_set_count = ~0u; }},
      {"instance", [](Victim& v) { v.InTables<InstanceRecord>(&P::instances, 0).joint = 6; }},
      {"instance", [](Victim& v) { v.InTables<InstanceRecord>(&P::instances, 1).mesh = 2; }},
      {"instance", [](Victim& v) { v.InTables<InstanceRecord>(&P::instances, 2).skin = 2; }},
      {"instance", [](Victim& v) { v.InTables<InstanceRecord>(&P::instances, 2).first_slot = 1; }},
      {"instance", [](Victim& v) { v.InTables<float>(&P::slot_rest, 0) = kNan; }},
  });
}

TEST(RuntimeChecks, Materials) {
  using P = TablePlaces;
  const auto material = [](Victim& v) -> MaterialRecord& {
    return v.InTables<MaterialRecord>(&P::materials, 1);
  };
  const auto texture = [](Victim& v) -> TextureRecord& {
    return v.InTables<TextureRecord>(&P::textures, 1);
  };
  ExpectRefused({
      {"mesh", [](Victim& v) { v.InTables<PrimitiveRecord>(&P::primitives, 0).material = 2; }},
      {"mesh", [](Victim& v) { v.InTables<PrimitiveRecord>(&P::primitives, 0).material = -2; }},
      {"text", [=](Victim& v) { material(v).name.begin = ~0u; }},
      // All of the text, as a name beside the others: copies of names take no more than the file
      // has.
      {"text", [=](Victim& v) { material(v).name = {0, v.text_size()}; }},
      {"materials/1/base_color/y", [=](Victim& v) { material(v).base_color.y = 2.0f; }},
      {"materials/1/roughness", [=](Victim& v) { material(v).roughness = kNan; }},
      {"materials/1/emissive_strength", [=](Victim& v) { material(v).emissive_strength = -1.0f; }},
      {"materials/1/alpha", [=](Victim& v) { material(v).alpha = 3; }},
      {"materials/1", [=](Victim& v) { material(v).double_sided = 2; }},
      {"materials/1", [=](Victim& v) { material(v).zero = 1; }},
      {"materials/1/base_color_texture", [=](Victim& v) { material(v).textures[0].texture = 2; }},
      {"materials/1", [=](Victim& v) { material(v).textures[0].flags |= 4; }},
      {"materials/1", [=](Victim& v) { material(v).textures[0].offset.x = 1.0f; }},
      {"materials/1/normal_texture/transform",
       [=](Victim& v) { material(v).textures[2].rotation = kNan; }},
      {"text", [=](Victim& v) { texture(v).sampler_name.size = ~0u; }},
      {"textures/1/image", [=](Victim& v) { texture(v).image = 2; }},
      {"textures/1", [=](Victim& v) { texture(v).image = -2; }},
      {"textures/1/sampler/mag_filter", [=](Victim& v) { texture(v).mag_filter = 1; }},
      {"textures/1/sampler/wrap_t", [=](Victim& v) { texture(v).wrap_t = 0; }},
      {"text", [](Victim& v) { v.InTables<ImageRecord>(&P::images, 0).uri.begin = ~0u; }},
      {"byte 20", [](Victim& v) { v.header().image_count += 1; }},
      {"tables", [](Victim& v) { v.header().material_count += 1; }},
      {"clip", [](Victim& v) { v.InTables<ClipRecord>(&P::clips, 0).kind = 1; }},
  });
}

// The first mesh's second target given to the second mesh: the tables are sound, and the prepared
// vertices are, but they are of other targets.
TEST(RuntimeChecks, PrimitivesHaveTheMorphTargetsOfTheirMesh) {
  Victim victim;
  auto& first = victim.InTables<MeshRecord>(&TablePlaces::meshes, 0);
  auto& second = victim.InTables<MeshRecord>(&TablePlaces::meshes, 1);
  ASSERT_EQ(first.target_count, 2u);
  first.target_count -= 1;
  second.first_target -= 1;
  second.target_count += 1;
  EXPECT_EQ(victim.Refused(), "primitives/0: has other morph targets than its mesh");
}

TEST(RuntimeChecks, Skins) {
  ExpectRefused({
      {"skins/0/joints/1", [](Victim& v) { v.At<std::int32_t>(v.skin(0) + 4) = 6; }},
      {"skins/1/joints/0", [](Victim& v) { v.At<std::int32_t>(v.skin(1)) = -2; }},
      {"skins/1/inverse_bind/0", [](Victim& v) { v.At<float>(v.skin(1) + 64 + 8) = kNan; }},
  });
}

bool IsCoded(const PackedStream& s) { return s.storage >= PackedStorage::kU16; }
bool IsThinned(const PackedStream& s) { return s.kept_offset != kAllKept; }
bool IsTurn(const PackedStream& s) { return s.property == 1; }
bool IsCodedTurn(const PackedStream& s) { return IsCoded(s) && IsTurn(s); }
bool IsCodedNumber(const PackedStream& s) { return IsCoded(s) && !IsTurn(s); }

TEST(RuntimeChecks, PackedClips) {
  const auto coded = [](Victim& v) -> PackedStream& { return v.StreamWhere(2, IsCoded); };
  const auto thinned = [](Victim& v) -> PackedStream& { return v.StreamWhere(2, IsThinned); };
  const auto kept = [thinned](Victim& v) -> PackedKept& {
    return v.At<PackedKept>(v.clip(2) + thinned(v).kept_offset);
  };
  ExpectRefused({
      {"clips/2/header", [](Victim& v) { v.packed(2).knot_count = ~0u; }},
      {"clips/2/header", [](Victim& v) { v.packed(2).cell_count = ~0u; }},
      {"clips/2/header", [](Victim& v) { v.packed(2).block_count = ~0u; }},
      {"clips/2/header", [](Victim& v) { v.packed(2).joint_stream_count = ~0u; }},
      {"clips/2/header", [](Victim& v) { v.packed(2).morph_stream_count = ~0u; }},
      {"clips/2/header", [](Victim& v) { v.packed(2).thinned_stream_count += 1; }},
      {"ascend", [](Victim& v) { v.packed(2).cells_per_s = -1.0f; }},
      {"ascend", [](Victim& v) { v.At<float>(v.clip(2) + sizeof(PackedHeader) + 8) = kNan; }},
      {"ascend", [](Victim& v) { v.At<float>(v.clip(2) + sizeof(PackedHeader) + 8) = -1.0f; }},
      {"ascend",
       [](Victim& v) {
         v.At<std::uint32_t>(v.clip(2) + sizeof(PackedHeader) + 4 * v.packed(2).knot_count + 4) =
             ~0u;
       }},
      {"streams/", [coded](Victim& v) { coded(v).block = 1; }},
      {"streams/", [coded](Victim& v) { coded(v).property = 4; }},
      {"streams/", [coded](Victim& v) { coded(v).storage = static_cast<PackedStorage>(5); }},
      {"streams/", [coded](Victim& v) { coded(v).component_count = 200; }},
      {"streams/", [coded](Victim& v) { coded(v).fourth = static_cast<PackedFourth>(3); }},
      {"streams/", [coded](Victim& v) { coded(v).written_lanes = 1; }},
      {"streams/", [coded](Victim& v) { coded(v).left_out[0] = coded(v).left_out[1] = 1; }},
      {"streams/", [coded](Victim& v) { coded(v).values_offset = ~0u - 3; }},
      {"streams/", [coded](Victim& v) { coded(v).values_offset += 1; }},
      {"streams/", [coded](Victim& v) { coded(v).rows_offset = ~0u; }},
      {"streams/", [coded](Victim& v) { coded(v).row_bytes = ~0u; }},
      {"streams/", [coded](Victim& v) { coded(v).component_bytes = ~0u; }},
      {"streams/", [coded](Victim& v) { coded(v).lane_bytes[0] = 16; }},
      {"streams/", [thinned](Victim& v) { thinned(v).kept_offset = ~0u - 7; }},
      {"streams/", [thinned](Victim& v) { thinned(v).kept_offset += 1; }},
      {"streams/", [kept](Victim& v) { kept(v).bits &= ~1u; }},
      {"streams/", [kept](Victim& v) { kept(v).rows_before = 1; }},
      {"streams/",
       [](Victim& v) {
         v.StreamWhere(2, [](const PackedStream& s) { return s.property == 3; }).written_lanes = 4;
       }},
      {"unusable",
       [](Victim& v) {
         const PackedStream& s = v.StreamWhere(2, IsCodedNumber);
         v.At<float>(v.clip(2) + s.values_offset) = kNan;
       }},
      {"unusable",
       [](Victim& v) {
         const PackedStream& s = v.StreamWhere(2, IsCodedNumber);
         v.At<float>(v.clip(2) + s.values_offset + 32 * s.component_count) = 1e17f;
       }},
      {"unit",
       [](Victim& v) {
         const PackedStream& s = v.StreamWhere(2, IsCodedTurn);
         v.At<float>(v.clip(2) + s.values_offset) = 3.0f;
       }},
      {"does not move what it says",
       [](Victim& v) {
         const PackedHeader& h = v.packed(2);
         v.At<std::uint8_t>(v.clip(2) + sizeof h + 4 * (h.knot_count + h.cell_count + 1)) ^= 1;
       }},
  });
}

// Codes that mean zero at every row, found by adding large numbers: only mixtures would be off.
TEST(RuntimeChecks, CodesOfRotationsFarFromUnitAreRefusedAlsoWhereTheirRowsAreFine) {
  const auto is_plain_turn = [](const PackedStream& s) {
    return IsTurn(s) && (s.storage == PackedStorage::kU16 || s.storage == PackedStorage::kU8);
  };
  const auto row_count = [](Victim& v, const PackedStream& s) {
    const std::uint32_t knots = v.packed(2).knot_count;
    if (!IsThinned(s)) return knots;
    const std::uint64_t last = (knots - 1) / kKnotsAWord;
    const auto& kept = v.At<PackedKept>(v.clip(2) + s.kept_offset + last * sizeof(PackedKept));
    return kept.rows_before + static_cast<std::uint32_t>(std::popcount(kept.bits));
  };
  const auto set_codes = [&](Victim& v, float zero_of_largest) {
    const PackedStream& s = v.StreamWhere(2, is_plain_turn);
    const bool is_u8 = s.storage == PackedStorage::kU8;
    const std::uint32_t width = is_u8 ? 1 : 2;
    std::uint32_t lane = 0;  // The first that has codes.
    while (lane < 7 && s.lane_bytes[width * lane] >= 0x80) ++lane;
    for (std::uint32_t row = 0; row < row_count(v, s); ++row) {
      for (std::uint32_t i = 0; i < width; ++i) {
        ASSERT_LT(s.lane_bytes[width * lane + i], 0x80);
        v.At<std::uint8_t>(v.clip(2) + s.rows_offset + std::uint64_t{row} * s.row_bytes +
                           s.lane_bytes[width * lane + i]) = 0xff;
      }
    }
    const float largest = is_u8 ? 255.0f : 65535.0f;
    v.At<float>(v.clip(2) + s.values_offset + 4 * lane) = -zero_of_largest * largest;
    v.At<float>(v.clip(2) + s.values_offset + 32 * s.component_count + 4 * lane) = zero_of_largest;
  };
  Victim near;
  set_codes(near, 0x1p-16f);
  EXPECT_EQ(near.Refused(), "");
  Victim far;
  set_codes(far, 1.0f);
  EXPECT_THAT(far.Refused(), HasSubstr("unit"));
}

TEST(RuntimeChecks, PreparedMeshes) {
  using P = SkinnedMeshPlaces;
  using Run = SkinnedMeshLayout::Run;
  const auto header = [](Victim& v) -> SkinnedMeshHeader& {
    return v.At<SkinnedMeshHeader>(v.primitive(0));
  };
  ExpectRefused({
      {"primitives/0/header", [header](Victim& v) { header(v).vertex_count = ~0u; }},
      {"primitives/0/header", [header](Victim& v) { header(v).float_count = ~0ull; }},
      {"primitives/0/header", [header](Victim& v) { header(v).joint_count = ~0ull / 4; }},
      {"primitives/0/header", [header](Victim& v) { header(v).morph_rows[2] = ~0u; }},
      {"primitives/0/header", [header](Victim& v) { header(v).flags |= 8; }},
      {"primitives/0/runs",
       [header](Victim& v) { header(v).flags |= 4; }},  // Rigid, with influences.
      {"primitives/0/joints", [header](Victim& v) { header(v).joint_bound = 0; }},
      {"primitives/0/runs", [header](Victim& v) { header(v).grouped_vertex_count += 1; }},
      {"primitives/0/morphs", [header](Victim& v) { header(v).morph_count = 1; }},
      {"block_begins", [](Victim& v) { v.InMesh<std::uint32_t>(&P::block_begins, 1) = 0; }},
      {"block_begins", [](Victim& v) { v.InMesh<std::uint32_t>(&P::block_begins, 0) = 1; }},
      {"file_vertices", [](Victim& v) { v.InMesh<std::uint32_t>(&P::file_vertices, 0) = ~0u; }},
      {"file_vertices",
       [](Victim& v) {
         v.InMesh<std::uint32_t>(&P::file_vertices, 0) =
             v.InMesh<std::uint32_t>(&P::file_vertices, 1);
       }},
      {"indices", [](Victim& v) { v.InMesh<std::uint32_t>(&P::indices, 3) = 4; }},
      {"joints", [](Victim& v) { v.InMesh<std::uint32_t>(&P::joints, 0) = ~0u; }},
      {"runs", [](Victim& v) { v.InMesh<Run>(&P::runs, 0).influence_count = ~0u; }},
      {"runs", [](Victim& v) { v.InMesh<Run>(&P::runs, 0).block_count = ~0u; }},
      {"runs", [](Victim& v) { v.InMesh<Run>(&P::runs, 0).first_float = 8; }},
      {"runs", [](Victim& v) { v.InMesh<Run>(&P::runs, 0).first_joint = ~0ull; }},
      {"runs", [](Victim& v) { v.InMesh<Run>(&P::runs, 0).mixed ^= 2; }},
      {"floats", [](Victim& v) { v.InMesh<float>(&P::floats, 5) = kNan; }},
      {"weights",
       [](Victim& v) {
         SkinnedMeshHeader& mesh = v.At<SkinnedMeshHeader>(v.primitive(0));
         v.InMesh<float>(&P::floats, static_cast<std::size_t>(mesh.float_count) - 1) = 0.9f;
       }},
      {"morphs", [](Victim& v) { v.InMesh<MorphRows>(&P::morph_lists, 1).target = 0; }},
      {"morphs", [](Victim& v) { v.InMesh<MorphRows>(&P::morph_lists, 1).first_float = ~0ull; }},
      {"morph_floats", [](Victim& v) { v.InMesh<float>(&P::morph_floats, 0) = kNan; }},
      {"between its parts",
       [](Victim& v) { v.At<std::uint8_t>(v.primitive(0) + 64 + 32 * 6 + 63) = 1; }},
  });
}

TEST(RuntimeChecks, Bounds) {
  using P = SkinBoundsPlaces;
  using Range = SkinBoundsLayout::MorphRange;
  using Pair = SkinBoundsLayout::Pair;
  using Together = SkinBoundsLayout::Together;
  const auto header = [](Victim& v) -> SkinBoundsHeader& {
    return v.InPrimitive<SkinBoundsHeader>(&PrimitivePlaces::bounds, 0);
  };
  const auto record = [](Victim& v) -> PrimitiveRecord& {
    return v.InTables<PrimitiveRecord>(&TablePlaces::primitives, 0);
  };
  ExpectRefused({
      {"clip", [](Victim& v) { v.InTables<ClipRecord>(&TablePlaces::clips, 0).box.min.x = kNan; }},
      {"clip", [](Victim& v) { v.InTables<ClipRecord>(&TablePlaces::clips, 0).box.max.y = -1e9f; }},
      {"primitives/0", [=](Victim& v) { record(v).bounds_bytes = ~0ull; }},
      {"primitives/0", [=](Victim& v) { record(v).pick_bytes += 64; }},
      {"bounds/header", [=](Victim& v) { header(v).joint_count = ~0u; }},
      {"bounds/header", [=](Victim& v) { header(v).together_pair_count = ~0u; }},
      {"bounds/header", [=](Victim& v) { header(v).rounding = -1.0; }},
      {"bounds/header", [=](Victim& v) { header(v).most_influences = 0; }},
      {"bounds/header", [=](Victim& v) { header(v).zeros[5] = 1; }},
      {"another mesh", [=](Victim& v) { header(v).morph_count += 1; }},
      {"bounds/boxes", [](Victim& v) { v.InBounds<Box>(&P::boxes, 0).min.y = kNan; }},
      {"bounds/boxes", [](Victim& v) { v.InBounds<Box>(&P::boxes, 0).max.z = 1e30f; }},
      {"bounds/morphs", [](Victim& v) { v.InBounds<std::uint32_t>(&P::morph_begins, 1) = ~0u; }},
      {"bounds/morphs", [](Victim& v) { v.InBounds<Range>(&P::morphs, 0).target = 2; }},
      {"bounds/morphs",
       [](Victim& v) { v.InBounds<Range>(&P::morphs, 0).difference.min.x = 9e9f; }},
      {"bounds/pairs", [](Victim& v) { v.InBounds<Pair>(&P::pairs, 0).second = ~0u; }},
      {"bounds/pairs", [](Victim& v) { v.InBounds<Pair>(&P::pairs, 0).first = 2; }},
      {"bounds/together", [](Victim& v) { v.InBounds<Together>(&P::together, 0).joint_end = ~0u; }},
      {"bounds/together", [](Victim& v) { v.InBounds<Together>(&P::together, 0).pair_begin = 7; }},
      {"bounds/together", [](Victim& v) { v.InBounds<Together>(&P::together, 0).has_pairs = 0; }},
      {"bounds/together",
       [](Victim& v) { v.InBounds<Together>(&P::together, 0).leading_weight = 0.0f; }},
      {"bounds/together",
       [](Victim& v) { v.InBounds<Together>(&P::together, 0).weight_products = kNan; }},
      {"bounds/together",
       [](Victim& v) { v.InBounds<std::uint32_t>(&P::together_joints, 0) = ~0u; }},
      {"bounds/together",
       [](Victim& v) { v.InBounds<std::uint32_t>(&P::together_pairs, 0) = ~0u; }},
  });
}

TEST(RuntimeChecks, VerticesForAGpu) {
  const auto record = [](Victim& v) -> PrimitiveRecord& {
    return v.InTables<PrimitiveRecord>(&TablePlaces::primitives, 0);
  };
  const auto at = [=](Victim& v, std::uint32_t VertexLayout::* attribute) -> std::uint8_t& {
    const VertexLayout layout = LayoutOf(VertexFormat{.flags = record(v).vertex_flags});
    return v.InPrimitive<std::uint8_t>(&PrimitivePlaces::vertices, layout.*attribute);
  };
  ExpectRefused({
      {"for a GPU", [=](Victim& v) { record(v).vertex_flags ^= 32; }},
      {"for a GPU", [=](Victim& v) { record(v).vertex_flags ^= kVertexNormal; }},
      {"for a GPU", [=](Victim& v) { record(v).vertex_joints = 2; }},
      {"primitives/0", [=](Victim& v) { record(v).vertex_bytes = 0; }},
      {"for a GPU", [=](Victim& v) { (&at(v, &VertexLayout::position))[1] |= 0x7c; }},
      {"for a GPU", [=](Victim& v) { at(v, &VertexLayout::joints) = 200; }},
      {"for a GPU", [=](Victim& v) { at(v, &VertexLayout::weights) ^= 1; }},
  });
}

TEST(RuntimeChecks, PickingGroups) {
  using P = PickMeshPlaces;
  using Group = PickMeshLayout::Group;
  const auto header = [](Victim& v) -> PickMeshHeader& {
    return v.InPrimitive<PickMeshHeader>(&PrimitivePlaces::picking, 0);
  };
  ExpectRefused({
      {"picking/header", [=](Victim& v) { header(v).triangle_count = ~0u; }},
      {"picking/header", [=](Victim& v) { header(v).group_count = ~0u; }},
      {"picking/header", [=](Victim& v) { header(v).zeros[0] = 1; }},
      {"another mesh", [=](Victim& v) { header(v).vertex_count += 1; }},
      {"picking/groups", [](Victim& v) { v.InPicking<Group>(&P::groups, 0).box_end = ~0u; }},
      {"picking/groups", [](Victim& v) { v.InPicking<Group>(&P::groups, 0).triangle_begin = 1; }},
      {"picking/groups", [](Victim& v) { v.InPicking<Group>(&P::groups, 0).triangle_end = ~0u; }},
      {"picking/groups", [](Victim& v) { v.InPicking<std::uint32_t>(&P::boxes, 0) = ~0u; }},
      {"picking/", [](Victim& v) { v.InPicking<std::uint32_t>(&P::triangles, 0) = ~0u; }},
  });
}

}  // namespace
}  // namespace sinew::testing
