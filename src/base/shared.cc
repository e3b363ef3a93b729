// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/shared.h"

namespace sinew {

SharedRef::SharedRef(const SharedOwner* owner) : owner_(owner) {
  if (owner_ != nullptr) owner_->uses_.fetch_add(1, std::memory_order_relaxed);
}

SharedRef::~SharedRef() {
  // The last one must see what the others have done with the data before it deletes it.
  if (owner_ != nullptr && owner_->uses_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
    owner_->destroy_(owner_);
  }
}

}  // namespace sinew
