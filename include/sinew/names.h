// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Names, borrowed: of strings that somebody owns, or pieces of one text, as a runtime file has
// them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "sinew/assertion.h"
#include "sinew/temporary_owner.h"

namespace sinew {

// A piece of a text, in bytes.
struct TextRange {
  std::uint32_t begin = 0;
  std::uint32_t size = 0;
};

class NameList {
 public:
  NameList() = default;
  NameList(std::span<const std::string> strings)  // NOLINT: meant to be implicit
      : strings_(strings.data()), count_(strings.size()) {}
  // Every range lies inside the text: another is a caller's bug.
  NameList(std::span<const TextRange> ranges, std::string_view text)
      : ranges_(ranges.data()), count_(ranges.size()), text_(text) {}
  // Temporaries would take their names along.
  template <typename Strings>
    requires TemporaryOwner<Strings, std::span<const std::string>>
  NameList(Strings&& strings) = delete;
  template <typename Ranges, typename Text>
    requires(TemporaryOwner<Ranges, std::span<const TextRange>> ||
             TemporaryOwner<Text, std::string_view>)
  NameList(Ranges&& ranges, Text&& text) = delete;

  std::size_t size() const { return count_; }
  bool empty() const { return count_ == 0; }
  std::string_view operator[](std::size_t i) const {
    SINEW_ASSERT(i < count_);
    if (strings_ != nullptr) return strings_[i];
    return text_.substr(ranges_[i].begin, ranges_[i].size);
  }
  // The first that is equal.
  std::optional<std::uint32_t> Find(std::string_view name) const {
    for (std::size_t i = 0; i < count_; ++i) {
      if ((*this)[i] == name) return static_cast<std::uint32_t>(i);
    }
    return std::nullopt;
  }

 private:
  const std::string* strings_ = nullptr;
  const TextRange* ranges_ = nullptr;
  std::size_t count_ = 0;
  std::string_view text_{};
};

// The known name that a mistyped one is nearest to, for messages: "did you mean". Letter case
// does not count, nor which separator stands between words. The first of equally near ones. A name
// that contains `wanted` is near where no other is. Nothing where none is near. Of more than 20,000
// names the first are looked at.
std::optional<std::string_view> NearestName(std::string_view wanted,
                                            std::span<const std::string_view> names);

}  // namespace sinew
