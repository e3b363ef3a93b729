// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "joint_map_file.h"

#include <fmt/format.h>

#include <set>
#include <utility>

#include "load_file.h"
#include "text/exit_code.h"
#include "text/json_in.h"
#include "text/nearest_name.h"
#include "text/printable.h"

namespace sinew::cli {
namespace {

constexpr const char* kShape = "{\"joint of the clips\": \"joint of the character\" or null, ...}";

// The target as the character has it: one joint.
void RequireOneJoint(const Skeleton& character, const std::string& wanted, const std::string& path,
                     const std::string& pointer) {
  const std::vector<std::uint32_t> found = JointsNamed(character, wanted);
  if (found.size() == 1) return;
  std::string message;
  if (found.empty()) {
    const std::vector<std::string>& names = character.parts().names;
    const std::vector<std::string_view> views(names.begin(), names.end());
    message = fmt::format("found \"{}\", which is no joint of the character{}",
                          Shortened(wanted, 60), DidYouMean(wanted, views));
  } else {
    std::vector<std::string> paths;
    for (const std::uint32_t joint : found) paths.push_back(PathOf(character, joint));
    message = fmt::format("found \"{}\", which {} of the character have; say more of the path: {}",
                          Shortened(wanted, 60), Counted(found.size(), "joint"), NameList(paths));
  }
  throw CommandError(path, Failure{FailureCode::kInvalid, pointer, message});
}

}  // namespace

std::string PointerOfEntry(std::string_view source) {
  std::string pointer = "/";
  for (const char c : source) pointer += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
  return pointer;
}

std::vector<JointMapEntry> ReadJointMap(const std::string& path, const Skeleton& character,
                                        std::size_t max_bytes) {
  const std::vector<std::byte> bytes = ReadContent(path, max_bytes);
  JsonValue json;
  try {
    json = ParseJson({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  } catch (const CommandError& error) {
    throw CommandError(path, Failure{FailureCode::kSyntax, "", error.message()});
  }
  const auto broken = [&path](const std::string& pointer, const std::string& message) {
    return CommandError(path, Failure{FailureCode::kInvalid, pointer, message});
  };
  if (json.kind != JsonValue::Kind::kObject) {
    throw broken("", fmt::format("is no map: expected {}", kShape));
  }
  std::vector<JointMapEntry> map;
  std::set<std::string_view> seen;
  for (std::size_t i = 0; i < json.items.size(); ++i) {
    const std::string& source = json.keys[i];
    const JsonValue& target = json.items[i];
    const std::string pointer = PointerOfEntry(source);
    if (!seen.insert(source).second) throw broken(pointer, "this joint stands in the map twice");
    if (target.kind != JsonValue::Kind::kString && !target.is_null()) {
      throw broken(pointer, fmt::format("expected a name or null, as in {}", kShape));
    }
    JointMapEntry& entry = map.emplace_back();
    entry.source = source;
    if (target.is_null()) continue;
    RequireOneJoint(character, target.text, path, pointer);
    entry.target = target.text;
  }
  return map;
}

}  // namespace sinew::cli
