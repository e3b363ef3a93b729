// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The file while it is read: its members by name and type, what is wrong with it, what was mended,
// what is left behind, and how much it may still ask for.
//
// Functions that return bool return false where the file is refused; the first refusal stays.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/json/json.h"
#include "io/words.h"
#include "sinew/js3d.h"
#include "sinew/math.h"

namespace sinew::js3d {

using io::Words;

// What a Model has no place for: the table of docs/js3d.md.
enum class Loss : std::uint8_t {
  kCameras,
  kLights,
  kShapes,
  kParticles,
  kMaterialKinds,
  kImageTextures,
  kDrawSettings,
  kSharpEdges,
  kStrayWeights,
  kHandles,
  kChannels,
};

class Source {
 public:
  Source(const json::Document& json, const Js3dLimits& limits, std::uint64_t input_bytes);

  const Js3dLimits& limits() const { return limits_; }
  json::Value root() const { return json_.root(); }

  // --- what is wrong. Each returns false. ---
  bool Refuse(FailureCode code, json::Value at, std::string message);
  bool Invalid(json::Value at, std::string message) {
    return Refuse(FailureCode::kInvalid, at, std::move(message));
  }
  // What a Create function said about something that was made of `at`.
  bool Invalid(json::Value at, const Failure& failure);

  // Takes count * bytes_each from what the file may ask for.
  bool Take(std::uint64_t count, std::uint64_t bytes_each, json::Value at);

  void Mended(std::string_view rule, json::Value at, std::uint64_t count = 1);
  void Lost(Loss loss, json::Value at, std::uint64_t count = 1);

  // --- members. Absent ones leave `value` alone, which counts as a mend. ---
  bool Read(json::Value object, std::string_view key, float& value);
  bool Read(json::Value object, std::string_view key, Vec3& value);
  bool Read(json::Value object, std::string_view key, Quat& value);
  bool Read(json::Value object, std::string_view key, std::uint32_t& value);
  bool Read(json::Value object, std::string_view key, bool& value);
  bool Read(json::Value object, std::string_view key, std::string& value);

  // --- values ---
  bool ReadFloat(json::Value value, float& out);  // Usable, or refused.
  bool ReadFloats(json::Value array, float* out, std::uint32_t count);
  bool RequireObject(json::Value value);
  // A member that is an object or an array; nothing where there is none.
  bool FindObject(json::Value object, std::string_view key, std::optional<json::Value>& found);
  bool FindArray(json::Value object, std::string_view key, std::optional<json::Value>& found);
  // The word under "FORMAT" is the one we know; none at all is a mend.
  bool CheckFormat(json::Value object, std::string_view expected);

  bool refused() const { return failure_.has_value(); }
  const Failure& failure() const { return *failure_; }
  std::vector<Mend> TakeMends() { return std::move(mends_); }
  std::vector<Js3dLoss> TakeLosses() { return std::move(losses_); }

 private:
  std::optional<json::Value> Member(json::Value object, std::string_view key);

  const json::Document& json_;
  const Js3dLimits& limits_;
  std::uint64_t left_bytes_;
  std::optional<Failure> failure_;
  std::vector<Mend> mends_;
  std::vector<Js3dLoss> losses_;
};

}  // namespace sinew::js3d
