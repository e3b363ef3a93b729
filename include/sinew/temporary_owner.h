// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What a view must not borrow from.
#pragma once

#include <concepts>
#include <ranges>
#include <type_traits>

namespace sinew {

// A temporary that owns what a View would show: a std::vector or std::string at the end of whose
// statement the view would dangle. Not a span or a string_view, which may well be temporaries.
// `Owner` is a forwarding reference's parameter: views delete their constructors for these.
template <typename Owner, typename View>
concept TemporaryOwner = !std::is_lvalue_reference_v<Owner> && std::ranges::range<Owner> &&
                         !std::ranges::borrowed_range<Owner> && std::convertible_to<Owner&, View>;

}  // namespace sinew
