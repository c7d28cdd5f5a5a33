import { expect, test } from 'vitest';
import { casparian } from '../cli/casparian.js';

test('the demo of collect shows limits, a breaker that opens and closes, duplicates and a valuation', async () => {
  const { code, stdout } = await casparian(['demo', 'collect']);
  expect(code).toBe(0);
  expect(stdout).toContain('30 prices stored, 6 duplicates found');
  expect(stdout).toContain('5 failures in a row: the breaker is open');
  expect(stdout).toContain('6 jobs wait, 0 requests were sent');
  expect(stdout).toContain('one probe, then 6 collections; the breaker is closed');
  expect(stdout).toMatch(/2500\.00 {2}outlier/);
  expect(stdout).toContain('value 44.50 USD, confidence medium, 6 prices');
});
