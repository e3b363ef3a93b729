// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
// check_dangling.cmake must complain of both lines.
struct Owner {};
struct View {
  View(const Owner&);
  View(const Owner&&) = delete;
};
void Check(const Owner& kept) {
  View compiles = kept;  // TRAP
  View does_not = Owner();
}
