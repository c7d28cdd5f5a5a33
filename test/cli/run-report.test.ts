import { expect, test } from 'vitest';
import { reportLines } from '../../src/cli/commands/run/report-text.js';
import { createRunMessages } from '../../src/cli/commands/run/messages.js';
import type { Output } from '../../src/cli/output/output.js';
import type { RunReport } from '../../src/parse/index.js';
import { CasparianError } from '../../src/platform/index.js';

const output = { paint: (_colour: string, text: string) => text } as Output;
const failed = {
  error: { code: 'INPUT_NOT_FOUND', message: 'There is no file' },
  outputs: [],
  quarantines: [],
  badRows: [],
  emptyTexts: [],
  skipped: { count: 0, path: null, shown: [] },
  accounting: null,
} as unknown as RunReport;

const FACTS = {
  inputs: ['a.csv', 'b.csv'].map((name) => ({ name, path: name, bytes: undefined })),
  parallel: 1,
  traceback: false,
};

test('a run that failed before its first row accounts for none, one that failed later does', () => {
  expect(reportLines({ ...failed, rowsIn: 0, rowsValid: 0, rowsQuarantined: 0 }, output)).toEqual([]);
  expect(reportLines({ ...failed, rowsIn: 2, rowsValid: 2, rowsQuarantined: 0 }, output)).toEqual([
    'rows in 2 = valid 2 + quarantined 0',
  ]);
});

test('what fails all files of one output is told once, and what of each is of another type once for each', () => {
  const said: string[] = [];
  const say = (text: string): void => void said.push(text);
  const talk = createRunMessages({ ...output, asJson: false, print: say, message: say }, FACTS);
  const error = new CasparianError('QUARANTINE_LIMIT', 'Too many');
  const first = { row: 1, value: 'x' };
  const changed = [{ column: 'id', declared: 'int', found: 'string', misfits: 1, first }];
  const reading = { format: { kind: 'parquet', compression: 'none' }, table: null, notes: [], warnings: [] };
  const drift = { added: [], missing: [], renamed: [], changed };
  for (const { name } of FACTS.inputs) {
    const rows = { rowsIn: 1, rowsValid: 1, rowsQuarantined: 0 };
    talk.onReport({ ...failed, ...rows, input: name, error, reading: { ...reading, drift } } as RunReport);
  }
  expect(said.filter((text) => text.includes('Too many'))).toHaveLength(1);
  expect(said.filter((text) => text.includes("column 'id' was int"))).toHaveLength(2);
});
