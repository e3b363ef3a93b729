// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "files/draco_stream.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "io/words.h"

namespace sinew::files {
namespace {

using io::Words;

// What the packaged decoder (1.5) holds, about: a little less than was measured, so that streams of
// honest encoders are not refused for a rough estimate.
constexpr std::uint64_t kBytesPerFace = 60;            // Corner table, faces, traversal.
constexpr std::uint64_t kBytesPerFaceAndSeamSet = 24;  // A corner table per attribute with seams.
constexpr std::uint64_t kBytesPerAttribute = 600;      // Objects and tables, without a value.

Failure Broken(std::string message) { return {FailureCode::kInvalid, "", std::move(message)}; }
Failure Ends() { return Broken("the Draco stream ends inside its head"); }

Failure TooMuch(std::string_view what, const DracoRequest& request) {
  return {FailureCode::kLimit, "",
          Words("decoding the Draco stream would hold more than ", request.max_bytes,
                " bytes for its ", what, ", the limit max_draco_bytes")};
}

// Bytes and LEB128 numbers, until one does not fit.
class Stream {
 public:
  explicit Stream(std::span<const std::byte> bytes) : bytes_(bytes) {}

  bool ended() const { return ended_; }
  std::size_t left() const { return bytes_.size(); }

  std::uint8_t Byte() {
    if (bytes_.empty()) {
      ended_ = true;
      return 0;
    }
    const auto byte = static_cast<std::uint8_t>(bytes_.front());
    bytes_ = bytes_.subspan(1);
    return byte;
  }
  std::uint32_t Number() {
    std::uint64_t number = 0;
    for (int shift = 0; shift < 35; shift += 7) {
      const std::uint8_t byte = Byte();
      number |= std::uint64_t{byte & 0x7fu} << shift;
      if ((byte & 0x80) == 0) return static_cast<std::uint32_t>(number);
    }
    ended_ = true;  // Five bytes are the most.
    return 0;
  }
  void Skip(std::size_t count) {
    ended_ = ended_ || count > bytes_.size();
    bytes_ = bytes_.subspan(std::min(count, bytes_.size()));
  }

 private:
  std::span<const std::byte> bytes_;
  bool ended_ = false;
};

// Metadata lie in each other, but one after the other in the stream: how many are still to come is
// all that need be known.
void SkipMetadata(Stream& stream) {
  std::uint64_t to_come = 1;
  for (bool is_first = true; to_come > 0 && !stream.ended(); is_first = false) {
    --to_come;
    if (!is_first) stream.Skip(stream.Byte());  // Its name.
    for (std::uint32_t entries = stream.Number(); entries > 0 && !stream.ended(); --entries) {
      stream.Skip(stream.Byte());
      stream.Skip(stream.Number());
    }
    to_come += stream.Number();
  }
}

void SkipAllMetadata(Stream& stream) {
  for (std::uint32_t count = stream.Number(); count > 0 && !stream.ended(); --count) {
    stream.Number();  // The id of its attribute.
    SkipMetadata(stream);
  }
  SkipMetadata(stream);
}

// The size of a value of Draco's data types, from the 1st (int8) to the 11th (bool).
constexpr std::array<std::uint8_t, 12> kSizeOfType{0, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8, 1};

std::optional<Failure> CheckCounts(std::uint64_t points, std::uint64_t faces,
                                   const DracoRequest& request) {
  if (points <= request.max_points && faces <= request.max_indices / 3) return std::nullopt;
  return Failure{FailureCode::kLimit, "",
                 Words("the Draco mesh has ", points, " points and ", faces, " triangles; at most ",
                       request.max_points, " and ", request.max_indices / 3, " are expected")};
}

}  // namespace

Result<DracoHead> ReadDracoHead(const DracoRequest& request) {
  constexpr std::string_view kMagic = "DRACO";
  Stream stream(request.source);
  for (const char c : kMagic) {
    if (stream.Byte() != static_cast<std::uint8_t>(c)) {
      return Broken("the stream does not begin as Draco streams do");
    }
  }
  const int major = stream.Byte(), minor = stream.Byte();
  const int geometry = stream.Byte(), method = stream.Byte();
  const unsigned flags = stream.Byte() | unsigned{stream.Byte()} << 8;
  if (stream.ended()) return Ends();
  if (geometry != 1) return Broken("the Draco stream is not a mesh");
  if (major != 2 || minor != 2) {
    return Failure{
        FailureCode::kUnsupported, "",
        Words("Draco bitstream version ", major, ".", minor, " is needed; glTF has 2.2")};
  }
  if (method > 1) return Broken(Words("the Draco stream has method ", method, " of 0 and 1"));
  DracoHead head{.is_edgebreaker = method == 1};
  head.metadata_begin = request.source.size() - stream.left();
  if ((flags & 0x8000) != 0) SkipAllMetadata(stream);
  if (stream.ended()) return Broken("the Draco stream's metadata is damaged");
  head.metadata_end = request.source.size() - stream.left();
  // Vertices come first in one method and faces in the other. Vertices are split into points
  // later, so there are at least as many points.
  if (head.is_edgebreaker) stream.Byte();  // The traversal.
  std::uint64_t points = stream.Number(), faces = stream.Number();
  if (stream.ended()) return Ends();
  if (!head.is_edgebreaker) std::swap(points, faces);
  if (auto failure = CheckCounts(points, faces, request)) return *std::move(failure);
  return head;
}

std::optional<Failure> CheckConnectivity(std::span<const std::byte> rest,
                                         const DracoRequest& request) {
  Stream stream(rest);
  const std::uint64_t points = stream.Number(), faces = stream.Number();
  const std::uint64_t seam_sets = stream.Byte();
  if (stream.ended()) return Ends();
  if (auto failure = CheckCounts(points, faces, request)) return failure;
  const std::uint64_t per_face = kBytesPerFace + seam_sets * kBytesPerFaceAndSeamSet;
  if (faces > request.max_bytes / per_face) return TooMuch("triangles", request);
  return std::nullopt;
}

std::optional<Failure> CheckAttributeList(std::span<const std::byte> rest, bool is_edgebreaker,
                                          std::uint64_t faces, std::uint64_t points,
                                          const DracoRequest& request) {
  Stream stream(rest);
  if (faces > request.max_bytes / kBytesPerFace) return TooMuch("triangles", request);
  std::uint64_t left = request.max_bytes - faces * kBytesPerFace;
  const int decoders = stream.Byte();
  if (is_edgebreaker) stream.Skip(std::size_t{3} * static_cast<std::size_t>(decoders));
  for (int decoder = 0; decoder < decoders; ++decoder) {
    const std::uint32_t count = stream.Number();
    if (count > stream.left() / 6) return Ends();  // Five bytes for each here, and one below.
    if (count > left / kBytesPerAttribute) return TooMuch("attributes", request);
    left -= count * kBytesPerAttribute;
    for (std::uint32_t i = 0; i < count; ++i) {
      stream.Byte();  // What it is for.
      const std::uint8_t type = stream.Byte();
      const std::uint64_t components = stream.Byte();
      stream.Byte();    // Whether it is normalised.
      stream.Number();  // Its id.
      if (stream.ended()) return Ends();
      if (type == 0 || type >= kSizeOfType.size() || components == 0) {
        return Broken(Words("Draco attribute ", i, " has type ", int{type}, " and ", components,
                            " components"));
      }
      // The values, the numbers they are decoded from, and which point has which.
      const std::uint64_t per_point = components * (kSizeOfType[type] + 4u) + 4;
      if (points > left / per_point) return TooMuch("attributes", request);
      left -= points * per_point;
    }
    stream.Skip(count);  // How each is encoded.
  }
  if (stream.ended()) return Ends();
  return std::nullopt;
}

}  // namespace sinew::files
