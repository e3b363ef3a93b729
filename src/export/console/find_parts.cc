// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "export/message.h"
#include "sinew/console_export.h"

namespace sinew {
namespace {

constexpr std::size_t kListedNames = 8;

Result<std::uint32_t> FindPart(const char* what, const std::vector<std::string_view>& names,
                               std::string_view wanted) {
  const auto named = std::find(names.begin(), names.end(), wanted);
  if (!wanted.empty() && named != names.end()) {
    return static_cast<std::uint32_t>(named - names.begin());
  }
  std::uint32_t number = 0;
  const char* const last = wanted.data() + wanted.size();
  const auto [end, error] = std::from_chars(wanted.data(), last, number);
  if (error == std::errc() && end == last && number < names.size()) return number;
  std::string list;
  for (std::size_t i = 0; i < std::min(names.size(), kListedNames); ++i) {
    list += Message(i == 0 ? "" : ", ", i, " \"", names[i], "\"");
  }
  if (names.size() > kListedNames) list += Message(" and ", names.size() - kListedNames, " more");
  return Failure{FailureCode::kInvalid, "",
                 Message("no ", what, " \"", wanted, "\"; the file has ",
                         names.empty() ? std::string("none") : list)};
}

}  // namespace

Result<std::uint32_t> FindSkin(const Asset& asset, std::string_view wanted) {
  std::vector<std::string_view> names;
  for (const SkinView& skin : asset.skins()) names.push_back(skin.name());
  return FindPart("skin", names, wanted);
}

Result<std::uint32_t> FindMesh(const Asset& asset, std::string_view wanted) {
  std::vector<std::string_view> names;
  for (const AssetMesh& mesh : asset.meshes()) names.push_back(mesh.name);
  return FindPart("mesh", names, wanted);
}

}  // namespace sinew
