import type { Pipeline } from './pipeline.js';

const ROWS = 24;

/** Takes its time between batches, so that there are moments to be killed in. Needs nothing installed. */
export const READINGS_PARSER = `import csv
import time


class Parser:
    name = 'readings'
    version = '1.0.0'
    topics = ['readings']
    outputs = {'id': 'int!', 'value': 'int!'}

    def parse(self, ctx):
        with open(ctx.input_path, newline='') as file:
            rows = list(csv.DictReader(file))
        for start in range(0, len(rows), 8):
            time.sleep(0.01)
            yield rows[start:start + 8]
`;

export interface Readings {
  /** The ids of the rows that are good, in their order. */
  readonly valid: readonly number[];
  /** The numbers of the rows that are not. */
  readonly bad: readonly number[];
}

/** Writes files with ids that no other file has; every third has a bad row. Answers what must become of each. */
export async function writeReadings(pipeline: Pipeline, from: number, count: number): Promise<Map<string, Readings>> {
  const expected = new Map<string, Readings>();
  for (let file = from; file < from + count; file++) {
    const badRow = file % 3 === 0 ? (file % ROWS) + 1 : undefined;
    const ids = Array.from({ length: ROWS }, (_, row) => file * 1_000 + row + 1);
    const lines = ids.map((id, row) => `${id},${row + 1 === badRow ? 'broken' : id * 2}\n`);
    const path = await pipeline.file(`readings-${file}.csv`, `id,value\n${lines.join('')}`);
    expected.set(path, {
      valid: ids.filter((_, row) => row + 1 !== badRow),
      bad: badRow === undefined ? [] : [badRow],
    });
  }
  return expected;
}
