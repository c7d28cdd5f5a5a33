import { expect } from 'vitest';
import type { Pipeline } from '../staging/pipeline.js';
import { writeReadings } from '../staging/readings.js';
import { expectEverything } from '../staging/visible-rows.js';

const CORRUPT_PARSER = `import csv


class Parser:
    name = 'readings'
    version = '1.0.0'
    topics = ['readings']
    outputs = {'id': 'int!', 'value': 'int!'}

    def parse(self, ctx):
        with open(ctx.input_path, newline='', encoding='utf-8') as file:
            rows = list(csv.DictReader(file))
        if not rows:
            raise ValueError('no rows in ' + ctx.input_path)
        return rows
`;

/** Three files are not what they should be: two cannot be read as text, one is empty. All others are processed. */
export async function processWithCorruptFiles(pipeline: Pipeline, files: number): Promise<void> {
  const expected = await writeReadings(pipeline, 0, files - 3);
  const corrupt = [
    await pipeline.file('corrupt-1.csv', Buffer.from('id,value\n1,\xff\xfe\n', 'latin1')),
    await pipeline.file('corrupt-2.csv', Buffer.from([0x1f, 0x8b, 0x08, 0x00, 0xff])),
    await pipeline.file('corrupt-3.csv', ''),
  ];
  await pipeline.registerAndScan(CORRUPT_PARSER, 'readings');
  const { code, stdout } = await pipeline.run(['process', '--json'], { endWithinMs: 300_000 });
  expect(code).toBe(1);
  const { completed, completed_with_warnings, failed } = JSON.parse(stdout) as Record<string, number>;
  expect({ good: completed! + completed_with_warnings!, failed }).toEqual({ good: files - 3, failed: 3 });
  await expectEverything(pipeline, expected);

  const listed = await pipeline.json<{ id: string; error: { message: string } }[]>([
    ...['jobs', '--parser', 'readings', '--status', 'failed'],
  ]);
  const jobs = await Promise.all(listed.map(({ id }) => pipeline.engine.job(id)));
  expect(jobs.map(({ payload }) => (payload as { path: string }).path).sort()).toEqual(corrupt);
  const reasons = listed.map(({ error }) => error.message);
  expect(reasons.filter((message) => message.includes('UnicodeDecodeError'))).toHaveLength(2);
  expect(reasons.filter((message) => message.includes('no rows in'))).toHaveLength(1);
}
