import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createPipeline } from '../pipeline/staging/pipeline.js';
import { casparianBatch } from './casparian.js';
import { COMMAND_STORES } from './store.js';

const TEXT = 'Sales report\nname,amount\nApple,10\n,\nShell,20\n\nSource: own data\n';
const LINES = [
  { line: 1, kind: 'preamble', reason: 'above the table', text: 'Sales report' },
  { line: 2, kind: 'header', reason: 'the names of the columns', text: 'name,amount' },
  { line: 4, kind: 'empty', reason: 'has no value, only delimiters', text: ',' },
  { line: 7, kind: 'footer', reason: 'a closing remark below the table', text: 'Source: own data' },
];

describe.each(COMMAND_STORES)('skipped lines on %s', (kind) => {
  test('are stored with the rows, and replaced with them', async () => {
    const pipeline = await createPipeline(kind);
    await pipeline.file('sales.csv', TEXT);
    const first = await pipeline.inOneProcess(
      ['scan', pipeline.incoming, '--auto', '--json'],
      ['process', '--json'],
      ['quarantine', 'list', '--skipped', '--json'],
      ['query', 'select line, kind, reason, text from skipped order by line', '--format', 'json'],
    );
    const [, , listed, queried] = first.map(({ stdout }) => JSON.parse(stdout) as unknown);
    expect(listed).toMatchObject(LINES);
    expect(queried).toEqual(LINES);
    const many = Array.from({ length: 1_500 }, (_, at) => `# remark ${at}`);
    await pipeline.file('sales.csv', ['# x', 'name,amount,n', 'Apple,10,1', ...many, 'Shell,20,2'].join('\n').replaceAll(',n', '').replaceAll(/,[12]$/gm, '')); // oxfmt-ignore
    const second = await pipeline.inOneProcess(
      ['scan', pipeline.incoming, '--json'],
      ['process', '--json'],
      ['query', 'select count(*) as n from skipped where superseded_at is null', '--format', 'json'],
      ['query', 'select count(*) as n from skipped where superseded_at is not null', '--format', 'json'],
      ['outputs', 'prune', '--older-than', '0s', '--json'],
      ['query', 'select count(*) as n from skipped', '--format', 'json'],
    );
    const [, , current, superseded, , left] = second.map(({ stdout }) => JSON.parse(stdout || '[]') as unknown);
    expect([current, superseded]).toEqual([[{ n: 1_502 }], [{ n: LINES.length }]]);
    expect(left).toEqual([{ n: 1_502 }]);
  });

  test('are reached by lineage, checked by db check, and part of a backup', async () => {
    const pipeline = await createPipeline(kind);
    await pipeline.file('sales.csv', TEXT);
    const [, , traced, shown] = await pipeline.inOneProcess(
      ['scan', pipeline.incoming, '--auto', '--json'],
      ['process', '--json'],
      ['lineage', 'sales', '--json'],
      ['lineage', 'sales'],
      ['db', 'check', '--json'],
    );
    const { origins } = JSON.parse(traced?.stdout ?? '') as { origins: { job_id: string; skipped: unknown }[] };
    expect(origins[0]?.skipped).toEqual({
      lines: LINES.length,
      first: LINES.filter(({ kind: one }) => one !== 'header'),
    });
    expect(shown?.stdout).toContain('line 7, a closing remark below the table: Source: own data');
    if (kind === 'sqlite') {
      const restored = join(pipeline.folder, 'restored');
      mkdirSync(restored);
      await pipeline.inOneProcess(['db', 'backup', '--to', join(restored, 'casparian.db')]);
      const [listed] = await casparianBatch([['quarantine', 'list', '--skipped', '--json', '--home', restored]]);
      expect(JSON.parse(listed?.stdout ?? '')).toMatchObject(LINES);
    }
    const { database } = pipeline.engine;
    const columns = 'tenant, file_id, parser, source, line, kind, reason, text, created_at';
    await database.query(`INSERT INTO cf_skipped (id, job_id, ${columns})
      SELECT 'other', 'another job', ${columns} FROM cf_skipped WHERE line = 1`);
    await database.query(`INSERT INTO cf_skipped (id, job_id, ${columns})
      SELECT 'stray', job_id, tenant, 'no file', parser, source, line, kind, reason, text, created_at
      FROM cf_skipped WHERE line = 7`);
    const { code, stdout } = await pipeline.run(['db', 'check', '--json']);
    expect(code).toBe(1);
    expect((JSON.parse(stdout) as { findings: unknown[] }).findings).toMatchObject([
      { check: 'skipped', severity: 'damage', message: 'files have skipped lines of several readings (1)' },
      { check: 'skipped', severity: 'damage', examples: ['no file'] },
    ]);
  });

  test('are written next to the output of a run', async () => {
    const { folder } = await createPipeline(kind);
    for (const name of ['a.csv', 'plain.csv']) {
      writeFileSync(join(folder, name), name === 'a.csv' ? TEXT : 'name,amount\nApple,10\n');
    }
    const [a, plain, into] = await casparianBatch([
      ['run', join(folder, 'a.csv'), '--out', folder, '--json'],
      ['run', join(folder, 'plain.csv'), '--out', folder, '--json'],
      ['run', join(folder, 'a.csv'), join(folder, 'plain.csv'), '--into', 'all', '--out', folder, '--json'],
    ]);
    const path = join(folder, 'a_skipped.jsonl');
    expect(JSON.parse(a?.stdout ?? '')).toMatchObject({
      skipped: { lines: 4, path, first: LINES.filter(({ line }) => line !== 2) },
    });
    expect(jsonLines(path)).toEqual(LINES);
    expect(JSON.parse(plain?.stdout ?? '')).toMatchObject({ skipped: { lines: 1, path: null } });
    expect(into?.code).toBe(0);
    expect(jsonLines(join(folder, 'all_skipped.jsonl'))).toHaveLength(5);
  });
});

function jsonLines(path: string): unknown[] {
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
}
