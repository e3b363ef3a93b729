// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Parts of a test in processes of their own: with other process ids, with a small disk, killed.
#pragma once

#include <sys/types.h>

#include <functional>
#include <optional>

namespace sinew::testing {

// Runs `body` in a child process that is process 1 of a new process id namespace and may mount file
// systems that nobody else sees; its exit code, or nothing where this machine allows no namespaces.
std::optional<int> RunInNewNamespaces(const std::function<int()>& body);

// Starts `body` in a child process that stops itself at once if it returns.
::pid_t StartChild(const std::function<void()>& body);

}  // namespace sinew::testing
