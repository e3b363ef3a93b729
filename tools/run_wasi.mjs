// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// node run_wasi.mjs PROGRAM.wasm [FOLDER]: runs a WebAssembly program that may read FOLDER, under the
// name it has here.
import {readFileSync} from 'node:fs';
import {WASI} from 'node:wasi';

const [program, ...folders] = process.argv.slice(2);
const preopens = Object.fromEntries(folders.map((folder) => [folder, folder]));
const wasi = new WASI({version: 'preview1', args: [program, ...folders], env: process.env, preopens});
const module = await WebAssembly.compile(readFileSync(program));
const imports = {wasi_snapshot_preview1: wasi.wasiImport};
process.exitCode = wasi.start(await WebAssembly.instantiate(module, imports));
