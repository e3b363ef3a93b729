// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "io/gltf/container.h"

#include <cstdint>
#include <string>

#include "io/gltf/issues.h"
#include "io/gltf/words.h"

namespace sinew::gltf {
namespace {

constexpr std::size_t kHeaderBytes = 12;
constexpr std::size_t kChunkHeaderBytes = 8;
constexpr std::uint32_t kMagic = 0x46546C67;      // "glTF"
constexpr std::uint32_t kJsonChunk = 0x4E4F534A;  // "JSON"
constexpr std::uint32_t kBinChunk = 0x004E4942;   // "BIN\0"

std::uint32_t LittleEndian32(std::span<const std::byte> bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 4; i-- > 0;) {
    value = value << 8 | std::to_integer<std::uint32_t>(bytes[at + i]);
  }
  return value;
}

std::string_view AsText(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// "0x4e4f534a"
std::string ChunkName(std::uint32_t type) {
  std::string name = "0x";
  for (int shift = 28; shift >= 0; shift -= 4) name += "0123456789abcdef"[type >> shift & 15];
  return name;
}

class GlbReader {
 public:
  GlbReader(std::span<const std::byte> bytes, Judge& judge) : bytes_(bytes), judge_(judge) {}

  std::optional<Container> Read() {
    if (!ReadHeader()) return std::nullopt;
    while (!ended_) {
      if (!ReadChunk()) return std::nullopt;
    }
    if (!found_.has_json) {
      Refuse(offset_, "the file holds no JSON chunk");
      return std::nullopt;
    }
    return Container{found_.json, found_.binary, true};
  }

 private:
  void Add(const IssueKind& kind, std::size_t at, std::string_view message) {
    judge_.Add(kind, "", Words("byte ", at, ": ", message));
  }
  void Refuse(std::size_t at, std::string_view message) {
    judge_.Refuse(FailureCode::kSyntax, Words("byte ", at), std::string(message));
  }
  bool Fail(const IssueKind& kind, std::size_t at, std::string_view message) {
    Add(kind, at, message);
    Refuse(at, message);
    return false;
  }

  bool ReadHeader() {
    if (bytes_.size() < kHeaderBytes) {
      return Fail(issue::kGlbUnexpectedEndOfHeader, bytes_.size(),
                  Words("the file ends after ", bytes_.size(), " bytes, a GLB header has 12"));
    }
    const std::uint32_t magic = LittleEndian32(bytes_, 0);
    if (magic != kMagic) {
      return Fail(issue::kGlbInvalidMagic, 0,
                  Words("the first four bytes are ", ChunkName(magic), ", expected 0x46546c67"));
    }
    const std::uint32_t version = LittleEndian32(bytes_, 4);
    if (version != 2) {
      return Fail(issue::kGlbInvalidVersion, 4,
                  Words("the GLB container version is ", version, ", expected 2"));
    }
    declared_bytes_ = LittleEndian32(bytes_, 8);
    offset_ = kHeaderBytes;
    if (declared_bytes_ <= kHeaderBytes) {
      Add(issue::kGlbLengthTooSmall, 8,
          Words("the declared length of ", declared_bytes_, " bytes leaves no room for chunks"));
    }
    return true;
  }

  bool ReadChunk() {
    if (offset_ == bytes_.size()) {
      ended_ = true;
      if (declared_bytes_ != offset_) {
        Add(issue::kGlbLengthMismatch, offset_,
            Words("the header declares ", declared_bytes_, " bytes, the file has ", offset_));
        judge_.Mended("glb-length-ignored", "");
      }
      return true;
    }
    if (offset_ == declared_bytes_) {
      ended_ = true;
      Add(issue::kGlbExtraData, offset_, "data after the declared end of the GLB are ignored");
      return true;
    }
    const std::size_t start = offset_;
    if (bytes_.size() - offset_ < kChunkHeaderBytes) {
      return Fail(issue::kGlbUnexpectedEndOfChunkHeader, bytes_.size(),
                  "the file ends inside a chunk header");
    }
    const std::uint32_t length = LittleEndian32(bytes_, offset_);
    const std::uint32_t type = LittleEndian32(bytes_, offset_ + 4);
    offset_ += kChunkHeaderBytes;
    CheckChunkHeader(start, length, type);
    const bool kept = KeepChunk(start, length, type);
    ++chunk_count_;
    if (length > bytes_.size() - offset_) {
      return Fail(issue::kGlbUnexpectedEndOfChunkData, bytes_.size(),
                  Words("the chunk ", ChunkName(type), " declares ", length, " bytes, ",
                        bytes_.size() - offset_, " are left"));
    }
    const std::span<const std::byte> data = bytes_.subspan(offset_, length);
    offset_ += length;
    if (kept && type == kJsonChunk) {
      // An empty chunk at the very end was reported already; elsewhere it is empty JSON.
      found_.has_json = length != 0 || offset_ != bytes_.size();
      found_.json = AsText(data);
    } else if (kept && length != 0) {
      found_.binary = data;
    }
    if (length == 0 && offset_ == bytes_.size()) ended_ = true;
    return true;
  }

  void CheckChunkHeader(std::size_t start, std::uint32_t length, std::uint32_t type) {
    if (length % 4 != 0) {
      Add(issue::kGlbChunkLengthUnaligned, start,
          Words("the length of chunk ", ChunkName(type), ", ", length,
                ", is not a multiple of four"));
      judge_.Mended("glb-chunk-unaligned", "");
    }
    if (offset_ > declared_bytes_ || length > declared_bytes_ - offset_) {
      Add(issue::kGlbChunkTooBig, start,
          Words("chunk ", ChunkName(type), " of ", length,
                " bytes goes beyond the declared end of the GLB at ", declared_bytes_));
    }
    if (chunk_count_ == 0 && type != kJsonChunk) {
      Add(issue::kGlbUnexpectedFirstChunk, start,
          Words("the first chunk is ", ChunkName(type), ", expected JSON"));
    }
    if (type == kBinChunk && chunk_count_ > 1 && !seen_binary_) {
      Add(issue::kGlbUnexpectedBinChunk, start, "the BIN chunk is not the second chunk");
    }
  }

  // False for chunks whose content is ignored.
  bool KeepChunk(std::size_t start, std::uint32_t length, std::uint32_t type) {
    if (type != kJsonChunk && type != kBinChunk) {
      Add(issue::kGlbUnknownChunkType, start,
          Words("a chunk of unknown type ", ChunkName(type), " is ignored"));
      return false;
    }
    if (length == 0) {
      if (type == kJsonChunk) {
        Add(issue::kGlbEmptyChunk, start, "the JSON chunk is empty");
      } else {
        Add(issue::kGlbEmptyBinChunk, start, "the BIN chunk is empty and could be left out");
      }
    }
    bool& seen = type == kJsonChunk ? seen_json_ : seen_binary_;
    if (seen) {
      Add(issue::kGlbDuplicateChunk, start,
          Words("a second chunk of type ", ChunkName(type), " is ignored"));
      judge_.Mended("glb-chunk-ignored", "");
      return false;
    }
    seen = true;
    return true;
  }

  struct Found {
    bool has_json = false;
    std::string_view json;
    std::optional<std::span<const std::byte>> binary;
  };

  std::span<const std::byte> bytes_;
  Judge& judge_;
  std::size_t offset_ = 0;
  std::size_t declared_bytes_ = 0;
  std::size_t chunk_count_ = 0;
  bool seen_json_ = false;
  bool seen_binary_ = false;
  bool ended_ = false;
  Found found_;
};

// Text starts with a printable character, white space or a byte order mark; nothing else does.
bool LooksLikeGlb(std::span<const std::byte> bytes) {
  const auto first = std::to_integer<unsigned>(bytes[0]);
  if (first == 'g') return true;
  return first < 0x20 && first != '\t' && first != '\n' && first != '\r';
}

}  // namespace

std::optional<Container> ReadContainer(std::span<const std::byte> bytes, bool empty_is_glb,
                                       Judge& judge) {
  std::optional<Container> container;
  if (bytes.empty() ? empty_is_glb : LooksLikeGlb(bytes)) {
    container = GlbReader(bytes, judge).Read();
  } else {
    container = Container{AsText(bytes), std::nullopt, false};
  }
  if (container && container->json.starts_with("\xEF\xBB\xBF")) {
    judge.Add(issue::kInvalidJson, "", "the JSON starts with a byte order mark, which is skipped");
    judge.Mended("byte-order-mark-skipped", "");
    container->json.remove_prefix(3);
  }
  return container;
}

}  // namespace sinew::gltf
