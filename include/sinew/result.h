// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// How things go wrong, in two shapes.
//
//   Error      a job was asked for something it cannot do: which of its rules broke.
//   Result<T>  data from outside was bad: a T, or a Failure that says what, where and why.
//
// A caller's bug (an index out of range, reading a Result that failed) asserts. Nothing throws,
// nothing here prints.
#pragma once

#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace sinew {

// The rule that a job broke. kNone means that it ran.
enum class [[nodiscard]] Error : std::uint8_t {
  kNone,
  kTimeNotFinite,        // NaN or infinite time.
  kPoseTooSmall,         // A pose has fewer joints than the skeleton.
  kMorphsTooSmall,       // A pose has fewer morph weights than the job reads or writes.
  kClipBeyondSkeleton,   // The clip moves a joint that the skeleton does not have.
  kOtherSkeleton,        // The packed clip was made for a skeleton that rests otherwise.
  kJointBeyondSkeleton,  // A joint was named that the skeleton does not have.
  kMaskTooSmall,         // Not one entry a block, or a joint, of the skeleton.
  kMatricesTooSmall,     // The output has fewer matrices than there are joints.
  kPaletteTooSmall,      // A vertex names a joint that the palette does not have.
  kVerticesTooSmall,     // The output has fewer vertices than the mesh.
  kStrideNotUsable,      // Vertices would overlap, or not begin at whole floats.
  kMorphWeightMismatch,  // Not one weight per morph target.
  kWeightsTooSmall,      // The output has fewer weights than the blend space has samples.
  kMaskOutOfRange,       // An entry of joint_weights outside [0, 1].
  kValueNotFinite,       // NaN, infinity or a magnitude above 1e18.
  kFloatEnvironment,     // Rounding or denormals are not as the arithmetic needs them.
  kNotAChain,            // A joint does not hang on the one it should, or comes before it.
  kOptionOutOfRange,     // A field outside the range that its comment gives.
  kBoxesTooSmall,        // The output has fewer boxes than are written.
  kOtherMesh,            // Bounds, scratch or triangles of another mesh or primitive.
  // Of the mixer:
  kTimeNegative,      // A step back.
  kTimeTooLarge,      // Beyond kMostTicks.
  kNoSuchAction,      // Null, released, or of another mixer.
  kNoSuchClip,        // The setup has none of that index.
  kNoSuchLayer,       // Nor such a layer,
  kNoSuchBlendSpace,  // or blend space.
  kNoSuchAttachment,  // That object hangs nowhere.
  kNoRoom,            // The capacity of the setup is used up.
  kWeightOutOfRange,  // Not within [0, 1].
  kNoSuchLoopMode,
  kSpeedOutOfRange,  // Not within kMostSpeed either way.
  kNotInertial,      // The setup has no room for a residue, or nothing was begun at this moment.
  kOtherSetup,       // Scratch or state of a mixer with another setup.
  kStateSize,        // Not state_bytes() long.
  kStateVersion,     // Not a state, or one of another version or arithmetic.
  kStateBroken,      // A number in it cannot have been saved.
  // Of vertex formats:
  kBytesTooSmall,      // Fewer bytes than the vertices take.
  kAttributeMissing,   // An attribute was asked for that is not there.
  kBeyondFormat,       // A number that the format cannot hold.
  kTooManyInfluences,  // A vertex has more than four.
  kJointBeyondFormat,  // An influence names a joint that the format's integers cannot.
  kNoInfluence,        // A vertex has none, and the format implies one.
};

// "kTimeNotFinite" and so on, for messages and test output.
std::string_view ErrorName(Error error);

// What kind of trouble a piece of data was. The CLI's exit codes follow from it.
enum class FailureCode : std::uint8_t {
  kSyntax,       // Not the format it claims to be.
  kInvalid,      // Well formed, but breaks a rule that loading depends on.
  kLimit,        // Larger or deeper than the caller's limits allow; the message names the limit.
  kUnsupported,  // Needs something this build does not have; the message names it.
  kResource,     // A buffer beside the file could not be had.
};

std::string_view FailureCodeName(FailureCode code);

struct Failure {
  FailureCode code = FailureCode::kInvalid;
  std::string place;    // A JSON pointer ("/skins/0/joints/3"), "byte 1234", or empty: the whole.
  std::string message;  // What was found and what was expected, in one sentence.
};

// "place: message", or the message alone.
std::string Describe(const Failure& failure);

// A T or the Failure to make one.
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}              // NOLINT: meant to be implicit
  Result(Failure failure) : failure_(std::move(failure)) {}  // NOLINT: meant to be implicit

  bool ok() const { return value_.has_value(); }
  explicit operator bool() const { return ok(); }

  T& value() & { return assert(ok()), *value_; }
  const T& value() const& { return assert(ok()), *value_; }
  T&& value() && { return assert(ok()), std::move(*value_); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  const Failure& failure() const { return assert(!ok()), failure_; }

 private:
  std::optional<T> value_;
  Failure failure_;  // Meaningful only without a value.
};

}  // namespace sinew
