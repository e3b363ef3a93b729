// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// node validate.mjs [--alone] FILE...
//
// --alone: what a file names need not lie beside it, such as its pictures.
//
// Asks the Khronos validator about each file and prints one JSON object a line, in the order given:
//   {"file", "errors", "warnings", "infos", "hints", "issues": [{code, severity, pointer, message}]}
// A file that it cannot judge at all (missing, neither glTF nor GLB) has "failure" instead of
// counts. Exit code: 0 no errors anywhere, 1 some file has errors or could not be judged, 2 usage.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import validator from 'gltf-validator';

const files = process.argv.slice(2);
const alone = files[0] === '--alone' && files.shift() !== undefined;
const severityNames = ['error', 'warning', 'information', 'hint'];

async function judge(file) {
  const beside = (uri) =>
    readFile(path.resolve(path.dirname(file), decodeURIComponent(uri))).then(
      (bytes) => new Uint8Array(bytes));
  const report = await validator.validateBytes(new Uint8Array(await readFile(file)), {
    uri: path.basename(file),
    maxIssues: 0,  // All of them.
    externalResourceFunction: beside,
    ignoredIssues: alone ? ['IO_ERROR'] : [],
  });
  const { numErrors, numWarnings, numInfos, numHints, messages } = report.issues;
  return {
    file,
    errors: numErrors,
    warnings: numWarnings,
    infos: numInfos,
    hints: numHints,
    issues: messages.map(({ code, severity, pointer = '', message }) => ({
      code, severity: severityNames[severity], pointer, message })),
  };
}

if (files.length === 0) {
  process.stderr.write('usage: node validate.mjs [--alone] FILE...\n');
  process.exit(2);
}
for (const file of files) {
  const verdict = await judge(file).catch((problem) => ({ file, failure: String(problem) }));
  if (verdict.failure !== undefined || verdict.errors > 0) process.exitCode = 1;
  process.stdout.write(JSON.stringify(verdict) + '\n');
}
