// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/clip.h"

#include "model/broken.h"

namespace sinew::testing {
namespace {

// Track 0: joint 2 moves along x      time  0 --- 1 --- 2 s
// Track 1: joint 2 turns, step        time  0 --------- 2 s
// Track 2: morph slots 4 and 5        time  0 --------- 2 s, shared with track 1
Clip::Parts Wave() {
  Clip::Parts parts;
  parts.name = "wave";
  parts.duration_s = 2.5f;
  parts.times = {0, 1, 2, 0, 2};
  parts.values = {0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0.1f, 0.2f, 0.3f, 0.4f};
  parts.tracks = {{.target = 2, .key_count = 3},
                  {.target = 2,
                   .property = Property::kRotation,
                   .interpolation = Interpolation::kStep,
                   .width = 4,
                   .first_time = 3,
                   .key_count = 2,
                   .first_value = 9},
                  {.target = 4,
                   .property = Property::kMorphWeights,
                   .width = 2,
                   .first_time = 3,
                   .key_count = 2,
                   .first_value = 17}};
  parts.events = {{0.5f, "left foot"}, {0.5f, "dust"}, {2.5f, "end"}};
  return parts;
}

TEST(Clip, ShowsItsTracksAsTheyAre) {  // L3
  const Clip clip = Clip::Create(Wave()).value();
  ASSERT_EQ(clip.track_count(), 3u);
  EXPECT_THAT(clip.track(0).times, ::testing::ElementsAre(0, 1, 2));
  EXPECT_THAT(clip.track(1).values, ::testing::ElementsAre(0, 0, 0, 1, 1, 0, 0, 0));
  EXPECT_EQ(clip.track(1).interpolation, Interpolation::kStep);
  EXPECT_THAT(clip.track(2).values, ::testing::ElementsAre(0.1f, 0.2f, 0.3f, 0.4f));
  EXPECT_EQ(clip.joint_bound(), 3u);
  EXPECT_EQ(clip.morph_bound(), 6u);
  EXPECT_EQ(clip.size_bytes(), 5 * 4 + 21 * 4 + 3 * sizeof(TrackRange));
}

TEST(Clip, AllTimesLieInOneArrayAndAllValuesInAnother) {  // L45
  const Clip clip = Clip::Create(Wave()).value();
  for (std::uint32_t i = 0; i < clip.track_count(); ++i) {
    const TrackRange& range = clip.track_ranges()[i];
    EXPECT_EQ(clip.track(i).times.data(), clip.parts().times.data() + range.first_time);
    EXPECT_EQ(clip.track(i).values.data(), clip.parts().values.data() + range.first_value);
  }
}

TEST(Clip, HasThreeValuesForEachCubicKey) {
  Clip::Parts parts;
  parts.times = {0};
  parts.values = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  parts.tracks = {{.interpolation = Interpolation::kCubicSpline, .key_count = 1}};
  const Result<Clip> clip = Clip::Create(parts);
  EXPECT_EQ(clip->track(0).values.size(), 9u);
  parts.values.pop_back();
  EXPECT_THAT(Clip::Create(parts), IsBrokenAt("tracks/0/first_value", "1 keys of 9 values"));
}

TEST(Clip, RefusesTracksOutsideItsArrays) {  // Invariant 1
  Clip::Parts parts = Wave();
  parts.tracks[1].key_count = 3;
  EXPECT_THAT(Clip::Create(parts), IsBrokenAt("tracks/1/first_time", "within 5"));
  parts = Wave();
  parts.tracks[0].first_time = 6;
  EXPECT_THAT(Clip::Create(parts), IsBrokenAt("tracks/0/first_time", "from 6"));
  parts = Wave();
  parts.tracks[2].first_value = 18;
  EXPECT_THAT(Clip::Create(parts), IsBrokenAt("tracks/2/first_value", "within 21"));
  parts = Wave();
  parts.tracks[2].first_value = 4'000'000'000;
  EXPECT_THAT(Clip::Create(parts), IsBrokenAt("tracks/2/first_value", "from 4000000000"));
  parts = Wave();
  parts.tracks[2].width = 0xffffffff;  // width * key_count would wrap in 32 bits.
  parts.tracks[2].target = 0;
  EXPECT_THAT(Clip::Create(parts), IsBrokenAt("tracks/2/first_value", "4294967295 values"));
}

TEST(Clip, RefusesATrackWithoutKeys) {  // Invariant 1
  Clip::Parts parts = Wave();
  parts.tracks[0].key_count = 0;
  EXPECT_THAT(Clip::Create(parts), IsBrokenAt("tracks/0/key_count", "0 keys"));
}

TEST(Clip, RefusesWidthsThatThePropertyDoesNotHave) {  // Invariant 1
  Clip::Parts parts = Wave();
  parts.tracks[0].width = 4;
  EXPECT_THAT(Clip::Create(parts), IsBrokenAt("tracks/0/width", "expected 3"));
  parts = Wave();
  parts.tracks[1].width = 3;
  EXPECT_THAT(Clip::Create(parts), IsBrokenAt("tracks/1/width", "expected 4"));
  parts = Wave();
  parts.tracks[2].width = 0;
  EXPECT_THAT(Clip::Create(parts), IsBrokenAt("tracks/2/width", "at least 1"));
}

TEST(Clip, RefusesTargetsWhoseBoundWouldWrap) {  // Invariant 1
  Clip::Parts parts = Wave();
  parts.tracks[0].target = 0xffffffff;
  EXPECT_THAT(Clip::Create(parts), IsBrokenAt("tracks/0/target", "4294967295"));
  parts = Wave();
  parts.tracks[2].target = 0xfffffffe;
  EXPECT_THAT(Clip::Create(parts), IsBrokenAt("tracks/2/target", "4294967294"));
}

TEST(Clip, RefusesUnusableTimes) {  // Invariant 2
  Clip::Parts parts = Wave();
  parts.times[4] = kInfinity;
  EXPECT_THAT(Clip::Create(parts), IsBrokenAt("tracks/1/times/1", "usable"));
  parts.times[4] = kNan;
  EXPECT_THAT(Clip::Create(parts), IsBrokenAt("tracks/1/times/1", "usable"));
  parts = Wave();
  parts.times.push_back(kNan);  // No track reads it; it is refused all the same.
  EXPECT_THAT(Clip::Create(parts), IsBrokenAt("times/5", "usable"));
}

TEST(Clip, RefusesNegativeTimes) {  // Invariant 2
  Clip::Parts parts = Wave();
  parts.times[0] = -0.5f;
  EXPECT_THAT(Clip::Create(parts), IsBrokenAt("tracks/0/times/0", "-0.5 s"));
}

TEST(Clip, RefusesTimesThatDoNotIncrease) {  // Invariant 2
  Clip::Parts parts = Wave();
  parts.times[2] = 1;
  EXPECT_THAT(Clip::Create(parts), IsBrokenAt("tracks/0/times/2", "1 s after 1 s"));
  parts = Wave();
  parts.times[4] = 0;
  EXPECT_THAT(Clip::Create(parts), IsBrokenAt("tracks/1/times/1", "0 s after 0 s"));
}

TEST(Clip, RefusesUnusableValues) {  // Invariant 3
  Clip::Parts parts = Wave();
  parts.values[7] = kNan;
  EXPECT_THAT(Clip::Create(parts), IsBrokenAt("tracks/0/values/7", "usable"));
  parts = Wave();
  parts.values[20] = -kTooLarge;
  EXPECT_THAT(Clip::Create(parts), IsBrokenAt("tracks/2/values/3", "usable"));
}

TEST(Clip, FindsAnUnusableValueAnywhereInALongArray) {  // Invariant 3: the scan goes by blocks.
  for (const std::size_t at : {0u, 63u, 64u, 127u, 128u, 149u}) {
    Clip::Parts parts;
    parts.times.resize(50);
    for (std::size_t k = 0; k < 50; ++k) parts.times[k] = static_cast<float>(k);
    parts.values.assign(150, 1e18f);
    parts.tracks = {{.key_count = 50}};
    parts.duration_s = 49;
    EXPECT_TRUE(Clip::Create(parts).ok());
    parts.values[at] = kTooLarge;
    EXPECT_THAT(Clip::Create(parts), IsBrokenAt("tracks/0/values/" + std::to_string(at), "usable"));
  }
}

TEST(Clip, RefusesRotationsThatAreNotUnit) {  // Invariant 3
  Clip::Parts parts = Wave();
  parts.values[13] = 1.009f;
  EXPECT_THAT(Clip::Create(parts), IsBrokenAt("tracks/1/values/4", "(1.009, 0, 0, 0)"));
  parts.values[13] = 1.007f;  // Legal files may be off by this much.
  EXPECT_TRUE(Clip::Create(parts).ok());
}

TEST(Clip, TakesCubicRotationsOfAnyLength) {  // Invariant 3
  Clip::Parts parts;
  parts.times = {0};
  parts.values = {5, 5, 5, 5, 0, 0, 0, 2, 0, 0, 0, 0};
  parts.tracks = {{.property = Property::kRotation,
                   .interpolation = Interpolation::kCubicSpline,
                   .width = 4,
                   .key_count = 1}};
  EXPECT_TRUE(Clip::Create(parts).ok());
}

TEST(Clip, RefusesTwoTracksOfOneTarget) {  // Invariant 4
  Clip::Parts parts = Wave();
  parts.tracks.push_back(parts.tracks[0]);
  EXPECT_THAT(Clip::Create(parts), IsBrokenAt("tracks/3", "translation of 2, which track 0"));
  parts.tracks.back().property = Property::kScale;
  EXPECT_TRUE(Clip::Create(parts).ok());
}

TEST(Clip, RefusesMorphTracksThatOverlap) {  // Invariant 4
  Clip::Parts parts = Wave();
  parts.tracks.push_back(parts.tracks[2]);
  parts.tracks.back().target = 3;
  EXPECT_THAT(Clip::Create(parts), IsBrokenAt("tracks/3", "weights of 3, which track 2"));
  parts.tracks.back().target = 2;
  EXPECT_TRUE(Clip::Create(parts).ok());
}

TEST(Clip, RefusesADurationThatEndsBeforeAKey) {  // Invariant 5
  Clip::Parts parts = Wave();
  parts.events.clear();
  parts.duration_s = 1.5f;
  EXPECT_THAT(Clip::Create(parts), IsBrokenAt("duration_s", "at least 2 s"));
  parts.duration_s = kNan;
  EXPECT_THAT(Clip::Create(parts), IsBrokenAt("duration_s", "usable"));
  parts.duration_s = kTooLarge;
  EXPECT_THAT(Clip::Create(parts), IsBrokenAt("duration_s", "usable"));
  parts.tracks.clear();
  parts.duration_s = -1;
  EXPECT_THAT(Clip::Create(parts), IsBrokenAt("duration_s", "not negative"));
}

TEST(Clip, RefusesEventsOutOfOrderOrOutsideTheClip) {  // Invariant 6
  Clip::Parts parts = Wave();
  parts.events[1].time_s = 0.25f;
  EXPECT_THAT(Clip::Create(parts), IsBrokenAt("events/1", "0.25 s"));
  parts = Wave();
  parts.events[2].time_s = 2.75f;
  EXPECT_THAT(Clip::Create(parts), IsBrokenAt("events/2", "to 2.5 s"));
  parts = Wave();
  parts.events[0].time_s = -1;
  EXPECT_THAT(Clip::Create(parts), IsBrokenAt("events/0", "-1 s"));
  parts = Wave();
  parts.events[0].time_s = kNan;
  EXPECT_THAT(Clip::Create(parts), IsBrokenAt("events/0", "nan s"));
}

TEST(Clip, NamesAreGltfsOwn) {
  EXPECT_STREQ(InterpolationName(Interpolation::kStep), "STEP");
  EXPECT_STREQ(InterpolationName(Interpolation::kLinear), "LINEAR");
  EXPECT_STREQ(InterpolationName(Interpolation::kCubicSpline), "CUBICSPLINE");
  EXPECT_STREQ(PropertyName(Property::kTranslation), "translation");
  EXPECT_STREQ(PropertyName(Property::kRotation), "rotation");
  EXPECT_STREQ(PropertyName(Property::kScale), "scale");
  EXPECT_STREQ(PropertyName(Property::kMorphWeights), "weights");
}

}  // namespace
}  // namespace sinew::testing
