// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// How the library checks that it is called correctly. SINEW_ASSERT is active where assert() would
// be: not with NDEBUG. What happens to a failed one is the caller's choice (hooks.h).
#pragma once

namespace sinew {

// Calls the assertion handler and, if that returns, aborts. `file` may be "": not known.
[[noreturn]] void FailAssertion(const char* message, const char* file, int line);

}  // namespace sinew

#ifdef NDEBUG
#define SINEW_ASSERT(condition) static_cast<void>(0)
#else
#define SINEW_ASSERT(condition) \
  ((condition) ? static_cast<void>(0) : ::sinew::FailAssertion(#condition, __FILE__, __LINE__))
#endif
