import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { runReaderOnInputs, type RunReport } from '../../src/parse/index.js';
import type { ReaderRunsRequest } from '../../src/parse/runs/run-reader-on-inputs.js';

export interface ReadFile {
  readonly report: RunReport;
  /** The rows of the output, without lineage. */
  readonly rows: Record<string, unknown>[];
  readonly quarantine: QuarantineRow[];
  readonly folder: string;
}

export interface QuarantineRow {
  row_number: number;
  column: string | null;
  error_type: string;
  raw: Record<string, unknown>;
}

export interface ReadOptions extends Partial<ReaderRunsRequest['look']> {
  name?: string;
  contract?: object;
  limits?: { share: number; rows: number };
  signal?: AbortSignal;
  onRows?: () => void;
}

/** Reads one file without a parser, given by its content, and everything that came of it. */
export async function readContent(content: string | Buffer, options: ReadOptions = {}): Promise<ReadFile> {
  const folder = await mkdtemp(join(tmpdir(), 'reader-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { name = 'data.csv', contract, limits = { share: 0.6, rows: 10_000 } } = options;
  const [path, contractPath] = [join(folder, name), join(folder, 'contract.json')];
  await writeFile(path, content);
  if (contract !== undefined) await writeFile(contractPath, JSON.stringify({ version: 1, ...contract }));
  const [report] = await runReaderOnInputs({
    inputs: [{ name, path, bytes: undefined }],
    directory: join(folder, 'out'),
    parallel: 1,
    format: 'jsonl',
    limits: () => Promise.resolve(limits),
    look: { format: options.format ?? {}, types: options.types ?? new Map(), guessing: options.guessing },
    contractPath: contract === undefined ? undefined : contractPath,
    onInput: () => ({ onProgress: () => options.onRows?.() }),
    signal: options.signal ?? new AbortController().signal,
  });
  if (report === undefined) throw new Error('there is no report');
  const lines = async (file: string | undefined): Promise<string[]> =>
    file === undefined ? [] : (await readFile(file, 'utf8')).split('\n').slice(0, -1);
  const rows = (await lines(report.outputs[0]?.path)).map((line) => JSON.parse(line) as Record<string, unknown>);
  const quarantine = (await lines(report.quarantines[0]?.path)).map((line) => JSON.parse(line) as QuarantineRow);
  return { report, rows: rows.map(withoutLineage), quarantine, folder };
}

function withoutLineage(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !name.startsWith('_cf_')));
}
