import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

const PIECE_BYTES = 1_048_576;

export async function sha256OfFile(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  const source = createReadStream(path, { highWaterMark: PIECE_BYTES });
  await (signal === undefined ? pipeline(source, hash) : pipeline(source, hash, { signal }));
  return hash.digest('hex');
}
