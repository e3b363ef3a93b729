// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// meshoptimizer's own encoder and decoder (npm) as the judge: every mode, both versions, every
// filter. Skipped where npm has not installed it; ./test does.
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>

#include "meshopt_streams.h"
#include "support/assets.h"
#include "support/source_dir.h"

namespace sinew::testing {
namespace {

using Mode = MeshoptRequest::Mode;
using Filter = MeshoptRequest::Filter;

// Reads what tools/meshopt_reference/make_cases.mjs wrote.
class CaseReader {
 public:
  explicit CaseReader(std::span<const std::byte> file) : rest_(file) {}
  bool done() const { return rest_.empty(); }
  std::uint32_t Number() {
    std::uint32_t number;
    std::memcpy(&number, Take(4).data(), 4);
    return number;
  }
  std::span<const std::byte> Take(std::size_t size) {
    const auto taken = rest_.first(size);
    rest_ = rest_.subspan(size);
    return taken;
  }

 private:
  std::span<const std::byte> rest_;
};

// How many integers differ, where none may by more than one.
template <typename Integer>
std::size_t StepsApart(std::span<const std::byte> a, std::span<const std::byte> b) {
  std::size_t different = 0;
  for (std::size_t at = 0; at < a.size(); at += sizeof(Integer)) {
    Integer from_a, from_b;
    std::memcpy(&from_a, a.data() + at, sizeof from_a);
    std::memcpy(&from_b, b.data() + at, sizeof from_b);
    const int apart = std::abs(static_cast<int>(from_a) - static_cast<int>(from_b));
    EXPECT_LE(apart, 1) << "at byte " << at;
    different += apart != 0;
  }
  return different;
}

TEST(MeshoptReference, EveryCaseDecodesAsMeshoptimizerDecodesIt) {
  const std::string folder = SourceDir() + "/tools/meshopt_reference";
  if (!std::filesystem::exists(folder + "/node_modules/meshoptimizer")) {
    GTEST_SKIP() << "skipped: npm's meshoptimizer is not installed (tools/meshopt_reference)";
  }
  const std::string cases = ::testing::TempDir() + "meshopt_cases.bin";
  const std::string command = "node '" + folder + "/make_cases.mjs' '" + cases + "'";
  if (std::system("command -v node >/dev/null") != 0) GTEST_SKIP() << "skipped: there is no node";
  ASSERT_EQ(std::system(command.c_str()), 0);
  const auto file = ReadFileBytes(cases);
  ASSERT_TRUE(file);
  std::size_t count = 0, numbers = 0, apart = 0;
  for (CaseReader reader(*file); !reader.done(); ++count) {
    const auto mode = static_cast<Mode>(reader.Number());
    const auto filter = static_cast<Filter>(reader.Number());
    const std::uint32_t elements = reader.Number(), stride = reader.Number();
    const auto stream = reader.Take(reader.Number());
    const auto expected = reader.Take(std::size_t{elements} * stride);
    for (const Isa isa : AvailableIsas()) {
      const Decoded decoded = DecodeExactly(isa, mode, elements, stride, stream, filter);
      ASSERT_FALSE(decoded.failure) << "case " << count << ": " << Describe(*decoded.failure);
      const bool is_rounded = filter == Filter::kOctahedral || filter == Filter::kQuaternion ||
                              filter == Filter::kColor;
      if (!is_rounded) {
        ASSERT_TRUE(std::ranges::equal(decoded.bytes, expected)) << "case " << count;
      } else if (stride == 4) {
        numbers += expected.size();
        apart += filter == Filter::kColor ? StepsApart<std::uint8_t>(decoded.bytes, expected)
                                          : StepsApart<std::int8_t>(decoded.bytes, expected);
      } else {
        numbers += expected.size() / 2;
        apart += filter == Filter::kColor ? StepsApart<std::uint16_t>(decoded.bytes, expected)
                                          : StepsApart<std::int16_t>(decoded.bytes, expected);
      }
    }
  }
  std::printf("  %zu cases; of %zu filtered numbers %zu are one step apart\n", count, numbers,
              apart);
  EXPECT_GT(count, 100u);
}

}  // namespace
}  // namespace sinew::testing
