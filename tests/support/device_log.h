// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What a device told its log, for tests.
#pragma once

#include <string>
#include <vector>

#include "sinew/device.h"

namespace sinew::testing {

class RecordedLog {
 public:
  DeviceLog hook() { return {.function = &Record, .context = this}; }

  // "warning: set_bones: ..." or "error: ...", in order.
  const std::vector<std::string>& messages() const { return messages_; }
  // The only message since the last call, or "" where there was none.
  std::string TakeOnly() {
    std::string only = messages_.size() == 1 ? messages_[0] : "";
    if (messages_.size() > 1) only = std::to_string(messages_.size()) + " messages";
    messages_.clear();
    return only;
  }

 private:
  static void Record(DeviceSeverity severity, const char* message, void* context) {
    const char* const kind = severity == DeviceSeverity::kWarning ? "warning: " : "error: ";
    static_cast<RecordedLog*>(context)->messages_.push_back(std::string(kind) + message);
  }

  std::vector<std::string> messages_;
};

}  // namespace sinew::testing
