import { closeSync, openSync, readSync, statSync } from 'node:fs';
import type { InputFile } from '../../tables/index.js';

/** As much as is looked at to tell what a file is. */
const SMALL_BYTES = 1_024 * 1_024;

/**
 * A small file with its content, any other as it is. A file of a few kilobytes takes 30 µs so, and 400 µs when every step
 * is handed to another thread; only for commands that do nothing else meanwhile. An unreadable file is returned as it is:
 * opening it later reports why.
 */
export function readSmallFile(file: InputFile): InputFile {
  let descriptor: number | undefined;
  try {
    const place = file.bytes ?? file.path;
    const { size } = statSync(place);
    // Asked before it is opened: a pipe would wait there for its other end. Files that tell no size (/proc) say 0.
    if (size === 0 || size > SMALL_BYTES) return file;
    descriptor = openSync(place, 'r');
    const buffer = Buffer.allocUnsafeSlow(size + 1);
    const filled = readSync(descriptor, buffer, 0, buffer.length, null);
    // One that grows meanwhile, or is cut, is left alone.
    return filled === size ? { ...file, content: new Uint8Array(buffer.buffer, 0, filled) } : file;
  } catch {
    return file;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
