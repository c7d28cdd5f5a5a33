import { expect, test } from 'vitest';
import { builtinHints } from '../../../src/pipeline/jobs/builtin-hints.js';
import { pathMatcher } from '../../../src/pipeline/routing/topics-of-file.js';
import { CasparianError } from '../../../src/platform/index.js';
import { hintText } from '../../../src/cli/output/hint-text.js';

const JOB = { jobId: 'job', dataset: 'orders' };

test('what to type can be pasted into a shell, whatever the file is called', () => {
  const path = `/in/it's [new].csv`;
  const hints = builtinHints(new CasparianError('COLUMNS_MISMATCH', 'no'), { ...JOB, path }).map(hintText);
  expect(hints[0]).toBe(`See what it contains: casparian infer '/in/it'\\''s [new].csv'`);
  const [, pattern = ''] = /rule add '(.*)' --topic/.exec(hints[1] ?? '') ?? [];
  expect(pathMatcher(pattern.replaceAll(`'\\''`, "'"))(path)).toBe(true);
  expect(pathMatcher(pattern.replaceAll(`'\\''`, "'"))(`/in/it's n.csv`)).toBe(false);
});

test('a limit that was reached says which setting it was', () => {
  const hints = builtinHints(new CasparianError('PARSER_OUT_OF_MEMORY', 'no'), { ...JOB, path: '/in/a.csv' });
  expect(hints.map(hintText).join('\n')).toContain('parser_memory_bytes');
});
