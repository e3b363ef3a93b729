// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The public reader: the same tree, with every question answered.
#include "io/json/json.h"
#include "sinew/json.h"

namespace sinew {

json::Value JsonValue::value() const { return document_->At(index_); }

JsonType JsonValue::type() const {
  if (!exists()) return JsonType::kNull;
  switch (value().type()) {
    case json::Type::kNull:
      break;
    case json::Type::kFalse:
    case json::Type::kTrue:
      return JsonType::kBool;
    case json::Type::kNumber:
      return JsonType::kNumber;
    case json::Type::kString:
      return JsonType::kString;
    case json::Type::kArray:
      return JsonType::kArray;
    case json::Type::kObject:
      return JsonType::kObject;
  }
  return JsonType::kNull;
}

std::optional<bool> JsonValue::boolean() const {
  if (type() != JsonType::kBool) return std::nullopt;
  return value().boolean();
}

std::optional<double> JsonValue::number() const {
  if (!is_number()) return std::nullopt;
  return value().number();
}

std::optional<std::int64_t> JsonValue::integer() const {
  if (!is_number() || !value().is_integer()) return std::nullopt;
  return value().integer();
}

std::optional<std::string> JsonValue::string() const {
  if (!is_string()) return std::nullopt;
  return value().string();
}

bool JsonValue::string_is(std::string_view text) const {
  return is_string() && value().string_is(text);
}

std::uint32_t JsonValue::size() const { return is_array() || is_object() ? value().size() : 0; }

JsonElements JsonValue::elements() const {
  JsonElements all;
  if (!is_array()) return all;
  all.begin_ = JsonElements::Iterator({document_, value().index_inside()});
  all.end_ = JsonElements::Iterator({document_, value().index_after()});
  return all;
}

JsonMembers JsonValue::members() const {
  JsonMembers all;
  if (!is_object()) return all;
  all.begin_ = JsonMembers::Iterator({document_, value().index_inside()});
  all.end_ = JsonMembers::Iterator({document_, value().index_after()});
  return all;
}

std::optional<std::vector<double>> JsonValue::numbers() const {
  if (!is_array()) return std::nullopt;
  std::vector<double> all;
  all.reserve(size());
  for (const json::Value element : value().elements()) {
    if (!element.is_number()) return std::nullopt;
    all.push_back(element.number());
  }
  return all;
}

JsonValue JsonValue::operator[](std::string_view key) const {
  if (!is_object()) return {};
  const std::optional<json::Value> found = value().Find(key);
  return found ? JsonValue(document_, found->index()) : JsonValue();
}

std::size_t JsonValue::offset() const { return exists() ? value().offset() : 0; }

std::string_view JsonValue::text() const { return exists() ? value().text() : std::string_view(); }

JsonElements::Iterator& JsonElements::Iterator::operator++() {
  value_.index_ = value_.value().index_after();
  return *this;
}

JsonMembers::Iterator& JsonMembers::Iterator::operator++() {
  key_.index_ = (**this).value.value().index_after();
  return *this;
}

JsonDocument::JsonDocument(json::Document document)
    : document_(std::make_unique<const json::Document>(std::move(document))) {}
JsonDocument::JsonDocument(JsonDocument&&) noexcept = default;
JsonDocument& JsonDocument::operator=(JsonDocument&&) noexcept = default;
JsonDocument::~JsonDocument() = default;

Result<JsonDocument> JsonDocument::Parse(std::string_view text, const JsonLimits& limits) {
  Result<json::Document> parsed = json::Document::Parse(text, limits);
  if (!parsed) return parsed.failure();
  return JsonDocument(*std::move(parsed));
}

std::string JsonDocument::PointerTo(JsonValue value) const {
  return value.exists() ? document_->PointerTo(value.value()) : std::string();
}

}  // namespace sinew
