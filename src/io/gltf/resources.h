// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The resource stage: the bytes behind buffers and buffer views. A GLB's own chunk, data URIs,
// what GltfOptions::resolve fetches, and views that a decoder unpacks.
//
// What cannot be had is not a failure yet: only what is used must be there (accessor.h, build.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/gltf/budget.h"
#include "io/gltf/container.h"
#include "io/gltf/document.h"
#include "io/gltf/judge.h"
#include "io/json/json.h"
#include "sinew/gltf.h"

namespace sinew::gltf {

// A buffer view's bytes, borrowed from the file or from Resources.
struct ViewBytes {
  bool whole = false;      // All of the declared bytes exist; else none are given.
  bool checkable = false;  // The Khronos validator would look into them: raw and complete.
  std::span<const std::byte> bytes;
};

class Resources {
 public:
  Resources(const Document& document, const Container& container, const GltfOptions& options,
            Budget& budget, Judge& judge);

  const ViewBytes& view(std::int32_t index) const {
    return views_[static_cast<std::size_t>(index)];
  }

  // Refuses the file for the reason that a view's bytes are not there, or not all.
  void RefuseView(std::int32_t index, Judge& judge) const;

 private:
  struct BufferBytes {
    bool present = false;
    bool checkable = false;
    std::span<const std::byte> bytes;
    std::optional<Failure> why_missing;
  };

  void LoadBuffer(std::size_t index, bool in_use, const Container& container,
                  const GltfOptions& options, Budget& budget, Judge& judge);
  void LoadDataUri(std::size_t index, std::string_view uri, bool is_glb, Budget& budget,
                   Judge& judge);
  void LoadExternal(std::size_t index, std::string_view uri, const GltfOptions& options,
                    Budget& budget, Judge& judge);
  void LoadView(std::size_t index, const GltfOptions& options, Budget& budget, Judge& judge);
  // False where the view cannot be unpacked, but holds its bytes plain as well.
  bool LoadMeshopt(std::size_t index, const GltfOptions& options, Budget& budget, Judge& judge);
  bool HasFallback(const BufferView& view) const;
  std::span<const std::byte> Keep(SharedBytes bytes);

  const Document& document_;
  std::vector<BufferBytes> buffers_;
  std::vector<ViewBytes> views_;
  std::vector<std::pair<std::size_t, Failure>> view_failures_;  // Few: decoders only.
  std::map<std::string, std::size_t, std::less<>> fetched_;     // By path: the buffer that has it.
  std::vector<SharedBytes> kept_;
  std::set<const std::byte*> counted_;  // Of fetched files: those that count as input.
};

// A JSON string's characters: straight from the text where nothing is escaped, else in `storage`.
std::string_view StringOf(json::Value value, std::string& storage);

// True where the document's extensionsRequired names it.
bool IsRequired(const Document& document, std::string_view extension);

}  // namespace sinew::gltf
