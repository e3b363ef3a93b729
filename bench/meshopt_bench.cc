// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// How long does our meshopt decoder take beside Debian's meshoptimizer? Interleaved pairs (ours,
// theirs, ours, theirs), so that a noisy machine slows both alike; what counts is the median of the
// ratios of neighbours. Made-up streams of 100,000 vertices, and the streams of glTF files.
//
// Both must decode to the same bytes, filtered numbers within one step: it is checked first.
//
//   sinew_meshopt_bench [FILE.glb ...] [--rounds N]
#include <meshoptimizer.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "io/meshopt/decode_meshopt.h"
#include "io/meshopt/filters.h"
#include "sinew/gltf.h"
#include "sinew/isa.h"

namespace {

using sinew::MeshoptRequest;
using Mode = MeshoptRequest::Mode;
using Filter = MeshoptRequest::Filter;
using Bytes = std::vector<std::byte>;

constexpr std::uint32_t kSide = 317;  // Of a grid of vertices: 100,489 of them.
constexpr std::uint32_t kVertices = kSide * kSide;

struct Stream {
  Mode mode = Mode::kAttributes;
  Filter filter = Filter::kNone;
  std::uint32_t count = 0, stride = 0;
  Bytes bytes;
};

[[noreturn]] void Stop(const std::string& why) {
  std::fprintf(stderr, "sinew_meshopt_bench: %s\n", why.c_str());
  std::exit(1);
}

const unsigned char* Raw(const Bytes& bytes) {
  return reinterpret_cast<const unsigned char*>(bytes.data());
}
unsigned char* Raw(Bytes& bytes) { return reinterpret_cast<unsigned char*>(bytes.data()); }

void DecodeOurs(const Stream& stream, Bytes& out) {
  const auto failure = sinew::meshopt::Decode({.mode = stream.mode,
                                               .filter = stream.filter,
                                               .count = stream.count,
                                               .stride_bytes = stream.stride,
                                               .source = stream.bytes,
                                               .target = out});
  if (failure) Stop(Describe(*failure));
}

void FilterTheirs(Filter filter, Bytes& out, std::uint32_t count, std::uint32_t stride) {
  if (filter == Filter::kOctahedral) meshopt_decodeFilterOct(out.data(), count, stride);
  if (filter == Filter::kQuaternion) meshopt_decodeFilterQuat(out.data(), count, stride);
  if (filter == Filter::kExponential) meshopt_decodeFilterExp(out.data(), count, stride);
}

// False where the packaged library cannot read the stream.
bool DecodeTheirs(const Stream& stream, Bytes& out) {
  if (stream.filter == Filter::kColor) return false;
  const unsigned char* const data = Raw(stream.bytes);
  const std::size_t size = stream.bytes.size();
  int code = 0;
  switch (stream.mode) {
    case Mode::kAttributes:
      code = meshopt_decodeVertexBuffer(out.data(), stream.count, stream.stride, data, size);
      break;
    case Mode::kTriangles:
      code = meshopt_decodeIndexBuffer(out.data(), stream.count, stream.stride, data, size);
      break;
    case Mode::kIndices:
      code = meshopt_decodeIndexSequence(out.data(), stream.count, stream.stride, data, size);
      break;
  }
  if (code == 0) FilterTheirs(stream.filter, out, stream.count, stream.stride);
  return code == 0;
}

void FilterOurs(Filter filter, std::span<std::byte> out, std::uint32_t stride) {
  using namespace sinew::meshopt;
  const sinew::Isa isa = sinew::ChosenIsa();
  if (filter == Filter::kOctahedral) {
    return stride == 4 ? FilterOctahedral8(isa, out) : FilterOctahedral16(isa, out);
  }
  return filter == Filter::kQuaternion ? FilterQuaternion(isa, out) : FilterExponential(out);
}

double SecondsOf(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double At(std::vector<double> values, double fraction) {
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(fraction * static_cast<double>(values.size() - 1))];
}

// Rates are of decoded bytes.
void Compare(const std::string& name, std::size_t bytes, int rounds,
             const std::function<void()>& ours, const std::function<void()>& theirs) {
  ours();
  theirs();
  // Short work is repeated, so that the clock's steps do not count.
  const int loops = std::max(1, static_cast<int>(2e-4 / std::max(SecondsOf(theirs), 1e-7)));
  const auto repeat = [loops](const std::function<void()>& work) {
    return SecondsOf([&] {
      for (int i = 0; i < loops; ++i) work();
    });
  };
  std::vector<double> ours_s, theirs_s, ratios;
  for (int round = 0; round < rounds; ++round) {
    ours_s.push_back(repeat(ours));
    theirs_s.push_back(repeat(theirs));
    ratios.push_back(ours_s.back() / theirs_s.back());
  }
  const auto rate = [&](const std::vector<double>& seconds) {
    return static_cast<double>(bytes) * loops / At(seconds, 0.5) * 1e-9;
  };
  std::printf("%-34s %9zu %8.2f %8.2f %8.2f   %.2f to %.2f\n", name.c_str(), bytes, rate(ours_s),
              rate(theirs_s), At(ratios, 0.5), At(ratios, 0.1), At(ratios, 0.9));
}

// Bytes of streams that both read; those alone are compared.
void CompareStreams(const std::string& name, std::vector<Stream> streams, int rounds) {
  std::vector<Bytes> ours, theirs;
  std::size_t skipped = 0, bytes = 0;
  std::erase_if(streams, [&](const Stream& stream) {
    Bytes out(std::size_t{stream.count} * stream.stride), peer = out;
    DecodeOurs(stream, out);
    const bool both = DecodeTheirs(stream, peer);
    const bool is_rounded =
        stream.filter == Filter::kOctahedral || stream.filter == Filter::kQuaternion;
    if (both && !is_rounded && out != peer) Stop(name + ": the decoders disagree");
    skipped += both ? 0 : 1;
    if (!both) return true;
    bytes += out.size();
    ours.push_back(std::move(out));
    theirs.push_back(std::move(peer));
    return false;
  });
  if (skipped > 0) {
    std::printf("%s: %zu streams that only we read are left out\n", name.c_str(), skipped);
  }
  if (streams.empty()) return;
  Compare(
      name, bytes, rounds,
      [&] {
        for (std::size_t i = 0; i < streams.size(); ++i) DecodeOurs(streams[i], ours[i]);
      },
      [&] {
        for (std::size_t i = 0; i < streams.size(); ++i) DecodeTheirs(streams[i], theirs[i]);
      });
}

// --- made-up streams ---

struct Vertex {
  float position[3], normal[3], quaternion[4];
};

// A bumpy sheet.
std::vector<Vertex> Sheet() {
  std::vector<Vertex> sheet;
  sheet.reserve(kVertices);
  for (std::uint32_t i = 0; i < kVertices; ++i) {
    const float u = static_cast<float>(i % kSide) / kSide,
                v = static_cast<float>(i / kSide) / kSide;
    const float du = std::cos(19.0f * u), dv = std::cos(23.0f * v);
    const float length = std::sqrt(du * du + dv * dv + 1.0f);
    const float turn = 3.0f * u + 5.0f * v;
    sheet.push_back({{u, v, 0.05f * std::sin(19.0f * u) + 0.04f * std::sin(23.0f * v)},
                     {du / length, dv / length, 1.0f / length},
                     {std::sin(turn) * du / length, std::sin(turn) * dv / length,
                      std::sin(turn) / length, std::cos(turn)}});
  }
  return sheet;
}

Stream EncodeAttributes(Filter filter, std::uint32_t stride, const Bytes& vertices) {
  Stream stream{.mode = Mode::kAttributes,
                .filter = filter,
                .count = static_cast<std::uint32_t>(vertices.size() / stride),
                .stride = stride,
                .bytes = {}};
  stream.bytes.resize(meshopt_encodeVertexBufferBound(stream.count, stride));
  stream.bytes.resize(meshopt_encodeVertexBuffer(Raw(stream.bytes), stream.bytes.size(),
                                                 vertices.data(), stream.count, stride));
  return stream;
}

template <typename Row, typename Fill>
Bytes Rows(const std::vector<Vertex>& sheet, Fill fill) {
  Bytes bytes(sheet.size() * sizeof(Row));
  for (std::size_t i = 0; i < sheet.size(); ++i) {
    const Row row = fill(sheet[i]);
    std::memcpy(bytes.data() + i * sizeof row, &row, sizeof row);
  }
  return bytes;
}

std::vector<unsigned> GridIndices() {
  std::vector<unsigned> indices;
  for (unsigned y = 0; y + 1 < kSide; ++y) {
    for (unsigned x = 0; x + 1 < kSide; ++x) {
      const unsigned a = y * kSide + x, b = a + kSide;
      indices.insert(indices.end(), {a, b, b + 1, a, b + 1, a + 1});
    }
  }
  meshopt_optimizeVertexCache(indices.data(), indices.data(), indices.size(), kVertices);
  return indices;
}

void CompareAttributes(const std::vector<Vertex>& sheet, int rounds) {
  struct Float3 {
    float at[3];
  };
  struct Packed {
    std::int16_t position[4];
    std::int8_t normal[4];
    std::uint16_t texture[2];
  };
  const auto whole = [](float value, float scale) {
    return static_cast<std::int16_t>(std::lround(value * scale));
  };
  CompareStreams(
      "attributes, 12 bytes of float",
      {EncodeAttributes(Filter::kNone, 12,
                        Rows<Float3>(sheet,
                                     [](const Vertex& v) {
                                       return Float3{{v.position[0], v.position[1], v.position[2]}};
                                     }))},
      rounds);
  CompareStreams("attributes, 16 bytes quantised",
                 {EncodeAttributes(
                     Filter::kNone, 16,
                     Rows<Packed>(sheet,
                                  [&](const Vertex& v) {
                                    const auto normal = [&](int i) {
                                      return static_cast<std::int8_t>(whole(v.normal[i], 127));
                                    };
                                    return Packed{
                                        {whole(v.position[0], 32767), whole(v.position[1], 32767),
                                         whole(v.position[2], 32767), 0},
                                        {normal(0), normal(1), normal(2), 0},
                                        {static_cast<std::uint16_t>(whole(v.position[0], 4095)),
                                         static_cast<std::uint16_t>(whole(v.position[1], 4095))}};
                                  }))},
                 rounds);
}

void CompareFilter(const char* name, Filter filter, std::uint32_t stride, const Bytes& encoded,
                   int rounds) {
  CompareStreams(std::string("attributes and ") + name, {EncodeAttributes(filter, stride, encoded)},
                 rounds);
  Bytes ours = encoded, theirs = encoded;
  Compare(
      std::string(name) + " alone", encoded.size(), rounds,
      [&] {
        std::memcpy(ours.data(), encoded.data(), encoded.size());
        FilterOurs(filter, ours, stride);
      },
      [&] {
        std::memcpy(theirs.data(), encoded.data(), encoded.size());
        FilterTheirs(filter, theirs, kVertices, stride);
      });
}

void CompareFilters(const std::vector<Vertex>& sheet, int rounds) {
  std::vector<float> normals, quaternions, positions;
  for (const Vertex& v : sheet) {
    normals.insert(normals.end(), {v.normal[0], v.normal[1], v.normal[2], 1.0f});
    quaternions.insert(quaternions.end(), v.quaternion, v.quaternion + 4);
    positions.insert(positions.end(), v.position, v.position + 3);
  }
  Bytes encoded(std::size_t{kVertices} * 4);
  meshopt_encodeFilterOct(encoded.data(), kVertices, 4, 8, normals.data());
  CompareFilter("OCTAHEDRAL 8", Filter::kOctahedral, 4, encoded, rounds);
  encoded.resize(std::size_t{kVertices} * 8);
  meshopt_encodeFilterOct(encoded.data(), kVertices, 8, 12, normals.data());
  CompareFilter("OCTAHEDRAL 16", Filter::kOctahedral, 8, encoded, rounds);
  meshopt_encodeFilterQuat(encoded.data(), kVertices, 8, 12, quaternions.data());
  CompareFilter("QUATERNION", Filter::kQuaternion, 8, encoded, rounds);
  encoded.resize(std::size_t{kVertices} * 12);
  meshopt_encodeFilterExp(encoded.data(), kVertices, 12, 15, positions.data());
  CompareFilter("EXPONENTIAL", Filter::kExponential, 12, encoded, rounds);
}

void CompareIndices(int rounds) {
  const std::vector<unsigned> indices = GridIndices();
  const auto count = static_cast<std::uint32_t>(indices.size());
  Stream triangles{.mode = Mode::kTriangles, .count = count, .stride = 4, .bytes = {}};
  triangles.bytes.resize(meshopt_encodeIndexBufferBound(indices.size(), kVertices));
  triangles.bytes.resize(meshopt_encodeIndexBuffer(Raw(triangles.bytes), triangles.bytes.size(),
                                                   indices.data(), indices.size()));
  CompareStreams("triangles, 4 bytes", {triangles}, rounds);
  Stream sequence{.mode = Mode::kIndices, .count = count, .stride = 4, .bytes = {}};
  sequence.bytes.resize(meshopt_encodeIndexSequenceBound(indices.size(), kVertices));
  sequence.bytes.resize(meshopt_encodeIndexSequence(Raw(sequence.bytes), sequence.bytes.size(),
                                                    indices.data(), indices.size()));
  CompareStreams("index sequence, 4 bytes", {sequence}, rounds);
}

// --- streams of files ---

std::vector<Stream> StreamsOf(const char* path) {
  std::ifstream in(path, std::ios::binary | std::ios::ate);
  if (!in) Stop(std::string("cannot read ") + path);
  Bytes file(static_cast<std::size_t>(in.tellg()));
  in.seekg(0);
  in.read(reinterpret_cast<char*>(file.data()), static_cast<std::streamsize>(file.size()));
  std::vector<Stream> streams;
  sinew::GltfOptions options;
  options.decoders.meshopt = [&](const MeshoptRequest& request) {
    streams.push_back({request.mode, request.filter, request.count, request.stride_bytes,
                       Bytes(request.source.begin(), request.source.end())});
    return sinew::meshopt::Decode(request);
  };
  const sinew::GltfRead read = sinew::ReadGltf(file, options);
  if (!read.model.ok()) Stop(std::string(path) + ": " + Describe(read.model.failure()));
  return streams;
}

}  // namespace

int main(int argc, char** argv) {
  int rounds = 51;
  std::vector<const char*> files;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--rounds") == 0 && i + 1 < argc) {
      rounds = std::max(1, std::atoi(argv[++i]));
    } else {
      files.push_back(argv[i]);
    }
  }
  meshopt_encodeVertexVersion(0);
  meshopt_encodeIndexVersion(1);
  std::printf("meshoptimizer %d.%02d beside sinew (%s); GB/s of decoded bytes; ratio of times\n\n",
              MESHOPTIMIZER_VERSION / 1000, MESHOPTIMIZER_VERSION % 1000 / 10,
              std::string(sinew::IsaName(sinew::ChosenIsa())).c_str());
  std::printf("%-34s %9s %8s %8s %8s   %s\n", "stream", "bytes", "sinew", "theirs", "ratio",
              "10th to 90th percentile");
  for (const char* file : files) {
    const std::string path = file;
    CompareStreams(path.substr(path.rfind('/') + 1), StreamsOf(file), rounds);
  }
  const std::vector<Vertex> sheet = Sheet();
  CompareAttributes(sheet, rounds);
  CompareIndices(rounds);
  CompareFilters(sheet, rounds);
  return 0;
}
