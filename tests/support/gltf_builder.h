// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Builds small glTF files inside a test, right or wrong: numbers go into one buffer, the rest is
// JSON written by hand, where ' stands for ", so that a file can be read in the test's source.
//
//   GltfBuilder file;
//   const int positions = file.Floats("VEC3", {0, 0, 0, 1, 0, 0, 0, 1, 0});
//   file.Mesh("{'primitives':[{'attributes':{'POSITION':" + std::to_string(positions) + "}}]}");
//   file.Node("{'mesh':0}");
//   const GltfRead read = file.Read();
//
// Nothing is checked here: whatever is asked for is written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/gltf.h"

namespace sinew::testing {

// Whether a float accessor says its smallest and largest values.
enum class Bounds : std::uint8_t { kWritten, kLeftOut };

class GltfBuilder {
 public:
  // Each appends its numbers to the buffer and gives the index of a new accessor over them, which
  // has a buffer view of its own. `type` is "SCALAR", "VEC3"...; `more` is JSON added to the
  // accessor, with its comma: ",'normalized':true".
  int Floats(std::string_view type, const std::vector<float>& values, std::string_view more = "",
             Bounds bounds = Bounds::kWritten);
  int U8(std::string_view type, const std::vector<std::uint8_t>& values,
         std::string_view more = "");
  int I8(std::string_view type, const std::vector<std::int8_t>& values, std::string_view more = "");
  int U16(std::string_view type, const std::vector<std::uint16_t>& values,
          std::string_view more = "");
  int I16(std::string_view type, const std::vector<std::int16_t>& values,
          std::string_view more = "");
  int U32(std::string_view type, const std::vector<std::uint32_t>& values,
          std::string_view more = "");

  // Appends bytes, aligned to four, under a buffer view of their own; gives the view's index.
  // `more` is JSON added to the view: ",'byteStride':16".
  int View(std::span<const std::byte> bytes, std::string_view more = "");
  int FloatView(const std::vector<float>& values, std::string_view more = "");
  int U16View(const std::vector<std::uint16_t>& values, std::string_view more = "");

  // Each appends one JSON object to its array and gives its index.
  int Accessor(std::string_view json) { return Append("accessors", json); }
  int BufferView(std::string_view json) { return Append("bufferViews", json); }
  int Node(std::string_view json) { return Append("nodes", json); }
  int Skin(std::string_view json) { return Append("skins", json); }
  int Mesh(std::string_view json) { return Append("meshes", json); }
  int Animation(std::string_view json) { return Append("animations", json); }
  int Append(std::string_view array, std::string_view json);
  // An animation of one channel. `interpolation` empty: the sampler does not say.
  int Animate(int node, std::string_view path, int input, int output,
              std::string_view interpolation = "");

  // The root nodes of scene 0, as a JSON array. Unless said: [0].
  void Scene(std::string_view nodes) { scene_ = nodes; }
  // A property of the document, in place of what the builder would write: ("asset", "{}").
  // Empty: leave it out.
  void Root(std::string_view name, std::string_view json);
  // Makes buffer 0 say another length than it has.
  void ClaimBufferBytes(std::uint64_t count) { claimed_bytes_ = std::to_string(count); }

  std::vector<std::byte>& buffer() { return buffer_; }

  std::string Text() const;              // A .gltf whose buffer is a data: URI.
  std::vector<std::byte> Glb() const;    // The same as a .glb.
  std::string Json(bool for_glb) const;  // The document alone.

  // Reads Text() by ReadGltf. Where the environment names a folder in SINEW_DUMP_GLTF, the file is
  // also written there, for another validator to see.
  GltfRead Read(const GltfOptions& options = {}) const;

 private:
  int Raw(std::string_view type, int component_type, std::span<const std::byte> bytes,
          std::size_t component_bytes, std::string_view more);

  std::vector<std::byte> buffer_;
  std::map<std::string, std::vector<std::string>, std::less<>> arrays_;
  std::map<std::string, std::string, std::less<>> root_;
  std::string scene_ = "[0]";
  std::string claimed_bytes_;
};

// "RFC 4648" base64 with padding.
std::string Base64(std::span<const std::byte> bytes);

// ' becomes ".
std::string Quoted(std::string_view json);

std::span<const std::byte> BytesOf(std::string_view text);

// Wraps JSON and a binary chunk as a GLB, both padded to four bytes.
std::vector<std::byte> GlbOf(std::string_view json, std::span<const std::byte> binary);

}  // namespace sinew::testing
