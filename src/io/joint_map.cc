// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/joint_map.h"

#include <utility>

#include "io/json/json.h"
#include "sinew/json.h"

namespace sinew {
namespace {

constexpr const char* kMapShape =
    "{\"joint of the file\": \"joint of the character\" or null, ...}";

}  // namespace

Result<std::vector<JointMapEntry>> ReadJointMap(std::span<const std::byte> json) {
  const Result<json::Document> document =
      json::Document::Parse({reinterpret_cast<const char*>(json.data()), json.size()});
  if (!document.ok()) return document.failure();
  const auto broken = [&](json::Value where, std::string message) {
    return Failure{FailureCode::kInvalid, document->PointerTo(where), std::move(message)};
  };
  if (!document->root().is_object()) {
    return broken(document->root(), std::string("is no map: expected ") + kMapShape);
  }
  std::vector<JointMapEntry> map;
  for (const auto [key, value] : document->root().members()) {
    if (!value.is_string() && !value.is_null()) {
      return broken(value, std::string("expected a name or null, as in ") + kMapShape);
    }
    JointMapEntry& entry = map.emplace_back();
    entry.source = key.string();
    if (value.is_string()) entry.target = value.string();
  }
  if (const std::vector<json::Duplicate> twice = document->duplicates(); !twice.empty()) {
    return broken(twice[0].key, "this joint is in the map twice");
  }
  return map;
}

std::string JointMapPointer(std::string_view source) {
  std::string pointer;
  AppendToJsonPointer(pointer, source);
  return pointer;
}

}  // namespace sinew
