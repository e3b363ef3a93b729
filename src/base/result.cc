// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/result.h"

#include "sinew/assertion.h"

namespace sinew {

std::string_view ErrorName(Error error) {
  switch (error) {
    case Error::kNone:
      return "kNone";
    case Error::kTimeNotFinite:
      return "kTimeNotFinite";
    case Error::kPoseTooSmall:
      return "kPoseTooSmall";
    case Error::kMorphsTooSmall:
      return "kMorphsTooSmall";
    case Error::kClipBeyondSkeleton:
      return "kClipBeyondSkeleton";
    case Error::kOtherSkeleton:
      return "kOtherSkeleton";
    case Error::kJointBeyondSkeleton:
      return "kJointBeyondSkeleton";
    case Error::kMaskTooSmall:
      return "kMaskTooSmall";
    case Error::kMatricesTooSmall:
      return "kMatricesTooSmall";
    case Error::kPaletteTooSmall:
      return "kPaletteTooSmall";
    case Error::kVerticesTooSmall:
      return "kVerticesTooSmall";
    case Error::kStrideNotUsable:
      return "kStrideNotUsable";
    case Error::kMorphWeightMismatch:
      return "kMorphWeightMismatch";
    case Error::kWeightsTooSmall:
      return "kWeightsTooSmall";
    case Error::kMaskOutOfRange:
      return "kMaskOutOfRange";
    case Error::kValueNotFinite:
      return "kValueNotFinite";
    case Error::kFloatEnvironment:
      return "kFloatEnvironment";
    case Error::kNotAChain:
      return "kNotAChain";
    case Error::kOptionOutOfRange:
      return "kOptionOutOfRange";
    case Error::kBoxesTooSmall:
      return "kBoxesTooSmall";
    case Error::kOtherMesh:
      return "kOtherMesh";
    case Error::kTimeNegative:
      return "kTimeNegative";
    case Error::kTimeTooLarge:
      return "kTimeTooLarge";
    case Error::kNoSuchAction:
      return "kNoSuchAction";
    case Error::kNoSuchClip:
      return "kNoSuchClip";
    case Error::kNoSuchLayer:
      return "kNoSuchLayer";
    case Error::kNoSuchBlendSpace:
      return "kNoSuchBlendSpace";
    case Error::kNoRoom:
      return "kNoRoom";
    case Error::kNoSuchLoopMode:
      return "kNoSuchLoopMode";
    case Error::kWeightOutOfRange:
      return "kWeightOutOfRange";
    case Error::kSpeedOutOfRange:
      return "kSpeedOutOfRange";
    case Error::kNotInertial:
      return "kNotInertial";
    case Error::kOtherSetup:
      return "kOtherSetup";
    case Error::kStateSize:
      return "kStateSize";
    case Error::kStateVersion:
      return "kStateVersion";
    case Error::kStateBroken:
      return "kStateBroken";
    case Error::kBytesTooSmall:
      return "kBytesTooSmall";
    case Error::kAttributeMissing:
      return "kAttributeMissing";
    case Error::kBeyondFormat:
      return "kBeyondFormat";
    case Error::kTooManyInfluences:
      return "kTooManyInfluences";
    case Error::kJointBeyondFormat:
      return "kJointBeyondFormat";
    case Error::kNoInfluence:
      return "kNoInfluence";
    case Error::kNoSuchIsa:
      return "kNoSuchIsa";
    case Error::kNoSuchNode:
      return "kNoSuchNode";
    case Error::kNodeCycle:
      return "kNodeCycle";
    case Error::kIsRoot:
      return "kIsRoot";
    case Error::kNoSuchJoint:
      return "kNoSuchJoint";
    case Error::kNoInstance:
      return "kNoInstance";
    case Error::kNotInvertible:
      return "kNotInvertible";
    case Error::kNoBones:
      return "kNoBones";
    case Error::kTooManyBones:
      return "kTooManyBones";
    case Error::kOtherResources:
      return "kOtherResources";
  }
  return "unknown error";
}

std::string_view FailureCodeName(FailureCode code) {
  switch (code) {
    case FailureCode::kSyntax:
      return "syntax";
    case FailureCode::kInvalid:
      return "invalid";
    case FailureCode::kLimit:
      return "limit";
    case FailureCode::kUnsupported:
      return "unsupported";
    case FailureCode::kResource:
      return "resource";
  }
  return "unknown";
}

std::string Describe(const Failure& failure) {
  if (failure.place.empty()) return failure.message;
  return failure.place + ": " + failure.message;
}

void StopForFailure(const Failure& failure) {
  FailAssertion(("a failed Result was read: " + Describe(failure)).c_str(), "", 0);
}

void StopForNoFailure() { FailAssertion("the failure of a Result was read that has none", "", 0); }

}  // namespace sinew
