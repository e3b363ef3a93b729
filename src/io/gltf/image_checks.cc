// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "io/gltf/image_checks.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "io/gltf/data_uri.h"
#include "io/gltf/image_header.h"
#include "io/gltf/issues.h"
#include "io/gltf/pointer.h"
#include "io/gltf/uri.h"
#include "io/gltf/words.h"

namespace sinew::gltf {
namespace {

bool UsesWebp(const Document& document) {
  return std::ranges::find(document.extensions_used, "EXT_texture_webp") !=
         document.extensions_used.end();
}

bool HasExtensions(const json::Document& json, std::uint32_t index) {
  if (index == ~0u || !json.At(index).is_object()) return false;
  const std::optional<json::Value> extensions = json.At(index).Find("extensions");
  return extensions && extensions->is_object() && extensions->size() != 0;
}

class ImageChecker {
 public:
  ImageChecker(const Document& document, const Container& container, const Resources& resources,
               const GltfOptions& options, Judge& judge)
      : document_(document),
        container_(container),
        resources_(resources),
        options_(options),
        judge_(judge),
        uses_webp_(UsesWebp(document)) {}

  // The format found, or kUnknown.
  ImageFormat Check(std::size_t index, bool has_extensions);

 private:
  void CheckHeader(std::size_t index, const ImageHeader& header, const char* source);
  void CheckUri(std::size_t index, std::string_view uri, bool has_extensions);
  void CheckFile(std::size_t index, std::string_view uri);

  const Document& document_;
  const Container& container_;
  const Resources& resources_;
  const GltfOptions& options_;
  Judge& judge_;
  bool uses_webp_;
  ImageFormat found_ = ImageFormat::kUnknown;
  // By path: what the file beside says of itself, or why it cannot be had. Its bytes are not kept.
  std::map<std::string, Result<ImageHeader>, std::less<>> fetched_;
};

void ImageChecker::CheckHeader(std::size_t index, const ImageHeader& header, const char* source) {
  const auto add = [&](const IssueKind& kind, std::string message) {
    judge_.Add(kind, PointerOf("images", index), std::move(message));
  };
  switch (header.state) {
    case ImageHeader::State::kUnrecognised:
      return add(issue::kImageUnrecognizedFormat, "the picture's format is not recognised");
    case ImageHeader::State::kEnded:
      return add(issue::kImageUnexpectedEos, "the picture ends inside its header");
    case ImageHeader::State::kInvalid:
      return add(issue::kImageDataInvalid, std::string(header.why));
    case ImageHeader::State::kGood:
      break;
  }
  found_ = header.format;
  const std::string_view mime_type = MimeTypeOf(header.format);
  if (header.format == ImageFormat::kWebp && !uses_webp_) {
    add(issue::kImageNonEnabledMimeType, Words(mime_type, " needs an extension"));
  }
  const std::string& declared = document_.images[index].mime_type;
  if (!declared.empty() && declared != mime_type) {
    judge_.Add(issue::kImageMimeTypeInvalid, PointerOf("images", index, source),
               Words("found ", mime_type, ", declared as ", declared));
  }
  if (!std::has_single_bit(header.width) || !std::has_single_bit(header.height)) {
    add(issue::kImageNpotDimensions, Words("the picture has ", header.width, " by ", header.height,
                                           " pixels, which are not both powers of two"));
  }
  if (header.has_custom_colors || header.has_oblong_pixels || header.is_animated) {
    add(issue::kImageFeaturesUnsupported,
        "the picture has a colour space of its own, pixels that are not square, or frames");
  }
}

void ImageChecker::CheckUri(std::size_t index, std::string_view uri, bool has_extensions) {
  const std::string pointer = PointerOf("images", index, "uri");
  if (container_.is_glb) {
    judge_.Add(issue::kUriGlb, pointer, "a GLB file has a picture outside of itself");
  }
  if (IsDataUri(uri)) {
    const std::optional<DataUri> parts = ParseDataUri(uri);
    const std::optional<std::vector<std::byte>> bytes =
        parts ? DecodePayload(*parts) : std::nullopt;
    if (bytes && container_.is_glb) {
      judge_.Add(issue::kDataUriGlb, pointer, "a GLB file has a data URI");
    }
    if (!bytes) {
      judge_.Add(issue::kInvalidUri, pointer, "the data URI is malformed");
    } else if (MimeTypeOf(DetectImage(*bytes)) != parts->media_type) {
      judge_.Add(issue::kInvalidUri, pointer,
                 Words("the data URI says ", parts->media_type,
                       ", and its content is something "
                       "else"));
    } else if (!has_extensions) {
      CheckHeader(index, ReadImageHeader(*bytes), "uri");
    }
    return;
  }
  if (!has_extensions && options_.read_images) CheckFile(index, uri);
}

// Each file is fetched once, however many images name it.
void ImageChecker::CheckFile(std::size_t index, std::string_view uri) {
  const Resolver& resolve = options_.resolve_image ? options_.resolve_image : options_.resolve;
  if (!resolve || ClassifyUri(uri) != UriKind::kBeside) return;
  const std::optional<std::string> plain = PercentDecode(uri);
  if (!plain) return;
  const std::string path = PlainPath(*plain);
  auto known = fetched_.find(path);
  if (known == fetched_.end()) {
    const Result<SharedBytes> bytes = resolve(*plain);
    Result<ImageHeader> header = bytes.ok() ? Result<ImageHeader>(ReadImageHeader(*bytes))
                                            : Result<ImageHeader>(bytes.failure());
    known = fetched_.emplace(path, std::move(header)).first;
  }
  if (known->second.ok()) {
    CheckHeader(index, *known->second, "uri");
  } else {
    judge_.Add(issue::kIoError, PointerOf("images", index, "uri"),
               Describe(known->second.failure()));
  }
}

ImageFormat ImageChecker::Check(std::size_t index, bool has_extensions) {
  const ImageDef& image = document_.images[index];
  found_ = ImageFormat::kUnknown;
  if (image.uri && image.uri->is_string()) {
    std::string storage;
    CheckUri(index, StringOf(*image.uri, storage), has_extensions);
  } else if (image.buffer_view >= 0 && !has_extensions) {
    const ViewBytes& view = resources_.view(image.buffer_view);
    if (view.whole && view.checkable) CheckHeader(index, ReadImageHeader(view.bytes), "bufferView");
  }
  return found_;
}

void CheckTexture(const Document& document, std::span<const ImageFormat> formats,
                  std::int32_t source, bool webp, std::string pointer, Judge& judge) {
  const ImageDef& image = document.images[static_cast<std::size_t>(source)];
  std::string_view mime_type = image.mime_type;
  if (mime_type.empty()) mime_type = MimeTypeOf(formats[static_cast<std::size_t>(source)]);
  if (mime_type.empty()) return;
  const bool fits =
      webp ? mime_type == "image/webp" : mime_type == "image/jpeg" || mime_type == "image/png";
  if (!fits) {
    judge.Add(issue::kTextureInvalidImageMimeType, std::move(pointer),
              Words("the texture's picture is ", mime_type));
  }
}

}  // namespace

std::int32_t WebpSource(const json::Document& json, const Document& document,
                        const TextureDef& texture) {
  if (texture.json == ~0u || !json.At(texture.json).is_object()) return kNone;
  const std::optional<json::Value> extensions = json.At(texture.json).Find("extensions");
  if (!extensions || !extensions->is_object()) return kNone;
  const std::optional<json::Value> webp = extensions->Find("EXT_texture_webp");
  if (!webp || !webp->is_object()) return kNone;
  const std::optional<json::Value> source = webp->Find("source");
  if (!source || !source->is_number() || !source->is_integer()) return kNone;
  const std::optional<std::int64_t> index = source->integer();
  const auto image_count = static_cast<std::int64_t>(document.images.size());
  return index && *index >= 0 && *index < image_count ? static_cast<std::int32_t>(*index) : kNone;
}

void CheckImages(const json::Document& json, const Document& document, const Container& container,
                 const Resources& resources, const GltfOptions& options, Judge& judge) {
  ImageChecker checker(document, container, resources, options, judge);
  std::vector<ImageFormat> formats;
  formats.reserve(document.images.size());
  for (std::size_t i = 0; i < document.images.size(); ++i) {
    formats.push_back(checker.Check(i, HasExtensions(json, document.images[i].json)));
  }
  for (std::size_t i = 0; i < document.textures.size(); ++i) {
    const TextureDef& texture = document.textures[i];
    if (texture.source >= 0) {
      CheckTexture(document, formats, texture.source, false, PointerOf("textures", i, "source"),
                   judge);
    }
    const std::int32_t webp = WebpSource(json, document, texture);
    if (webp >= 0) {
      CheckTexture(document, formats, webp, true,
                   PointerOf("textures", i, "extensions", "EXT_texture_webp", "source"), judge);
    }
  }
}

}  // namespace sinew::gltf
