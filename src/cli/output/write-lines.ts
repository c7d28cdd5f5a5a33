import { once } from 'node:events';
import type { Writable } from 'node:stream';

/** Writes at the speed of the reader, so that a slow one does not fill our memory. */
export async function writeLines(target: Writable, lines: AsyncIterable<string>): Promise<void> {
  for await (const line of lines) if (!target.write(line)) await once(target, 'drain');
}
