// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/hooks.h"

#include <atomic>
#include <cstdlib>
#include <new>

#include "base/default_assertion_handler.h"
#include "sinew/assertion.h"

namespace sinew {
namespace {

bool NeedsAlignedNew(std::size_t alignment) { return alignment > __STDCPP_DEFAULT_NEW_ALIGNMENT__; }

void* DefaultAllocate(std::size_t size_bytes, std::size_t alignment, void*) {
  return NeedsAlignedNew(alignment)
             ? ::operator new(size_bytes, std::align_val_t{alignment}, std::nothrow)
             : ::operator new(size_bytes, std::nothrow);
}

void DefaultDeallocate(void* memory, std::size_t, std::size_t alignment, void*) {
  if (NeedsAlignedNew(alignment)) {
    ::operator delete(memory, std::align_val_t{alignment});
  } else {
    ::operator delete(memory);
  }
}

constexpr MemoryHooks kDefaultMemory{.allocate = DefaultAllocate, .deallocate = DefaultDeallocate};

constinit AssertionHandler assertion_handler = DefaultAssertionHandler;
constinit void* assertion_context = nullptr;
constinit MemoryHooks memory = kDefaultMemory;

// Blocks of the present hooks that are in use; counted where assertions are on.
#ifndef NDEBUG
constinit std::atomic<std::size_t> blocks_in_use = 0;
#endif

}  // namespace

void SetAssertionHandler(AssertionHandler handler, void* context) {
  assertion_handler = handler == nullptr ? DefaultAssertionHandler : handler;
  assertion_context = context;
}

void FailAssertion(const char* message, const char* file, int line) {
  assertion_handler(message, file, line, assertion_context);
  std::abort();
}

void SetMemoryHooks(const MemoryHooks& hooks) {
  SINEW_ASSERT((hooks.allocate == nullptr) == (hooks.deallocate == nullptr));
  SINEW_ASSERT(blocks_in_use == 0);
  memory = hooks.allocate == nullptr ? kDefaultMemory : hooks;
}

void* AllocateFromHooks(std::size_t size_bytes, std::size_t alignment) {
  if (size_bytes == 0) size_bytes = 1;
  void* const block = memory.allocate(size_bytes, alignment, memory.context);
  if (block == nullptr) FailAllocation(size_bytes, 1);
#ifndef NDEBUG
  ++blocks_in_use;
#endif
  return block;
}

void FreeToHooks(void* block, std::size_t size_bytes, std::size_t alignment) {
  if (block == nullptr) return;
#ifndef NDEBUG
  --blocks_in_use;
#endif
  memory.deallocate(block, size_bytes == 0 ? 1 : size_bytes, alignment, memory.context);
}

void FailAllocation(std::size_t count, std::size_t element_bytes) {
  // Built without allocating: "out of memory: 12 x 48 bytes".
  char message[96] = "out of memory: ";
  std::size_t end = sizeof("out of memory: ") - 1;
  const auto add_number = [&](std::size_t number) {
    char digits[24];
    std::size_t digit_count = 0;
    do {
      digits[digit_count++] = static_cast<char>('0' + number % 10);
      number /= 10;
    } while (number != 0);
    while (digit_count > 0) message[end++] = digits[--digit_count];
  };
  const auto add_text = [&](const char* text) {
    while (*text != '\0') message[end++] = *text++;
  };
  add_number(count);
  if (element_bytes != 1) {
    add_text(" x ");
    add_number(element_bytes);
  }
  add_text(" bytes");
  message[end] = '\0';
  FailAssertion(message, "", 0);
}

}  // namespace sinew
