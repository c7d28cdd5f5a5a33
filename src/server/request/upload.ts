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

/** Reads a whole body into memory. With events: an iterator over the stream took five times as long for a short body. */
export function readBody(incoming: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    requireLength(incoming, maxBytes);
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (error?: Error): void => {
      incoming.off('data', onData).off('end', settle).off('error', settle).off('close', onClose);
      // The rest of the body is not read.
      if (error) incoming.pause();
      if (error) reject(error);
      else resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks));
    };
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > maxBytes) settle(requestTooLarge(maxBytes));
      else chunks.push(chunk);
    };
    const onClose = (): void => settle(new Error('the client closed the connection before the end of the body'));
    incoming.on('data', onData).once('end', settle).once('error', settle).once('close', onClose);
  });
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
