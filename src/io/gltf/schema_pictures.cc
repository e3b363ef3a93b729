// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Images, textures, their samplers, and cameras, each by itself. None of them keeps a file from
// loading.
#include <type_traits>

#include "io/gltf/data_uri.h"
#include "io/gltf/schema_stage.h"
#include "io/gltf/uri.h"

namespace sinew::gltf {
namespace {

enum ImageKey : std::size_t {
  kImageBufferView,
  kMimeType,
  kImageUri,
  kImageName,
  kImageExtensions,
  kImageExtras,
};
constexpr KeySet kImageKeys({"bufferView", "mimeType", "uri", "name", "extensions", "extras"});

enum TextureKey : std::size_t {
  kTextureSampler,
  kSource,
  kTextureName,
  kTextureExtensions,
  kTextureExtras,
};
constexpr KeySet kTextureKeys({"sampler", "source", "name", "extensions", "extras"});

enum WebpKey : std::size_t { kWebpSource, kWebpExtensions, kWebpExtras };
constexpr KeySet kWebpKeys({"source", "extensions", "extras"});

enum SamplerKey : std::size_t {
  kMagFilter,
  kMinFilter,
  kWrapS,
  kWrapT,
  kSamplerName,
  kSamplerExtensions,
  kSamplerExtras,
};
constexpr KeySet kSamplerKeys({"magFilter", "minFilter", "wrapS", "wrapT", "name", "extensions",
                               "extras"});

enum CameraKey : std::size_t {
  kCameraType,
  kOrthographic,
  kPerspective,
  kCameraName,
  kCameraExtensions,
  kCameraExtras,
};
constexpr KeySet kCameraKeys({"type", "orthographic", "perspective", "name", "extensions",
                              "extras"});

enum LensKey : std::size_t { kZfar, kZnear, kLensExtensions, kLensExtras, kXmag, kYmag };
constexpr KeySet kOrthographicKeys({"zfar", "znear", "extensions", "extras", "xmag", "ymag"});
constexpr std::size_t kAspectRatio = kXmag;
constexpr std::size_t kYfov = kYmag;
constexpr KeySet kPerspectiveKeys({"zfar", "znear", "extensions", "extras", "aspectRatio", "yfov"});

constexpr double kPi = 3.14159265358979323846;

void CheckMagnification(SchemaReader& reader, Field field, double value) {
  if (value == 0) {
    reader.Add(issue::kCameraXmagYmagZero, field, "a magnification of zero shows nothing");
  } else if (value < 0) {
    reader.Add(issue::kCameraXmagYmagNegative, field,
               Words("found ", value, ", expected a positive magnification"));
  }
}

void CheckDepths(SchemaReader& reader, const Path& path, double zfar, double znear) {
  if (zfar <= znear) {
    reader.AddAt(issue::kCameraZfarLequalZnear, path,
                 Words("zfar is ", zfar, ", expected more than znear, ", znear));
  }
}

void ReadOrthographic(SchemaStage& stage, Value object, const Path& path) {
  SchemaReader& reader = stage.reader;
  const auto f = reader.Members(object, kOrthographicKeys, path);
  const double xmag = reader.Float(f[kXmag], {.need = Need::kRequired});
  const double ymag = reader.Float(f[kYmag], {.need = Need::kRequired});
  const double zfar = reader.Float(f[kZfar], {.need = Need::kRequired, .above = 0});
  const double znear = reader.Float(f[kZnear], {.need = Need::kRequired, .min = 0});
  CheckDepths(reader, path, zfar, znear);
  CheckMagnification(reader, f[kXmag], xmag);
  CheckMagnification(reader, f[kYmag], ymag);
  stage.extensions.Check(f[kLensExtensions], Host::kElsewhere, reader);
  reader.Extras(f[kLensExtras]);
}

void ReadPerspective(SchemaStage& stage, Value object, const Path& path) {
  SchemaReader& reader = stage.reader;
  const auto f = reader.Members(object, kPerspectiveKeys, path);
  const double yfov = reader.Float(f[kYfov], {.need = Need::kRequired, .above = 0});
  if (yfov >= kPi) {
    reader.AddAt(issue::kCameraYfovGequalPi, path,
                 Words("yfov is ", yfov, " radians, expected less than half a turn"));
  }
  const double zfar = reader.Float(f[kZfar], {.above = 0});
  const double znear = reader.Float(f[kZnear], {.need = Need::kRequired, .above = 0});
  CheckDepths(reader, path, zfar, znear);
  reader.Float(f[kAspectRatio], {.above = 0});
  stage.extensions.Check(f[kLensExtensions], Host::kElsewhere, reader);
  reader.Extras(f[kLensExtras]);
}

}  // namespace

bool CheckUri(SchemaReader& reader, Field field, Value uri) {
  const UriKind kind = ClassifyUri(uri.string());
  if (kind == UriKind::kMalformed) {
    reader.Add(issue::kInvalidUri, field, Words(Quote(uri), " is not a URI"));
    return false;
  }
  if (kind == UriKind::kElsewhere) {
    reader.Add(issue::kNonRelativeUri, field,
               Words(Quote(uri), " does not name a file beside this one"));
  }
  return true;
}

void ReadImage(SchemaStage& stage, Value object, const Path& path, ImageDef& image) {
  SchemaReader& reader = stage.reader;
  const auto f = reader.Members(object, kImageKeys, path);
  image.json = object.index();
  image.buffer_view = reader.Index(f[kImageBufferView]);
  const std::optional<Value> mime_type = reader.String(f[kMimeType]);
  if (mime_type) {
    constexpr std::string_view kMimeTypes[] = {"image/jpeg", "image/png", "image/webp"};
    const bool webp = stage.extensions.Loaded(Extension::kTextureWebp);
    reader.OneOf(f[kMimeType], *mime_type, std::span(kMimeTypes).first(webp ? 3 : 2));
    image.mime_type = mime_type->string();
  }
  const std::optional<Value> uri = reader.String(f[kImageUri]);
  if (image.buffer_view != kNone && !mime_type) {
    reader.Add(issue::kUnsatisfiedDependency, f[kImageBufferView],
               "a picture in a buffer view needs \"mimeType\" beside it");
  }
  if ((image.buffer_view != kNone) == uri.has_value()) {
    reader.AddAt(issue::kOneOfMismatch, path,
                 Words("an image has one of \"bufferView\" and \"uri\", this one has ",
                       uri ? "both" : "neither"));
    image.broken = true;
  }
  if (uri) {
    if (IsDataUri(uri->string()) || CheckUri(reader, f[kImageUri], *uri)) {
      image.uri = uri;
    } else {
      image.broken = true;
    }
  }
  reader.Name(f[kImageName]);
  image.has_extensions = stage.extensions.Check(f[kImageExtensions], Host::kElsewhere, reader);
  reader.Extras(f[kImageExtras]);
  if (image.broken) reader.judge().Mended("image-dropped", path.Pointer());
}

void ReadTexture(SchemaStage& stage, Value object, const Path& path, TextureDef& texture) {
  SchemaReader& reader = stage.reader;
  const auto f = reader.Members(object, kTextureKeys, path);
  texture.json = object.index();
  texture.sampler = reader.Index(f[kTextureSampler]);
  texture.source = reader.Index(f[kSource]);
  reader.Name(f[kTextureName]);
  if (f[kTextureExtensions].present()) {
    stage.extensions.ForEach(
        f[kTextureExtensions], Host::kTexture, reader,
        [&](Extension extension, std::optional<Value> inner, const Path& place) {
          if (extension != Extension::kTextureWebp) return;
          const auto w = reader.Members(inner, kWebpKeys, place);
          stage.document.webp_uses.push_back(
              {static_cast<std::int32_t>(path.index), reader.Index(w[kWebpSource])});
          stage.extensions.Check(w[kWebpExtensions], Host::kElsewhere, reader);
          reader.Extras(w[kWebpExtras]);
        });
  }
  reader.Extras(f[kTextureExtras]);
}

void ReadTextureSampler(SchemaStage& stage, Value object, const Path& path,
                        TextureSamplerDef& sampler) {
  SchemaReader& reader = stage.reader;
  const auto f = reader.Members(object, kSamplerKeys, path);
  sampler.json = object.index();
  // One of the enumerators, by its number; else the default stays.
  const auto read = [&]<typename Enum>(std::size_t key, Enum& out,
                                       std::initializer_list<std::int64_t> allowed) {
    if (!f[key].present()) return;
    const std::int64_t value = reader.UintOf(f[key], Need::kOptional, -1, allowed);
    if (value < 0) return reader.judge().Mended("material-value", f[key].path().Pointer());
    if constexpr (std::is_enum_v<Enum>) {
      out = static_cast<Enum>(value);
    } else {
      out = static_cast<typename Enum::value_type>(value);
    }
  };
  TextureSampler& out = sampler.value;
  read(kMagFilter, out.mag_filter, {9728, 9729});
  read(kMinFilter, out.min_filter, {9728, 9729, 9984, 9985, 9986, 9987});
  read(kWrapS, out.wrap_s, {33071, 33648, 10497});
  read(kWrapT, out.wrap_t, {33071, 33648, 10497});
  reader.Name(f[kSamplerName]);
  stage.extensions.Check(f[kSamplerExtensions], Host::kElsewhere, reader);
  reader.Extras(f[kSamplerExtras]);
}

void ReadCamera(SchemaStage& stage, Value object, const Path& path, CameraDef& camera) {
  SchemaReader& reader = stage.reader;
  const auto f = reader.Members(object, kCameraKeys, path);
  camera.json = object.index();
  if (f[kOrthographic].present() && f[kPerspective].present()) {
    reader.AddAt(issue::kOneOfMismatch, path,
                 "a camera has one of \"orthographic\" and \"perspective\", this one has both");
  }
  camera.broken = true;
  if (const std::optional<Value> type = reader.String(f[kCameraType], Need::kRequired)) {
    constexpr std::string_view kTypes[] = {"orthographic", "perspective"};
    const int found = reader.OneOf(f[kCameraType], *type, kTypes);
    if (found == 0) {
      if (const std::optional<Value> lens = reader.Object(f[kOrthographic], Need::kRequired)) {
        const Path place = path.At("orthographic");
        ReadOrthographic(stage, *lens, place);
        camera.broken = false;
      }
    } else if (found == 1) {
      if (const std::optional<Value> lens = reader.Object(f[kPerspective], Need::kRequired)) {
        const Path place = path.At("perspective");
        ReadPerspective(stage, *lens, place);
        camera.broken = false;
      }
    }
  }
  reader.Name(f[kCameraName]);
  stage.extensions.Check(f[kCameraExtensions], Host::kElsewhere, reader);
  reader.Extras(f[kCameraExtras]);
  if (camera.broken) reader.judge().Mended("camera-dropped", path.Pointer());
}

}  // namespace sinew::gltf
