// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// As walk_body.h, in Rust. The constants lie beside the copy of this file that is compiled.
mod clip;
mod mesh;
use clip::*;
use mesh::*;

const BONES: usize = BONE_COUNT as usize;
type Pose = [[f32; 12]; BONES];

fn mat3x4_multiply(a: &[f32], b: &[f32], out: &mut [f32; 12]) {
    for r in 0..3 {
        for c in 0..4 {
            let sum = a[r * 4] * b[c] + a[r * 4 + 1] * b[4 + c] + a[r * 4 + 2] * b[8 + c];
            out[r * 4 + c] = if c == 3 { sum + a[r * 4 + 3] } else { sum };
        }
    }
}

fn compute_model_transforms(local: &Pose) -> Pose {
    let mut model = [[0.0; 12]; BONES];
    for i in 0..BONES {
        if BONE_PARENTS[i] < 0 {
            model[i] = local[i];
        } else {
            let parent = model[BONE_PARENTS[i] as usize];
            mat3x4_multiply(&parent, &local[i], &mut model[i]);
        }
    }
    model
}

fn find_keyframes(time: f32) -> (usize, usize, f32) {
    let last = ANIMATION_FRAME_COUNT as usize - 1;
    let mut a = 0;
    while a < last && KEYFRAME_TIMES[a + 1] <= time {
        a += 1;
    }
    let b = if a < last { a + 1 } else { a };
    let span = KEYFRAME_TIMES[b] - KEYFRAME_TIMES[a];
    (a, b, if span > 0.0 { (time - KEYFRAME_TIMES[a]) / span } else { 0.0 })
}

static KEYS: [f32; KEYFRAMES.len()] = KEYFRAMES;
static KEYS_TRS: [f32; KEYFRAMES_TRS.len()] = KEYFRAMES_TRS;
static PACKED: [u8; VERTICES.len()] = VERTICES;

fn sample_matrices(time: f32) -> Pose {
    let (a, b, blend) = find_keyframes(time);
    let mut local = [[0.0; 12]; BONES];
    for bone in 0..BONES {
        for i in 0..12 {
            local[bone][i] = KEYS[(a * BONES + bone) * 12 + i] * (1.0 - blend)
                + KEYS[(b * BONES + bone) * 12 + i] * blend;
        }
    }
    local
}

fn slerp(a: &[f32], b: &[f32], t: f64) -> [f64; 4] {
    let dot: f64 = (0..4).map(|i| a[i] as f64 * b[i] as f64).sum();
    let angle = dot.min(1.0).acos();
    let (wa, wb) = if angle < 1e-4 {
        (1.0 - t, t)
    } else {
        (((1.0 - t) * angle).sin() / angle.sin(), (t * angle).sin() / angle.sin())
    };
    let mut q = [0.0; 4];
    for i in 0..4 {
        q[i] = wa * a[i] as f64 + wb * b[i] as f64;
    }
    let length = q.iter().map(|v| v * v).sum::<f64>().sqrt();
    q.map(|v| v / length)
}

fn sample_trs(time: f32) -> Pose {
    let (a, b, blend) = find_keyframes(time);
    let mut local = [[0.0; 12]; BONES];
    for bone in 0..BONES {
        let from = &KEYS_TRS[(a * BONES + bone) * 10..(a * BONES + bone) * 10 + 10];
        let to = &KEYS_TRS[(b * BONES + bone) * 10..(b * BONES + bone) * 10 + 10];
        let [x, y, z, w] = slerp(&from[3..7], &to[3..7], blend as f64);
        let r = [
            [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - z * w), 2.0 * (x * z + y * w)],
            [2.0 * (x * y + z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - x * w)],
            [2.0 * (x * z - y * w), 2.0 * (y * z + x * w), 1.0 - 2.0 * (x * x + y * y)],
        ];
        for i in 0..3 {
            for k in 0..3 {
                let scale = from[7 + k] + (to[7 + k] - from[7 + k]) * blend;
                local[bone][i * 4 + k] = (r[i][k] * scale as f64) as f32;
            }
            local[bone][i * 4 + 3] = from[i] + (to[i] - from[i]) * blend;
        }
    }
    local
}

fn half_to_float(at: &[u8]) -> f32 {
    let bits = at[0] as u32 | (at[1] as u32) << 8;
    let exponent = (bits >> 10 & 31) as i32;
    let fraction = (bits & 1023) as f32;
    let size = if exponent == 0 {
        fraction * 2f32.powi(-24)
    } else {
        (1024.0 + fraction) * 2f32.powi(exponent - 25)
    };
    if bits >> 15 != 0 {
        -size
    } else {
        size
    }
}

fn print_model(model: &Pose) {
    for matrix in model {
        for value in matrix {
            println!("{:e}", value);
        }
    }
}

fn print_skinned(model: &Pose) {
    let stride = PACKED.len() / VERTEX_COUNT as usize;
    for at in PACKED.chunks(stride) {
        let mut sum = [0f32; 3];
        for k in 0..4 {
            let bone = at[stride - 8 + k] as usize;
            let weight = at[stride - 4 + k];
            if weight == 0 {
                continue;
            }
            let mut m = [0.0; 12];
            mat3x4_multiply(&model[bone], &INVERSE_BIND_MATRICES[bone * 12..bone * 12 + 12], &mut m);
            let p = [half_to_float(at), half_to_float(&at[2..]), half_to_float(&at[4..])];
            for r in 0..3 {
                sum[r] += weight as f32 / 255.0
                    * (m[r * 4] * p[0] + m[r * 4 + 1] * p[1] + m[r * 4 + 2] * p[2] + m[r * 4 + 3]);
            }
        }
        for value in sum {
            println!("{:e}", value);
        }
    }
}

fn main() {
    let mut i = 0;
    while i as f32 / 60.0 <= ANIMATION_DURATION {
        print_model(&compute_model_transforms(&sample_trs(i as f32 / 60.0)));
        i += 1;
    }
    for time in KEYFRAME_TIMES {
        print_model(&compute_model_transforms(&sample_matrices(time)));
    }
    print_skinned(&compute_model_transforms(&sample_trs(0.25)));
}
