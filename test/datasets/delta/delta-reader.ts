import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { join } from 'node:path';

const PYTHON = join(import.meta.dirname, '../../../.cache/python/delta/bin/python');

/** Whether delta-rs and Polars are installed. */
export const HAS_DELTA_READERS = existsSync(PYTHON);
if (!HAS_DELTA_READERS)
  console.warn('delta-rs and Polars are not installed: the tests that read Delta tables with them are SKIPPED.');

export interface TableRead {
  readonly version: number;
  /** Values as text, in any order of rows, sorted. */
  readonly rows: readonly (readonly (string | null)[])[];
  readonly types: Readonly<Record<string, string>>;
  readonly files: number;
}

/** One Python process for all reads of a test file: it starts in seconds. */
export interface DeltaReader {
  /** Reads the columns with delta-rs and with Polars, and compares them. */
  read(table: string, columns: readonly string[], options?: { version?: number; options?: object }): Promise<TableRead>;
  call(action: 'append' | 'optimize' | 'checkpoint', table: string, more?: object): Promise<{ version: number }>;
  close(): void;
}

export function openDeltaReader(): DeltaReader {
  const child: ChildProcess = spawn(PYTHON, [join(import.meta.dirname, 'read_table.py')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  const ask = async (request: object): Promise<Record<string, unknown>> => {
    child.stdin!.write(`${JSON.stringify(request)}\n`);
    const { value } = (await lines.next()) as { value?: string };
    const response = JSON.parse(value ?? '{"error": "the reader has ended"}') as Record<string, unknown>;
    if (response['error'] !== undefined) throw new Error(String(response['error']));
    return response;
  };
  return {
    async read(table, columns, options = {}) {
      const { polars, ...read } = await ask({ action: 'read', table, columns, ...options });
      if (JSON.stringify(polars) !== JSON.stringify(read['rows'])) {
        throw new Error(`Polars reads ${JSON.stringify(polars)}, delta-rs ${JSON.stringify(read['rows'])}`);
      }
      return read as unknown as TableRead;
    },
    call: (action, table, more = {}) =>
      ask({ action, table, ...more }) as Promise<unknown> as Promise<{ version: number }>,
    close: () => child.kill(),
  };
}
