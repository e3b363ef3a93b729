// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "io/meshopt/decode_meshopt.h"

#include "io/meshopt/attributes.h"
#include "io/meshopt/filters.h"
#include "io/meshopt/index_sequence.h"
#include "io/meshopt/stream_failures.h"
#include "io/meshopt/triangles.h"

namespace sinew::meshopt {

using io::Words;
using Mode = MeshoptRequest::Mode;
using Filter = MeshoptRequest::Filter;

namespace {

std::optional<Failure> CheckAttributes(const MeshoptRequest& request) {
  const std::uint32_t stride = request.stride_bytes;
  if (stride % 4 != 0 || stride > 256) {
    return Broken(
        Words("A meshopt attribute stride is a multiple of 4 up to 256, not ", stride, "."));
  }
  switch (request.filter) {
    case Filter::kOctahedral:
    case Filter::kColor:
      if (stride == 4 || stride == 8) return std::nullopt;
      return Broken(Words("The meshopt filters OCTAHEDRAL and COLOR need a stride of 4 or 8, not ",
                          stride, "."));
    case Filter::kQuaternion:
      if (stride == 8) return std::nullopt;
      return Broken(Words("The meshopt filter QUATERNION needs a stride of 8, not ", stride, "."));
    case Filter::kNone:
    case Filter::kExponential:
      return std::nullopt;
  }
  return Broken("The meshopt filter is none of the format's.");
}

std::optional<Failure> CheckIndices(const MeshoptRequest& request) {
  const std::uint32_t stride = request.stride_bytes;
  if (stride != 2 && stride != 4) {
    return Broken(Words("Meshopt indices take 2 or 4 bytes, not ", stride, "."));
  }
  if (request.mode == Mode::kTriangles && request.count % 3 != 0) {
    return Broken(Words(request.count, " meshopt indices are not whole triangles."));
  }
  if (request.filter != Filter::kNone) return Broken("Meshopt indices cannot have a filter.");
  return std::nullopt;
}

std::optional<Failure> CheckShape(const MeshoptRequest& request) {
  const std::size_t bytes = request.target.size();
  const std::uint32_t stride = request.stride_bytes;
  if (stride == 0) return Broken("A meshopt stride of 0.");
  if (bytes / stride != request.count || bytes % stride != 0) {
    return Broken(Words("The meshopt target has ", bytes, " bytes, not ", request.count, " times ",
                        stride, "."));
  }
  return request.mode == Mode::kAttributes ? CheckAttributes(request) : CheckIndices(request);
}

void ApplyFilter(Isa isa, const MeshoptRequest& request) {
  const bool is_short = request.stride_bytes == 4;
  switch (request.filter) {
    case Filter::kOctahedral:
      return is_short ? FilterOctahedral8(isa, request.target)
                      : FilterOctahedral16(isa, request.target);
    case Filter::kQuaternion:
      return FilterQuaternion(isa, request.target);
    case Filter::kExponential:
      return FilterExponential(request.target);
    case Filter::kColor:
      return is_short ? FilterColor8(request.target) : FilterColor16(request.target);
    case Filter::kNone:
      return;
  }
}

}  // namespace

std::optional<Failure> Decode(const MeshoptRequest& request) {
  return DecodeWith(ChosenIsa(), request);
}

std::optional<Failure> DecodeWith(Isa isa, const MeshoptRequest& request) {
  if (std::optional<Failure> failure = CheckShape(request)) return failure;
  switch (request.mode) {
    case Mode::kTriangles:
      return DecodeTriangles(request);
    case Mode::kIndices:
      return DecodeIndexSequence(request);
    case Mode::kAttributes:
      break;
  }
  if (std::optional<Failure> failure = DecodeAttributes(isa, request)) return failure;
  ApplyFilter(isa, request);
  return std::nullopt;
}

}  // namespace sinew::meshopt
