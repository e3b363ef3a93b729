// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Whether a sanitizer makes this build many times slower: random tests then take fewer steps.
#pragma once

namespace sinew::testing {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif
#else
inline constexpr bool kSanitized = false;
#endif

}  // namespace sinew::testing
