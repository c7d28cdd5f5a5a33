import { createHash } from 'node:crypto';
import { closeSync, openSync, writev, writevSync } from 'node:fs';
import { promisify } from 'node:util';
import { writable } from './unwritable.js';

/** The size and hash of a finished file. */
export interface WrittenFile {
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * A new file that only grows. Its SHA-256 is computed from the bytes before they are written, so the reported hash does
 * not depend on the disk. Calls that the page cache answers at once are made here: for a small file, a round trip to
 * another thread costs ten times as much. Large writes wait for the disk in another thread. Publishing a file syncs it.
 */
export class OutputFile {
  readonly #path: string;
  readonly #descriptor: number;
  #isOpen = true;
  /** The write in progress. */
  #writing: Promise<void> = Promise.resolve();
  readonly #hash = createHash('sha256');
  #bytes = 0;
  readonly #held: Uint8Array[] = [];
  #heldBytes = 0;

  static async create(path: string): Promise<OutputFile> {
    // wx: a staged name must be new. A file of another process with that name must not be followed or overwritten.
    const descriptor = await writable(path, () => Promise.resolve().then(() => openSync(path, 'wx')));
    return new OutputFile(path, descriptor);
  }

  private constructor(path: string, descriptor: number) {
    this.#path = path;
    this.#descriptor = descriptor;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** One call at a time. The buffers belong to the file until the promise settles. */
  async append(buffers: readonly Uint8Array[]): Promise<void> {
    const before = this.#bytes;
    for (const buffer of buffers) {
      this.#hash.update(buffer);
      this.#bytes += buffer.byteLength;
    }
    const bytes = this.#bytes - before;
    if (this.#heldBytes + bytes <= HELD_BYTES) {
      this.#held.push(Buffer.concat(buffers, bytes));
      this.#heldBytes += bytes;
      return;
    }
    await this.#writeAll([...this.#takeHeld(), ...buffers]);
  }

  async finish(rows: number): Promise<WrittenFile> {
    await this.#writeAll(this.#takeHeld());
    await writable(this.#path, async () => this.#close());
    return { rows, bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }

  /** Closes the file and ignores errors. The staging removes it. */
  async abandon(): Promise<void> {
    // A descriptor that is closed during a write may already be another file's.
    await this.#writing.catch(() => undefined);
    try {
      this.#close();
    } catch {
      // It is removed anyway.
    }
  }

  #close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    closeSync(this.#descriptor);
  }

  #takeHeld(): Uint8Array[] {
    this.#heldBytes = 0;
    return this.#held.splice(0);
  }

  async #writeAll(buffers: readonly Uint8Array[]): Promise<void> {
    this.#writing = writable(this.#path, () => this.#write(buffers));
    await this.#writing;
  }

  async #writeSome(buffers: readonly Uint8Array[]): Promise<number> {
    const bytes = buffers.reduce((sum, { byteLength }) => sum + byteLength, 0);
    if (bytes <= HELD_BYTES) return writevSync(this.#descriptor, buffers);
    return (await writeBuffers(this.#descriptor, buffers)).bytesWritten;
  }

  async #write(buffers: readonly Uint8Array[]): Promise<void> {
    for (let first = 0; first < buffers.length; first += VECTOR_LIMIT) {
      let rest: Uint8Array[] = buffers.slice(first, first + VECTOR_LIMIT);
      // A disk that becomes full accepts a part of the bytes first, and reports ENOSPC on the next write.
      while (rest.length > 0) {
        rest = after(rest, await this.#writeSome(rest));
      }
    }
  }
}

const writeBuffers = promisify(writev);

/** Bytes that are buffered: a small file is written in one call, and each call is a round trip to another thread. */
const HELD_BYTES = 65_536;

/** The maximum number of buffers in one system call (IOV_MAX). */
const VECTOR_LIMIT = 1_024;

function after(buffers: Uint8Array[], written: number): Uint8Array[] {
  let skipped = 0;
  let left = written;
  for (const buffer of buffers) {
    if (left < buffer.byteLength) break;
    left -= buffer.byteLength;
    skipped++;
  }
  const rest = buffers.slice(skipped);
  if (left > 0 && rest[0]) rest[0] = rest[0].subarray(left);
  return rest;
}
