import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import { onTestFinished, expect, test } from 'vitest';
import { runReaderOnInputs, type RunReport } from '../../../src/parse/index.js';
import type { ReaderRunsRequest } from '../../../src/parse/runs/run-reader-on-inputs.js';

interface Asked extends Partial<Pick<ReaderRunsRequest, 'format' | 'directory' | 'signal' | 'parallel' | 'onReport'>> {
  contract?: object;
  rows?: number;
}

interface Together {
  readonly reports: readonly RunReport[];
  readonly folder: string;
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'together-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** Reads files, given by their contents, into one output `all`. */
async function together(contents: readonly string[], asked: Asked = {}): Promise<Together> {
  const folder = asked.directory ?? (await temporaryFolder());
  const inputs = contents.map((_, index) => ({
    name: `part-${index}.csv`,
    path: join(folder, `part-${index}.csv`),
    bytes: undefined,
  }));
  for (const [index, content] of contents.entries()) await writeFile(inputs[index]?.path ?? '', content);
  const contractPath = join(folder, 'contract.json');
  if (asked.contract !== undefined) await writeFile(contractPath, JSON.stringify({ version: 1, ...asked.contract }));
  const reports = await runReaderOnInputs({
    inputs,
    into: 'all',
    directory: join(folder, 'out'),
    parallel: asked.parallel ?? 1,
    onReport: asked.onReport,
    format: asked.format ?? 'jsonl',
    limits: () => Promise.resolve({ share: 0.6, rows: asked.rows ?? 100 }),
    look: { format: {}, types: new Map() },
    contractPath: asked.contract === undefined ? undefined : contractPath,
    signal: asked.signal ?? new AbortController().signal,
  });
  return { reports, folder };
}

async function jsonLines(folder: string, file: string): Promise<Record<string, unknown>[]> {
  const text = await readFile(join(folder, 'out', file), 'utf8');
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Record<string, unknown>]));
}

const ID = { columns: [{ name: 'id', type: { type: 'int!', unique: true } }] };

test('the rows of all files stand in one output, each with its file and its number in it', async () => {
  const { reports, folder } = await together(['id,day\n1,2024-01-31\n2,2024-02-01\n', 'id,day\n3,2024-03-01\n']);
  expect(await readdir(join(folder, 'out'))).toEqual(['all.jsonl']);
  const rows = await jsonLines(folder, 'all.jsonl');
  expect(rows.map(({ id, day, _cf_source: source, _cf_row: row }) => [id, day, source, row])).toEqual([
    [1, '2024-01-31', 'part-0.csv', 1],
    [2, '2024-02-01', 'part-0.csv', 2],
    [3, '2024-03-01', 'part-1.csv', 1],
  ]);
  expect(
    reports.map(({ input, rowsValid, outputs, accounting }) => [input, rowsValid, outputs[0]?.rows, accounting?.lines]),
  ).toEqual([
    ['part-0.csv', 2, 2, 3],
    ['part-1.csv', 1, 1, 2],
  ]);
});

test('types are found over the rows of all files', async () => {
  const { folder } = await together(['id\n1\n2\n', 'id\n3.5\n']);
  expect((await jsonLines(folder, 'all.jsonl')).map(({ id }) => id)).toEqual(['1.0', '2.0', '3.5']);
});

test('each file is read with its own delimiter and header, also if the types are inferred', async () => {
  const { folder } = await together(['id,n\n1,2\n3,4\n', 'Report\n\nid;n\n5;6\n7;8\n', 'id\tn\n9\t10\n11\t12\n']);
  const rows = await jsonLines(folder, 'all.jsonl');
  expect(rows.map(({ id, n }) => [id, n])).toEqual([1, 3, 5, 7, 9, 11].map((id) => [id, id + 1]));
});

test('a row set aside says which file it is of, and one that was in another file is a duplicate', async () => {
  const { reports, folder } = await together(['id\n1\n2\n', 'id\n3\nx\n2\n'], { contract: contractOf(ID) });
  const bad = await jsonLines(folder, 'all_quarantine.jsonl');
  expect(bad.map(({ source, row_number: row, error_type: type }) => [source, row, type])).toEqual([
    ['part-1.csv', 2, 'invalid_int'],
    ['part-1.csv', 3, 'duplicate_value'],
  ]);
  expect(
    reports.map(({ status, rowsValid, rowsQuarantined, badRows }) => [
      status,
      rowsValid,
      rowsQuarantined,
      badRows.length,
    ]),
  ).toEqual([
    ['completed', 2, 0, 0],
    ['completed_with_warnings', 1, 2, 2],
  ]);
});

function contractOf({ columns }: typeof ID): object {
  return { columns: columns.map(({ name, type }) => ({ name, ...type })) };
}

test('Parquet of many files has their names and numbers as they are, however many there are', async () => {
  const files = Array.from({ length: 300 }, (_, file) => `id\n${file}\n${file + 1_000}\n`);
  const contract = { columns: [{ name: 'id', type: 'int' }] };
  const { folder } = await together(files, { format: 'parquet', contract });
  const file = await readFile(join(folder, 'out', 'all.parquet'));
  const rows: Record<string, unknown>[] = await parquetReadObjects({
    file: file.buffer.slice(file.byteOffset, file.byteOffset + file.length),
  });
  expect(rows.map(({ _cf_source: source, _cf_row: row, id }) => [source, row, id])).toEqual(
    files.flatMap((_, part) => [
      [`part-${part}.csv`, 1n, BigInt(part)],
      [`part-${part}.csv`, 2n, BigInt(part + 1_000)],
    ]),
  );
});

test.each([
  ['has other columns', ['id\n1\n', 'id,more\n2,3\n'], 'COLUMNS_MISMATCH', { contract: contractOf(ID) }],
  ['is no table', ['id\n1\n', ''], 'INPUT_NOT_A_TABLE', { contract: contractOf(ID) }],
  [
    'brings too many bad rows',
    ['id\n1\n', 'id\nx\n', 'id\ny\n'],
    'QUARANTINE_LIMIT',
    { rows: 1, contract: contractOf(ID) },
  ],
])('one file that %s leaves nothing of any, and the reports of all say why', async (_name, contents, code, asked) => {
  const { reports, folder } = await together(contents, asked);
  expect(reports.map(({ status, error, outputs }) => [status, error?.code, outputs])).toEqual(
    contents.map(() => ['failed', code, []]),
  );
  expect(reports[0]).toMatchObject({ input: 'part-0.csv', rowsIn: 1, rowsQuarantined: 0, accounting: { lines: 2 } });
  const left = await readdir(join(folder, 'out')).catch(() => []);
  expect(left.filter((name) => name !== 'all_quarantine.jsonl')).toEqual([]);
});

test('files that cannot have one contract leave nothing', async () => {
  const folder = await temporaryFolder();
  const contents = ['id\n1\n', 'id,more\n2,3\n'];
  const { reports } = await together(contents, { directory: folder });
  expect(reports[0]?.error).toMatchObject({ code: 'COLUMNS_MISMATCH' });
  await expect(together(['id\n1\n', ''], { directory: folder })).rejects.toMatchObject({ code: 'INPUT_NOT_A_TABLE' });
  expect(await readdir(join(folder, 'out')).catch(() => [])).toEqual([]);
});

test('too many bad rows over all files are shown by file, and only files that have some are told of', async () => {
  const told: string[] = [];
  const onReport = ({ input }: RunReport): void => void told.push(input);
  const asked = { contract: contractOf(ID), onReport };
  const { reports } = await together(['id\n1\n', 'id\nx\ny\nw\n', 'id\n2\n', 'id\nz\n\n3\nx\n'], asked);
  expect(reports.map(({ error }) => error?.code)).toEqual(reports.map(() => 'QUARANTINE_LIMIT'));
  expect(told).toEqual(['part-1.csv', 'part-3.csv']);
  expect(reports[3]).toMatchObject({
    rowsQuarantined: 2,
    badRows: [{ rowNumber: 1 }, { rowNumber: 3 }],
    quarantines: [{ output: 'all', rows: 2 }],
    accounting: { lines: 5, header: 1, valid: 1, quarantined: 2, skipped: 1 },
  });
});

test('each file says what of it is not of the type that all of them have', async () => {
  const days = Array.from({ length: 40 }, (_, day) => `2024-01-${String((day % 28) + 1).padStart(2, '0')}`);
  const { reports } = await together([`day\n${days.join('\n')}\n`, `day\n${days.join('\n')}\nnever\n`]);
  expect(reports.map(({ reading }) => reading?.drift?.changed)).toMatchObject([
    [],
    [{ column: 'day', declared: 'date', misfits: 1, first: { row: 41, value: 'never' } }],
  ]);
});

test('files of one output are read one after the other', async () => {
  await expect(together(['id\n1\n'], { parallel: 2 })).rejects.toMatchObject({
    code: 'USAGE',
    message: 'Files that go into one output cannot be read in parallel',
  });
});

test('one that is interrupted leaves nothing, and says so', async () => {
  const folder = await temporaryFolder();
  const asked = { directory: folder, signal: AbortSignal.abort(), contract: contractOf(ID) };
  await expect(together(['id\n1\n'], asked)).rejects.toMatchObject({ code: 'INTERRUPTED' });
  expect(await readdir(folder)).not.toContain('out');
});

test('no file is replaced by what was read from it', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'out'));
  await symlink(join(folder, 'part-1.csv'), join(folder, 'out', 'all.csv'));
  const asked = { format: 'csv', directory: folder } as const;
  const { reports } = await together(['id\n1\n', 'id\n2\n'], asked);
  expect(reports[1]?.error).toMatchObject({ code: 'OUTPUT_UNWRITABLE' });
  expect(await readFile(join(folder, 'part-1.csv'), 'utf8')).toBe('id\n2\n');
});

test.each([{}, { contract: { columns: [{ name: 'id', type: 'int!' }] } }])(
  'many files are read in order, whichever thread looked at them: %j',
  async (asked) => {
    const contents = Array.from({ length: 400 }, (_, index) => `id\n${index}\n${index + 1_000}\n`);
    const { reports, folder } = await together(contents, asked);
    expect(reports.every(({ status }) => status === 'completed')).toBe(true);
    const rows = await jsonLines(folder, 'all.jsonl');
    expect(rows.map(({ id }) => id)).toEqual(contents.flatMap((_, index) => [index, index + 1_000]));
    contents[350] = '';
    const failed = await together(contents, asked).then(
      (found) => found.reports.at(-1)?.error,
      (error: unknown) => error,
    );
    expect(failed).toMatchObject({ message: expect.stringContaining('part-350.csv') as string });
  },
);
