import { createGunzip } from 'node:zlib';
import { HEAD_BYTES, type Head } from './head.js';

export interface GunzippedHead {
  readonly head: Head;
  readonly notes: readonly string[];
}

/** What the first bytes of a gzip file unpack to: as far as they go, and never more than a head. */
export function readGunzippedHead(packed: Head): Promise<GunzippedHead> {
  return new Promise((resolve) => {
    // Few large pieces: each is a turn of the thread pool.
    const gunzip = createGunzip({ chunkSize: HEAD_BYTES / 4 });
    const chunks: Buffer[] = [];
    let filled = 0;
    const done = (isWhole: boolean, notes: string[]) => {
      gunzip.removeAllListeners('data').destroy();
      const bytes = Buffer.concat(chunks).subarray(0, HEAD_BYTES);
      resolve({ head: { bytes, isWhole, fileBytes: null }, notes });
    };
    gunzip.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      filled += chunk.length;
      if (filled > HEAD_BYTES) done(false, []);
    });
    gunzip.on('end', () => done(packed.isWhole, []));
    gunzip.on('error', (error: NodeJS.ErrnoException) => {
      // The head of a longer file ends in the middle of what was packed.
      const isCut = error.code === 'Z_BUF_ERROR' && !packed.isWhole;
      done(false, isCut ? [] : [`The gzip data is damaged: ${error.message}.`]);
    });
    gunzip.end(packed.bytes);
  });
}
