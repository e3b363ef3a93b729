// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Data that several things use and the last of them deletes.
//
//   class Data : public SharedOwner { ... };              // Its members are the data.
//   SharedRef owner(new Data(...));                       // Counted from here on.
//   MixerSetup::Create(skeleton, options, owner);         // The setup keeps it alive.
//   const Data* data = setup.owner().As<Data>();          // Null where it is of another kind.
//
//   Count    atomic. Copies of a SharedRef may be made and dropped by any thread; one SharedRef is
//            not to be written by two at once.
//   Types    no std::shared_ptr and no virtual function: the library is built without run-time type
//            information, which a caller's UBSan would look for.
#pragma once

#include <atomic>
#include <cstdint>
#include <utility>

namespace sinew {

// What SharedRefs count. Derive from it and give:
//   kind     an address that tells the derived type from all others: of a static member of it.
//   destroy  deletes the object, as what it was made: [](const SharedOwner* o) {
//            delete static_cast<const Data*>(o); }
class SharedOwner {
 public:
  SharedOwner(const SharedOwner&) = delete;
  SharedOwner& operator=(const SharedOwner&) = delete;

  const void* kind() const { return kind_; }

 protected:
  using Destroy = void (*)(const SharedOwner* owner);

  SharedOwner(const void* kind, Destroy destroy) : kind_(kind), destroy_(destroy) {}
  ~SharedOwner() = default;

 private:
  friend class SharedRef;

  const void* kind_;
  Destroy destroy_;
  mutable std::atomic<std::uint32_t> uses_ = 0;
};

// A counted reference to a SharedOwner, or none. The last one to go calls its destroy function.
class SharedRef {
 public:
  SharedRef() = default;
  explicit SharedRef(const SharedOwner* owner);  // Null: none.
  SharedRef(const SharedRef& other) : SharedRef(other.owner_) {}
  SharedRef(SharedRef&& other) noexcept : owner_(std::exchange(other.owner_, nullptr)) {}
  SharedRef& operator=(SharedRef other) noexcept {
    std::swap(owner_, other.owner_);
    return *this;
  }
  ~SharedRef();

  const SharedOwner* get() const { return owner_; }
  explicit operator bool() const { return owner_ != nullptr; }

  // The owner as a T, where T::Kind() is its kind; else null.
  template <typename T>
  const T* As() const {
    const bool is_one = owner_ != nullptr && owner_->kind() == T::Kind();
    return is_one ? static_cast<const T*>(owner_) : nullptr;
  }

 private:
  const SharedOwner* owner_ = nullptr;
};

}  // namespace sinew
