// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Any bytes as changes to a mixer's saved state, or as a program of calls on one. A state is
// refused and nothing changes, or it plays; calls make sense or change nothing. What must hold of a
// mixer (mixer_checks.h) holds after each of them. A second mixer takes the state over somewhere on
// the way, as in a rollback, and is the same to the bit from there on.
//
//   byte 0   which cast, and which of the two
//   states   which state to begin with, how many changes, the changes; then a program
//   program  calls and steps until there are enough
//
// Seeds are in fuzz/seeds/mixer_fuzz, named after what they do. What an input leaves unsaid, bytes
// that depend on all of it say (kernel_input.h): a short seed goes on somehow.
#include <algorithm>
#include <cstring>
#include <optional>

#include "mixer_calls.h"
#include "mixer_checks.h"

namespace sinew::fuzz {
namespace {

constexpr Ticks kLongStep = 2 * kTicksPerSecond;

// Two that are to be the same from the moment on when one took the other's state over.
class Stage {
 public:
  explicit Stage(const MixerCast& cast) : first_(cast), second_(cast), spare_(cast.setup()) {}

  Player& first() { return first_; }

  void Play(Input& in, int events) {
    CheckPlayer(first_, spare_);
    for (; events > 0; --events) {
      const std::uint32_t what = in.Below(32);
      if (what == 0) {
        kept_ = Keep(first_);
      } else if (what == 1) {
        Return();
      } else if (what <= 3) {
        TakeOver(in);
      } else if (what <= 16) {
        Step(in);
      } else {
        Do(ReadCall(in, first_.cast.setup()));
      }
      CheckPlayer(first_, spare_);
      if (!together_) continue;
      CheckPlayer(second_, spare_);
      CheckSame(first_, second_, steps_together_);
    }
  }

 private:
  // Both, to what was kept.
  void Return() {
    if (!kept_) return;
    if (GoBack(first_, *kept_) != Error::kNone) Report("what was kept is refused");
    if (together_ && GoBack(second_, *kept_) != Error::kNone) Report("what was kept is refused");
  }

  // Whatever the second one was doing.
  void TakeOver(Input& in) {
    for (int i = 0; i < 2; ++i) {
      static_cast<void>(Apply(ReadCall(in, second_.cast.setup()), second_));
    }
    if (GoBack(second_, Keep(first_)) != Error::kNone) Report("a state that was saved is refused");
    together_ = true;
    steps_together_ = 0;
  }

  void Do(const Call& call) {
    const auto apply = [&](Player& player) {
      const NothingAllocated guard;
      return Apply(call, player);
    };
    const Error error = apply(first_);
    if (together_ && apply(second_) != error) Report("errors of one state differ");
  }

  void Step(Input& in) {
    const Ticks began = first_.mixer.now();
    const bool in_seconds = in.Flag();
    double seconds = in_seconds ? ReadSeconds(in) : 0.0;
    Ticks ticks = in_seconds ? 0 : ReadTicks(in, 0);
    const bool is_long = in_seconds ? seconds > SecondsFromTicks(kLongStep) : ticks > kLongStep;
    if (is_long && long_steps_left_-- <= 0) {
      seconds = 1.0 / 60.0;
      ticks = kTicksPerSecond / 60;
    }
    const auto step = [&](Mixer& mixer) {
      const NothingAllocated guard;
      return in_seconds ? mixer.update(seconds) : mixer.update_ticks(ticks);
    };
    const Error error = step(first_.mixer);
    if (together_ && step(second_.mixer) != error) Report("errors of one state differ");
    if (error != Error::kNone) {
      if (first_.mixer.now() != began) Report("a step that was refused was taken");
      return;
    }
    CheckStep(first_.mixer, began);
    ++steps_together_;
  }

  Player first_, second_;
  Mixer spare_;
  std::optional<Kept> kept_;
  bool together_ = false;
  int steps_together_ = 0;
  int long_steps_left_ = 2;  // They may take some thousand pieces each.
};

struct Beginning {
  std::vector<std::byte> bytes;
  Ticks now = 0;
};

constexpr std::uint32_t kBeginnings = 8;

// States in the middle of something, made by programs of calls.
const Beginning& BeginningOf(std::uint32_t cast, std::uint32_t number) {
  static const std::vector<Beginning>& all = *[] {
    auto* const made = new std::vector<Beginning>;
    for (std::uint8_t c = 0; c < kCastCount; ++c) {
      for (std::uint8_t n = 0; n < kBeginnings; ++n) {
        const std::uint8_t seed[] = {c, n};
        Input in(seed, sizeof seed);
        Player player(CastOf(c));
        player.mixer.fade_to_space(0, 0.5);
        for (std::uint32_t i = 0; i < 4u * n; ++i) {
          static_cast<void>(Apply(ReadCall(in, player.cast.setup()), player));
          static_cast<void>(player.mixer.update(1.0 / 60.0));
        }
        if (n % 2 != 0) {  // In the middle of an inertial transition too.
          const Result<Action> to = player.mixer.clip_action(n % 4);
          if (to.ok()) static_cast<void>(player.mixer.inertial_to(*to, 0.75, player.scratch));
          static_cast<void>(player.mixer.update(0.125));
        }
        made->push_back({.bytes = Keep(player).bytes, .now = player.mixer.now()});
      }
    }
    return made;
  }();
  return all[cast * kBeginnings + number];
}

// One number of a state becomes another: a byte, a float or an integer, or ticks.
void Change(Input& in, Ticks now, std::vector<std::byte>& bytes) {
  constexpr std::size_t kWidths[] = {1, 4, 4, 8};
  const std::uint32_t kind = in.Below(4);
  const std::size_t width = kWidths[kind];
  const std::size_t low = in.Byte();
  const std::size_t place = (low | std::size_t{in.Byte()} << 8) % (bytes.size() / width) * width;
  const auto put = [&](const auto& value) { std::memcpy(bytes.data() + place, &value, width); };
  if (kind == 0) put(static_cast<std::uint8_t>(in.Byte()));
  if (kind == 1) put(ReadFloat(in));
  if (kind == 2) put(in.Flag() ? in.Below(8) : in.Word());
  if (kind == 3) put(ReadTicks(in, now));
}

void PlayState(Input& in, std::uint32_t cast) {
  const Beginning& beginning = BeginningOf(cast, in.Below(kBeginnings));
  std::vector<std::byte> bytes = beginning.bytes;
  for (std::uint32_t left = 1 + in.Below(3); left > 0; --left) Change(in, beginning.now, bytes);
  if (in.Byte() == 255) bytes.pop_back();
  Stage stage(CastOf(cast));
  Mixer& mixer = stage.first().mixer;
  const std::uint64_t hash = mixer.hash();
  if (mixer.load(bytes) != Error::kNone) {
    if (mixer.hash() != hash) Report("a state that was refused is played");
    return;
  }
  if (Keep(stage.first()).bytes != bytes) Report("a state is saved otherwise than it was loaded");
  if (mixer.update(0.0) != Error::kNone) Report("a step of nothing is refused");
  stage.Play(in, 10);
}

}  // namespace
}  // namespace sinew::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sinew::fuzz;
  Input in(data, size);
  const std::uint32_t which = in.Below(2 * kCastCount);
  if (which < kCastCount) {
    PlayState(in, which);
  } else {
    Stage(CastOf(which - kCastCount)).Play(in, 24);
  }
  return 0;
}
