// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The packaged Draco library. It gets hostile input: what it will need to hold is checked first.
// The one file of the library that is compiled with exceptions, because Draco throws; nothing it
// throws leaves this file.
#include <draco/compression/config/decoder_options.h>
#include <draco/compression/mesh/mesh_edgebreaker_decoder.h>
#include <draco/compression/mesh/mesh_sequential_decoder.h>
#include <draco/mesh/mesh.h>

#include <exception>
#include <new>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "files/draco_stream.h"
#include "files/isolated_decoder.h"
#include "io/words.h"
#include "sinew/files.h"

namespace sinew {
namespace {

using io::Words;

Failure BrokenDraco(std::string message) { return {FailureCode::kInvalid, "", std::move(message)}; }

// A decoder of Draco that looks at each list of counts before it is decoded: those of the
// triangles, and those of the attributes, which lie behind the triangles and cannot be found before
// these are decoded.
template <typename Base>
class Guarded : public Base {
 public:
  Guarded(const DracoRequest& request, bool is_edgebreaker)
      : request_(request), is_edgebreaker_(is_edgebreaker) {}

  const std::optional<Failure>& refusal() const { return refusal_; }

 protected:
  bool DecodeConnectivity() override {
    if (is_edgebreaker_) refusal_ = files::CheckConnectivity(Rest(), request_);
    return !refusal_ && Base::DecodeConnectivity();
  }
  bool DecodePointAttributes() override {
    refusal_ = files::CheckAttributeList(Rest(), is_edgebreaker_, this->mesh()->num_faces(),
                                         this->point_cloud()->num_points(), request_);
    return !refusal_ && Base::DecodePointAttributes();
  }

 private:
  std::span<const std::byte> Rest() {
    return std::as_bytes(std::span(this->buffer()->data_head(),
                                   static_cast<std::size_t>(this->buffer()->remaining_size())));
  }

  const DracoRequest& request_;
  bool is_edgebreaker_;
  std::optional<Failure> refusal_;
};

template <typename Base>
std::optional<Failure> DecodeInto(std::span<const std::byte> stream, bool is_edgebreaker,
                                  const DracoRequest& request, draco::Mesh& mesh) {
  draco::DecoderBuffer buffer;
  buffer.Init(reinterpret_cast<const char*>(stream.data()), stream.size());
  Guarded<Base> decoder(request, is_edgebreaker);
  const draco::Status status = decoder.Decode(draco::DecoderOptions(), &buffer, &mesh);
  if (status.ok()) return std::nullopt;
  if (decoder.refusal()) return decoder.refusal();
  return BrokenDraco(Words("Draco: ", status.error_msg_string()));
}

// The stream without its metadata, which glTF has no use for and the decoder would build trees of.
std::vector<std::byte> WithoutMetadata(std::span<const std::byte> source,
                                       const files::DracoHead& head) {
  std::vector<std::byte> stream(source.begin(),
                                source.begin() + static_cast<std::ptrdiff_t>(head.metadata_begin));
  stream.back() &= std::byte{0x7f};  // The flag that says there are some.
  stream.insert(stream.end(), source.begin() + static_cast<std::ptrdiff_t>(head.metadata_end),
                source.end());
  return stream;
}

Result<DracoAttribute> Extract(const draco::Mesh& mesh, std::uint32_t unique_id) {
  const draco::PointAttribute* const source = mesh.GetAttributeByUniqueId(unique_id);
  if (source == nullptr) {
    return BrokenDraco(Words("the Draco mesh has no attribute of unique id ", unique_id));
  }
  const int width = source->num_components();
  if (width < 1 || width > 4) {  // No attribute of glTF is wider.
    return BrokenDraco(Words("Draco attribute ", unique_id, " has ", width, " components"));
  }
  DracoAttribute attribute{
      .unique_id = unique_id, .component_count = static_cast<std::uint32_t>(width), .values = {}};
  attribute.values.resize(std::size_t{mesh.num_points()} * attribute.component_count);
  float* out = attribute.values.data();
  for (draco::PointIndex point(0); point < mesh.num_points(); ++point, out += width) {
    const draco::AttributeValueIndex entry = source->mapped_index(point);
    if (entry.value() >= source->size() ||
        !source->ConvertValue<float>(entry, static_cast<std::int8_t>(width), out)) {
      return BrokenDraco(
          Words("Draco attribute ", unique_id, " has no value for point ", point.value()));
    }
  }
  return attribute;
}

Result<DracoMesh> Decode(const DracoRequest& request) {
  const Result<files::DracoHead> head = files::ReadDracoHead(request);
  if (!head.ok()) return head.failure();
  std::span<const std::byte> stream = request.source;
  std::vector<std::byte> shorter;
  if (head->metadata_begin != head->metadata_end) {
    shorter = WithoutMetadata(stream, *head);
    stream = shorter;
  }
  draco::Mesh source;
  const auto decode = head->is_edgebreaker ? DecodeInto<draco::MeshEdgebreakerDecoder>
                                           : DecodeInto<draco::MeshSequentialDecoder>;
  if (auto failure = decode(stream, head->is_edgebreaker, request, source)) {
    return *std::move(failure);
  }
  DracoMesh mesh;
  mesh.point_count = source.num_points();
  mesh.indices.reserve(std::size_t{source.num_faces()} * 3);
  for (draco::FaceIndex face(0); face < source.num_faces(); ++face) {
    for (const draco::PointIndex& point : source.face(face)) {
      if (point.value() >= mesh.point_count) {
        return BrokenDraco(Words("Draco face ", face.value(), " names point ", point.value(),
                                 " of ", mesh.point_count));
      }
      mesh.indices.push_back(point.value());
    }
  }
  for (const std::uint32_t unique_id : request.unique_ids) {
    Result<DracoAttribute> attribute = Extract(source, unique_id);
    if (!attribute.ok()) return attribute.failure();
    mesh.attributes.push_back(std::move(attribute).value());
  }
  return mesh;
}

Result<DracoMesh> DecodeSafely(const DracoRequest& request) {
  try {  // A damaged stream can ask for more memory than there is.
    return Decode(request);
  } catch (const std::bad_alloc&) {
    return Failure{FailureCode::kLimit, "",
                   "decoding the Draco stream takes more memory than there is, or than the limit "
                   "max_draco_bytes allows"};
  } catch (const std::exception& trouble) {
    return BrokenDraco(Words("Draco: ", std::string_view(trouble.what())));
  }
}

}  // namespace

std::function<Result<DracoMesh>(const DracoRequest&)> DracoDecoder() { return DecodeSafely; }

std::function<Result<DracoMesh>(const DracoRequest&)> IsolatedDracoDecoder(const Limits& limits) {
  return files::Isolated(DecodeSafely, limits.max_draco_seconds);
}

}  // namespace sinew
