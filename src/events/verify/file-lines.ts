import { createReadStream } from 'node:fs';

const CHUNK_BYTES = 1_048_576;

/**
 * The lines of a text file, many at a time. Only a line feed ends a line: `readline` also splits at U+2028, which JSON does not escape, and
 * takes as long for a line as its hashes.
 */
export async function* fileLines(path: string): AsyncGenerator<readonly string[], undefined> {
  const stream = createReadStream(path, { encoding: 'utf8', highWaterMark: CHUNK_BYTES });
  let rest = '';
  try {
    for await (const chunk of stream as AsyncIterable<string>) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      yield lines;
    }
    if (rest !== '') yield [rest];
  } finally {
    stream.destroy();
  }
  return undefined;
}
