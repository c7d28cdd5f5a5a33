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
  return rowsOf(home, outputs);
}

/** What is seen of each file, good rows and bad ones at one and the same moment, in one statement. */
export async function visibleReadings({ engine, home }: Pipeline): Promise<Map<string, Readings>> {
  const visible = await engine.database.query<{ path: string; bad_row: number | null }>(`
    SELECT path, NULL AS bad_row FROM cf_outputs WHERE superseded_at IS NULL
    UNION ALL SELECT source, row_number FROM cf_quarantine WHERE status = 'quarantined' ORDER BY 1, 2`);
  const seen = new Map<string, { valid: number[]; bad: number[] }>();
  const of = (path: string) => {
    const readings = seen.get(path) ?? { valid: [], bad: [] };
    seen.set(path, readings);
    return readings;
  };
  const outputs = visible.filter(({ bad_row }) => bad_row === null);
  for (const row of await rowsOf(home, outputs)) of(String(row['_cf_source'])).valid.push(Number(row['id']));
  for (const { path, bad_row } of visible) if (bad_row !== null) of(path).bad.push(bad_row);
  return seen;
}

async function rowsOf(home: string, outputs: readonly { path: string }[]): Promise<Row[]> {
  const rows = outputs.map(async ({ path }) =>
    parquetReadObjects({ file: await asyncBufferFromFile(join(home, 'output', path)) }),
  );
  return (await Promise.all(rows)).flat();
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
