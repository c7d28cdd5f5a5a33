// A thread that hashes files. It receives lists of paths and returns lists of HashResult (see hash-threads.ts). Plain
// JavaScript, because a thread cannot start from TypeScript.
import { closeSync, openSync, readSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { Blake3Hasher } from '@napi-rs/blake-hash';

const PIECE_BYTES = 1_048_576;

// One for all files: creating a hasher costs more than hashing a small file.
const hasher = new Blake3Hasher();
const piece = Buffer.allocUnsafe(PIECE_BYTES);

parentPort.on('message', (paths) => parentPort.postMessage(paths.map(hashFile)));

function hashFile(path) {
  try {
    return { hash: hashOf(path) };
  } catch ({ code = '', message }) {
    return { code, message };
  }
}

function hashOf(path) {
  const file = openSync(path, 'r');
  try {
    hasher.reset();
    for (let bytes = readSync(file, piece); bytes > 0; bytes = readSync(file, piece)) {
      hasher.update(piece.subarray(0, bytes));
    }
    return hasher.digest('hex');
  } finally {
    closeSync(file);
  }
}
