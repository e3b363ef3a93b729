// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The tool's subcommands, one file each. Adding a command declares its options; when the parser
// meets it, `chosen` becomes what is to be run.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

#include "exit_code.h"

namespace sinew::cli {

using Command = std::function<ExitCode()>;

void AddDemo(CLI::App& app, Command& chosen);
void AddInspect(CLI::App& app, Command& chosen);
void AddValidate(CLI::App& app, Command& chosen);
void AddPack(CLI::App& app, Command& chosen);
void AddPose(CLI::App& app, Command& chosen);
void AddMix(CLI::App& app, Command& chosen);
void AddHash(CLI::App& app, Command& chosen);
void AddDiff(CLI::App& app, Command& chosen);
void AddSkin(CLI::App& app, Command& chosen);
void AddConvert(CLI::App& app, Command& chosen);
void AddMerge(CLI::App& app, Command& chosen);
void AddWeights(CLI::App& app, Command& chosen);
void AddBench(CLI::App& app, Command& chosen);

// What `sinew` does without arguments.
ExitCode RunDemo();

}  // namespace sinew::cli
