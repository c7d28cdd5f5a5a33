/** The end of a text that may be much longer than its bound, in whole lines. */
export interface BoundedTail {
  push(line: string): void;
  /** How many lines did not fit; what is left of the others. */
  take(): { dropped: number; lines: readonly string[] };
}

export function createBoundedTail(maxBytes: number): BoundedTail {
  let lines: string[] = [];
  let first = 0;
  let bytes = 0;
  let droppedBefore = 0;
  return {
    push(line) {
      lines.push(line);
      bytes += Buffer.byteLength(line);
      while (bytes > maxBytes && first < lines.length) bytes -= Buffer.byteLength(lines[first++] ?? '');
      // What was dropped is let go of now and then: to shift an array at each line would move all the others.
      if (first > 1_000 && first > lines.length / 2) {
        droppedBefore += first;
        lines = lines.slice(first);
        first = 0;
      }
    },
    take: () => ({ dropped: droppedBefore + first, lines: lines.slice(first) }),
  };
}
