// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What a clip has and glTF has no place for: duration, root motion and events in extras.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sinew/gltf.h"
#include "support/same_model.h"

namespace sinew::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// Two nodes, "top" and the nameless 1, and an animation with keys at 0 s and 1 s.
GltfRead ReadWith(const std::string& extras) {
  const std::string text = R"({"asset":{"version":"2.0"},"nodes":[{"name":"top"},{}],
    "animations":[{"channels":[{"sampler":0,"target":{"node":0,"path":"translation"}}],
      "samplers":[{"input":0,"output":1}],"extras":)" +
                           extras + R"(}],
    "accessors":[
      {"bufferView":0,"componentType":5126,"count":2,"type":"SCALAR","min":[0],"max":[1]},
      {"bufferView":0,"byteOffset":8,"componentType":5126,"count":2,"type":"VEC3"}],
    "bufferViews":[{"buffer":0,"byteLength":32}],
    "buffers":[{"byteLength":32,"uri":"data:application/octet-stream;base64,AAAAAAAAgD8AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="}]})";
  return ReadGltf(std::as_bytes(std::span(text)));
}

std::vector<std::string> RulesOf(const GltfRead& read) {
  std::vector<std::string> rules;
  for (const Mend& mend : read.report.mends) rules.emplace_back(mend.rule);
  return rules;
}

std::string ExtrasOf(const Model& model) {
  for (const CarriedJson& carried : model.parts().carried) {
    if (carried.owner == CarriedJson::Owner::kAnimation) return carried.extras;
  }
  return "";
}

std::vector<std::string> EventsOf(const Clip& clip) {
  std::vector<std::string> events;
  for (const ClipEvent& event : clip.events()) {
    events.push_back(event.name + " " + std::to_string(event.time_s));
  }
  return events;
}

TEST(ClipExtras, BecomeEventsRootMotionAndDuration) {
  const GltfRead read = ReadWith(R"({"before":[1, 2],"sinew":{"duration":1.5,
    "rootMotion":{"node":1,"name":""},
    "events":[{"time":0,"name":"a"},{"time":1.5,"name":"b"},{"time":1.5,"name":"c"}]},"after":{}})");
  ASSERT_TRUE(read.model.ok());
  EXPECT_THAT(RulesOf(read), IsEmpty());
  const Clip& clip = read.model->clips()[0];
  EXPECT_EQ(clip.duration_s(), 1.5f);
  EXPECT_EQ(clip.root_motion_joint(), 1u);
  EXPECT_THAT(EventsOf(clip), ElementsAre("a 0.000000", "b 1.500000", "c 1.500000"));
  EXPECT_EQ(ExtrasOf(*read.model), R"({"before":[1, 2],"after":{}})");
}

TEST(ClipExtras, AreWrittenOnceAndComeBack) {
  for (const std::string before :
       {R"({"sinew":{"duration":2,"rootMotion":{"node":0,"name":"top"}}})",
        R"({"a":1,"sinew":{"events":[{"time":0.1,"name":"\"x\""}]}})",
        R"({"sinew":{"events":[],"unknown":true}})", R"({"a":1})", R"("no object")",
        R"({"sinew":7})"}) {
    const GltfRead first = ReadWith(before);
    ASSERT_TRUE(first.model.ok()) << before;
    const std::vector<std::byte> bytes = WriteGlb(*first.model).value();
    const GltfRead again = ReadGltf(bytes);
    ASSERT_TRUE(again.model.ok()) << before;
    EXPECT_THAT(RulesOf(again), IsEmpty()) << before;
    EXPECT_TRUE(SameModel(*first.model, *again.model)) << before;
    EXPECT_EQ(ExtrasOf(*first.model), ExtrasOf(*again.model)) << before;
    EXPECT_EQ(WriteGlb(*again.model).value(), bytes) << before;
  }
}

TEST(ClipExtras, KeepThoseThatAreNoObject) {
  const GltfRead source = ReadWith("[1,2]");
  Model::Parts parts = source.model->parts();
  Clip::Parts clip = parts.clips[0].parts();
  clip.events = {{0.5f, "half"}};
  parts.clips[0] = Clip::Create(clip).value();
  const Model model = Model::Create(parts).value();
  const GltfRead read = ReadGltf(WriteGlb(model).value());
  ASSERT_TRUE(read.model.ok());
  EXPECT_EQ(ExtrasOf(*read.model), "[1,2]");
  EXPECT_THAT(EventsOf(read.model->clips()[0]), ElementsAre("half 0.500000"));
}

TEST(ClipExtras, ThatAreWrongAreMendedByRule) {
  const auto rules = [](const std::string& ours) {
    const GltfRead read = ReadWith(R"({"sinew":)" + ours + "}");
    EXPECT_TRUE(read.model.ok()) << ours;
    return RulesOf(read);
  };
  for (const std::string bad : {"-1", "0.5", "\"1\"", "1e30", "null"}) {
    EXPECT_THAT(rules(R"({"duration":)" + bad + "}"), ElementsAre("clip-duration-ignored")) << bad;
  }
  for (const std::string bad :
       {R"({"node":2,"name":""})", R"({"node":-1,"name":""})", R"({"node":0,"name":"other"})",
        R"({"node":0})", R"({"node":0.5,"name":"top"})", R"({"node":1e99,"name":"top"})",
        R"({"name":"top"})", R"("top")", "0"}) {
    EXPECT_THAT(rules(R"({"rootMotion":)" + bad + "}"), ElementsAre("root-motion-ignored")) << bad;
  }
  for (const std::string bad :
       {R"({"time":1.01,"name":"late"})", R"({"time":-0.1,"name":"early"})", R"({"time":0.5})",
        R"({"time":"0","name":"text"})", R"({"time":0.5,"name":7})", "3"}) {
    const GltfRead read =
        ReadWith(R"({"sinew":{"events":[{"time":1,"name":"good"},)" + bad + "]}}");
    ASSERT_TRUE(read.model.ok());
    EXPECT_THAT(RulesOf(read), ElementsAre("clip-events-dropped")) << bad;
    EXPECT_THAT(EventsOf(read.model->clips()[0]), ElementsAre("good 1.000000")) << bad;
    EXPECT_EQ(ExtrasOf(*read.model), "");
  }
  EXPECT_THAT(rules(R"({"events":{}})"), ElementsAre("clip-events-dropped"));
  const GltfRead read = ReadWith(
      R"({"sinew":{"events":[{"time":1,"name":"z"},{"time":0.5,"name":"b"},{"time":0.5,"name":"a"}]}})");
  ASSERT_TRUE(read.model.ok());
  EXPECT_THAT(RulesOf(read), ElementsAre("clip-events-resorted"));
  EXPECT_THAT(EventsOf(read.model->clips()[0]),
              ElementsAre("b 0.500000", "a 0.500000", "z 1.000000"));
}

}  // namespace
}  // namespace sinew::testing
