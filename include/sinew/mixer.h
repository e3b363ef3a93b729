// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The mixer: plays the clips of one character, fades between them and blends them into one pose.
//
//   Mixer mixer(setup);
//   MixerScratch scratch(setup);                     // One a thread.
//   mixer.Play("idle").value();                      // By name or index. value() stops the program
//   ...                                              // where there is no such clip.
//   mixer.FadeTo("walk", 0.3)->set_speed(1.2f);      // Whatever is playing fades out.
//   Error error = mixer.update(1.0 / 60.0);          // Fades, then times.
//   error = mixer.evaluate(scratch, pose);           // Then the pose, a function of the state.
//   error = mixer.take_error();                      // Of calls that return none themselves.
//
//   Time     integer ticks; seconds are rounded to them once, at the door. An action's position and
//            every weight is a function of the mixer's time, and nothing is summed from step to
//            step: steps split otherwise give the same poses and events, to the bit.
//   Order    actions are summed by clip, then by the order in which one clip's were made. So calls
//            on different actions between two updates may come in any order (C73); but not
//            set_time, reset and set_synced on actions that follow one sync group: the last one
//            moves it.
//   Errors   a call that makes no sense (a NaN, a weight of 2, a released action) changes nothing;
//            take_error() tells the first of calls that return nothing to tell it by. A call that
//            gives no action says why: Result<Action>. Steps that are not finite, or negative, are
//            refused.
//   State    all that changes while playing is one flat block of little-endian bytes without
//            pointers or padding: save, load, hash. Its size is known beforehand.
//   Memory   a Mixer and a MixerScratch allocate when they are made, and never again but for the
//            message of a call that gives no action.
//   Threads  different mixers may run side by side, with a scratch each; setups are shared.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "sinew/blending.h"
#include "sinew/hooks.h"
#include "sinew/math.h"
#include "sinew/mixer_setup.h"
#include "sinew/playback.h"
#include "sinew/pose.h"
#include "sinew/result.h"
#include "sinew/ticks.h"

namespace sinew {

class Mixer;
class MixerScratch;

namespace mixing {  // Of the library itself.
class State;
struct ActionState;
struct Body;
}  // namespace mixing

// How a fade goes from its first weight to its last.
enum class Easing : std::uint8_t {
  kLinear,
  kSmooth,  // 3 s^2 - 2 s^3: no speed at either end.
};

inline constexpr float kMostSpeed = 1024.0f;

// One clip being played, as a value: a reference into a mixer, which must outlive its use; the
// mixer may be moved. The default one is null. Calls on a null or released action do nothing but
// set the mixer's error (where there is one); what they are asked reads 0, but for clip() and
// serial(), which are the reference itself.
//
// Defaults (L7): time 0, speed 1, weight 1, kRepeat, neither playing nor paused.
class Action {
 public:
  Action() = default;

  // --- playing (L6, L8), chainable ---

  // Plays on from where it is. What has finished, or stands at its end for its direction, begins
  // anew: at 0, backwards at the duration (C62, C63).
  Action play() const;
  // Not playing, at time 0, its fade cancelled and its weight what set_weight or fade_weight said
  // (C70, C71).
  Action stop() const;
  // Time stands, the pose still counts (L24), a fade goes on (C71). play() resumes. In a sync group
  // it counts as one that stands: the others slow down by its share, and it goes on with their
  // phase. It stands where all are paused, or with set_synced(false).
  Action pause() const;
  Action reset()
      const;  // To its beginning: 0, or the duration where it plays once and backwards (C63).
  Action set_weight(float weight) const;  // In [0, 1]. Cancels a fade.
  Action set_speed(
      float speed) const;  // At most kMostSpeed either way; negative is backwards, 0 stands.
  // What it shows stays, unless it has not moved since its beginning and begins elsewhere now
  // (C63), or stands at its end, which for kRepeat is the beginning. In a sync group it repeats all
  // the same.
  Action set_loop(LoopMode loop) const;
  Action set_time(
      double seconds) const;  // Jumps there: within the clip, or beyond it by whole loops.
  Action set_synced(bool synced) const;  // Whether it follows its clip's sync group, if there is
                                         // one: true until told otherwise.

  // --- fades: from the weight it has now (C68). Zero or less seconds switch at once (C67). Asked
  // for again just so, a fade goes on: calls may be made in every frame. ---

  // Plays. Fades to the weight of set_weight, or 1 where that is 0. What did not play, or weighed
  // nothing, starts from weight 0.
  Action fade_in(double seconds, Easing easing = Easing::kLinear) const;
  // To 0, and stops there (L21). The bottom layer divides by the sum of its weights, so that its
  // last action is seen in full until then; with MixerOptions::fill_with_rest it fades to rest.
  Action fade_out(double seconds, Easing easing = Easing::kLinear) const;
  // To a weight that set_weight would take; goes on playing even at 0.
  Action fade_weight(float weight, double seconds, Easing easing = Easing::kLinear) const;

  // Gives its place back. All copies of it are null from then on; those of clip_action until it
  // makes that clip's and layer's anew, which they then mean.
  void release() const;

  // --- asking ---

  explicit operator bool() const;  // It exists.
  std::uint32_t clip() const;
  std::uint32_t layer() const;
  std::uint32_t serial() const { return serial_; }
  float weight() const;        // As faded now; its share of a blend space is a part of it.
  float contribution() const;  // The same; 0 where it does not play.
  float speed() const;
  LoopMode loop() const;
  Ticks time_ticks() const;      // Within the clip, in [0, duration].
  double time() const;           // The same in seconds.
  Ticks position_ticks() const;  // Unwrapped: runs on across loops.
  bool is_playing() const;       // Counts in the blend: also while paused, and when finished (C62).
  bool is_paused() const;
  bool is_finished() const;  // Played once, and at its end.
  bool is_fading() const;

  bool operator==(const Action&) const = default;

 private:
  friend class Mixer;
  Action(mixing::Body* body, std::uint32_t clip, std::uint32_t serial)
      : body_(body), clip_(clip), serial_(serial) {}

  mixing::ActionState* Find() const;  // Null where it does not exist.
  template <typename Call>
  Action Do(const Call& call) const;
  template <typename Call>
  Action DoIf(Error error, const Call& call) const;

  mixing::Body* body_ = nullptr;  // Of the mixer: stays in place.
  std::uint32_t clip_ = 0;
  std::uint32_t serial_ = 0;  // Within the clip; 0: null.
};

// What a loaded state is to what was seen before.
enum class Loading : std::uint8_t {
  kJumps,     // Another moment: jumped() until the step after the next.
  kRollsBack  // This character's own near past, which is played again up to the present: what is
              // seen goes on, unless jumped() after some step of that.
};

// An event of a clip that was passed in the last step.
struct MixerEvent {
  Ticks at = 0;  // When, in the mixer's time.
  std::uint32_t clip = 0;
  std::uint32_t serial = 0;  // Of the action: Mixer::action(clip, serial).
  std::uint32_t event = 0;   // Into the clip's events.
  bool backwards = false;    // The clip's time was falling.
  float weight = 0.0f;       // The action's contribution at that moment; may be 0.
  bool operator==(const MixerEvent&) const = default;
};

class Mixer {
 public:
  explicit Mixer(const MixerSetup& setup);
  // What changes lies in one place on the heap, which moving hands over: Actions stay valid, also
  // when a std::vector<Mixer> grows. A mixer that was moved from can only be assigned to or
  // destroyed.
  Mixer(Mixer&&) noexcept;
  Mixer& operator=(Mixer&&) noexcept;
  ~Mixer();

  const MixerSetup& setup() const&;
  const MixerSetup& setup() const&& = delete;

  // --- actions ---

  // A failure names the clips that there are, or the capacity that is used up and what to do about
  // it, and nothing has changed:
  //   mixer.clip_action(walk)->play();               // Stops the program where there is none.
  //   if (Result<Action> hit = mixer.new_action(2)) hit->fade_in(0.1);

  // Plays the action that a clip and layer share (clip_action), from where it is.
  Result<Action> Play(std::uint32_t clip, std::uint32_t layer = 0);
  Result<Action> Play(std::string_view clip, std::uint32_t layer = 0);  // The first of that name.
  // fade_to, to the action that a clip and layer share.
  Result<Action> FadeTo(std::uint32_t clip, double seconds, Easing easing = Easing::kLinear,
                        std::uint32_t layer = 0);
  Result<Action> FadeTo(std::string_view clip, double seconds, Easing easing = Easing::kLinear,
                        std::uint32_t layer = 0);
  // The one of a clip and layer (L11), made when it is first asked for.
  Result<Action> clip_action(std::uint32_t clip, std::uint32_t layer = 0);
  // Another one, as many as there is room (C72). Each keeps its place until it is released.
  Result<Action> new_action(std::uint32_t clip, std::uint32_t layer = 0);
  void release_stopped();  // Gives back the places of all actions of new_action that do not play.
  std::uint32_t action_count() const;
  Action action_at(std::uint32_t index);  // All that exist, in the order in which they are summed.
  Action action(std::uint32_t clip, std::uint32_t serial);  // Null where there is none.

  // Fades `to` in and `from` out, and with it whatever else of the layer is in the middle of a fade
  // (C68). `to` begins anew if it is not seen yet, and goes on from where it is if it is (or stands
  // there, where it has finished): nothing pops. For another go beside it, take new_action. From an
  // action to itself: nothing happens (C69); nor where just that fade is under way.
  void cross_fade(Action from, Action to, double seconds, Easing easing = Easing::kLinear);
  // Fades `to` in and everything else of its layer out. May be called in every frame: a fade to the
  // same action, of the same length and easing, goes on. Where the weights of the bottom layer sum
  // to less than one, they first become their shares: what is seen stays, and the fade takes its
  // whole time. In a sync group that plays, `to` goes on with its phase, also with zero seconds.
  // (All of this holds for fade_to_space, and for cross_fade where nothing else of the layer stays;
  // the last also for inertial_to.)
  void fade_to(Action to, double seconds, Easing easing = Easing::kLinear);
  void stop_all();       // And cancels all fades of actions (L25). The last pose stands (C88).
  void reset_to_rest();  // stop_all, and evaluate() gives the rest pose until something plays.
                         // Poses of the caller's own stay.

  // --- inertial transitions: switch at once, and let the difference of pose and of velocity die
  // out over the given time. Needs MixerOptions::inertial. What is left of one outlives other
  // calls, also switches at once; it ends with stop_all, with a transition of zero seconds, and
  // where nothing plays. Root motion is that of what plays: it switches at once. ---

  // Plays `to` and stops everything else of its layer. `to` begins anew if it is not playing, or
  // has finished. Where it already plays alone nothing happens: it may be called in every frame.
  // With zero or less seconds it is a plain switch.
  Error inertial_to(Action to, double seconds, MixerScratch& scratch);
  // The same for any calls: what was seen before the first is kept in the scratch, and the
  // difference to what is seen at the second becomes the residue. No update in between, and no
  // other mixer's beginning with the same scratch (kNotInertial).
  Error inertial_begin(MixerScratch& scratch) const;
  Error inertial_end(double seconds, MixerScratch& scratch);

  // --- layers ---

  void set_layer_weight(std::uint32_t layer, float weight);  // In [0, 1]; 1 at first.
  void fade_layer(std::uint32_t layer, float weight, double seconds,
                  Easing easing = Easing::kLinear);
  float layer_weight(std::uint32_t layer) const;
  // A pose of the caller's own (procedural, physics) as one more source of the layer, at weight 1
  // (E2). Borrowed until it is cleared, and no part of the state: who rolls back sets it again.
  // That it comes or goes is a jump; how it moves is the caller's affair.
  void set_layer_pose(std::uint32_t layer, ConstPoseView pose);
  void clear_layer_pose(std::uint32_t layer);

  // --- blend spaces ---

  // Its parameters. The weights of its samples become the shares of those actions that the space
  // plays, by which their own weights are multiplied. A line reads x alone. How fast parameters
  // change is the caller's affair: a leap of them is seen as one.
  void set_blend(std::uint32_t space, float x, float y = 0.0f);
  Vec2 blend(std::uint32_t space) const;
  // Plays all its actions, which are clip_action of its clips and layer. A call that plays one of
  // them for itself (stop, fade_in, fade_to...) takes it out of the space again.
  void play_space(std::uint32_t space);
  // Fades all actions of the space in, and everything else of its layer out.
  void fade_to_space(std::uint32_t space, double seconds, Easing easing = Easing::kLinear);

  // --- a step ---

  // Advances fades and times. kTimeNotFinite, kTimeNegative or kTimeTooLarge, and nothing changes.
  Error update(double seconds);
  Error update_ticks(Ticks step);
  Ticks now() const;

  // Writes the pose of this moment: joints, and morphs as far as pose.morphs reaches. Joints that
  // no action touches are at rest. Where nothing plays: see MixerOptions::idle.
  Error evaluate(MixerScratch& scratch, PoseView pose) const;
  bool is_idle() const;  // Nothing plays, and no layer has a caller's pose.

  // Of the last step, in the order in which they were met; at one moment in the order of actions.
  std::span<const MixerEvent> events() const&;
  std::span<const MixerEvent> events() const&& = delete;
  // How many more there were than event_capacity; not always the last ones.
  std::uint64_t events_lost() const;
  // Of the last step: the character's new place is Multiply(old place, AffineOf(root_motion())).
  // Blended in pieces of 1/60 s (coarser beyond 17 s), so that long frames go as far as short ones.
  Transform root_motion() const;
  // What is seen did not get here by moving: since the step before the last one something was
  // started, stopped, sought or loaded without a fade. Motion vectors then have no history.
  bool jumped() const;

  // --- state ---

  std::size_t state_bytes() const;
  // bytes.size() must be state_bytes(), or kStateSize.
  Error save(std::span<std::byte> bytes) const;
  // Looks at everything first: of another size, version or setup, or broken, it is refused, and
  // nothing changes. Actions are found by clip and serial: one that was made since is null
  // afterwards, or means another that had its serial.
  Error load(std::span<const std::byte> bytes, Loading loading = Loading::kJumps);
  std::uint64_t hash() const;

  // The first error since it was last taken, and kNone from then on.
  Error take_error();

 private:
  mixing::Body& body() const;
  void SetError(Error error);
  mixing::State state() const;
  mixing::ActionState* Find(const Action& action) const;  // Null for those of other mixers.
  Result<Action> Make(std::uint32_t clip, std::uint32_t serial, std::uint32_t layer);
  bool PlaysAlone(const mixing::ActionState& action) const;  // In its layer, with all its weight.
  void StopOthers(const mixing::ActionState& stays);         // Of its layer.
  void SwitchLayerPose(std::uint32_t layer, ConstPoseView pose);
  Error RunBeside(MixerScratch& scratch, Ticks moment, PoseView pose, bool& ahead) const;
  bool HasRoomFor(const MixerBlendSpace& space);
  void FadeSpaceIn(std::uint32_t space, double seconds, Easing easing, bool others_out);

  std::unique_ptr<mixing::Body> body_;  // Null once moved from.
};

// What evaluating needs room for; made once, for all mixers of one setup, one a thread.
class MixerScratch {
 public:
  explicit MixerScratch(const MixerSetup& setup);

 private:
  friend class Mixer;
  friend class MixerBlend;  // Of the library itself.

  std::uint64_t setup_hash_ = 0;
  HookVector<Pose> samples_;  // One an action.
  Pose average_;              // Of a layer.
  HookVector<BlendLayer> blend_layers_;
  HookVector<DeltaLayer> deltas_;
  HookVector<float> weights_below_, weights_above_;  // One a joint.
  HookVector<Pose> seen_;    // By inertial_begin: now and a moment beside it; and two to compare.
  bool seen_ahead_ = false;  // That moment is to come.
  Ticks seen_at_ = -1;
  const mixing::Body* seen_by_ = nullptr;  // Compared, never followed.
  bool seen_any_ = false;
  bool seen_jump_pending_ = false;
  bool seen_pose_switched_ = false;
};

}  // namespace sinew
