import { join } from 'node:path';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { expect } from 'vitest';
import type { Pipeline } from './pipeline.js';
import type { Readings } from './readings.js';

export type Row = Record<string, unknown>;

/** Every row that a query sees: those of the outputs that are registered and current. */
export async function visibleRows({ engine, home }: Pipeline): Promise<Row[]> {
  const outputs = await engine.database.query<{ path: string }>(
    'SELECT path FROM cf_outputs WHERE superseded_at IS NULL ORDER BY path',
  );
  const rows = outputs.map(async ({ path }) =>
    parquetReadObjects({ file: await asyncBufferFromFile(join(home, 'output', path)) }),
  );
  return (await Promise.all(rows)).flat();
}

/** What is seen of each file, as it was written down to be expected. */
export async function visibleReadings(pipeline: Pipeline): Promise<Map<string, Readings>> {
  const seen = new Map<string, { valid: number[]; bad: number[] }>();
  const of = (path: string) => {
    const readings = seen.get(path) ?? { valid: [], bad: [] };
    seen.set(path, readings);
    return readings;
  };
  for (const row of await visibleRows(pipeline)) of(String(row['_cf_source'])).valid.push(Number(row['id']));
  const bad = await pipeline.engine.database.query<{ source: string; row_number: number }>(
    "SELECT source, row_number FROM cf_quarantine WHERE status = 'quarantined' ORDER BY source, row_number",
  );
  for (const { source, row_number } of bad) of(source).bad.push(row_number);
  return seen;
}

/** A file is seen whole, each row once, or not at all. */
export async function expectNothingPartial(pipeline: Pipeline, expected: ReadonlyMap<string, Readings>): Promise<void> {
  for (const [path, readings] of await visibleReadings(pipeline)) {
    expect({ path, ...readings }).toEqual({ path, ...expected.get(path) });
  }
}

/** Every file is seen whole, each row once. */
export async function expectEverything(pipeline: Pipeline, expected: ReadonlyMap<string, Readings>): Promise<void> {
  const seen = await visibleReadings(pipeline);
  expect(Object.fromEntries(seen)).toEqual(Object.fromEntries(expected));
}
