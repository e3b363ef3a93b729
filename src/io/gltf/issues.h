// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The issue codes of the Khronos glTF validator (its ISSUES.md) with their severities, so that a
// report of ours can be laid beside one of its. Not every code is raised by us yet;
// docs/gltf-rules.md says which, and what each means for loading.
#pragma once

#include "io/gltf/judge.h"

namespace sinew::gltf::issue {

// --- Reading ---
inline constexpr IssueKind kIoError{"IO_ERROR", Severity::kError};
// --- Schema: one object by itself ---
inline constexpr IssueKind kArrayLengthNotInList{"ARRAY_LENGTH_NOT_IN_LIST", Severity::kError};
inline constexpr IssueKind kArrayTypeMismatch{"ARRAY_TYPE_MISMATCH", Severity::kError};
inline constexpr IssueKind kDuplicateElements{"DUPLICATE_ELEMENTS", Severity::kError};
inline constexpr IssueKind kEmptyEntity{"EMPTY_ENTITY", Severity::kError};
inline constexpr IssueKind kInvalidIndex{"INVALID_INDEX", Severity::kError};
inline constexpr IssueKind kInvalidJson{"INVALID_JSON", Severity::kError};
inline constexpr IssueKind kInvalidUri{"INVALID_URI", Severity::kError};
inline constexpr IssueKind kOneOfMismatch{"ONE_OF_MISMATCH", Severity::kError};
inline constexpr IssueKind kPatternMismatch{"PATTERN_MISMATCH", Severity::kError};
inline constexpr IssueKind kTypeMismatch{"TYPE_MISMATCH", Severity::kError};
inline constexpr IssueKind kUndefinedProperty{"UNDEFINED_PROPERTY", Severity::kError};
inline constexpr IssueKind kUnexpectedProperty{"UNEXPECTED_PROPERTY", Severity::kWarning};
inline constexpr IssueKind kUnsatisfiedDependency{"UNSATISFIED_DEPENDENCY", Severity::kError};
inline constexpr IssueKind kValueMultipleOf{"VALUE_MULTIPLE_OF", Severity::kError};
inline constexpr IssueKind kValueNotInList{"VALUE_NOT_IN_LIST", Severity::kWarning};
inline constexpr IssueKind kValueNotInRange{"VALUE_NOT_IN_RANGE", Severity::kError};
// --- Semantic: one object, meaning ---
inline constexpr IssueKind kAccessorMatrixAlignment{"ACCESSOR_MATRIX_ALIGNMENT", Severity::kError};
inline constexpr IssueKind kAccessorNormalizedInvalid{"ACCESSOR_NORMALIZED_INVALID",
                                                      Severity::kError};
inline constexpr IssueKind kAccessorOffsetAlignment{"ACCESSOR_OFFSET_ALIGNMENT", Severity::kError};
inline constexpr IssueKind kAccessorSparseCountOutOfRange{"ACCESSOR_SPARSE_COUNT_OUT_OF_RANGE",
                                                          Severity::kError};
inline constexpr IssueKind kAnimationChannelTargetNodeSkin{"ANIMATION_CHANNEL_TARGET_NODE_SKIN",
                                                           Severity::kWarning};
inline constexpr IssueKind kAssetMinVersionGreaterThanVersion{
    "ASSET_MIN_VERSION_GREATER_THAN_VERSION", Severity::kError};
inline constexpr IssueKind kBufferDataUriMimeTypeInvalid{"BUFFER_DATA_URI_MIME_TYPE_INVALID",
                                                         Severity::kError};
inline constexpr IssueKind kBufferViewInvalidByteStride{"BUFFER_VIEW_INVALID_BYTE_STRIDE",
                                                        Severity::kError};
inline constexpr IssueKind kBufferViewTooBigByteStride{"BUFFER_VIEW_TOO_BIG_BYTE_STRIDE",
                                                       Severity::kError};
inline constexpr IssueKind kCameraXmagYmagNegative{"CAMERA_XMAG_YMAG_NEGATIVE", Severity::kWarning};
inline constexpr IssueKind kCameraXmagYmagZero{"CAMERA_XMAG_YMAG_ZERO", Severity::kError};
inline constexpr IssueKind kCameraYfovGequalPi{"CAMERA_YFOV_GEQUAL_PI", Severity::kWarning};
inline constexpr IssueKind kCameraZfarLequalZnear{"CAMERA_ZFAR_LEQUAL_ZNEAR", Severity::kError};
inline constexpr IssueKind kExtraProperty{"EXTRA_PROPERTY", Severity::kInformation};
inline constexpr IssueKind kInvalidExtensionNameFormat{"INVALID_EXTENSION_NAME_FORMAT",
                                                       Severity::kWarning};
inline constexpr IssueKind kInvalidGlValue{"INVALID_GL_VALUE", Severity::kError};
inline constexpr IssueKind kKhrAnimationPointerAnimationChannelTargetNode{
    "KHR_ANIMATION_POINTER_ANIMATION_CHANNEL_TARGET_NODE", Severity::kError};
inline constexpr IssueKind kKhrAnimationPointerAnimationChannelTargetPath{
    "KHR_ANIMATION_POINTER_ANIMATION_CHANNEL_TARGET_PATH", Severity::kError};
inline constexpr IssueKind kKhrLightsPunctualLightSpotAngles{
    "KHR_LIGHTS_PUNCTUAL_LIGHT_SPOT_ANGLES", Severity::kError};
inline constexpr IssueKind kKhrMaterialsAnisotropyAnisotropyTextureTexcoord{
    "KHR_MATERIALS_ANISOTROPY_ANISOTROPY_TEXTURE_TEXCOORD", Severity::kWarning};
inline constexpr IssueKind kKhrMaterialsClearcoatClearcoatNormalTextureTexcoord{
    "KHR_MATERIALS_CLEARCOAT_CLEARCOAT_NORMAL_TEXTURE_TEXCOORD", Severity::kWarning};
inline constexpr IssueKind kKhrMaterialsDispersionNoVolume{"KHR_MATERIALS_DISPERSION_NO_VOLUME",
                                                           Severity::kWarning};
inline constexpr IssueKind kKhrMaterialsEmissiveStrengthZeroFactor{
    "KHR_MATERIALS_EMISSIVE_STRENGTH_ZERO_FACTOR", Severity::kWarning};
inline constexpr IssueKind kKhrMaterialsIridescenceThicknessRangeWithoutTexture{
    "KHR_MATERIALS_IRIDESCENCE_THICKNESS_RANGE_WITHOUT_TEXTURE", Severity::kInformation};
inline constexpr IssueKind kKhrMaterialsIridescenceThicknessTextureUnused{
    "KHR_MATERIALS_IRIDESCENCE_THICKNESS_TEXTURE_UNUSED", Severity::kInformation};
inline constexpr IssueKind kKhrMaterialsVolumeDoubleSided{"KHR_MATERIALS_VOLUME_DOUBLE_SIDED",
                                                          Severity::kWarning};
inline constexpr IssueKind kKhrMaterialsVolumeNoTransmission{"KHR_MATERIALS_VOLUME_NO_TRANSMISSION",
                                                             Severity::kWarning};
inline constexpr IssueKind kMaterialAlphaCutoffInvalidMode{"MATERIAL_ALPHA_CUTOFF_INVALID_MODE",
                                                           Severity::kWarning};
inline constexpr IssueKind kMeshInvalidWeightsCount{"MESH_INVALID_WEIGHTS_COUNT", Severity::kError};
inline constexpr IssueKind kMeshPrimitivesUnequalTargetsCount{
    "MESH_PRIMITIVES_UNEQUAL_TARGETS_COUNT", Severity::kError};
inline constexpr IssueKind kMeshPrimitiveIndexedSemanticContinuity{
    "MESH_PRIMITIVE_INDEXED_SEMANTIC_CONTINUITY", Severity::kError};
inline constexpr IssueKind kMeshPrimitiveInvalidAttribute{"MESH_PRIMITIVE_INVALID_ATTRIBUTE",
                                                          Severity::kError};
inline constexpr IssueKind kMeshPrimitiveJointsWeightsMismatch{
    "MESH_PRIMITIVE_JOINTS_WEIGHTS_MISMATCH", Severity::kError};
inline constexpr IssueKind kMeshPrimitiveNoPosition{"MESH_PRIMITIVE_NO_POSITION",
                                                    Severity::kWarning};
inline constexpr IssueKind kMeshPrimitiveTangentWithoutNormal{
    "MESH_PRIMITIVE_TANGENT_WITHOUT_NORMAL", Severity::kWarning};
inline constexpr IssueKind kMultipleExtensions{"MULTIPLE_EXTENSIONS", Severity::kWarning};
inline constexpr IssueKind kNodeEmpty{"NODE_EMPTY", Severity::kInformation};
inline constexpr IssueKind kNodeMatrixDefault{"NODE_MATRIX_DEFAULT", Severity::kInformation};
inline constexpr IssueKind kNodeMatrixNonTrs{"NODE_MATRIX_NON_TRS", Severity::kError};
inline constexpr IssueKind kNodeMatrixTrs{"NODE_MATRIX_TRS", Severity::kError};
inline constexpr IssueKind kNodeSkinnedMeshLocalTransforms{"NODE_SKINNED_MESH_LOCAL_TRANSFORMS",
                                                           Severity::kWarning};
inline constexpr IssueKind kNodeSkinnedMeshNonRoot{"NODE_SKINNED_MESH_NON_ROOT",
                                                   Severity::kInformation};
inline constexpr IssueKind kNodeSkinnedMeshParentTransforms{"NODE_SKINNED_MESH_PARENT_TRANSFORMS",
                                                            Severity::kWarning};
inline constexpr IssueKind kNodeSkinNoScene{"NODE_SKIN_NO_SCENE", Severity::kError};
inline constexpr IssueKind kNonObjectExtras{"NON_OBJECT_EXTRAS", Severity::kInformation};
inline constexpr IssueKind kNonRelativeUri{"NON_RELATIVE_URI", Severity::kWarning};
inline constexpr IssueKind kNonRequiredExtension{"NON_REQUIRED_EXTENSION", Severity::kError};
inline constexpr IssueKind kRotationNonUnit{"ROTATION_NON_UNIT", Severity::kError};
inline constexpr IssueKind kSkinNoCommonRoot{"SKIN_NO_COMMON_ROOT", Severity::kError};
inline constexpr IssueKind kSkinSkeletonInvalid{"SKIN_SKELETON_INVALID", Severity::kError};
inline constexpr IssueKind kUnknownAssetMajorVersion{"UNKNOWN_ASSET_MAJOR_VERSION",
                                                     Severity::kError};
inline constexpr IssueKind kUnknownAssetMinorVersion{"UNKNOWN_ASSET_MINOR_VERSION",
                                                     Severity::kWarning};
inline constexpr IssueKind kUnusedExtensionRequired{"UNUSED_EXTENSION_REQUIRED", Severity::kError};
// --- Link: objects together ---
inline constexpr IssueKind kAccessorSmallBytestride{"ACCESSOR_SMALL_BYTESTRIDE", Severity::kError};
inline constexpr IssueKind kAccessorTooLong{"ACCESSOR_TOO_LONG", Severity::kError};
inline constexpr IssueKind kAccessorTotalOffsetAlignment{"ACCESSOR_TOTAL_OFFSET_ALIGNMENT",
                                                         Severity::kError};
inline constexpr IssueKind kAccessorUsageOverride{"ACCESSOR_USAGE_OVERRIDE", Severity::kError};
inline constexpr IssueKind kAnimationChannelTargetNodeMatrix{"ANIMATION_CHANNEL_TARGET_NODE_MATRIX",
                                                             Severity::kError};
inline constexpr IssueKind kAnimationChannelTargetNodeWeightsNoMorphs{
    "ANIMATION_CHANNEL_TARGET_NODE_WEIGHTS_NO_MORPHS", Severity::kError};
inline constexpr IssueKind kAnimationDuplicateTargets{"ANIMATION_DUPLICATE_TARGETS",
                                                      Severity::kError};
inline constexpr IssueKind kAnimationSamplerAccessorWithBytestride{
    "ANIMATION_SAMPLER_ACCESSOR_WITH_BYTESTRIDE", Severity::kError};
inline constexpr IssueKind kAnimationSamplerInputAccessorInvalidFormat{
    "ANIMATION_SAMPLER_INPUT_ACCESSOR_INVALID_FORMAT", Severity::kError};
inline constexpr IssueKind kAnimationSamplerInputAccessorTooFewElements{
    "ANIMATION_SAMPLER_INPUT_ACCESSOR_TOO_FEW_ELEMENTS", Severity::kError};
inline constexpr IssueKind kAnimationSamplerInputAccessorWithoutBounds{
    "ANIMATION_SAMPLER_INPUT_ACCESSOR_WITHOUT_BOUNDS", Severity::kError};
inline constexpr IssueKind kAnimationSamplerOutputAccessorInvalidCount{
    "ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_COUNT", Severity::kError};
inline constexpr IssueKind kAnimationSamplerOutputAccessorInvalidFormat{
    "ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_FORMAT", Severity::kError};
inline constexpr IssueKind kBufferMissingGlbData{"BUFFER_MISSING_GLB_DATA", Severity::kError};
inline constexpr IssueKind kBufferViewTargetMissing{"BUFFER_VIEW_TARGET_MISSING", Severity::kHint};
inline constexpr IssueKind kBufferViewTargetOverride{"BUFFER_VIEW_TARGET_OVERRIDE",
                                                     Severity::kError};
inline constexpr IssueKind kBufferViewTooLong{"BUFFER_VIEW_TOO_LONG", Severity::kError};
inline constexpr IssueKind kImageBufferViewWithBytestride{"IMAGE_BUFFER_VIEW_WITH_BYTESTRIDE",
                                                          Severity::kError};
inline constexpr IssueKind kIncompleteExtensionSupport{"INCOMPLETE_EXTENSION_SUPPORT",
                                                       Severity::kInformation};
inline constexpr IssueKind kInvalidIbmAccessorCount{"INVALID_IBM_ACCESSOR_COUNT", Severity::kError};
inline constexpr IssueKind kKhrMaterialsVariantsNonUniqueVariant{
    "KHR_MATERIALS_VARIANTS_NON_UNIQUE_VARIANT", Severity::kError};
inline constexpr IssueKind kMeshPrimitiveAccessorUnaligned{"MESH_PRIMITIVE_ACCESSOR_UNALIGNED",
                                                           Severity::kError};
inline constexpr IssueKind kMeshPrimitiveAccessorWithoutBytestride{
    "MESH_PRIMITIVE_ACCESSOR_WITHOUT_BYTESTRIDE", Severity::kError};
inline constexpr IssueKind kMeshPrimitiveAttributesAccessorInvalidFormat{
    "MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT", Severity::kError};
inline constexpr IssueKind kMeshPrimitiveAttributesAccessorUnsignedInt{
    "MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_UNSIGNED_INT", Severity::kError};
inline constexpr IssueKind kMeshPrimitiveGeneratedTangentSpace{
    "MESH_PRIMITIVE_GENERATED_TANGENT_SPACE", Severity::kWarning};
inline constexpr IssueKind kMeshPrimitiveIncompatibleMode{"MESH_PRIMITIVE_INCOMPATIBLE_MODE",
                                                          Severity::kWarning};
inline constexpr IssueKind kMeshPrimitiveIndicesAccessorInvalidFormat{
    "MESH_PRIMITIVE_INDICES_ACCESSOR_INVALID_FORMAT", Severity::kError};
inline constexpr IssueKind kMeshPrimitiveIndicesAccessorWithBytestride{
    "MESH_PRIMITIVE_INDICES_ACCESSOR_WITH_BYTESTRIDE", Severity::kError};
inline constexpr IssueKind kMeshPrimitiveMorphTargetInvalidAttributeCount{
    "MESH_PRIMITIVE_MORPH_TARGET_INVALID_ATTRIBUTE_COUNT", Severity::kError};
inline constexpr IssueKind kMeshPrimitiveMorphTargetNoBaseAccessor{
    "MESH_PRIMITIVE_MORPH_TARGET_NO_BASE_ACCESSOR", Severity::kError};
inline constexpr IssueKind kMeshPrimitiveNoTangentSpace{"MESH_PRIMITIVE_NO_TANGENT_SPACE",
                                                        Severity::kError};
inline constexpr IssueKind kMeshPrimitivePositionAccessorWithoutBounds{
    "MESH_PRIMITIVE_POSITION_ACCESSOR_WITHOUT_BOUNDS", Severity::kError};
inline constexpr IssueKind kMeshPrimitiveTooFewTexcoords{"MESH_PRIMITIVE_TOO_FEW_TEXCOORDS",
                                                         Severity::kError};
inline constexpr IssueKind kMeshPrimitiveUnequalAccessorCount{
    "MESH_PRIMITIVE_UNEQUAL_ACCESSOR_COUNT", Severity::kError};
inline constexpr IssueKind kNodeLoop{"NODE_LOOP", Severity::kError};
inline constexpr IssueKind kNodeParentOverride{"NODE_PARENT_OVERRIDE", Severity::kError};
inline constexpr IssueKind kNodeSkinnedMeshWithoutSkin{"NODE_SKINNED_MESH_WITHOUT_SKIN",
                                                       Severity::kWarning};
inline constexpr IssueKind kNodeSkinWithNonSkinnedMesh{"NODE_SKIN_WITH_NON_SKINNED_MESH",
                                                       Severity::kError};
inline constexpr IssueKind kNodeWeightsInvalid{"NODE_WEIGHTS_INVALID", Severity::kError};
inline constexpr IssueKind kSceneNonRootNode{"SCENE_NON_ROOT_NODE", Severity::kError};
inline constexpr IssueKind kSkinIbmAccessorWithBytestride{"SKIN_IBM_ACCESSOR_WITH_BYTESTRIDE",
                                                          Severity::kError};
inline constexpr IssueKind kSkinIbmInvalidFormat{"SKIN_IBM_INVALID_FORMAT", Severity::kError};
inline constexpr IssueKind kTextureInvalidImageMimeType{"TEXTURE_INVALID_IMAGE_MIME_TYPE",
                                                        Severity::kError};
inline constexpr IssueKind kUndeclaredExtension{"UNDECLARED_EXTENSION", Severity::kError};
inline constexpr IssueKind kUnexpectedExtensionObject{"UNEXPECTED_EXTENSION_OBJECT",
                                                      Severity::kError};
inline constexpr IssueKind kUnresolvedReference{"UNRESOLVED_REFERENCE", Severity::kError};
inline constexpr IssueKind kUnsupportedExtension{"UNSUPPORTED_EXTENSION", Severity::kInformation};
inline constexpr IssueKind kUnusedMeshTangent{"UNUSED_MESH_TANGENT", Severity::kInformation};
inline constexpr IssueKind kUnusedMeshWeights{"UNUSED_MESH_WEIGHTS", Severity::kInformation};
inline constexpr IssueKind kUnusedObject{"UNUSED_OBJECT", Severity::kInformation};
// --- Data: the numbers in buffers ---
inline constexpr IssueKind kAccessorAnimationInputNegative{"ACCESSOR_ANIMATION_INPUT_NEGATIVE",
                                                           Severity::kError};
inline constexpr IssueKind kAccessorAnimationInputNonIncreasing{
    "ACCESSOR_ANIMATION_INPUT_NON_INCREASING", Severity::kError};
inline constexpr IssueKind kAccessorAnimationSamplerOutputNonNormalizedQuaternion{
    "ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION", Severity::kError};
inline constexpr IssueKind kAccessorElementOutOfMaxBound{"ACCESSOR_ELEMENT_OUT_OF_MAX_BOUND",
                                                         Severity::kError};
inline constexpr IssueKind kAccessorElementOutOfMinBound{"ACCESSOR_ELEMENT_OUT_OF_MIN_BOUND",
                                                         Severity::kError};
inline constexpr IssueKind kAccessorIndexOob{"ACCESSOR_INDEX_OOB", Severity::kError};
inline constexpr IssueKind kAccessorIndexPrimitiveRestart{"ACCESSOR_INDEX_PRIMITIVE_RESTART",
                                                          Severity::kError};
inline constexpr IssueKind kAccessorIndexTriangleDegenerate{"ACCESSOR_INDEX_TRIANGLE_DEGENERATE",
                                                            Severity::kInformation};
inline constexpr IssueKind kAccessorInvalidFloat{"ACCESSOR_INVALID_FLOAT", Severity::kError};
inline constexpr IssueKind kAccessorInvalidIbm{"ACCESSOR_INVALID_IBM", Severity::kError};
inline constexpr IssueKind kAccessorInvalidSign{"ACCESSOR_INVALID_SIGN", Severity::kError};
inline constexpr IssueKind kAccessorJointsIndexDuplicate{"ACCESSOR_JOINTS_INDEX_DUPLICATE",
                                                         Severity::kError};
inline constexpr IssueKind kAccessorJointsIndexOob{"ACCESSOR_JOINTS_INDEX_OOB", Severity::kError};
inline constexpr IssueKind kAccessorJointsUsedZeroWeight{"ACCESSOR_JOINTS_USED_ZERO_WEIGHT",
                                                         Severity::kWarning};
inline constexpr IssueKind kAccessorMaxMismatch{"ACCESSOR_MAX_MISMATCH", Severity::kError};
inline constexpr IssueKind kAccessorMinMismatch{"ACCESSOR_MIN_MISMATCH", Severity::kError};
inline constexpr IssueKind kAccessorNonClamped{"ACCESSOR_NON_CLAMPED", Severity::kError};
inline constexpr IssueKind kAccessorSparseIndexOob{"ACCESSOR_SPARSE_INDEX_OOB", Severity::kError};
inline constexpr IssueKind kAccessorSparseIndicesNonIncreasing{
    "ACCESSOR_SPARSE_INDICES_NON_INCREASING", Severity::kError};
inline constexpr IssueKind kAccessorVector3NonUnit{"ACCESSOR_VECTOR3_NON_UNIT", Severity::kError};
inline constexpr IssueKind kAccessorWeightsNegative{"ACCESSOR_WEIGHTS_NEGATIVE", Severity::kError};
inline constexpr IssueKind kAccessorWeightsNonNormalized{"ACCESSOR_WEIGHTS_NON_NORMALIZED",
                                                         Severity::kError};
inline constexpr IssueKind kBufferByteLengthMismatch{"BUFFER_BYTE_LENGTH_MISMATCH",
                                                     Severity::kError};
inline constexpr IssueKind kBufferGlbChunkTooBig{"BUFFER_GLB_CHUNK_TOO_BIG", Severity::kWarning};
inline constexpr IssueKind kDataUriGlb{"DATA_URI_GLB", Severity::kWarning};
inline constexpr IssueKind kImageDataInvalid{"IMAGE_DATA_INVALID", Severity::kError};
inline constexpr IssueKind kImageFeaturesUnsupported{"IMAGE_FEATURES_UNSUPPORTED",
                                                     Severity::kWarning};
inline constexpr IssueKind kImageMimeTypeInvalid{"IMAGE_MIME_TYPE_INVALID", Severity::kError};
inline constexpr IssueKind kImageNonEnabledMimeType{"IMAGE_NON_ENABLED_MIME_TYPE",
                                                    Severity::kError};
inline constexpr IssueKind kImageNpotDimensions{"IMAGE_NPOT_DIMENSIONS", Severity::kInformation};
inline constexpr IssueKind kImageUnexpectedEos{"IMAGE_UNEXPECTED_EOS", Severity::kError};
inline constexpr IssueKind kImageUnrecognizedFormat{"IMAGE_UNRECOGNIZED_FORMAT",
                                                    Severity::kWarning};
inline constexpr IssueKind kUriGlb{"URI_GLB", Severity::kInformation};
// --- GLB container ---
inline constexpr IssueKind kGlbChunkLengthUnaligned{"GLB_CHUNK_LENGTH_UNALIGNED", Severity::kError};
inline constexpr IssueKind kGlbChunkTooBig{"GLB_CHUNK_TOO_BIG", Severity::kError};
inline constexpr IssueKind kGlbDuplicateChunk{"GLB_DUPLICATE_CHUNK", Severity::kError};
inline constexpr IssueKind kGlbEmptyBinChunk{"GLB_EMPTY_BIN_CHUNK", Severity::kInformation};
inline constexpr IssueKind kGlbEmptyChunk{"GLB_EMPTY_CHUNK", Severity::kError};
inline constexpr IssueKind kGlbExtraData{"GLB_EXTRA_DATA", Severity::kWarning};
inline constexpr IssueKind kGlbInvalidMagic{"GLB_INVALID_MAGIC", Severity::kError};
inline constexpr IssueKind kGlbInvalidVersion{"GLB_INVALID_VERSION", Severity::kError};
inline constexpr IssueKind kGlbLengthMismatch{"GLB_LENGTH_MISMATCH", Severity::kError};
inline constexpr IssueKind kGlbLengthTooSmall{"GLB_LENGTH_TOO_SMALL", Severity::kError};
inline constexpr IssueKind kGlbUnexpectedBinChunk{"GLB_UNEXPECTED_BIN_CHUNK", Severity::kError};
inline constexpr IssueKind kGlbUnexpectedEndOfChunkData{"GLB_UNEXPECTED_END_OF_CHUNK_DATA",
                                                        Severity::kError};
inline constexpr IssueKind kGlbUnexpectedEndOfChunkHeader{"GLB_UNEXPECTED_END_OF_CHUNK_HEADER",
                                                          Severity::kError};
inline constexpr IssueKind kGlbUnexpectedEndOfHeader{"GLB_UNEXPECTED_END_OF_HEADER",
                                                     Severity::kError};
inline constexpr IssueKind kGlbUnexpectedFirstChunk{"GLB_UNEXPECTED_FIRST_CHUNK", Severity::kError};
inline constexpr IssueKind kGlbUnknownChunkType{"GLB_UNKNOWN_CHUNK_TYPE", Severity::kWarning};

}  // namespace sinew::gltf::issue
