import { expect, test } from 'vitest';
import { failureText } from '../../../src/cli/output/failure.js';
import { CasparianError } from '../../../src/platform/index.js';

test('an error on the terminal is bounded, in lines and in characters', () => {
  const lines = Array.from({ length: 5_000 }, (_, line) => `line ${line}`).join('\n');
  const text = failureText(new CasparianError('PARSER_EXCEPTION', 'x'.repeat(1_000_000), { why: lines }));
  expect(text.length).toBeLessThan(10_000);
  expect(text.split('\n').length).toBeLessThan(70);
  expect(text).toContain('… (996000 more characters)');
  expect(text).toContain('line 59\n… (4940 more lines)');
  expect(text).not.toContain('line 60\n');
});

test('a short error is printed as it is', () => {
  expect(failureText(new CasparianError('PARSER_EXCEPTION', 'no', { why: 'because', next: ['Try again.'] }))).toBe(
    'Error [PARSER_EXCEPTION]: no\n  Why:  because\n  Next: Try again.',
  );
});
