// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "io/meshopt/triangles.h"

#include "io/meshopt/recent.h"
#include "io/meshopt/store_index.h"
#include "io/meshopt/stream_failures.h"
#include "io/meshopt/stream_header.h"
#include "io/meshopt/varint.h"

namespace sinew::meshopt {

using io::Words;

namespace {

constexpr std::size_t kTableBytes = 16;

// Halves of a code byte that mean something of their own.
constexpr std::uint32_t kNextVertex = 0;     // The lowest index not used yet.
constexpr std::uint32_t kStoredVertex = 15;  // A number in the data.

enum class Fault : std::uint8_t { kNone, kNumber, kNoEdge, kNoVertex };

// Why a table of codes cannot be used, or nothing.
const char* TableFault(const std::uint8_t* table) {
  for (std::size_t i = 0; i < kTableBytes; ++i) {
    if (table[i] >> 4 == kStoredVertex || (table[i] & 15) == kStoredVertex) {
      return "An entry of the meshopt triangle stream's table asks for a stored number.";
    }
  }
  if (table[14] != 0 || table[15] != 0) {
    return "The last two entries of the meshopt triangle stream's table are not 0.";
  }
  return nullptr;
}

class TriangleDecoder {
 public:
  TriangleDecoder(std::uint32_t version, const std::uint8_t* data, const std::uint8_t* table)
      // Version 0 reaches back by two vertices more, and has no steps of one from the last.
      : recent_limit_(version == 0 ? 15 : 13), data_(data), table_(table) {}

  const std::uint8_t* data() const { return data_; }

  // Decodes triangles until one is at fault, whose code `code` then points at.
  template <std::uint32_t kIndexBytes>
  Fault Run(const std::uint8_t*& code, const std::uint8_t* code_end, std::uint8_t* target) {
    for (; code != code_end; ++code, target += 3 * kIndexBytes) {
      const Fault fault = *code < 0xF0 ? FromEdge(*code) : FromVertices(*code);
      if (fault != Fault::kNone) return fault;
      StoreIndex<kIndexBytes>(target, a_);
      StoreIndex<kIndexBytes>(target + kIndexBytes, b_);
      StoreIndex<kIndexBytes>(target + 2 * kIndexBytes, c_);
    }
    return Fault::kNone;
  }

 private:
  // A recent edge and a third vertex.
  Fault FromEdge(std::uint32_t code) {
    const std::uint32_t edge_age = code >> 4, vertex = code & 15;
    if (!edges_.Has(edge_age)) return Fault::kNoEdge;
    const Edge edge = edges_.At(edge_age);
    if (vertex < recent_limit_) {
      // Where there is an edge there is a vertex: age 0 always is, though it is not used.
      if (!vertices_.Has(vertex)) return Fault::kNoVertex;
      const bool is_next = vertex == kNextVertex;
      const std::uint32_t seen = vertices_.At(vertex);
      c_ = is_next ? next_ : seen;
      next_ += is_next;
      vertices_.PushIf(is_next, c_);
    } else {
      if (vertex == kStoredVertex) {
        if (!ReadIndex(c_)) return Fault::kNumber;
      } else {
        c_ = last_ += vertex == 13 ? ~0u : 1u;
      }
      vertices_.Push(c_);
    }
    a_ = edge.a;
    b_ = edge.b;
    edges_.Push({c_, b_});
    edges_.Push({a_, c_});
    return Fault::kNone;
  }

  // Three vertices: the first is new, the others as the table or a byte of the data says.
  Fault FromVertices(std::uint32_t code) {
    const bool in_table = code < 0xFE;
    std::uint32_t pair;
    if (in_table) {
      pair = table_[code & 15];
    } else {
      if (data_ == table_) return Fault::kNumber;
      pair = *data_++;
      if (pair == 0) next_ = 0;  // Another mesh begins.
    }
    const std::uint32_t b = pair >> 4, c = pair & 15;
    if (code == 0xFF) {
      if (!ReadIndex(a_)) return Fault::kNumber;
    } else {
      a_ = next_++;
    }
    const Fault fault_b = Vertex(b, b_);
    if (fault_b != Fault::kNone) return fault_b;
    const Fault fault_c = Vertex(c, c_);
    if (fault_c != Fault::kNone) return fault_c;
    vertices_.Push(a_);
    vertices_.PushIf(b == kNextVertex || b == kStoredVertex, b_);
    vertices_.PushIf(c == kNextVertex || c == kStoredVertex, c_);
    edges_.Push({b_, a_});
    edges_.Push({c_, b_});
    edges_.Push({a_, c_});
    return Fault::kNone;
  }

  Fault Vertex(std::uint32_t half, std::uint32_t& index) {
    if (half == kNextVertex) {
      index = next_++;
    } else if (half == kStoredVertex) {
      if (!ReadIndex(index)) return Fault::kNumber;
    } else {
      if (!vertices_.Has(half - 1)) return Fault::kNoVertex;
      index = vertices_.At(half - 1);
    }
    return Fault::kNone;
  }

  // A number from the data, as a difference from the last such index.
  bool ReadIndex(std::uint32_t& index) {
    std::uint32_t number;
    if (!ReadVarint(data_, table_, number)) return false;
    index = last_ += Unzigzag(number);
    return true;
  }

  std::uint32_t recent_limit_;
  const std::uint8_t* data_;   // What comes next of the numbers,
  const std::uint8_t* table_;  // which end where the table begins.
  std::uint32_t next_ = 0, last_ = 0;
  Recent<Edge> edges_;
  Recent<std::uint32_t> vertices_;
  std::uint32_t a_ = 0, b_ = 0, c_ = 0;  // The triangle.
};

Failure Describe(Fault fault, std::size_t code_byte, std::size_t data_byte) {
  switch (fault) {
    case Fault::kNoEdge:
      return BrokenAt(code_byte, "A meshopt triangle names an edge before there are so many.");
    case Fault::kNoVertex:
      return BrokenAt(code_byte, "A meshopt triangle names a vertex before there are so many.");
    default:
      return BrokenAt(
          data_byte,
          "The meshopt triangle stream ends early, or has a number of more than 5 bytes.");
  }
}

}  // namespace

std::optional<Failure> DecodeTriangles(const MeshoptRequest& request) {
  const Result<std::uint32_t> version = ReadVersion(request.source, kTriangleCodec);
  if (!version.ok()) return version.failure();
  const std::size_t size = request.source.size();
  const std::size_t triangle_count = request.count / 3;
  if (size - 1 < kTableBytes || size - 1 - kTableBytes < triangle_count) {
    return BrokenAt(size, Words("The meshopt triangle stream ends early: ", size,
                                " bytes cannot hold ", triangle_count, " triangles."));
  }
  const auto* const source = reinterpret_cast<const std::uint8_t*>(request.source.data());
  const std::uint8_t* const table = source + size - kTableBytes;
  if (const char* fault = TableFault(table)) return BrokenAt(size - kTableBytes, fault);

  const std::uint8_t* code = source + 1;
  const std::uint8_t* const code_end = code + triangle_count;
  auto* const target = reinterpret_cast<std::uint8_t*>(request.target.data());
  TriangleDecoder decoder(*version, code_end, table);
  const Fault fault = request.stride_bytes == 2 ? decoder.Run<2>(code, code_end, target)
                                                : decoder.Run<4>(code, code_end, target);
  const auto data_byte = static_cast<std::size_t>(decoder.data() - source);
  if (fault != Fault::kNone) {
    return Describe(fault, static_cast<std::size_t>(code - source), data_byte);
  }
  if (decoder.data() != table) {
    return BrokenAt(data_byte, Words("The meshopt triangle stream has ", table - decoder.data(),
                                     " bytes left over after its ", triangle_count, " triangles."));
  }
  return std::nullopt;
}

}  // namespace sinew::meshopt
