import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';

const LINE_FEED = 0x0a;

/**
 * The lines of a file that we wrote; each ends with a line break. `readline` would also split at U+2028 inside a value.
 */
export async function* textLines(path: string): AsyncGenerator<string> {
  let begun: Buffer[] = [];
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, from)) {
      begun.push(chunk.subarray(from, end));
      yield Buffer.concat(begun).toString();
      begun = [];
      from = end + 1;
    }
    if (from < chunk.length) begun.push(chunk.subarray(from));
  }
  assert(begun.length === 0, 'a file of ours is whole before it is read');
}
