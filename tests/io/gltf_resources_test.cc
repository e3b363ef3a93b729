// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Data URIs, percent-encoding, the first bytes of pictures, and key times put in order.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <string_view>

#include "io/gltf/data_uri.h"
#include "io/gltf/image_header.h"
#include "io/gltf/key_mending.h"
#include "io/gltf/uri.h"

namespace sinew::gltf {
namespace {

using ::testing::ElementsAre;

std::string Payload(std::string_view uri) {
  const std::optional<DataUri> parts = ParseDataUri(uri);
  if (!parts) return "(malformed)";
  const auto bytes = DecodePayload(*parts);
  if (!bytes) return "(undecodable)";
  EXPECT_LE(bytes->size(), PayloadBound(*parts)) << uri;
  return std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size());
}

// The examples of RFC 4648, section 10.
TEST(DataUri, DecodesBase64OfAnyLength) {
  EXPECT_EQ(Payload("data:a/b;base64,"), "");
  EXPECT_EQ(Payload("data:a/b;base64,Zg=="), "f");
  EXPECT_EQ(Payload("data:a/b;base64,Zm8="), "fo");
  EXPECT_EQ(Payload("data:a/b;base64,Zm9v"), "foo");
  EXPECT_EQ(Payload("data:a/b;base64,Zm9vYg=="), "foob");
  EXPECT_EQ(Payload("data:a/b;base64,Zm9vYmE="), "fooba");
  EXPECT_EQ(Payload("data:a/b;base64,Zm9vYmFy"), "foobar");
}

TEST(DataUri, TakesBase64WithoutPaddingPercentEncodedOrForUrls) {
  EXPECT_EQ(Payload("data:a/b;base64,Zm8"), "fo");
  EXPECT_EQ(Payload("data:a/b;base64,Zm8%3D"), "fo");
  EXPECT_EQ(Payload("data:a/b;base64,-_8="), "\xFB\xFF");
  EXPECT_EQ(Payload("data:a/b;base64,+/8="), "\xFB\xFF");
}

TEST(DataUri, RefusesWhatIsNotBase64) {
  EXPECT_EQ(Payload("data:a/b;base64,`"), "(undecodable)");
  EXPECT_EQ(Payload("data:a/b;base64,Zm9vY"), "(undecodable)");
  EXPECT_EQ(Payload("data:a/b;base64,Zm 9v"), "(undecodable)");
  EXPECT_EQ(Payload("data:a/b;base64,Zg===="), "(undecodable)");
  EXPECT_EQ(Payload("data:a/b;base64,Z=g="), "(undecodable)");
  EXPECT_EQ(Payload("data:a/b;base64,Zm9v%"), "(undecodable)");
}

TEST(DataUri, PlainPayloadsArePercentDecoded) {
  EXPECT_EQ(Payload("data:,a%20b%00"), std::string("a b\0", 4));
  EXPECT_EQ(Payload("data:,%4"), "(undecodable)");
  EXPECT_EQ(Payload("data:,%zz"), "(undecodable)");
}

TEST(DataUri, TheHeadMustBeWellFormed) {
  EXPECT_EQ(Payload("data:a/b;;base64,Zg=="), "(malformed)");
  EXPECT_EQ(Payload("data:a/b;base64"), "(malformed)");
  EXPECT_EQ(Payload("data:ab;base64,Zg=="), "(malformed)");
  EXPECT_EQ(Payload("data:a/b;charset=x;base64,Zg=="), "f");
  EXPECT_EQ(ParseDataUri("DATA:Image/PNG;base64,")->media_type, "image/png");
  EXPECT_EQ(ParseDataUri("data:,")->media_type, "text/plain");
  EXPECT_FALSE(IsDataUri("dat"));
  EXPECT_FALSE(IsDataUri("data.bin"));
}

std::span<const std::byte> Bytes(std::string_view text) {
  return {reinterpret_cast<const std::byte*>(text.data()), text.size()};
}

using State = ImageHeader::State;

// Signature, IHDR of 2 by 3 pixels, and the start of IDAT; `middle` comes between.
std::string Png(std::string_view middle = "") {
  std::string png("\x89PNG\r\n\x1A\n", 8);
  png += std::string("\0\0\0\x0DIHDR\0\0\0\2\0\0\0\3\x08\6\0\0\0CRC!", 25);
  png += middle;
  return png + std::string("\0\0\0\1IDAT", 8);
}

TEST(ImageHeader, ReadsPng) {
  const std::string png = Png();
  const ImageHeader header = ReadImageHeader(Bytes(png));
  EXPECT_EQ(header.state, State::kGood);
  EXPECT_EQ(header.format, ImageFormat::kPng);
  EXPECT_EQ(header.width, 2u);
  EXPECT_EQ(header.height, 3u);
  EXPECT_FALSE(header.has_custom_colors);
  EXPECT_FALSE(header.has_oblong_pixels);
}

TEST(ImageHeader, SeesColoursAndPixelsOfTheirOwn) {
  const std::string gamma = Png(std::string("\0\0\0\4gAMA\0\0\x10\0CRC!", 16));
  EXPECT_TRUE(ReadImageHeader(Bytes(gamma)).has_custom_colors);
  const std::string overruled =
      Png(std::string("\0\0\0\4gAMA\0\0\x10\0CRC!", 16) + std::string("\0\0\0\1sRGB\0CRC!", 13));
  EXPECT_FALSE(ReadImageHeader(Bytes(overruled)).has_custom_colors);
  const std::string oblong = Png(std::string("\0\0\0\x09pHYs\0\0\0\1\0\0\0\2\0CRC!", 21));
  EXPECT_TRUE(ReadImageHeader(Bytes(oblong)).has_oblong_pixels);
}

TEST(ImageHeader, EveryTruncationOfAPngEndsEarly) {
  const std::string png = Png(std::string("\0\0\0\x09pHYs\0\0\0\1\0\0\0\2\0CRC!", 21));
  for (std::size_t length = 14; length < png.size(); ++length) {
    const std::string cut = png.substr(0, length);  // Its own allocation.
    EXPECT_EQ(ReadImageHeader(Bytes(cut)).state, State::kEnded) << length;
  }
}

TEST(Uri, APlainPathHasNoSegmentsThatSayNothing) {
  EXPECT_EQ(PlainPath("a/b.bin"), "a/b.bin");
  EXPECT_EQ(PlainPath("./a//./b.bin"), "a/b.bin");
  EXPECT_EQ(PlainPath("../a/.b/..c"), "../a/.b/..c");
  EXPECT_EQ(PlainPath("./"), "");
}

TEST(ImageHeader, APictureThatNeverBeginsIsGivenUp) {
  std::string text_chunks;
  for (int i = 0; i < 100'000; ++i) text_chunks += std::string("\0\0\0\0tEXtCRC!", 12);
  EXPECT_EQ(ReadImageHeader(Bytes(Png(text_chunks.substr(0, 12 * 1000)))).state, State::kGood);
  EXPECT_EQ(ReadImageHeader(Bytes(Png(text_chunks))).state, State::kInvalid);
  const std::string jpeg = "\xFF\xD8\xFF" + std::string(100'000, '\xFF');
  EXPECT_EQ(ReadImageHeader(Bytes(jpeg)).state, State::kInvalid);
}

TEST(ImageHeader, AWrongChunkLengthIsInvalid) {
  const std::string png = Png(std::string("\0\0\0\5gAMA\0\0\0\0\0CRC!", 17));
  EXPECT_EQ(ReadImageHeader(Bytes(png)).state, State::kInvalid);
}

TEST(ImageHeader, ReadsJpegAndItsTruncations) {
  // Start, a comment, a frame of 5 lines by 7 samples with three channels.
  const std::string jpeg("\xFF\xD8\xFF\xFE\0\4hi\xFF\xC0\0\x11\x08\0\5\0\7\3\1\0\0\2\0\0\3\0\0",
                         27);
  const ImageHeader header = ReadImageHeader(Bytes(jpeg));
  EXPECT_EQ(header.state, State::kGood);
  EXPECT_EQ(header.width, 7u);
  EXPECT_EQ(header.height, 5u);
  for (std::size_t length = 14; length < jpeg.size(); ++length) {
    const std::string cut = jpeg.substr(0, length);
    EXPECT_EQ(ReadImageHeader(Bytes(cut)).state, State::kEnded) << length;
  }
}

TEST(ImageHeader, ReadsTheThreeFormsOfWebp) {
  const std::string lossy =
      std::string("RIFF\0\0\0\0WEBPVP8 \0\0\0\0\0\0\0\x9D\1\x2A", 26) + std::string("\4\0\6\0", 4);
  EXPECT_EQ(ReadImageHeader(Bytes(lossy)).width, 4u);
  EXPECT_EQ(ReadImageHeader(Bytes(lossy)).height, 6u);
  // 14 bits of width - 1 = 4, then 14 bits of height - 1 = 6: 0x4 | 0x6 << 14.
  const std::string lossless("RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2F\4\x80\1\0", 25);
  EXPECT_EQ(ReadImageHeader(Bytes(lossless)).state, State::kGood);
  EXPECT_EQ(ReadImageHeader(Bytes(lossless)).width, 5u);
  EXPECT_EQ(ReadImageHeader(Bytes(lossless)).height, 7u);
  const std::string extended("RIFF\0\0\0\0WEBPVP8X\x0A\0\0\0\x02\0\0\0\x08\0\0\x09\0\0", 30);
  EXPECT_EQ(ReadImageHeader(Bytes(extended)).width, 9u);
  EXPECT_EQ(ReadImageHeader(Bytes(extended)).height, 10u);
  EXPECT_TRUE(ReadImageHeader(Bytes(extended)).is_animated);
}

TEST(ImageHeader, OtherBytesAreUnrecognised) {
  EXPECT_EQ(ReadImageHeader(Bytes("GIF89a and more bytes")).state, State::kUnrecognised);
  EXPECT_EQ(ReadImageHeader({}).state, State::kUnrecognised);
  EXPECT_EQ(MimeTypeOf(DetectImage(Bytes(std::string("\xABKTX 20\xBB\r\n\x1A\n..", 14)))),
            "image/ktx2");
}

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();

TEST(KeyMending, SortsAndKeepsTheFirstOfEqualTimes) {  // C86, nasty 41.
  const float times[] = {2, 1, 1, 0};
  const MendedKeys keys = MendTimes(times);
  EXPECT_THAT(keys.order, ElementsAre(3u, 1u, 0u));
  EXPECT_TRUE(keys.resorted);
  EXPECT_EQ(keys.dropped, 1u);
}

TEST(KeyMending, DropsWhatIsNoTime) {  // C86, nasty 41.
  const float times[] = {-1, 0, kNan, 1, kInf, 2e18f};
  const MendedKeys keys = MendTimes(times);
  EXPECT_THAT(keys.order, ElementsAre(1u, 3u));
  EXPECT_FALSE(keys.resorted);
  EXPECT_EQ(keys.dropped, 4u);
}

TEST(KeyMending, MayKeepNothing) {
  const float times[] = {kNan, -3};
  EXPECT_THAT(MendTimes(times).order, ElementsAre());
}

}  // namespace
}  // namespace sinew::gltf
