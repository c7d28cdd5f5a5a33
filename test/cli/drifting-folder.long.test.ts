import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createPipeline } from '../pipeline/staging/pipeline.js';
import { drifting, LATEST, RENAMES } from './drifting-reports.js';
import { COMMAND_STORES } from './store.js';

type Row = Record<string, string | number | null>;

describe.each(COMMAND_STORES)('131 daily reports with four header variants, on %s', (kind) => {
  const folderOf = async () => {
    const pipeline = await createPipeline(kind);
    const reports = drifting();
    await Promise.all(reports.map(({ name, content }) => writeFile(join(pipeline.incoming, name), content)));
    return { pipeline, reports };
  };
  const rowsIn = (stdout: string): Row[] => JSON.parse(stdout) as Row[];
  const numbers = (rows: readonly Row[]): Row[] =>
    rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [
          name,
          DECIMALS.has(name) && value !== null ? Number(value) : value,
        ]),
      ),
    );
  const DECIMALS = new Set(['Lat', 'Long_', 'Latitude', 'Longitude', 'Incidence_Rate', 'Case-Fatality_Ratio']);
  const ALL = 'select * exclude (_cf_source, _cf_row, _cf_job_id, _cf_parser) from report order by _cf_source, _cf_row';

  test('are all completed by the first scan and process; with the renames accepted, no column is doubled', async () => {
    const { pipeline, reports } = await folderOf();
    const [scanned, processed, rows, held] = await pipeline.inOneProcess(
      ['scan', pipeline.incoming, '--auto', '--accept-renames', '--json'],
      ['process', '--json'],
      ['query', ALL, '--format', 'json'],
      ['datasets', 'contract', 'report', '--json'],
    );
    const { renamed } = JSON.parse(scanned!.stdout) as { renamed: { dataset: string; columns: unknown[] }[] };
    expect(renamed.map(({ dataset }) => dataset)).toEqual(['report']);
    expect(renamed[0]!.columns).toContainEqual({ name: 'Lat', aliases: ['Latitude'] });
    expect(JSON.parse(processed!.stdout)).toMatchObject({
      ...{ completed: 131, completed_with_warnings: 0, failed: 0, rows_valid: 131 * 4, rows_quarantined: 0 },
    });
    const { contract } = JSON.parse(held!.stdout) as { contract: { columns: { name: string; aliases?: string[] }[] } };
    expect(new Set(contract.columns.map(({ name }) => name))).toEqual(new Set(LATEST));
    const aliases = contract.columns.flatMap(({ name, aliases: own = [] }) => own.map((alias) => [alias, name]));
    expect(Object.fromEntries(aliases)).toEqual(RENAMES);
    expect(numbers(rowsIn(rows!.stdout))).toEqual(reports.flatMap((report) => report.rows));
  });

  // Once is enough: what differs between the databases is in the first test.
  test.runIf(kind === 'sqlite')(
    'are all completed without the flag too, no cell is lost, and the renames are proposed with evidence',
    async () => {
      const { pipeline, reports } = await folderOf();
      const [, processed, rows, proposed, accepted, , again, merged] = await pipeline.inOneProcess(
        ['scan', pipeline.incoming, '--auto', '--json'],
        ['process', '--json'],
        ['query', ALL, '--format', 'json'],
        ['datasets', 'contract', 'report', '--renames', '--json'],
        ['datasets', 'contract', 'report', '--accept-renames', '--json'],
        ['backfill', 'builtin', '--execute', '--json'],
        ['process', '--json'],
        ['query', ALL, '--format', 'json'],
      );
      expect(JSON.parse(processed!.stdout)).toMatchObject({ completed: 131, failed: 0, rows_valid: 131 * 4 });
      const both = numbers(rowsIn(rows!.stdout)).map((row) => {
        const names = new Map(Object.entries(RENAMES).map(([from, to]) => [to, from]));
        return Object.fromEntries(LATEST.map((name) => [name, row[name] ?? row[names.get(name) ?? ''] ?? null]));
      });
      expect(both).toEqual(reports.flatMap((report) => report.rows));
      expect(JSON.parse(proposed!.stdout)).toContainEqual({
        ...{ from: 'Province/State', to: 'Province_State' },
        evidence: ['same name but for case and punctuation', 'similar values', 'never both in one file'],
      });
      expect(JSON.parse(accepted!.stdout)).toHaveLength(5);
      expect(JSON.parse(again!.stdout)).toMatchObject({ completed: 131, failed: 0, rows_valid: 131 * 4 });
      expect(numbers(rowsIn(merged!.stdout))).toEqual(reports.flatMap((report) => report.rows));
    },
  );
});
