// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "files/map_file.h"

#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <memory>
#include <utility>

#include "io/words.h"
#include "sinew/runtime_file.h"

namespace sinew::files {
namespace {

// A mapping, until it is unmapped.
struct Mapping {
  void* address = nullptr;
  std::size_t size = 0;

  ~Mapping() {
    if (address != nullptr) ::munmap(address, size);
  }
};

}  // namespace

bool BeginsAsRuntimeFile(const OpenFile& file) {
  std::array<std::byte, 8> first{};
  return file.is_regular() &&
         ::pread(file.descriptor(), first.data(), first.size(), 0) ==
             static_cast<::ssize_t>(first.size()) &&
         IsRuntimeFile(first);
}

Result<Asset> OpenMapped(const OpenFile& file, std::size_t max_bytes) {
  const std::uint64_t size = file.size_bytes();
  if (size > max_bytes) {
    return Failure{FailureCode::kLimit, "",
                   io::Words("is larger than ", max_bytes, " bytes, the limit max_file_bytes")};
  }
  auto mapping = std::make_unique<Mapping>();
  void* const address =
      ::mmap(nullptr, static_cast<std::size_t>(size), PROT_READ, MAP_PRIVATE, file.descriptor(), 0);
  if (address == MAP_FAILED) {
    return Failure{FailureCode::kResource, "", "cannot map: " + SystemWords(errno)};
  }
  mapping->address = address;
  mapping->size = static_cast<std::size_t>(size);
  const MappingRelease release{
      .function = [](void* context) { delete static_cast<Mapping*>(context); },
      .context = mapping.get()};
  Result<Asset> asset =
      Asset::Open({static_cast<const std::byte*>(address), mapping->size}, release);
  if (asset.ok()) (void)mapping.release();  // The asset's now.
  return asset;
}

}  // namespace sinew::files
