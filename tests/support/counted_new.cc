// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "support/counted_new.h"

#include <malloc.h>

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::uint64_t> allocation_count = 0;
std::atomic<std::int64_t> live_bytes = 0;
std::atomic<std::int64_t> most_live_bytes = 0;

void* Allocate(std::size_t size, std::size_t alignment) {
  ++allocation_count;
  void* memory = nullptr;
  if (posix_memalign(&memory, alignment < sizeof(void*) ? sizeof(void*) : alignment, size) != 0) {
    std::abort();
  }
  const std::int64_t live = live_bytes += static_cast<std::int64_t>(malloc_usable_size(memory));
  std::int64_t most = most_live_bytes;
  while (live > most && !most_live_bytes.compare_exchange_weak(most, live)) {
  }
  return memory;
}

void Free(void* memory) {
  if (memory == nullptr) return;
  live_bytes -= static_cast<std::int64_t>(malloc_usable_size(memory));
  std::free(memory);
}

}  // namespace

void* operator new(std::size_t size) { return Allocate(size, alignof(std::max_align_t)); }
void* operator new[](std::size_t size) { return Allocate(size, alignof(std::max_align_t)); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return Allocate(size, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
  return Allocate(size, static_cast<std::size_t>(alignment));
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return Allocate(size, alignof(std::max_align_t));
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
  return Allocate(size, alignof(std::max_align_t));
}
void* operator new(std::size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return Allocate(size, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return Allocate(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { Free(memory); }
void operator delete[](void* memory) noexcept { Free(memory); }
void operator delete(void* memory, std::size_t) noexcept { Free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { Free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { Free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { Free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { Free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { Free(memory); }

namespace sinew::testing {

std::uint64_t AllocationCount() { return allocation_count; }

HeldBytes::HeldBytes() : at_start_(live_bytes) { most_live_bytes = at_start_; }

std::int64_t HeldBytes::MostBytes() const { return most_live_bytes - at_start_; }

}  // namespace sinew::testing
