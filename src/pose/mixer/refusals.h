// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Why a call gives no action, in words that say what to do.
#pragma once

#include <cstdint>
#include <string_view>

#include "sinew/mixer_setup.h"
#include "sinew/result.h"

namespace sinew::mixing {

Failure NoSuchClip(const MixerSetup& setup, std::uint32_t clip);
Failure NoClipCalled(const MixerSetup& setup, std::string_view name);
Failure NoSuchLayer(const MixerSetup& setup, std::uint32_t layer);
Failure NoRoomFor(const MixerSetup& setup, std::uint32_t clip);
// Serials of a clip are given once each; 2^32 of them are gone.
Failure NoSerialFor(const MixerSetup& setup, std::uint32_t clip);
// Of a fade.
Failure NotUsable(std::string_view what, Error error);

}  // namespace sinew::mixing
