// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A game's side of exported constants, in the words that C99 and C++ share: samples a clip, walks
// the bones, skins packed vertices, and prints every number. The includer has the constants.
//
//   1. model matrices, sampled by TRS, at 0, 1/60 s, 2/60 s... up to the clip's end
//   2. model matrices, sampled by the linear blend of 3x4 matrices, at every keyframe
//   3. skinned positions at a quarter of a second
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static float local_pose[BONE_COUNT][12];
static float model_pose[BONE_COUNT][12];

static void mat3x4_multiply(const float *a, const float *b, float *out) {
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 4; ++c) {
      float sum = a[r * 4] * b[c] + a[r * 4 + 1] * b[4 + c] + a[r * 4 + 2] * b[8 + c];
      out[r * 4 + c] = c == 3 ? sum + a[r * 4 + 3] : sum;
    }
  }
}

static void compute_model_transforms(void) {
  for (uint32_t i = 0; i < BONE_COUNT; ++i) {
    if (BONE_PARENTS[i] < 0) {
      memcpy(model_pose[i], local_pose[i], sizeof model_pose[i]);
    } else {
      mat3x4_multiply(model_pose[BONE_PARENTS[i]], local_pose[i], model_pose[i]);
    }
  }
}

static void find_keyframes(float time, uint32_t *a, uint32_t *b, float *blend) {
  *a = 0;
  while (*a + 1 < ANIMATION_FRAME_COUNT && KEYFRAME_TIMES[*a + 1] <= time) ++*a;
  *b = *a + 1 < ANIMATION_FRAME_COUNT ? *a + 1 : *a;
  const float span = KEYFRAME_TIMES[*b] - KEYFRAME_TIMES[*a];
  *blend = span > 0.0f ? (time - KEYFRAME_TIMES[*a]) / span : 0.0f;
}

static void sample_matrices(float time) {
  uint32_t a, b;
  float blend;
  find_keyframes(time, &a, &b, &blend);
  for (uint32_t bone = 0; bone < BONE_COUNT; ++bone) {
    const float *from = KEYFRAMES + (a * BONE_COUNT + bone) * 12;
    const float *to = KEYFRAMES + (b * BONE_COUNT + bone) * 12;
    for (int i = 0; i < 12; ++i) {
      local_pose[bone][i] = from[i] * (1.0f - blend) + to[i] * blend;
    }
  }
}

static void slerp(const float *a, const float *b, double t, double *out) {
  double dot = 0.0, length = 0.0;
  for (int i = 0; i < 4; ++i) dot += (double)a[i] * (double)b[i];
  const double angle = acos(dot > 1.0 ? 1.0 : dot);
  const double wa = angle < 1e-4 ? 1.0 - t : sin((1.0 - t) * angle) / sin(angle);
  const double wb = angle < 1e-4 ? t : sin(t * angle) / sin(angle);
  for (int i = 0; i < 4; ++i) out[i] = wa * (double)a[i] + wb * (double)b[i];
  for (int i = 0; i < 4; ++i) length += out[i] * out[i];
  for (int i = 0; i < 4; ++i) out[i] /= sqrt(length);
}

static void sample_trs(float time) {
  uint32_t a, b;
  float blend;
  find_keyframes(time, &a, &b, &blend);
  for (uint32_t bone = 0; bone < BONE_COUNT; ++bone) {
    const float *from = KEYFRAMES_TRS + (a * BONE_COUNT + bone) * 10;
    const float *to = KEYFRAMES_TRS + (b * BONE_COUNT + bone) * 10;
    double q[4], s[3];
    slerp(from + 3, to + 3, (double)blend, q);
    const double x = q[0], y = q[1], z = q[2], w = q[3];
    const double r[9] = {1 - 2 * (y * y + z * z), 2 * (x * y - z * w),     2 * (x * z + y * w),
                         2 * (x * y + z * w),     1 - 2 * (x * x + z * z), 2 * (y * z - x * w),
                         2 * (x * z - y * w),     2 * (y * z + x * w),     1 - 2 * (x * x + y * y)};
    for (int i = 0; i < 3; ++i) s[i] = (double)(from[7 + i] + (to[7 + i] - from[7 + i]) * blend);
    for (int i = 0; i < 3; ++i) {
      for (int k = 0; k < 3; ++k) local_pose[bone][i * 4 + k] = (float)(r[i * 3 + k] * s[k]);
      local_pose[bone][i * 4 + 3] = from[i] + (to[i] - from[i]) * blend;
    }
  }
}

static float half_to_float(const uint8_t *at) {
  const unsigned bits = at[0] | (unsigned)at[1] << 8;
  const int exponent = (int)(bits >> 10 & 31), fraction = (int)(bits & 1023);
  const double size = exponent == 0 ? ldexp(fraction, -24) : ldexp(1024 + fraction, exponent - 25);
  return (float)(bits >> 15 ? -size : size);
}

static void print_model(void) {
  for (uint32_t b = 0; b < BONE_COUNT; ++b) {
    for (int i = 0; i < 12; ++i) printf("%.9g\n", (double)model_pose[b][i]);
  }
}

static void print_skinned(void) {
  const uint32_t stride = (uint32_t)sizeof VERTICES / VERTEX_COUNT;
  for (uint32_t v = 0; v < VERTEX_COUNT; ++v) {
    const uint8_t *at = VERTICES + v * stride;
    const uint8_t *bones = at + stride - 8, *weights = at + stride - 4;
    float sum[3] = {0, 0, 0};
    for (int k = 0; k < 4; ++k) {
      float matrix[12];
      if (weights[k] == 0) continue;
      mat3x4_multiply(model_pose[bones[k]], INVERSE_BIND_MATRICES + bones[k] * 12, matrix);
      for (int r = 0; r < 3; ++r) {
        sum[r] += (float)weights[k] / 255.0f *
                  (matrix[r * 4] * half_to_float(at) + matrix[r * 4 + 1] * half_to_float(at + 2) +
                   matrix[r * 4 + 2] * half_to_float(at + 4) + matrix[r * 4 + 3]);
      }
    }
    for (int r = 0; r < 3; ++r) printf("%.9g\n", (double)sum[r]);
  }
}

int main(void) {
  for (int i = 0; (float)i / 60.0f <= ANIMATION_DURATION; ++i) {
    sample_trs((float)i / 60.0f);
    compute_model_transforms();
    print_model();
  }
  for (uint32_t frame = 0; frame < ANIMATION_FRAME_COUNT; ++frame) {
    sample_matrices(KEYFRAME_TIMES[frame]);
    compute_model_transforms();
    print_model();
  }
  sample_trs(0.25f);
  compute_model_transforms();
  print_skinned();
  return INTERPOLATION == 1 && INDEX_COUNT % 3 == 0 ? 0 : 1;
}
