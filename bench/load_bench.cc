// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// load(FILE): how long does a file in memory take to become a ready model, beside tinygltf and
// assimp? Interleaved pairs (ours, the peer, ours, the peer), so that a noisy machine slows both
// alike; what counts is the median of the ratios of neighbours. The peers come one after another,
// as one that gives its memory back to the system would make the load beside the next one pay for
// it. Page faults are of our own loads, the median.
//
//   sinew_load_bench FILE.glb [ROUNDS] [--json]
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "peers_load.h"
#include "sinew/gltf.h"

namespace {

using Bytes = std::vector<std::byte>;

Bytes ReadFile(const char* path) {
  std::ifstream in(path, std::ios::binary | std::ios::ate);
  if (!in) return {};
  Bytes bytes(static_cast<std::size_t>(in.tellg()));
  in.seekg(0);
  in.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  return in ? bytes : Bytes{};
}

std::size_t LoadWithSinew(std::span<const std::byte> glb) {
  const sinew::GltfRead read = sinew::ReadGltf(glb);
  if (!read.model) return 0;
  std::size_t channels = 0;
  for (const sinew::Clip& clip : read.model->clips()) channels += clip.track_count();
  return channels;
}

double MillisecondsOf(const std::function<std::size_t()>& load) {
  const auto start = std::chrono::steady_clock::now();
  if (load() == 0) {
    std::fprintf(stderr, "sinew_load_bench: a loader failed on this file\n");
    std::exit(1);
  }
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
      .count();
}

// Of this process so far: pages that the system had to provide.
double PageFaults() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_minflt);
}

double At(std::vector<double> values, double fraction) {
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(fraction * static_cast<double>(values.size() - 1))];
}

struct Peer {
  const char* name;
  std::function<std::size_t()> load;
  std::vector<double> ms{}, ours_ms{}, ratios{}, ours_faults{};
};

}  // namespace

int main(int argc, char** argv) {
  bool json = false;
  std::vector<const char*> positional;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--json") == 0) {
      json = true;
    } else {
      positional.push_back(argv[i]);
    }
  }
  if (positional.empty()) {
    std::fprintf(stderr, "usage: sinew_load_bench FILE.glb [ROUNDS] [--json]\n");
    return 2;
  }
  const Bytes glb = ReadFile(positional[0]);
  if (glb.empty()) {
    std::fprintf(stderr, "sinew_load_bench: cannot read %s\n", positional[0]);
    return 3;
  }
  const int rounds = positional.size() > 1 ? std::max(1, std::atoi(positional[1])) : 21;

  const auto ours = [&] { return LoadWithSinew(glb); };
  std::vector<Peer> peers = {
      {"tinygltf", [&] { return sinew::bench::LoadWithTinygltf(glb); }},
      {"assimp", [&] { return sinew::bench::LoadWithAssimp(glb); }},
      {"assimp+validate", [&] { return sinew::bench::LoadWithAssimpValidating(glb); }},
  };
  for (Peer& peer : peers) {
    MillisecondsOf(ours);  // Warm: page the file and the allocator in.
    MillisecondsOf(peer.load);
    for (int round = 0; round < rounds; ++round) {
      const double faults = PageFaults();
      const double ours_ms = MillisecondsOf(ours);
      peer.ours_faults.push_back(PageFaults() - faults);
      const double peer_ms = MillisecondsOf(peer.load);
      peer.ours_ms.push_back(ours_ms);
      peer.ms.push_back(peer_ms);
      peer.ratios.push_back(peer_ms / ours_ms);
    }
  }

  if (json) std::printf("{\"file_bytes\":%zu,\"rounds\":%d,\"rows\":[", glb.size(), rounds);
  for (std::size_t i = 0; i < peers.size(); ++i) {
    const Peer& peer = peers[i];
    const char* format =
        json ? "%s{\"peer\":\"%s\",\"peer_ms\":%.3f,\"sinew_ms\":%.3f,\"ratio\":%.2f,"
               "\"ratio_p10\":%.2f,\"ratio_p90\":%.2f,\"sinew_page_faults\":%.0f}"
             : "%sload, beside %-15s %8.2f ms, sinew %6.2f ms: %5.1f times faster "
               "(10th to 90th percentile %.1f to %.1f); %.0f page faults\n";
    std::printf(format, json && i > 0 ? "," : "", peer.name, At(peer.ms, 0.5),
                At(peer.ours_ms, 0.5), At(peer.ratios, 0.5), At(peer.ratios, 0.1),
                At(peer.ratios, 0.9), At(peer.ours_faults, 0.5));
  }
  if (json) std::printf("]}\n");
  return 0;
}
