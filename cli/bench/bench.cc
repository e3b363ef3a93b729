// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// sinew bench: how long everything takes here, in one run, so that ratios can be read off it.
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "bench/bench_file.h"
#include "commands/commands.h"
#include "sinew/isa.h"
#include "text/exit_code.h"
#include "text/json_out.h"
#include "text/load_file.h"
#include "text/number_checks.h"
#include "text/packing.h"
#include "text/printable.h"
#include "text/terminal.h"
#include "workloads/workloads.h"

namespace sinew::cli {
namespace {

using bench::BenchRow;
using bench::Stopwatch;

// A group of workloads, and how the names of its rows begin.
struct Group {
  void (*run)(const Stopwatch& watch);
  std::vector<std::string_view> heads;
};

const std::vector<Group>& Groups() {
  static const std::vector<Group> groups{
      {bench::BenchMachine, {"copy_bandwidth"}},
      {bench::BenchSampling, {"sample_seq", "sample_seek"}},
      {bench::BenchBlending, {"blend2", "blend4"}},
      {bench::BenchHierarchy, {"local_to_model", "palette"}},
      {bench::BenchSkinning, {"skin_smooth", "skin_random"}},
      {bench::BenchVertexFormats, {"vertex_encode", "vertex_decode"}},
      {bench::BenchBounds, {"bounds_pose", "bounds_clip", "pick"}},
      {bench::BenchCrowd, {"crowd", "two_threads", "growth"}},
      {bench::BenchMixer, {"mixer", "rollback"}},
      {bench::BenchManyClips, {"many_clips"}},
      {bench::BenchSmallRigs, {"small_rigs"}},
      {bench::BenchPacking, {"first_pose"}},
      {bench::BenchJointQuery, {"joint_query"}},
      {bench::BenchRuntime, {"runtime"}},
      {bench::BenchWeights, {"weights"}},
      {bench::BenchGrowth, {"growth"}}};
  return groups;
}

// Runs the groups that may have rows which the filter names. Making rigs and packing clips takes
// longer than most measurements.
void RunGroups(const Stopwatch& watch) {
  std::vector<std::string_view> all_heads;
  for (const Group& group : Groups()) {
    all_heads.insert(all_heads.end(), group.heads.begin(), group.heads.end());
  }
  for (const Group& group : Groups()) {
    if (watch.MayWant(group.heads, all_heads)) group.run(watch);
  }
}

struct BenchArguments {
  std::vector<std::string> files;  // None: the made-up rig.
  std::optional<float> error;
  ImportOptions import;
  std::string filter;
  int repetitions = 15;
  bool list = false;
  bool json = false;
};

// What /proc says the processor is called; empty where there is no such file.
std::string ProcessorName() {
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  }
  return "";
}

// As many digits as anybody reads: of what takes long, none behind the point.
std::string Nanoseconds(double ns) {
  if (ns < 10'000.0) return fmt::format("{:.3f}", ns);
  return Thousands(static_cast<std::uint64_t>(ns + 0.5));
}

void WriteRow(const BenchRow& row, JsonWriter& json) {
  json.BeginObject().Key("name").String(row.name).Key("ns").Number(row.ns);
  json.Key("bestNs").Number(row.best_ns).Key("unit").String(row.unit);
  json.Key("isa").String(row.isa);
  if (row.size_bytes) json.Key("bytes").Integer(static_cast<std::int64_t>(*row.size_bytes));
  if (row.worst_error) json.Key("worstError").Number(static_cast<double>(*row.worst_error));
  json.EndObject();
}

ExitCode RunBench(const BenchArguments& arguments) {
  JsonStream json(stdout);
  const std::string processor = ProcessorName();
  const unsigned threads = std::thread::hardware_concurrency();
  const bool table = !arguments.list && !arguments.json;
  const bool narrow = StdoutColumns() < 98;  // The numbers of a row go to a line of their own.
  const char* const name_format = narrow ? "{}\n" : "{:<44} ";
  const auto begin = [&] {  // With the first row: a filter that finds none prints no table.
    if (arguments.json && arguments.list) {
      json.BeginObject().Key("names").BeginArray();
    } else if (arguments.json) {
      json.BeginObject().Key("machine").BeginObject().Key("processor").String(processor);
      json.Key("threads").Integer(threads).Key("isa").String(std::string(IsaName(ChosenIsa())));
      json.EndObject().Key("rows").BeginArray();
    } else if (table) {
      fmt::print("{}, {} threads, {}\n\n", processor.empty() ? "processor unknown" : processor,
                 threads, IsaName(ChosenIsa()));
      fmt::print(fmt::runtime(name_format), "workload");
      fmt::print("{:>14} {:>14}  {:<13} {}\n", "median ns", "best ns", "per", "isa");
    }
  };
  std::size_t rows = 0;
  const int repetitions = arguments.list ? 0 : arguments.repetitions;
  const Stopwatch watch(repetitions, arguments.filter, [&](const BenchRow& row) {
    if (rows++ == 0) begin();
    if (arguments.json && arguments.list) return void(json.String(row.name));
    if (arguments.json) return WriteRow(row, json);
    if (!table) return fmt::print("{}\n", Printable(row.name));
    fmt::print(fmt::runtime(name_format), Printable(row.name));
    fmt::print("{:>14} {:>14}  {:<13} {}", Nanoseconds(row.ns), Nanoseconds(row.best_ns),
               row.unit.substr(row.unit.find('/') + 1), row.isa);
    if (row.size_bytes) {
      const std::string gap =
          narrow ? "\n" : std::string(8 - std::min<std::size_t>(6, row.isa.size()), ' ');
      fmt::print("{}{:>12} bytes", gap, Thousands(*row.size_bytes));
    }
    if (row.worst_error) fmt::print(", off by {:.3g}", *row.worst_error);
    fmt::print("\n");
    std::fflush(stdout);
  });
  try {
    if (arguments.files.empty()) RunGroups(watch);
    for (const std::string& file : arguments.files) {
      BenchFile(watch, file, arguments.import, arguments.error);
    }
  } catch (CommandError& error) {
    error.output_begun = json.begun();
    throw;
  }
  if (rows == 0) {
    throw CommandError(
        ExitCode::kUsage,
        fmt::format("no workload's name contains \"{}\"; `sinew bench --list` names them all",
                    Shortened(arguments.filter, 60)));
  }
  if (arguments.json) {
    json.EndArray().EndObject();
    json.Finish();
  }
  return ExitCode::kFine;
}

}  // namespace

void AddBench(CommandLine& line) {
  auto arguments = std::make_shared<BenchArguments>();
  Command command =
      line.AddCommand("bench", "Measures sampling, blending, skinning and the rest, here");
  command.AddOption("FILE", arguments->files, "Files whose loading and clips are measured instead")
      .TypeName("");
  AddError(command, arguments->error);
  command.AddOption("--only", arguments->filter, "Only workloads whose name contains this")
      .TypeName("TEXT");
  command.AddOption("--repeat", arguments->repetitions, "How often each is measured; default: 15")
      .Check(WholeNumber(1, 1000))
      .TypeName("N");
  command.AddFlag("--list", arguments->list, "Names the workloads and measures nothing");
  command.AddFlag("--json", arguments->json, "JSON instead of a table");
  AddImportOptions(command, arguments->import);
  command.Footer(
      "The made-up rig has 100 joints and clips of 300 keys; meshes have up to a million "
      "vertices.\n"
      "With a FILE: how long loading takes, and each of its clips exact, as float32 and "
      "quantised,\n"
      "with its bytes and the worst error that was found; and its runtime file: packing it, and\n"
      "opening it to the first palette.\n"
      "Rows of isa spec run the scalar specification; copy_bandwidth is what memory allows. Read\n"
      "ratios off one run: a busy machine slows all rows alike. `SINEW_ISA=scalar`\n"
      "(sse4, avx2, neon: what the machine has) chooses the kernels. The bytes beside a clip or a\n"
      "mixer are those of the clip, or of one character's state.\n\n"
      "JSON: {machine:{processor, threads, isa}, rows:[{name, ns, bestNs, unit, isa}]}, of clips\n"
      "also bytes and worstError; ns is the median. With --list: {names}\n\n"
      "Examples:\n"
      "  sinew bench\n"
      "  sinew bench --list\n"
      "  sinew bench --only skin_smooth --repeat 30\n"
      "  sinew bench fox.glb --only sample_seq --error 0.5mm\n"
      "  SINEW_ISA=scalar sinew bench --only crowd --json");
  command.Runs([arguments] { return RunBench(*arguments); });
}

}  // namespace sinew::cli
