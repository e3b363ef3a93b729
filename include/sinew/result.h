// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// How things go wrong, in two shapes.
//
//   Error      a job was asked for something it cannot do: which of its rules broke.
//   Result<T>  data from outside was bad: a T, or a Failure that says what, where and why.
//
// Reading a Result that failed, or the failure of one that did not, stops the program with the
// message in every build (hooks.h). Other bugs of a caller, such as an index out of range, are
// checked where assertions are on. Nothing throws.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace sinew {

// The rule that a job broke. kNone means that it ran.
//
// The numbers are part of the API: they are logged, sent and stored by programs and read by other
// languages. Never change one, and never give one that was removed to another rule. A new rule
// takes the next free number of its group; tests/base/result_test.cc lists them all.
enum class [[nodiscard]] Error : std::uint16_t {
  kNone = 0,

  // 1 to 99: what any job may be given.
  kTimeNotFinite = 1,         // NaN or infinite time.
  kPoseTooSmall = 2,          // A pose has fewer joints than the skeleton.
  kMorphsTooSmall = 3,        // A pose has fewer morph weights than the job reads or writes.
  kClipBeyondSkeleton = 4,    // The clip moves a joint that the skeleton does not have.
  kOtherSkeleton = 5,         // The packed clip was made for a skeleton with a different rest pose.
  kJointBeyondSkeleton = 6,   // A joint was named that the skeleton does not have.
  kMaskTooSmall = 7,          // Not one entry per block, or per joint, of the skeleton.
  kMatricesTooSmall = 8,      // The output has fewer matrices than there are joints.
  kPaletteTooSmall = 9,       // A vertex names a joint that the palette does not have.
  kVerticesTooSmall = 10,     // The output has fewer vertices than the mesh.
  kStrideNotUsable = 11,      // Vertices would overlap, or not begin at whole floats.
  kMorphWeightMismatch = 12,  // Not one weight per morph target.
  kWeightsTooSmall = 13,      // The output has fewer weights than the blend space has samples.
  kMaskOutOfRange = 14,       // An entry of joint_weights outside [0, 1].
  kValueNotFinite = 15,       // NaN, infinity or a magnitude above 1e18.
  kFloatEnvironment = 16,     // Rounding or denormals are not as the arithmetic needs them.
  kNotAChain = 17,            // A joint is not a child of the one it should be, or comes before it.
  kOptionOutOfRange = 18,     // A field outside the range that its comment gives.
  kBoxesTooSmall = 19,        // The output has fewer boxes than are written.
  kOtherMesh = 20,            // Bounds, scratch or triangles of another mesh or primitive.

  // 100 to 199: of the mixer.
  kTimeNegative = 100,      // A step back.
  kTimeTooLarge = 101,      // Beyond kMostTicks.
  kNoSuchAction = 102,      // Null, released, or of another mixer.
  kNoSuchClip = 103,        // The setup has none of that index.
  kNoSuchLayer = 104,       // Nor such a layer,
  kNoSuchBlendSpace = 105,  // or blend space.
  // 106 was that of an attachment.
  kNoRoom = 107,            // The capacity of the setup is used up.
  kWeightOutOfRange = 108,  // Not within [0, 1].
  kNoSuchLoopMode = 109,
  kSpeedOutOfRange = 110,  // Not within kMostSpeed either way.
  kNotInertial = 111,      // The setup has no room for inertialization, or nothing was begun now.
  kOtherSetup = 112,       // Scratch or state of a mixer with another setup.
  kStateSize = 113,        // Not state_bytes() long.
  kStateVersion = 114,     // Not a state, or one of another version or arithmetic.
  kStateBroken = 115,      // A number in it cannot have been saved.

  // 200 to 299: of vertex formats.
  kBytesTooSmall = 200,      // Fewer bytes than the vertices take.
  kAttributeMissing = 201,   // An attribute was asked for that is not there.
  kBeyondFormat = 202,       // A number that the format cannot hold.
  kTooManyInfluences = 203,  // A vertex has more than four.
  kJointBeyondFormat = 204,  // An influence names a joint that the format's integers cannot.
  kNoInfluence = 205,        // A vertex has none, and the format implies one.

  // 300 to 399: of the machine.
  kNoSuchIsa =
      300,  // This build does not have that instruction set, or this machine cannot run it.

  // 400 to 499: of scenes.
  kNoSuchNode = 400,     // Null, removed, or of another scene.
  kNodeCycle = 401,      // A node would be below itself.
  kIsRoot = 402,         // The root of a scene cannot be moved or removed.
  kNoSuchJoint = 403,    // The parent has no joint of that index, or no instance.
  kNoInstance = 404,     // The node holds none.
  kNotInvertible = 405,  // The parent's matrix has no inverse.

  // 500 to 599: of the console's device.
  kNoBones = 500,         // SetBones without bones.
  kTooManyBones = 501,    // More than kMaxDeviceBones.
  kOtherResources = 502,  // A snapshot of a device with other meshes or skeletons.
};

// "kTimeNotFinite" and so on, for messages and test output.
std::string_view ErrorName(Error error);

// What kind of trouble a piece of data was. The CLI's exit codes follow from it. As those of Error,
// the numbers never change and are never used again.
enum class FailureCode : std::uint16_t {
  kSyntax = 1,   // Not the format it claims to be.
  kInvalid = 2,  // Well formed, but breaks a rule that loading depends on.
  kLimit = 3,    // Larger or deeper than the caller's limits allow; the message names the limit.
  kUnsupported = 4,  // Needs something this build does not have; the message names it.
  kResource = 5,     // A buffer beside the file could not be had.
};

std::string_view FailureCodeName(FailureCode code);

struct Failure {
  FailureCode code = FailureCode::kInvalid;
  std::string place;    // A JSON pointer ("/skins/0/joints/3"), "byte 1234", or empty: the whole.
  std::string message;  // What was found and what was expected, in one sentence.
};

// "place: message", or the message alone.
std::string Describe(const Failure& failure);

// What reading the wrong half of a Result does: the assertion handler is told, and the program
// stops.
[[noreturn]] void StopForFailure(const Failure& failure);
[[noreturn]] void StopForNoFailure();

// A T or the Failure to make one.
//
// What is read from a temporary Result is a value of its own, not a reference into it. So that
// views and spans cannot outlive what they borrow, a temporary has no operator-> where T may own
// something; write value():
//   ReadGltf(bytes).value().joint_count()
// A trivially copyable T, as an Action, owns nothing: mixer.Play("walk")->set_speed(2.0f).
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}              // NOLINT: meant to be implicit
  Result(Failure failure) : failure_(std::move(failure)) {}  // NOLINT: meant to be implicit
  // Of a class that becomes a T by itself, as a vector of bytes becomes SharedBytes.
  template <typename U>
    requires(!std::is_same_v<U, T> && std::is_class_v<U> && std::is_convertible_v<U, T>)
  Result(Result<U> other)  // NOLINT: meant to be implicit
      : Result(other.ok() ? Result(T(std::move(other).value()))
                          : Result(std::move(other).failure())) {}

  bool ok() const { return value_.has_value(); }
  explicit operator bool() const { return ok(); }

  T& value() & { return CheckOk(), *value_; }
  const T& value() const& { return CheckOk(), *value_; }
  T value() && { return CheckOk(), std::move(*value_); }
  const T& value() const&& = delete;
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T operator*() && { return std::move(*this).value(); }
  const T& operator*() const&& = delete;
  T* operator->() & { return &value(); }
  const T* operator->() const& { return &value(); }
  template <typename U = T>
    requires(std::is_trivially_copyable_v<U>)
  U* operator->() && {
    return &static_cast<Result&>(*this).value();
  }
  const T* operator->() const&& = delete;

  const Failure& failure() const& { return CheckFailed(), failure_; }
  Failure failure() && { return CheckFailed(), std::move(failure_); }

 private:
  void CheckOk() const {
    if (!ok()) StopForFailure(failure_);
  }
  void CheckFailed() const {
    if (ok()) StopForNoFailure();
  }

  std::optional<T> value_;
  Failure failure_;  // Meaningful only without a value.
};

}  // namespace sinew
