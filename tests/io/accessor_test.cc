// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Typed arrays in bytes: every component type, stride, sparse part and padding, built by hand.
#include "io/gltf/accessor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <initializer_list>
#include <limits>
#include <vector>

namespace sinew::gltf {
namespace {

using ::testing::ElementsAre;
using ::testing::FloatEq;

// One buffer and whatever views and accessors a test puts over it.
class File {
 public:
  // Appends the values and gives a view over them.
  template <typename T>
  std::int32_t View(std::initializer_list<T> values, std::uint32_t byte_stride = 0) {
    const std::size_t at = bytes_.size();
    bytes_.resize(at + values.size() * sizeof(T));
    std::memcpy(bytes_.data() + at, values.begin(), values.size() * sizeof(T));
    BufferView view;
    view.buffer = 0;
    view.byte_offset = at;
    view.byte_length = values.size() * sizeof(T);
    view.byte_stride = byte_stride;
    document_.buffer_views.push_back(view);
    return static_cast<std::int32_t>(document_.buffer_views.size()) - 1;
  }

  Accessor& Add(ElementType type, ComponentType component, std::uint64_t count,
                std::int32_t view = kNone) {
    Accessor accessor;
    accessor.type = type;
    accessor.component_type = component;
    accessor.count = count;
    accessor.buffer_view = view;
    document_.accessors.push_back(accessor);
    return document_.accessors.back();
  }

  void AddSparse(Accessor& accessor, const Sparse& sparse) {
    accessor.sparse = static_cast<std::int32_t>(document_.sparses.size());
    document_.sparses.push_back(sparse);
  }

  // Keeps everything that the last accessor's view borrows.
  const AccessorView& Open() {
    Buffer buffer;
    buffer.byte_length = bytes_.size();
    document_.buffers = {buffer};
    Container container;
    container.is_glb = true;
    container.binary = bytes_;
    budget_.emplace(options_.limits, bytes_.size());
    resources_.emplace(document_, container, options_, *budget_, judge_);
    accessors_.emplace(document_, *resources_, options_.limits, *budget_, judge_);
    return accessors_->at(static_cast<std::int32_t>(document_.accessors.size()) - 1);
  }

  std::vector<float> Floats() {
    const AccessorView& view = Open();
    EXPECT_TRUE(view.ready());
    std::vector<float> values(static_cast<std::size_t>(view.value_count()));
    DecodeFloats(view, values.data());
    return values;
  }

  BufferView& view(std::int32_t index) {
    return document_.buffer_views[static_cast<std::size_t>(index)];
  }
  Judge& judge() { return judge_; }
  const Accessors& accessors() { return *accessors_; }
  GltfOptions& options() { return options_; }

 private:
  Document document_;
  std::vector<std::byte> bytes_;
  GltfOptions options_;
  Judge judge_{100};
  std::optional<Budget> budget_;
  std::optional<Resources> resources_;
  std::optional<Accessors> accessors_;
};

template <typename T>
std::vector<float> Decoded(ComponentType component, bool normalized,
                           std::initializer_list<T> values) {
  File file;
  const std::int32_t view = file.View(values);
  file.Add(ElementType::kScalar, component, values.size(), view).normalized = normalized;
  return file.Floats();
}

TEST(Accessor, IntegersAreTakenAsTheyAre) {
  EXPECT_THAT(Decoded<std::int8_t>(ComponentType::kByte, false, {-128, -1, 127}),
              ElementsAre(-128.0f, -1.0f, 127.0f));
  EXPECT_THAT(Decoded<std::uint8_t>(ComponentType::kUnsignedByte, false, {0, 1, 255}),
              ElementsAre(0.0f, 1.0f, 255.0f));
  EXPECT_THAT(Decoded<std::int16_t>(ComponentType::kShort, false, {-32768, 5, 32767}),
              ElementsAre(-32768.0f, 5.0f, 32767.0f));
  EXPECT_THAT(Decoded<std::uint16_t>(ComponentType::kUnsignedShort, false, {0, 65535}),
              ElementsAre(0.0f, 65535.0f));
  EXPECT_THAT(Decoded<std::uint32_t>(ComponentType::kUnsignedInt, false, {7, 1u << 31}),
              ElementsAre(7.0f, 2147483648.0f));
  EXPECT_THAT(Decoded<float>(ComponentType::kFloat, false, {-0.5f, 1e9f}),
              ElementsAre(-0.5f, 1e9f));
}

TEST(Accessor, NormalisedIntegersFollowTheRuleOfTheFormat) {  // Nasty 43.
  EXPECT_THAT(Decoded<std::int8_t>(ComponentType::kByte, true, {-128, -127, 0, 64, 127}),
              ElementsAre(-1.0f, -1.0f, 0.0f, FloatEq(64.0f / 127.0f), 1.0f));
  EXPECT_THAT(Decoded<std::uint8_t>(ComponentType::kUnsignedByte, true, {0, 51, 255}),
              ElementsAre(0.0f, FloatEq(0.2f), 1.0f));
  EXPECT_THAT(Decoded<std::int16_t>(ComponentType::kShort, true, {-32768, -32767, 32767}),
              ElementsAre(-1.0f, -1.0f, 1.0f));
  EXPECT_THAT(Decoded<std::uint16_t>(ComponentType::kUnsignedShort, true, {0, 13107, 65535}),
              ElementsAre(0.0f, FloatEq(0.2f), 1.0f));
}

// Two elements of two floats, with a float of another attribute after each.
TEST(Accessor, StridesSkipWhatLiesBetween) {
  File file;
  const std::int32_t view = file.View<float>({1, 2, 99, 3, 4, 99}, 12);
  file.Add(ElementType::kVec2, ComponentType::kFloat, 2, view);
  EXPECT_THAT(file.Floats(), ElementsAre(1, 2, 3, 4));
}

TEST(Accessor, AnOffsetShiftsAllElementsAndNeedNotBeAligned) {
  File file;
  const std::int32_t view = file.View<std::uint8_t>({9, 0, 0, 128, 63, 0, 0, 0, 64});
  file.Add(ElementType::kScalar, ComponentType::kFloat, 2, view).byte_offset = 1;
  EXPECT_THAT(file.Floats(), ElementsAre(1.0f, 2.0f));
}

TEST(Accessor, WithoutAViewAllIsZero) {
  File file;
  file.Add(ElementType::kVec3, ComponentType::kFloat, 2);
  EXPECT_THAT(file.Floats(), ElementsAre(0, 0, 0, 0, 0, 0));
}

TEST(Accessor, ASparsePartReplacesElementsOfItsBase) {  // Nasty 35.
  File file;
  const std::int32_t base = file.View<float>({1, 2, 3, 4, 5, 6});
  const std::int32_t values = file.View<float>({20, 21, 30, 31});
  const std::int32_t indices = file.View<std::uint8_t>({0, 2});
  Accessor& accessor = file.Add(ElementType::kVec2, ComponentType::kFloat, 3, base);
  file.AddSparse(accessor, {.count = 2,
                            .indices_view = indices,
                            .indices_type = ComponentType::kUnsignedByte,
                            .values_view = values});
  EXPECT_THAT(file.Floats(), ElementsAre(20, 21, 3, 4, 30, 31));
}

TEST(Accessor, ASparsePartWithoutABaseReplacesZeros) {  // Nasty 35.
  for (const ComponentType type : {ComponentType::kUnsignedShort, ComponentType::kUnsignedInt}) {
    File file;
    const std::int32_t values = file.View<float>({7, 8});
    const std::int32_t indices = type == ComponentType::kUnsignedShort
                                     ? file.View<std::uint16_t>({1, 3})
                                     : file.View<std::uint32_t>({1, 3});
    Accessor& accessor = file.Add(ElementType::kScalar, ComponentType::kFloat, 5);
    file.AddSparse(
        accessor,
        {.count = 2, .indices_view = indices, .indices_type = type, .values_view = values});
    EXPECT_THAT(file.Floats(), ElementsAre(0, 7, 0, 8, 0));
  }
}

TEST(Accessor, AnyPartOfASparseAccessorCanBeDecodedAlone) {
  File file;
  const std::int32_t values = file.View<float>({10, 20, 30});
  const std::int32_t indices = file.View<std::uint8_t>({1, 2, 5});
  Accessor& accessor = file.Add(ElementType::kScalar, ComponentType::kFloat, 7);
  file.AddSparse(accessor, {.count = 3,
                            .indices_view = indices,
                            .indices_type = ComponentType::kUnsignedByte,
                            .values_view = values});
  const std::vector<float> whole = file.Floats();
  EXPECT_THAT(whole, ElementsAre(0, 10, 20, 0, 0, 30, 0));
  const AccessorView view = file.Open();
  for (std::uint64_t first = 0; first < 7; ++first) {
    for (std::uint64_t count = 1; first + count <= 7; ++count) {
      std::vector<float> part(count, -1.0f);
      DecodeFloats(view, first, count, part.data());
      for (std::size_t i = 0; i < count; ++i) EXPECT_EQ(part[i], whole[first + i]);
    }
  }
}

TEST(Accessor, ASparseIndexBeyondTheCountIsRefused) {  // Nasty 35.
  File file;
  const std::int32_t values = file.View<float>({7, 8});
  const std::int32_t indices = file.View<std::uint8_t>({1, 3});
  Accessor& accessor = file.Add(ElementType::kScalar, ComponentType::kFloat, 3);
  file.AddSparse(accessor, {.count = 2,
                            .indices_view = indices,
                            .indices_type = ComponentType::kUnsignedByte,
                            .values_view = values});
  EXPECT_EQ(file.Open().state, AccessorState::kSparseIndex);
  EXPECT_EQ(file.accessors().Need(0, file.judge()), nullptr);
  ASSERT_TRUE(file.judge().refused());
  EXPECT_EQ(file.judge().failure()->place, "/accessors/0");
}

// Columns of small types start at multiples of four bytes; the last one has no padding after it.
TEST(Accessor, MatrixColumnsArePadded) {
  File bytes2;
  std::int32_t view = bytes2.View<std::uint8_t>({1, 2, 99, 99, 3, 4, 99, 99, 5, 6, 99, 99, 7, 8});
  bytes2.Add(ElementType::kMat2, ComponentType::kUnsignedByte, 2, view);
  EXPECT_THAT(bytes2.Floats(), ElementsAre(1, 2, 3, 4, 5, 6, 7, 8));

  File bytes3;
  view = bytes3.View<std::int8_t>({1, 2, 3, 99, 4, 5, 6, 99, 7, 8, -9});
  bytes3.Add(ElementType::kMat3, ComponentType::kByte, 1, view);
  EXPECT_THAT(bytes3.Floats(), ElementsAre(1, 2, 3, 4, 5, 6, 7, 8, -9));

  File shorts3;
  view = shorts3.View<std::uint16_t>({1, 2, 3, 99, 4, 5, 6, 99, 7, 8, 9});
  shorts3.Add(ElementType::kMat3, ComponentType::kUnsignedShort, 1, view);
  EXPECT_THAT(shorts3.Floats(), ElementsAre(1, 2, 3, 4, 5, 6, 7, 8, 9));

  File shorts2;
  view = shorts2.View<std::int16_t>({1, 2, 3, 4});
  shorts2.Add(ElementType::kMat2, ComponentType::kShort, 1, view);
  EXPECT_THAT(shorts2.Floats(), ElementsAre(1, 2, 3, 4));
}

TEST(Accessor, IndicesKeepAll32Bits) {
  File file;
  const std::int32_t view = file.View<std::uint32_t>({0, 16777217, 4294967295u});
  file.Add(ElementType::kScalar, ComponentType::kUnsignedInt, 3, view);
  std::vector<std::uint32_t> indices(3);
  DecodeIndices(file.Open(), indices.data());
  EXPECT_THAT(indices, ElementsAre(0u, 16777217u, 4294967295u));
}

TEST(Accessor, OneByteTooFewIsOutside) {  // Nasty 37.
  File file;
  const std::int32_t view = file.View<std::uint8_t>({0, 0, 0, 0, 0, 0, 0});
  file.Add(ElementType::kScalar, ComponentType::kFloat, 2, view);
  EXPECT_EQ(file.Open().state, AccessorState::kOutside);
}

TEST(Accessor, CountsAndOffsetsThatWouldOverflowAreOutside) {  // Nasty 37.
  const std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  for (const std::uint64_t offset : {std::uint64_t{0}, std::uint64_t{4}, most - 3, most}) {
    for (const std::uint64_t count : {std::uint64_t{2}, most / 4 + 2, most}) {
      File file;
      file.options().limits.max_accessor_elements = most;
      const std::int32_t view = file.View<float>({1});
      file.Add(ElementType::kScalar, ComponentType::kFloat, count, view).byte_offset = offset;
      EXPECT_EQ(file.Open().state, AccessorState::kOutside) << offset << ' ' << count;
    }
  }
}

TEST(Accessor, ElementsThatOverlapAreOutside) {
  File file;
  const std::int32_t view = file.View<float>({1, 2, 3, 4}, 4);
  file.Add(ElementType::kVec2, ComponentType::kFloat, 2, view);
  EXPECT_EQ(file.Open().state, AccessorState::kOutside);
}

TEST(Accessor, MoreElementsThanTheLimitAreRefusedByItsName) {
  File file;
  file.options().limits.max_accessor_elements = 10;
  file.Add(ElementType::kScalar, ComponentType::kFloat, 11);
  file.Open();
  ASSERT_TRUE(file.judge().refused());
  EXPECT_EQ(file.judge().failure()->code, FailureCode::kLimit);
  EXPECT_NE(file.judge().failure()->message.find("max_accessor_elements"), std::string::npos);
}

TEST(Accessor, AViewBeyondItsBufferIsNotRead) {  // Nasty 37.
  File file;
  const std::int32_t view = file.View<float>({1, 2});
  file.view(view).byte_length = 12;
  file.Add(ElementType::kScalar, ComponentType::kFloat, 1, view);
  EXPECT_EQ(file.Open().state, AccessorState::kNoBytes);
  EXPECT_EQ(file.accessors().Need(0, file.judge()), nullptr);
  ASSERT_TRUE(file.judge().refused());
  EXPECT_EQ(file.judge().failure()->place, "/bufferViews/0");
}

}  // namespace
}  // namespace sinew::gltf
