// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "io/gltf/resources.h"

#include <algorithm>
#include <utility>

#include "base/bytes.h"
#include "io/gltf/data_uri.h"
#include "io/gltf/issues.h"
#include "io/gltf/pointer.h"
#include "io/gltf/uri.h"
#include "io/meshopt/decode_meshopt.h"

namespace sinew::gltf {

std::string_view StringOf(json::Value value, std::string& storage) {
  const std::string_view text = value.text();
  if (text.find('\\') == std::string_view::npos) return text.substr(1, text.size() - 2);
  storage = value.string();
  return storage;
}

bool IsRequired(const Document& document, std::string_view extension) {
  return document.extensions_required.contains(extension);
}

namespace {

// The buffers that some view reads. What lies beside the file and is not read is not fetched,
// unless GltfOptions::fetch_unused asks for it.
std::vector<bool> BuffersInUse(const Document& document) {
  std::vector<bool> in_use(document.buffers.size(), false);
  for (const BufferView& view : document.buffer_views) {
    if (view.buffer >= 0) in_use[static_cast<std::size_t>(view.buffer)] = true;
  }
  for (const MeshoptView& view : document.meshopt_views) {
    if (view.buffer >= 0) in_use[static_cast<std::size_t>(view.buffer)] = true;
  }
  return in_use;
}

}  // namespace

Resources::Resources(const Document& document, const Container& container,
                     const GltfOptions& options, Budget& budget, Judge& judge)
    : document_(document), buffers_(document.buffers.size()), views_(document.buffer_views.size()) {
  const std::vector<bool> in_use = BuffersInUse(document);
  for (std::size_t i = 0; i < buffers_.size(); ++i) {
    LoadBuffer(i, in_use[i], container, options, budget, judge);
  }
  for (std::size_t i = 0; i < views_.size(); ++i) LoadView(i, options, budget, judge);
}

std::span<const std::byte> Resources::Keep(SharedBytes bytes) {
  kept_.push_back(std::move(bytes));
  return kept_.back();
}

void Resources::LoadBuffer(std::size_t index, bool in_use, const Container& container,
                           const GltfOptions& options, Budget& budget, Judge& judge) {
  const Buffer& buffer = document_.buffers[index];
  BufferBytes& loaded = buffers_[index];
  const bool is_glb_chunk = container.is_glb && index == 0 && !buffer.uri;
  if (buffer.broken) {
    loaded.why_missing =
        Failure{FailureCode::kInvalid, PointerOf("buffers", index), "The buffer is malformed."};
    return;
  }
  if (buffer.uri && buffer.uri->is_string()) {
    std::string storage;
    const std::string_view uri = StringOf(*buffer.uri, storage);
    if (container.is_glb) {
      judge.Add(issue::kUriGlb, PointerOf("buffers", index, "uri"),
                "A GLB file has a buffer outside of itself.");
    }
    if (IsDataUri(uri)) {
      LoadDataUri(index, uri, container.is_glb, budget, judge);
    } else if (in_use || options.fetch_unused) {
      LoadExternal(index, uri, options, budget, judge);
    }
  } else if (is_glb_chunk && container.binary) {
    loaded.present = loaded.checkable = true;
    loaded.bytes = *container.binary;
  } else {
    loaded.why_missing = Failure{FailureCode::kResource, PointerOf("buffers", index),
                                 "The buffer has neither a URI nor a binary chunk."};
    if (is_glb_chunk) {
      judge.Add(issue::kBufferMissingGlbData, PointerOf("buffers", index),
                "The buffer stands for the binary chunk, but the file has none.");
    }
  }
  if (!loaded.present) return;

  if (loaded.bytes.size() < buffer.byte_length) {
    judge.Add(issue::kBufferByteLengthMismatch, PointerOf("buffers", index),
              "The buffer has " + std::to_string(loaded.bytes.size()) + " bytes; it declares " +
                  std::to_string(buffer.byte_length) + ".");
    loaded.checkable = false;
  } else if (is_glb_chunk) {
    const std::uint64_t padded = (buffer.byte_length + 3) / 4 * 4;  // byte_length <= size.
    if (loaded.bytes.size() > padded) {
      judge.Add(issue::kBufferGlbChunkTooBig, PointerOf("buffers", index),
                "The binary chunk has " + std::to_string(loaded.bytes.size() - padded) +
                    " bytes more than the buffer and its padding.");
    }
  }
}

void Resources::LoadDataUri(std::size_t index, std::string_view uri, bool is_glb, Budget& budget,
                            Judge& judge) {
  BufferBytes& loaded = buffers_[index];
  const std::string pointer = PointerOf("buffers", index, "uri");
  const std::optional<DataUri> parts = ParseDataUri(uri);
  std::optional<std::vector<std::byte>> bytes;
  if (parts) {
    if (!budget.Take(PayloadBound(*parts), 1, judge, pointer)) {
      loaded.why_missing = judge.failure();
      return;
    }
    bytes = DecodePayload(*parts);
  }
  if (!bytes) {
    const char* what = parts ? "The data URI's payload is not what its encoding allows."
                             : "The data URI is malformed before its comma.";
    judge.Add(issue::kInvalidUri, pointer, what);
    loaded.why_missing = Failure{FailureCode::kInvalid, pointer, what};
    return;
  }
  loaded.present = loaded.checkable = true;
  if (is_glb) {
    judge.Add(issue::kDataUriGlb, pointer,
              "A GLB file has a data URI, which its binary chunk would hold in fewer bytes.");
  }
  if (parts->media_type != "application/octet-stream" &&
      parts->media_type != "application/gltf-buffer") {
    judge.Add(issue::kBufferDataUriMimeTypeInvalid, pointer,
              "The data URI's media type is '" + parts->media_type +
                  "', not 'application/octet-stream' or 'application/gltf-buffer'.");
    judge.Mended("buffer-media-type", pointer);
    loaded.checkable = false;
  }
  loaded.bytes = Keep(std::move(*bytes));
}

void Resources::LoadExternal(std::size_t index, std::string_view uri, const GltfOptions& options,
                             Budget& budget, Judge& judge) {
  BufferBytes& loaded = buffers_[index];
  const std::string pointer = PointerOf("buffers", index, "uri");
  if (ClassifyUri(uri) != UriKind::kBeside) {
    loaded.why_missing =
        Failure{FailureCode::kResource, pointer,
                "The URI does not name a file beside this one; it is not fetched."};
    return;
  }
  if (!options.resolve) {
    loaded.why_missing =
        Failure{FailureCode::kResource, pointer,
                "The buffer lies beside the file, and there is no way to fetch it."};
    return;
  }
  const std::optional<std::string> plain = PercentDecode(uri);
  if (!plain) {
    loaded.why_missing = Failure{FailureCode::kInvalid, pointer, "The URI is malformed."};
    return;
  }
  // Each file is fetched and counted as input once, however many buffers name it.
  const auto [known, is_new] = fetched_.try_emplace(PlainPath(*plain), index);
  if (!is_new) {
    loaded = buffers_[known->second];
    if (!loaded.present) judge.Add(issue::kIoError, pointer, loaded.why_missing->message);
    return;
  }
  Result<SharedBytes> fetched = options.resolve(*plain);
  if (!fetched.ok()) {
    judge.Add(issue::kIoError, pointer, Describe(fetched.failure()));
    loaded.why_missing = Failure{FailureCode::kResource, pointer, Describe(fetched.failure())};
    return;
  }
  if (fetched->size() > options.limits.max_file_bytes) {
    judge.Refuse(
        FailureCode::kLimit, pointer,
        "The buffer has " + std::to_string(fetched->size()) + " bytes, more than max_file_bytes.");
    loaded.why_missing = judge.failure();
    return;
  }
  // So is one that has several names.
  if (counted_.insert(fetched->data()).second) budget.AddInput(fetched->size());
  loaded.present = loaded.checkable = true;
  loaded.bytes = Keep(std::move(*fetched));
}

void Resources::LoadView(std::size_t index, const GltfOptions& options, Budget& budget,
                         Judge& judge) {
  const BufferView& view = document_.buffer_views[index];
  if (view.broken) return;
  if (view.meshopt >= 0 && LoadMeshopt(index, options, budget, judge)) return;
  if (view.buffer < 0) return;
  const BufferBytes& buffer = buffers_[static_cast<std::size_t>(view.buffer)];
  if (!buffer.present || !RangeFits(view.byte_offset, view.byte_length, buffer.bytes.size())) {
    return;
  }
  ViewBytes& loaded = views_[index];
  loaded.whole = true;
  loaded.checkable = buffer.checkable;
  loaded.bytes = buffer.bytes.subspan(static_cast<std::size_t>(view.byte_offset),
                                      static_cast<std::size_t>(view.byte_length));
}

namespace {

std::optional<MeshoptRequest::Mode> ModeOf(std::string_view name) {
  if (name == "ATTRIBUTES") return MeshoptRequest::Mode::kAttributes;
  if (name == "TRIANGLES") return MeshoptRequest::Mode::kTriangles;
  if (name == "INDICES") return MeshoptRequest::Mode::kIndices;
  return std::nullopt;
}

std::optional<MeshoptRequest::Filter> FilterOf(std::string_view name) {
  if (name.empty() || name == "NONE") return MeshoptRequest::Filter::kNone;
  if (name == "OCTAHEDRAL") return MeshoptRequest::Filter::kOctahedral;
  if (name == "QUATERNION") return MeshoptRequest::Filter::kQuaternion;
  if (name == "EXPONENTIAL") return MeshoptRequest::Filter::kExponential;
  if (name == "COLOR") return MeshoptRequest::Filter::kColor;
  return std::nullopt;
}

// What the decoder may be asked for: it writes count * stride bytes without asking again.
bool IsSound(const MeshoptView& view, std::optional<MeshoptRequest::Mode> mode,
             std::optional<MeshoptRequest::Filter> filter) {
  if (!mode || !filter || view.count == 0 || view.count > 0xFFFFFFFFu) return false;
  const std::uint32_t stride = view.byte_stride;
  if (*mode == MeshoptRequest::Mode::kAttributes) {
    if (stride == 0 || stride % 4 != 0 || stride > 256) return false;
  } else if ((stride != 2 && stride != 4) || *filter != MeshoptRequest::Filter::kNone ||
             (*mode == MeshoptRequest::Mode::kTriangles && view.count % 3 != 0)) {
    return false;
  }
  switch (*filter) {
    case MeshoptRequest::Filter::kOctahedral:
      return stride == 4 || stride == 8;
    case MeshoptRequest::Filter::kQuaternion:
      return stride == 8;
    case MeshoptRequest::Filter::kColor:
      return stride == 4 || stride == 8;
    default:
      return true;
  }
}

}  // namespace

bool Resources::HasFallback(const BufferView& view) const {
  if (view.buffer < 0) return false;
  const BufferBytes& buffer = buffers_[static_cast<std::size_t>(view.buffer)];
  return buffer.present && RangeFits(view.byte_offset, view.byte_length, buffer.bytes.size());
}

bool Resources::LoadMeshopt(std::size_t index, const GltfOptions& options, Budget& budget,
                            Judge& judge) {
  const BufferView& view = document_.buffer_views[index];
  const MeshoptView& packed = document_.meshopt_views[static_cast<std::size_t>(view.meshopt)];
  const auto pointer = [&] {
    return PointerOf("bufferViews", index, "extensions", packed.extension);
  };
  const auto fail = [&](FailureCode code, std::string message) {
    if (code != FailureCode::kLimit && HasFallback(view) &&
        !IsRequired(document_, packed.extension)) {
      // A program that cannot unpack is meant to read the plain bytes; damage is another matter.
      if (code != FailureCode::kUnsupported) judge.Mended("compressed-view-fallback", pointer());
      return false;
    }
    view_failures_.push_back({index, Failure{code, pointer(), std::move(message)}});
    return true;
  };
  const auto mode = ModeOf(packed.mode);
  const auto filter = FilterOf(packed.filter);
  if (!IsSound(packed, mode, filter)) {
    return fail(FailureCode::kInvalid,
                "The compressed view's mode, filter, count and stride do not go together.");
  }
  const BufferBytes* source =
      packed.buffer < 0 ? nullptr : &buffers_[static_cast<std::size_t>(packed.buffer)];
  if (source == nullptr || !source->present ||
      !RangeFits(packed.byte_offset, packed.byte_length, source->bytes.size())) {
    return fail(source != nullptr && source->why_missing ? source->why_missing->code
                                                         : FailureCode::kInvalid,
                "The compressed bytes are not inside their buffer.");
  }
  if (!budget.Take(packed.count, packed.byte_stride, judge, pointer())) {
    return fail(FailureCode::kLimit, judge.failure()->message);
  }
  std::vector<std::byte> target(static_cast<std::size_t>(packed.count * packed.byte_stride));
  const MeshoptRequest request{
      .mode = *mode,
      .filter = *filter,
      .count = static_cast<std::uint32_t>(packed.count),
      .stride_bytes = packed.byte_stride,
      .source = source->bytes.subspan(static_cast<std::size_t>(packed.byte_offset),
                                      static_cast<std::size_t>(packed.byte_length)),
      .target = target};
  const std::optional<Failure> failure =
      options.decoders.meshopt ? options.decoders.meshopt(request) : meshopt::Decode(request);
  if (failure) return fail(failure->code, Describe(*failure));
  ViewBytes& loaded = views_[index];
  loaded.whole = true;
  loaded.bytes = Keep(std::move(target));
  return true;
}

void Resources::RefuseView(std::int32_t index, Judge& judge) const {
  const auto at = static_cast<std::size_t>(index);
  for (const auto& [view, failure] : view_failures_) {
    if (view == at) return judge.Refuse(failure.code, failure.place, failure.message);
  }
  const BufferView& view = document_.buffer_views[at];
  if (!view.broken && view.buffer >= 0) {
    const BufferBytes& buffer = buffers_[static_cast<std::size_t>(view.buffer)];
    if (buffer.why_missing) {
      return judge.Refuse(buffer.why_missing->code, buffer.why_missing->place,
                          buffer.why_missing->message);
    }
  }
  judge.Refuse(FailureCode::kInvalid, PointerOf("bufferViews", at),
               "The buffer view is not inside the bytes of its buffer.");
}

}  // namespace sinew::gltf
