// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Nothing: a target of this file carries precompiled headers (SinewPrecompiled.cmake).
