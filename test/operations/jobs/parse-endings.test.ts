import { expect, test } from 'vitest';
import { factsOf } from '../../../src/operations/jobs/parse-endings.js';

test.each([
  [{ rows_valid: 5, rows_quarantined: 2, warnings: ['2 rows quarantined'] }, 5, 2, false],
  [{ rows_valid: 0, rows_quarantined: 0, already_processed: true }, 0, 0, true],
  [{ recovered: 1, still_quarantined: 3 }, 1, 3, false],
  [null, 0, 0, false],
])('the result %j tells of %i valid rows and %i quarantined ones', (result, rowsValid, rowsQuarantined, already) => {
  const facts = factsOf({ result: result === null ? null : JSON.stringify(result) });
  expect(facts).toEqual({ rowsValid, rowsQuarantined, alreadyProcessed: already, isSkipped: false });
});

test('a file that is not a table was skipped', () => {
  expect(factsOf({ result: '{"skipped":"not a table"}' })).toMatchObject({ isSkipped: true, rowsValid: 0 });
});
