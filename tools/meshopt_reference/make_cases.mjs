// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// node make_cases.mjs FILE
//
// Writes meshopt streams of every mode, version and filter, and what meshoptimizer decodes them to.
// The file is a sequence of cases, numbers little-endian:
//   u32 mode, filter, count, stride, bytes of the stream; the stream; count * stride decoded bytes
// with modes and filters numbered as below. Prints how many cases there are. Exit code 2: usage.
import { writeFile } from 'node:fs/promises';
import process from 'node:process';
import { MeshoptDecoder, MeshoptEncoder } from 'meshoptimizer';

const modes = ['ATTRIBUTES', 'TRIANGLES', 'INDICES'];
const filters = ['NONE', 'OCTAHEDRAL', 'QUATERNION', 'EXPONENTIAL', 'COLOR'];

// The same numbers in every run: xorshift32.
let state = 2463534242;
function random() {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) / 4294967296;
}

const parts = [];
let caseCount = 0;
function addCase(mode, filter, count, stride, stream) {
  const decoded = new Uint8Array(count * stride);
  MeshoptDecoder.decodeGltfBuffer(decoded, count, stride, stream, mode,
    filter === 'NONE' ? undefined : filter);
  const head = new DataView(new ArrayBuffer(20));
  [modes.indexOf(mode), filters.indexOf(filter), count, stride, stream.length].forEach(
    (value, i) => head.setUint32(4 * i, value, true));
  parts.push(new Uint8Array(head.buffer), Uint8Array.from(stream), decoded);
  caseCount += 1;
}

function addAttributes(filter, elements, count, stride) {
  for (const version of [0, 1]) {
    for (const level of [0, 1, 2, 3]) {
      addCase('ATTRIBUTES', filter, count, stride,
        MeshoptEncoder.encodeVertexBufferLevel(elements, count, stride, level, version));
    }
  }
}

// Smooth numbers of several widths, as meshes have them, with noise in some.
function meshElements(count, stride) {
  const elements = new DataView(new ArrayBuffer(count * stride));
  for (let i = 0; i < count; ++i) {
    for (let at = 0; at < stride; at += 4) {
      const wave = Math.sin(i * 0.01 * (1 + at / 16) + at);
      const offset = i * stride + at;
      if (at % 12 === 0) {
        elements.setFloat32(offset, wave * 3, true);
      } else if (at % 12 === 4) {
        elements.setInt16(offset, wave * 30000, true);
        elements.setInt16(offset + 2, wave * 200 + random() * 20, true);
      } else {
        for (let k = 0; k < 4; ++k) elements.setUint8(offset + k, (i >> k) + random() * (k + 1));
      }
    }
  }
  return new Uint8Array(elements.buffer);
}

function unitVectors(count) {
  const values = new Float32Array(4 * count);
  for (let i = 0; i < count; ++i) {
    const v = [random() * 2 - 1, random() * 2 - 1, random() * 2 - 1];
    const length = Math.hypot(...v);
    values.set([v[0] / length, v[1] / length, v[2] / length, random() * 2 - 1], 4 * i);
  }
  return values;
}

function quaternions(count) {
  const values = new Float32Array(4 * count);
  for (let i = 0; i < count; ++i) {
    const q = [random() * 2 - 1, random() * 2 - 1, random() * 2 - 1, random() * 2 - 1];
    const length = Math.hypot(...q);
    values.set(q.map((x) => x / length), 4 * i);
  }
  return values;
}

const file = process.argv[2];
if (file === undefined) {
  process.stderr.write('usage: node make_cases.mjs FILE\n');
  process.exit(2);
}
await Promise.all([MeshoptDecoder.ready, MeshoptEncoder.ready]);

for (const stride of [4, 8, 12, 16, 24, 64, 256]) {
  for (const count of [1, 17, 256, 1000]) {
    addAttributes('NONE', meshElements(count, stride), count, stride);
  }
}
const count = 4000;
for (const bits of [4, 8]) {
  addAttributes('OCTAHEDRAL', MeshoptEncoder.encodeFilterOct(unitVectors(count), count, 4, bits),
    count, 4);
}
for (const bits of [8, 12, 16]) {
  addAttributes('OCTAHEDRAL', MeshoptEncoder.encodeFilterOct(unitVectors(count), count, 8, bits),
    count, 8);
  addAttributes('QUATERNION', MeshoptEncoder.encodeFilterQuat(quaternions(count), count, 8, bits),
    count, 8);
}
for (const exponents of ['Separate', 'SharedVector', 'SharedComponent', 'Clamped']) {
  const values = Float32Array.from({ length: 3 * count }, (_, i) => Math.sin(i) * 10 ** (i % 9 - 4));
  addAttributes('EXPONENTIAL',
    MeshoptEncoder.encodeFilterExp(values, count, 12, 15, exponents), count, 12);
}
for (const [stride, bits] of [[4, 8], [4, 5], [8, 16], [8, 10]]) {
  const values = Float32Array.from({ length: 4 * count }, random);
  addAttributes('COLOR', MeshoptEncoder.encodeFilterColor(values, count, stride, bits), count,
    stride);
}
for (const width of [2, 20, 90]) {
  const grid = [];
  for (let y = 0; y + 1 < width; ++y) {
    for (let x = 0; x + 1 < width; ++x) {
      const a = y * width + x;
      grid.push(a, a + 1, a + width, a + 1, a + width + 1, a + width);
    }
  }
  const indices = Uint32Array.from(grid);
  const [remap] = MeshoptEncoder.reorderMesh(indices, true, true);
  indices.forEach((index, i) => { indices[i] = remap[index]; });
  for (const stride of [2, 4]) {
    const source = new Uint8Array((stride === 2 ? Uint16Array.from(indices) : indices).buffer);
    for (const mode of ['TRIANGLES', 'INDICES']) {
      addCase(mode, 'NONE', indices.length, stride,
        MeshoptEncoder.encodeGltfBuffer(source, indices.length, stride, mode));
    }
  }
}
await writeFile(file, Buffer.concat(parts));
process.stdout.write(`${caseCount} cases\n`);
