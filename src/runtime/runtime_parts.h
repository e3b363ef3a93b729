// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The parts of a runtime file as its reader and its checks see them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "runtime/checksum.h"
#include "runtime/runtime_layout.h"
#include "runtime/runtime_materials.h"
#include "sinew/runtime_file.h"

namespace sinew {

// All spans into the section of tables.
struct RuntimeFile::Tables {
  std::span<const SkinRecord> skins{};
  std::span<const ClipRecord> clips{};
  std::span<const float> event_times{};
  std::span<const TextRange> event_names{};
  std::span<const MeshRecord> meshes{};
  std::span<const float> target_weights{};
  std::span<const TextRange> target_names{};
  std::span<const PrimitiveRecord> primitives{};
  std::span<const InstanceRecord> instances{};
  std::span<const float> slot_rest{};
  std::span<const MaterialRecord> materials{};
  std::span<const TextureRecord> textures{};
  std::span<const ImageRecord> images{};
};

inline Failure Broken(std::string place, std::string message) {
  return {FailureCode::kInvalid, std::move(place), std::move(message)};
}

// The same failure, below the part that it was found in.
inline Failure Below(const char* kind, std::uint64_t number, const Failure& failure) {
  const std::string place = std::string(kind) + "/" + std::to_string(number);
  return {failure.code, failure.place.empty() ? place : place + "/" + failure.place,
          failure.message};
}

inline Failure Below(const char* part, const Failure& failure) {
  return {failure.code, failure.place.empty() ? part : std::string(part) + "/" + failure.place,
          failure.message};
}

inline const RuntimeHeader& HeaderOf(std::span<const std::byte> bytes) {
  return *reinterpret_cast<const RuntimeHeader*>(bytes.data());
}

inline const RuntimeSection& SectionOf(std::span<const std::byte> bytes, std::uint64_t index) {
  return ArrayAt<RuntimeSection>(bytes, sizeof(RuntimeHeader),
                                 SectionCount(HeaderOf(bytes)))[static_cast<std::size_t>(index)];
}

// Of a section of the table, which has been checked.
inline std::span<const std::byte> BytesOf(std::span<const std::byte> bytes, std::uint64_t index) {
  const RuntimeSection& section = SectionOf(bytes, index);
  return bytes.subspan(static_cast<std::size_t>(section.offset),
                       static_cast<std::size_t>(section.size));
}

inline bool ChecksumHolds(std::span<const std::byte> bytes, std::uint64_t index) {
  const RuntimeSection& section = SectionOf(bytes, index);
  return Checksum64(bytes.subspan(static_cast<std::size_t>(section.offset),
                                  static_cast<std::size_t>(FilledUp(section.size)))) ==
         section.checksum;
}

inline std::optional<std::uint32_t> OptionalOf(std::int32_t index) {
  return index < 0 ? std::nullopt : std::optional(static_cast<std::uint32_t>(index));
}

}  // namespace sinew
