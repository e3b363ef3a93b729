// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What `sinew mix` does, in C++: a script of plays and fades, played frame by frame.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "library/two_bones.h"
#include "sinew/mix_script.h"
#include "sinew/pack.h"

namespace sinew {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(TheLibrary, PlaysAMixScriptFrameByFrame) {
  const Asset asset = Asset::Create(TwoBones());
  const MixScript script =
      ReadMixScript({.play = "rise", .fades = {"0.5:drift:0.2"}, .seconds = "1", .rate_hz = "10"},
                    asset.clips())
          .value();
  ASSERT_EQ(script.frame_count, 11u);
  MixPlayer player = MixPlayer::Create(asset, script).value();
  std::vector<std::size_t> playing;
  std::vector<std::uint64_t> fades;
  while (player.has_next()) {
    ASSERT_EQ(player.Next(), Error::kNone);
    playing.push_back(player.actions().size());
    if (player.fade_began()) fades.push_back(player.frame());
    if (player.frame() == 4) {
      EXPECT_NEAR(player.instance().pose().joint(1).translation.y, 1.8f, 1e-6f);
    }
  }
  EXPECT_EQ(player.time_s(), 1.0);
  EXPECT_THAT(fades, ElementsAre(5u));
  EXPECT_THAT(playing, ElementsAre(1, 1, 1, 1, 1, 2, 1, 1, 1, 1, 1));
}

TEST(TheLibrary, ShowsTheFramesOfAMixToACallback) {
  const Asset asset = Asset::Create(TwoBones());
  const MixScript script = ReadMixScript({.play = "#1"}, asset.clips()).value();
  std::uint64_t seen = 0;
  EXPECT_EQ(PlayMix(asset, script, [&](MixPlayer&) { return ++seen > 0; }).value(), 31u);
  EXPECT_EQ(seen, 31u);
  EXPECT_EQ(PlayMix(asset, script, [](MixPlayer& at) { return at.frame() < 4; }).value(), 5u);
}

TEST(TheLibrary, TellsWhileAnInertialSwitchSettles) {
  const Asset asset = Asset::Create(TwoBones());
  const MixScript script = ReadMixScript({.play = "rise",
                                          .fades = {"0.2:drift:0.3"},
                                          .seconds = "1",
                                          .rate_hz = "10",
                                          .inertial = true},
                                         asset.clips())
                               .value();
  std::string settles;
  EXPECT_EQ(PlayMix(asset, script,
                    [&](MixPlayer& player) {
                      settles += player.settles() ? 's' : '.';
                      return true;
                    })
                .value(),
            11u);
  EXPECT_EQ(settles, "..ss.......");
}

TEST(TheLibrary, MixesOnlyTheClipsThatAScriptNames) {
  const Model model = TwoBones();
  const Asset asset = Asset::Create(model);
  const MixScript script = ReadMixScript({.play = "drift"}, asset.clips()).value();
  const std::vector<std::uint32_t> clips = ClipsOf(script);
  EXPECT_THAT(clips, ElementsAre(1u));
  const Asset packed = Pack(Asset::Create(KeepClips(model, clips).value())).value();
  ASSERT_EQ(packed.clips().size(), 1u);
  EXPECT_EQ(packed.clips()[0].name(), "drift");
  EXPECT_EQ(PlayMix(packed, Renumbered(script, clips), [](MixPlayer&) { return true; }).value(),
            31u);
  const Result<MixPlayer> unfit = MixPlayer::Create(packed, script);
  ASSERT_FALSE(unfit.ok());
  EXPECT_EQ(unfit.failure().place, "/play");
}

TEST(TheLibrary, KeepsWhatWasPreservedOfAClipWithThatClip) {
  Model::Parts parts = TwoBones().parts();
  parts.carried.push_back(
      {.owner = CarriedJson::Owner::kAnimation, .index = 0, .extras = "{\"of\":\"rise\"}"});
  parts.carried.push_back(
      {.owner = CarriedJson::Owner::kAnimation, .index = 1, .extras = "{\"of\":\"drift\"}"});
  const Model model = Model::Create(std::move(parts)).value();
  const std::uint32_t second[] = {1};
  const Model kept = KeepClips(model, second).value();
  ASSERT_EQ(kept.parts().carried.size(), 1u);
  EXPECT_EQ(kept.parts().carried[0].index, 0u);
  EXPECT_EQ(kept.parts().carried[0].extras, "{\"of\":\"drift\"}");
}

TEST(TheLibrary, SaysWhatIsWrongWithAMixScript) {
  const Asset asset = Asset::Create(TwoBones());
  const auto complaint = [&](const MixText& text) {
    const Result<MixScript> script = ReadMixScript(text, asset.clips());
    return script.ok() ? "nothing" : Describe(script.failure());
  };
  EXPECT_EQ(complaint({.play = "rise"}), "nothing");
  EXPECT_EQ(complaint({.play = "ryse"}),
            "/play: no clip \"ryse\" among 2 (did you mean \"rise\"?)");
  EXPECT_EQ(complaint({.play = "2"}), "/play: no clip \"2\" among 2");
  EXPECT_THAT(complaint({.play = "0", .fades = {"0.1:1:0.1", "0.5"}}),
              HasSubstr("/fades/1: \"0.5\" is not T:NAME:SECONDS"));
  EXPECT_THAT(complaint({.play = "0", .fades = {"-1:drift:1"}}),
              HasSubstr("wants seconds from 0 to 1000000000, not \"-1\""));
  EXPECT_THAT(complaint({.play = "0", .fades = {"2:drift:1"}, .seconds = "1"}),
              HasSubstr("begins after the last frame, at 1 s"));
  for (const char* seconds : {"", "-1", "1e", "nan", "1.5.2", "1e99", "2e9", "0x1", " 1", "1s"}) {
    EXPECT_THAT(complaint({.play = "0", .seconds = seconds}), HasSubstr("/seconds: ")) << seconds;
  }
  for (const char* rate : {"0", "-60", "fast", "1e6"}) {
    EXPECT_THAT(complaint({.play = "0", .rate_hz = rate}), HasSubstr("is no rate above 0")) << rate;
  }
}

TEST(TheLibrary, ReadsTheNumbersOfAMixScriptAsTheCompilerDoes) {
  const Asset asset = Asset::Create(TwoBones());
  const auto rate = [&](const char* text) {
    return ReadMixScript({.play = "0", .rate_hz = text}, asset.clips()).value().rate_hz;
  };
  EXPECT_EQ(rate("59.94"), 59.94);
  EXPECT_EQ(rate("23.976"), 23.976);
  EXPECT_EQ(rate("0.1"), 0.1);
  EXPECT_EQ(rate("1.25e-3"), 1.25e-3);
  EXPECT_EQ(rate("2.5E+1"), 25.0);
  EXPECT_EQ(rate("000060.000"), 60.0);
  EXPECT_EQ(rate(".5"), 0.5);
  EXPECT_NEAR(rate("33.333333333333333333333"), 100.0 / 3.0, 1e-12);
}

}  // namespace
}  // namespace sinew
