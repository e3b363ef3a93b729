// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The tool's subcommands, one file each. Adding a command declares its options and what it runs.
#pragma once

#include "text/command_line.h"

namespace sinew::cli {

void AddDemo(CommandLine& line);
void AddInspect(CommandLine& line);
void AddValidate(CommandLine& line);
void AddPack(CommandLine& line);
void AddPose(CommandLine& line);
void AddMix(CommandLine& line);
void AddHash(CommandLine& line);
void AddDiff(CommandLine& line);
void AddSkin(CommandLine& line);
void AddConvert(CommandLine& line);
void AddExport(CommandLine& line);
void AddMerge(CommandLine& line);
void AddWeights(CommandLine& line);
void AddBench(CommandLine& line);

// What `sinew` does without arguments.
ExitCode RunDemo();

}  // namespace sinew::cli
