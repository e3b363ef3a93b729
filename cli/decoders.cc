// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "decoders.h"

#include <fmt/format.h>
#include <meshoptimizer.h>

namespace sinew::cli {
namespace {

using Mode = MeshoptRequest::Mode;
using Filter = MeshoptRequest::Filter;

// A stream's first byte: what it is in the high half, the codec's version in the low half.
struct Codec {
  const char* name;
  unsigned head;
  unsigned newest_version;  // That the packaged library reads.
};

Codec CodecOf(Mode mode) {
  switch (mode) {
    case Mode::kAttributes:
      return {"attribute", 0xa0, 0};
    case Mode::kTriangles:
      return {"triangle", 0xe0, 1};
    case Mode::kIndices:
      return {"index sequence", 0xd0, 1};
  }
  return {"unknown", 0, 0};
}

Failure BrokenMeshopt(std::string message) {
  return {FailureCode::kInvalid, "", std::move(message)};
}
Failure Unsupported(std::string message) {
  return {FailureCode::kUnsupported, "", std::move(message)};
}

// What the library asserts instead of reporting.
std::optional<Failure> CheckShape(const MeshoptRequest& request) {
  const std::uint32_t stride = request.stride_bytes;
  if (stride == 0 || request.target.size() / stride != request.count ||
      request.target.size() % stride != 0) {
    return BrokenMeshopt("the meshopt target does not hold count times stride bytes");
  }
  if (request.mode == Mode::kAttributes && (stride % 4 != 0 || stride > 256)) {
    return BrokenMeshopt(
        fmt::format("a meshopt attribute stride of {} is not a multiple of 4 up to 256", stride));
  }
  if (request.mode != Mode::kAttributes && stride != 2 && stride != 4) {
    return BrokenMeshopt(fmt::format("a meshopt index size of {} is neither 2 nor 4", stride));
  }
  if (request.mode == Mode::kTriangles && request.count % 3 != 0) {
    return BrokenMeshopt(
        fmt::format("{} meshopt triangle indices are not whole triangles", request.count));
  }
  if (request.filter != Filter::kNone && request.mode != Mode::kAttributes) {
    return BrokenMeshopt("a meshopt filter on indices");
  }
  if (request.filter == Filter::kOctahedral && stride != 4 && stride != 8) {
    return BrokenMeshopt(
        fmt::format("the OCTAHEDRAL filter with a stride of {}, not 4 or 8", stride));
  }
  if (request.filter == Filter::kQuaternion && stride != 8) {
    return BrokenMeshopt(fmt::format("the QUATERNION filter with a stride of {}, not 8", stride));
  }
  return std::nullopt;
}

std::optional<Failure> CheckCodec(const MeshoptRequest& request) {
  const Codec codec = CodecOf(request.mode);
  if (request.source.empty()) return BrokenMeshopt("an empty meshopt stream");
  const unsigned first = std::to_integer<unsigned>(request.source[0]);
  if ((first & 0xf0u) != codec.head) {
    return BrokenMeshopt(
        fmt::format("a meshopt {} stream starts with byte 0x{:02x}", codec.name, first));
  }
  if ((first & 0x0fu) > codec.newest_version) {
    return Unsupported(
        fmt::format("meshoptimizer codec version {} is needed for the {} stream; this build reads "
                    "up to version {}",
                    first & 0x0fu, codec.name, codec.newest_version));
  }
  if (request.filter == Filter::kColor) {
    return Unsupported("meshoptimizer's COLOR filter is needed, which this build does not have");
  }
  return std::nullopt;
}

}  // namespace

std::optional<Failure> DecodeMeshopt(const MeshoptRequest& request) {
  if (auto failure = CheckShape(request)) return failure;
  if (auto failure = CheckCodec(request)) return failure;
  const auto* const source = reinterpret_cast<const unsigned char*>(request.source.data());
  const std::size_t source_bytes = request.source.size();
  void* const target = request.target.data();
  const std::size_t count = request.count, stride = request.stride_bytes;
  int status = 0;
  switch (request.mode) {
    case Mode::kAttributes:
      status = meshopt_decodeVertexBuffer(target, count, stride, source, source_bytes);
      break;
    case Mode::kTriangles:
      status = meshopt_decodeIndexBuffer(target, count, stride, source, source_bytes);
      break;
    case Mode::kIndices:
      status = meshopt_decodeIndexSequence(target, count, stride, source, source_bytes);
      break;
  }
  if (status != 0) {
    return BrokenMeshopt(fmt::format("the meshopt {} stream is damaged (status {})",
                                     CodecOf(request.mode).name, status));
  }
  switch (request.filter) {
    case Filter::kOctahedral:
      meshopt_decodeFilterOct(target, count, stride);
      break;
    case Filter::kQuaternion:
      meshopt_decodeFilterQuat(target, count, stride);
      break;
    case Filter::kExponential:
      meshopt_decodeFilterExp(target, count, stride);
      break;
    case Filter::kNone:
    case Filter::kColor:
      break;
  }
  return std::nullopt;
}

Decoders PackagedDecoders() { return {.meshopt = DecodeMeshopt, .draco = DecodeDraco}; }

}  // namespace sinew::cli
