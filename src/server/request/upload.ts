import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CasparianError } from '../../platform/index.js';

/** The body of a request as a stream of bytes. */
export interface Upload {
  /** Writes it to a new file and syncs it. Nothing of it stays in memory. Returns the number of bytes. */
  saveTo(path: string): Promise<number>;
}

export function uploadOf(incoming: IncomingMessage, maxBytes: number): Upload {
  return {
    async saveTo(path) {
      requireLength(incoming, maxBytes);
      let size = 0;
      const counted = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          size += chunk.length;
          done(size > maxBytes ? requestTooLarge(maxBytes) : null, chunk);
        },
      });
      // Flushed before it is closed: the file counts only if it survives a power cut.
      await pipeline(incoming, counted, createWriteStream(path, { flags: 'wx', flush: true, mode: 0o600 }));
      return size;
    },
  };
}

/** Reads a whole body into memory. */
export async function readBody(incoming: IncomingMessage, maxBytes: number): Promise<Buffer> {
  requireLength(incoming, maxBytes);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw requestTooLarge(maxBytes);
    chunks.push(chunk);
  }
  return chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
}

/** A body that says that it is too large is not read at all. */
function requireLength({ headers }: IncomingMessage, maxBytes: number): void {
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw requestTooLarge(maxBytes);
}

function requestTooLarge(maxBytes: number): CasparianError {
  return new CasparianError('REQUEST_TOO_LARGE', 'The body of the request is too large', {
    why: `The limit is ${maxBytes.toLocaleString('en-US')} bytes.`,
  });
}
