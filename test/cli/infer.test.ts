import { readdir, readFile, readlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { waitUntil } from '../services/wait-until.js';
import { casparian, casparianBatch, casparianJson, start } from './casparian.js';
import { temporaryFolder } from './store.js';

let folder: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  await writeFile(join(folder, 'a.csv'), 'id;net;day\n1;1,50;01/02/2024\n2;2,25;02/03/2024\n');
  await writeFile(join(folder, 'b.csv'), 'id;net;extra\nx;1,50;y\nz;9,00;\n');
});

interface Inference {
  columns: { name: string; type: string; nullable: boolean; evidence: string[]; alternatives: { type: string }[] }[];
  dialect: Record<string, unknown>;
  rows: number;
  files: { file: string; drift: { added: string[]; missing: string[]; changed: { column: string }[] } | null }[];
}

test('columns with types, evidence and questions; the dialect; a contract that run holds files to', async () => {
  const save = join(folder, 'contract.json');
  const { code, json } = await casparianJson<Inference>(['infer', join(folder, 'a.csv'), '--save', save]);
  expect(code).toBe(0);
  expect(json.columns.map(({ name, type, nullable }) => [name, type, nullable])).toEqual([
    ['id', 'int', false],
    ['net', 'decimal(18,2)', false],
    ['day', 'string', false],
  ]);
  expect(json.columns.every(({ evidence }) => evidence.length > 0)).toBe(true);
  expect(json.columns[2]?.alternatives.map(({ type }) => type)).toEqual(['date', 'date']);
  expect(json.dialect).toMatchObject({ delimiter: ';', header_lines: 1, preamble_lines: 0, line_end: '\n' });
  expect(Object.keys(json.dialect)).toEqual([
    ...['delimiter', 'quote', 'escape', 'encoding', 'header_lines', 'preamble_lines', 'line_end'],
  ]);
  expect(JSON.parse(await readFile(save, 'utf8'))).toMatchObject({ version: 1, drift: { added: 'fail' } });
  const [held, refused] = await casparianBatch(
    ['a.csv', 'b.csv'].map((name) => ['run', '--json', '--out', folder, '--contract', save, join(folder, name)]),
  );
  expect(held?.code).toBe(0);
  expect(JSON.parse(refused?.stdout ?? '')).toMatchObject({ status: 'failed', error: { code: 'COLUMNS_MISMATCH' } });
});

test('several files: one contract for all, and what differs by file and column', async () => {
  const { json } = await casparianJson<Inference>(['infer', join(folder, 'a.csv'), join(folder, 'b.csv')]);
  expect(json.columns.map(({ name, type }) => [name, type])).toEqual([
    ['id', 'string'],
    ['net', 'decimal(18,2)'],
    ['day', 'string'],
    ['extra', 'string'],
  ]);
  expect(json.rows).toBe(4);
  expect(json.files.map(({ drift }) => drift)).toMatchObject([
    null,
    { added: ['extra'], missing: ['day'], changed: [{ column: 'id' }] },
  ]);
});

test('what a person sees', async () => {
  const { stdout, stderr } = await casparian(['infer', 'a.csv', '--type', 'day=date:%d/%m/%Y'], { cwd: folder });
  expect(stdout).toMatch(/^a\.csv: CSV, separated by semicolons, UTF-8, 1 header line\n2 rows\n\nid +int\n {5}\S/);
  expect(stdout).toContain('day  date %d/%m/%Y\n');
  expect(stdout).not.toContain('?');
  expect(stderr).toContain('Next: casparian run a.csv');
});

/** Linux shows the open files of a process. */
test.skipIf(process.platform !== 'linux')('SIGTERM ends it while it reads', async () => {
  const large = join(folder, 'large.csv');
  await writeFile(large, `id,text\n${'1,some text that takes a while to read\n'.repeat(2_000_000)}`);
  const running = start(['infer', large]);
  const isOpen = async (): Promise<boolean> => {
    const open = `/proc/${running.process.pid}/fd`;
    const files = await Promise.all((await readdir(open)).map((fd) => readlink(join(open, fd)).catch(() => '')));
    return files.includes(large);
  };
  await waitUntil(isOpen, { for: 'the file to be open', intervalMs: 5 });
  running.process.kill('SIGTERM');
  expect(await running.ended).toMatchObject({ code: 143, stdout: '' });
});
