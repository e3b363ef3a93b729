// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "namespaces.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>
#include <string_view>

namespace sinew::testing {
namespace {

constexpr int kNoNamespaces = 111;

void Put(const char* path, std::string_view text) {
  const int file = ::open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  (void)!::write(file, text.data(), text.size());
  ::close(file);
}

// As root at once; others become root of a user namespace of their own.
bool Unshare() {
  constexpr int kApart = CLONE_NEWNS | CLONE_NEWPID;
  const std::string user = "0 " + std::to_string(::geteuid()) + " 1";
  const std::string group = "0 " + std::to_string(::getegid()) + " 1";
  if (::unshare(kApart) != 0) {
    if (::unshare(CLONE_NEWUSER | kApart) != 0) return false;
    Put("/proc/self/setgroups", "deny");
    Put("/proc/self/uid_map", user);
    Put("/proc/self/gid_map", group);
  }
  return ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0;
}

int ExitCodeOf(::pid_t child) {
  int status = 0;
  if (::waitpid(child, &status, 0) != child || !WIFEXITED(status)) return -1;
  return WEXITSTATUS(status);
}

}  // namespace

std::optional<int> RunInNewNamespaces(const std::function<int()>& body) {
  const ::pid_t outer = ::fork();
  if (outer == 0) {
    if (!Unshare()) ::_exit(kNoNamespaces);
    const ::pid_t inner = ::fork();  // The first process of the namespace.
    if (inner == 0) {
      // /proc shows the processes of the namespace it was mounted in.
      if (::mount("proc", "/proc", "proc", 0, nullptr) != 0) ::_exit(kNoNamespaces);
      ::_exit(body());
    }
    ::_exit(inner < 0 ? kNoNamespaces : ExitCodeOf(inner));
  }
  const int code = ExitCodeOf(outer);
  if (code == kNoNamespaces) return std::nullopt;
  return code;
}

::pid_t StartChild(const std::function<void()>& body) {
  const ::pid_t child = ::fork();
  if (child == 0) {
    body();
    ::_exit(0);
  }
  return child;
}

}  // namespace sinew::testing
