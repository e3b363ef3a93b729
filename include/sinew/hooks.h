// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What a program may replace: what happens when an assertion fails, and where the memory of playing
// characters comes from.
//
//   Threads  setting a hook is not thread-safe. Set hooks at the start of the program, before any
//            other call and before other threads run. The hooks themselves are called by whichever
//            thread needs them.
//   Scope    the whole program: hooks are global.
#pragma once

#include <cstddef>
#include <limits>
#include <new>
#include <type_traits>
#include <vector>

namespace sinew {

// --- assertions ---

// A caller's bug was found: an assertion of the library failed (builds without NDEBUG), a failed
// Result was read, or memory ran out (every build).
//   message  the condition that does not hold, or a sentence. Valid during the call.
//   file     the source file of the check, and its line; "" and 0 where they are not known.
// The handler may log, show a dialog or stop in a debugger. If it returns, the program aborts.
using AssertionHandler = void (*)(const char* message, const char* file, int line, void* context);

// Null: the default, which writes one line to stderr.
void SetAssertionHandler(AssertionHandler handler, void* context = nullptr);

// --- memory ---

// Where the memory of what plays comes from: poses, assets, mixers, instances, scenes and the
// scratch of each. What is made once, at loading, uses the standard allocator: models, the options
// and tables of a MixerSetup, names and messages.
struct MemoryHooks {
  // At least size_bytes (never 0) at an address that `alignment`, a power of two, divides. Null:
  // out of memory, which stops the program through the assertion handler.
  void* (*allocate)(std::size_t size_bytes, std::size_t alignment, void* context) = nullptr;
  // Never null, with the size and alignment that it was allocated with.
  void (*deallocate)(void* memory, std::size_t size_bytes, std::size_t alignment,
                     void* context) = nullptr;
  void* context = nullptr;
};

// Both functions, or neither: {} restores the default (operator new and delete). Set it before the
// first object is made: while memory of the old hooks is in use this asserts.
void SetMemoryHooks(const MemoryHooks& hooks);

// Memory from the hooks. Never null.
void* AllocateFromHooks(std::size_t size_bytes, std::size_t alignment);
void FreeToHooks(void* memory, std::size_t size_bytes, std::size_t alignment);
[[noreturn]] void FailAllocation(std::size_t count, std::size_t element_bytes);

// An allocator for standard containers. It has no state: all of them are equal.
template <typename T>
struct HookAllocator {
  using value_type = T;
  using is_always_equal = std::true_type;
  using propagate_on_container_move_assignment = std::true_type;

  HookAllocator() = default;
  template <typename Other>
  HookAllocator(const HookAllocator<Other>&) {}  // NOLINT: meant to be implicit

  T* allocate(std::size_t count) {
    if (count > std::numeric_limits<std::size_t>::max() / sizeof(T)) {
      FailAllocation(count, sizeof(T));
    }
    return static_cast<T*>(AllocateFromHooks(count * sizeof(T), alignof(T)));
  }
  void deallocate(T* memory, std::size_t count) {
    FreeToHooks(memory, count * sizeof(T), alignof(T));
  }

  template <typename Other>
  bool operator==(const HookAllocator<Other>&) const {
    return true;
  }
};

// A std::vector whose memory comes from the hooks.
template <typename T>
using HookVector = std::vector<T, HookAllocator<T>>;

// A base of classes whose objects, made by `new` or std::make_unique, lie in memory from the hooks.
struct FromHooks {
  static void* operator new(std::size_t size_bytes) {
    return AllocateFromHooks(size_bytes, __STDCPP_DEFAULT_NEW_ALIGNMENT__);
  }
  static void operator delete(void* memory, std::size_t size_bytes) {
    FreeToHooks(memory, size_bytes, __STDCPP_DEFAULT_NEW_ALIGNMENT__);
  }
  static void* operator new(std::size_t size_bytes, std::align_val_t alignment) {
    return AllocateFromHooks(size_bytes, static_cast<std::size_t>(alignment));
  }
  static void operator delete(void* memory, std::size_t size_bytes, std::align_val_t alignment) {
    FreeToHooks(memory, size_bytes, static_cast<std::size_t>(alignment));
  }
};

}  // namespace sinew
