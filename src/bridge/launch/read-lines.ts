import type { Duplex } from 'node:stream';

/** Calls `onLine` for every complete line of a stream, and `onEnd` once when no more can come. */
export function readLines(stream: Duplex, onLine: (line: string) => void, onEnd: () => void): void {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    lines.forEach(onLine);
  });
  stream.on('error', () => undefined);
  stream.once('close', onEnd);
}
