// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Netcode that guesses: the other player's input arrives eight frames late. Until then the game
// goes on without it; when it comes, the game goes back, applies it and runs those frames again.
// Whoever knew all along must come to the same bits.
//
// Prints:
//   frame 28: the guess was wrong; after the input it is right
//   frame 78: the guess was wrong; after the input it is right
//   frame 128: the guess was wrong; after the input it is right
//   150 frames, 24 of them twice; a state fits in 512 bytes
#include <array>
#include <cstdio>
#include <optional>
#include <span>
#include <vector>

#include "little_rig.h"
#include "sinew/mixer.h"

using namespace sinew;
using namespace examples;

constexpr int kDelay = 8;

// What the other player asks for in a frame: a gait, or mostly nothing.
std::optional<Gait> InputOf(int frame) {
  if (frame % 100 == 20) return kWalk;
  if (frame % 100 == 70) return kRun;
  return std::nullopt;
}

class Game {
 public:
  explicit Game(const MixerSetup& setup) : mixer_(setup) {
    for (auto& state : history_) state.resize(mixer_.state_bytes());
    mixer_.clip_action(kIdle)->play();
  }

  // Plays a frame, and keeps the state that it began with.
  void Step(int frame, std::optional<Gait> input) {
    Expect(mixer_.save(Before(frame)));
    if (input) mixer_.fade_to(*mixer_.clip_action(*input), 0.3);
    Expect(mixer_.update(1.0 / 60.0));
  }

  // Back to before `then`; from there on with its input, up to where the game was.
  void Correct(int then, std::optional<Gait> input, int now) {
    Expect(mixer_.load(Before(then), sinew::Loading::kRollsBack));
    Step(then, input);
    for (int frame = then + 1; frame < now; ++frame) Step(frame, std::nullopt);
  }

  std::uint64_t hash() const { return mixer_.hash(); }

 private:
  std::span<std::byte> Before(int frame) {
    return history_[static_cast<std::size_t>(frame) % history_.size()];
  }

  Mixer mixer_;
  std::array<std::vector<std::byte>, kDelay + 1> history_;
};

int main() {
  const Skeleton skeleton = MakeSkeleton();
  const std::vector<Clip> clips = MakeClips();
  MixerOptions options;
  options.clips.assign(clips.begin(), clips.end());
  options.action_capacity = 3;
  const MixerSetup setup = Expect(MixerSetup::Create(skeleton, std::move(options)));

  Game here(setup), there(setup);  // `there` the input is made: it is known at once.
  int again = 0;
  for (int frame = 0; frame < 150; ++frame) {
    const int then = frame - kDelay;  // Whose input arrives here now.
    if (const std::optional<Gait> late = then < 0 ? std::nullopt : InputOf(then)) {
      const bool was_right = here.hash() == there.hash();
      here.Correct(then, late, frame);
      again += frame - then;
      std::printf("frame %d: the guess was %s; after the input it is %s\n", frame,
                  was_right ? "right" : "wrong", here.hash() == there.hash() ? "right" : "wrong");
    }
    here.Step(frame, std::nullopt);
    there.Step(frame, InputOf(frame));
  }
  std::printf("150 frames, %d of them twice; a state fits in %s\n", again,
              setup.state_bytes() <= 512 ? "512 bytes" : "more than 512 bytes");
}
