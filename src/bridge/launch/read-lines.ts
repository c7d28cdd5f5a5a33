import type { Duplex } from 'node:stream';

/** Far above any message. A confined program could otherwise fill the memory of its host. */
const MAX_LINE_CHARACTERS = 2 ** 28;

/** Calls `onLine` for every complete line of a stream, and `onEnd` once when no more can come. */
export function readLines(stream: Duplex, onLine: (line: string) => void, onEnd: () => void): void {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MAX_LINE_CHARACTERS) stream.destroy();
    lines.forEach(onLine);
  });
  stream.on('error', () => undefined);
  stream.once('close', onEnd);
}
