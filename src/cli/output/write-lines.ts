import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Writes as fast as the reader takes it, so that a slow one does not fill our memory. */
export async function writeLines(target: Writable, lines: AsyncIterable<string>): Promise<void> {
  await pipeline(Readable.from(lines), target, { end: false });
}
