// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "runtime/runtime_checks.h"

#include <string>
#include <utility>

#include "base/bytes.h"
#include "math/usable.h"
#include "sinew/hash.h"
#include "skin/part_checks.h"

namespace sinew {
namespace {

Failure Foreign(std::string message) { return {FailureCode::kUnsupported, "", std::move(message)}; }

// What may be said before the checksum is known to hold: whether it is such a file at all, of this
// version, and whole.
std::optional<Failure> CheckKind(std::span<const std::byte> bytes) {
  if (!IsRuntimeFile(bytes)) {
    return Failure{FailureCode::kSyntax, "byte 0", "does not begin as a .sinew file does"};
  }
  if (bytes.size() < sizeof(RuntimeHeader)) return Broken("", "is cut off within the header");
  if (reinterpret_cast<std::uintptr_t>(bytes.data()) % kCacheLineBytes != 0) {
    return Broken("",
                  "lies in memory at an address that 64 does not divide: map it, or read it "
                  "into AlignedBytes");
  }
  const RuntimeHeader& header = HeaderOf(bytes);
  if (header.order != kRuntimeOrder) {
    return Foreign("has its bytes in another order than little-endian");
  }
  if (header.format_version != kRuntimeFormatVersion) {
    return Foreign("is of format version " + std::to_string(header.format_version) +
                   "; this library reads version " + std::to_string(kRuntimeFormatVersion) +
                   ": pack it again");
  }
  if (header.arithmetic_version != kArithmeticVersion) {
    return Foreign("was made by arithmetic " + std::to_string(header.arithmetic_version) +
                   "; this library computes by " + std::to_string(kArithmeticVersion) +
                   ": pack it again");
  }
  if (header.size_bytes != bytes.size()) {
    return Broken("byte 24", "says " + std::to_string(header.size_bytes) +
                                 " bytes, but there are " + std::to_string(bytes.size()));
  }
  return std::nullopt;
}

// Sections lie one after another, without gaps, up to the end.
std::optional<Failure> CheckTable(std::span<const std::byte> bytes) {
  const RuntimeHeader& header = HeaderOf(bytes);
  const std::uint64_t count = SectionCount(header);
  if (header.section_count != count) return Broken("byte 20", "counts other sections than parts");
  if (!FitsIn(sizeof(RuntimeHeader), count, sizeof(RuntimeSection), sizeof(RuntimeSection),
              bytes.size())) {
    return Broken("byte 128", "the table of sections is cut off");
  }
  std::uint64_t next = FilledUp(sizeof(RuntimeHeader) + count * sizeof(RuntimeSection));
  if (next > bytes.size()) return Broken("byte 128", "the table of sections is cut off");
  if (Checksum64(bytes.subspan(kChecksumBegin, static_cast<std::size_t>(next) - kChecksumBegin)) !=
      header.checksum) {
    return Broken("byte 32", "the checksum of the header does not hold: the file is damaged");
  }
  std::uint32_t reserved = 0;
  for (const std::uint32_t word : header.zeros) reserved |= word;
  if (reserved != 0) return Broken("byte 104", "words that this version leaves zero are not");
  for (std::uint64_t i = 0; i < count; ++i) {
    const RuntimeSection& section = SectionOf(bytes, i);
    if (section.offset != next || !RangeFits(next, section.size, bytes.size()) ||
        FilledUp(section.size) > bytes.size() - next) {
      return Broken("section " + std::to_string(i), "does not lie where it should");
    }
    next += FilledUp(section.size);
  }
  if (next != bytes.size())
    return Broken("byte " + std::to_string(next), "more bytes than sections");
  return std::nullopt;
}

std::optional<Failure> CheckHeaderNumbers(const RuntimeHeader& header) {
  const auto distance = [](float v) { return v >= 0.0f && scalar::IsUsable(v); };
  if (!distance(header.error_bound) || !distance(header.point_distance) ||
      !distance(header.morph_error)) {
    return Broken("byte 40", "an error bound that is no usable number");
  }
  return std::nullopt;
}

std::optional<Failure> CheckEarlySections(std::span<const std::byte> bytes) {
  const RuntimeHeader& header = HeaderOf(bytes);
  constexpr const char* kNames[] = {"text", "skeleton", "tables"};
  for (std::uint32_t i = 0; i < kFirstPartSection; ++i) {
    if (!ChecksumHolds(bytes, i)) {
      return Broken(kNames[i], "the checksum does not hold: the file is damaged");
    }
  }
  if (SectionOf(bytes, kSkeletonSection).size != PlacesOfSkeleton(header).end) {
    return Broken("skeleton", "is not as long as its joints need");
  }
  if (SectionOf(bytes, kTablesSection).size != PlacesOfTables(header).end) {
    return Broken("tables", "are not as long as the counts need");
  }
  return std::nullopt;
}

// An index that may be missing.
bool IsNoneOrBelow(std::int32_t index, std::uint32_t count) {
  return index == -1 || (index >= 0 && static_cast<std::uint32_t>(index) < count);
}

bool SkinsAreRight(const RuntimeHeader& header, const RuntimeFile::Tables& tables,
                   TextClaims& texts) {
  for (const SkinRecord& skin : tables.skins) {
    if (!texts.Take(skin.name) || !IsNoneOrBelow(skin.root, header.joint_count)) {
      return false;
    }
  }
  return true;
}

bool EventsAreRight(std::span<const float> times_s, float duration_s) {
  float before_s = 0.0f;
  for (const float time_s : times_s) {
    if (!(time_s >= before_s && time_s <= duration_s)) return false;
    before_s = time_s;
  }
  return true;
}

// Each has its events after those of the one before.
bool ClipsAreRight(const RuntimeHeader& header, const RuntimeFile::Tables& tables,
                   TextClaims& texts) {
  std::uint32_t next_event = 0;
  for (const ClipRecord& clip : tables.clips) {
    if (!texts.Take(clip.name) || clip.first_event != next_event ||
        clip.event_count > header.event_count - next_event || clip.kind > kClipIsExact ||
        clip.joint_bound > header.joint_count || clip.morph_bound > header.slot_count ||
        !IsNoneOrBelow(clip.root_motion_joint, header.joint_count) || !(clip.worst_error >= 0.0f) ||
        !scalar::IsUsable(clip.worst_error) || !(clip.worst_morph_error >= 0.0f) ||
        !scalar::IsUsable(clip.worst_morph_error) || !(clip.duration_s >= 0.0f) ||
        !scalar::IsUsable(clip.duration_s) || !(clip.error_bound > 0.0f) ||
        !scalar::IsUsable(clip.error_bound) || !IsBox(clip.box) ||
        !EventsAreRight(tables.event_times.subspan(next_event, clip.event_count),
                        clip.duration_s)) {
      return false;
    }
    next_event += clip.event_count;
  }
  return next_event == header.event_count;
}

bool MeshesAreRight(const RuntimeHeader& header, const RuntimeFile::Tables& tables,
                    TextClaims& texts) {
  std::uint32_t next_primitive = 0, next_target = 0;
  for (const MeshRecord& mesh : tables.meshes) {
    if (!texts.Take(mesh.name) || mesh.first_primitive != next_primitive ||
        mesh.primitive_count > header.primitive_count - next_primitive ||
        mesh.first_target != next_target || mesh.target_count > header.target_count - next_target) {
      return false;
    }
    next_primitive += mesh.primitive_count;
    next_target += mesh.target_count;
  }
  for (const PrimitiveRecord& primitive : tables.primitives) {
    if (!IsNoneOrBelow(primitive.material, header.material_count) ||
        primitive.topology > static_cast<std::uint32_t>(Topology::kTriangleFan)) {
      return false;
    }
  }
  return next_primitive == header.primitive_count && next_target == header.target_count &&
         scalar::AllUsable(tables.target_weights);
}

bool InstancesAreRight(const RuntimeHeader& header, const RuntimeFile::Tables& tables) {
  for (const InstanceRecord& instance : tables.instances) {
    if (instance.joint >= header.joint_count || instance.mesh >= header.mesh_count ||
        !IsNoneOrBelow(instance.skin, header.skin_count) ||
        std::uint64_t{instance.first_slot} + tables.meshes[instance.mesh].target_count >
            header.slot_count) {
      return false;
    }
  }
  return scalar::AllUsable(tables.slot_rest);
}

std::optional<Failure> CheckLooks(const RuntimeFile::Tables& tables, TextClaims& texts) {
  for (std::size_t i = 0; i < tables.materials.size(); ++i) {
    const MaterialRecord& record = tables.materials[i];
    if (!texts.Take(record.name)) return Broken("tables", kNoSuchText);
    if (auto failure = CheckRecord(record, tables.textures.size())) {
      return Below("materials", i, *failure);
    }
  }
  for (std::size_t i = 0; i < tables.textures.size(); ++i) {
    const TextureRecord& record = tables.textures[i];
    const TextRange names[] = {record.name, record.sampler_name};
    if (!texts.Take(names)) return Broken("tables", kNoSuchText);
    if (auto failure = CheckRecord(record, tables.images.size())) {
      return Below("textures", i, *failure);
    }
  }
  for (const ImageRecord& record : tables.images) {
    const TextRange ranges[] = {record.name, record.mime_type, record.uri};
    if (!texts.Take(ranges)) return Broken("tables", kNoSuchText);
  }
  return std::nullopt;
}

}  // namespace

std::optional<Failure> CheckFrame(std::span<const std::byte> bytes) {
  if (auto failure = CheckKind(bytes)) return failure;
  if (auto failure = CheckTable(bytes)) return failure;
  if (auto failure = CheckHeaderNumbers(HeaderOf(bytes))) return failure;
  return CheckEarlySections(bytes);
}

std::optional<Failure> CheckTables(const RuntimeHeader& header, const RuntimeFile::Tables& tables,
                                   TextClaims& texts) {
  if (!texts.Take(tables.event_names) || !texts.Take(tables.target_names)) {
    return Broken("tables", kNoSuchText);
  }
  if (!SkinsAreRight(header, tables, texts)) return Broken("tables", "have a broken skin");
  if (!ClipsAreRight(header, tables, texts)) return Broken("tables", "have a broken clip");
  if (!MeshesAreRight(header, tables, texts)) return Broken("tables", "have a broken mesh");
  if (!InstancesAreRight(header, tables)) return Broken("tables", "have a broken instance");
  return CheckLooks(tables, texts);
}

}  // namespace sinew
