// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The house plan as data: which room a public header belongs to, and which rooms a room may
// include. It is the table of docs/architecture.md; a new header or room is added here first.
#pragma once

#include <map>
#include <set>
#include <string>

namespace sinew::house {

// For every room of src/: the rooms whose private and public headers it may include, itself aside.
const std::map<std::string, std::set<std::string>>& RoomsEachMayInclude();

// Room of every header of include/sinew.
const std::map<std::string, std::string>& RoomOfPublicHeader();

// Third-party headers a room may include: the first part of their path, such as "fast_float".
const std::map<std::string, std::set<std::string>>& ThirdPartyEachMayInclude();

// Headers of the standard library (by the look of their names), and the compilers' intrinsics.
bool IsStandardHeader(const std::string& name);
bool IsIntrinsicsHeader(const std::string& name);
// Files of src/, by their path in it, that may include those: the vectors, and what is not about
// vectors of floats.
bool MayUseIntrinsics(const std::string& path);

// Headers for files by path: for the room "files" alone, public headers with <filesystem>.
bool IsFileSystemHeader(const std::string& name);

// The one file of src/ that may include <cstdio>: what writes to stderr when an assertion fails.
bool MayPrint(const std::string& path);

// Why the library must not include this standard header. Empty: it may.
std::string WhyForbiddenInLibrary(const std::string& standard_header);

// Functions of namespace std whose result depends on the machine, the locale or the standard
// library.
bool IsForbiddenFunction(const std::string& name);

}  // namespace sinew::house
