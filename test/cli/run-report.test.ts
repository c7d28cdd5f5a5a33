import { expect, test } from 'vitest';
import { reportLines } from '../../src/cli/commands/run/report-text.js';
import type { Output } from '../../src/cli/output/output.js';
import type { RunReport } from '../../src/parse/index.js';

const output = { paint: (_colour: string, text: string) => text } as Output;
const failed = {
  error: { code: 'INPUT_NOT_FOUND', message: 'There is no file' },
  outputs: [],
  quarantines: [],
  badRows: [],
  accounting: null,
} as unknown as RunReport;

test('a run that failed before its first row accounts for none, one that failed later does', () => {
  expect(reportLines({ ...failed, rowsIn: 0, rowsValid: 0, rowsQuarantined: 0 }, output)).toEqual([]);
  expect(reportLines({ ...failed, rowsIn: 2, rowsValid: 2, rowsQuarantined: 0 }, output)).toEqual([
    'rows in 2 = valid 2 + quarantined 0',
  ]);
});
