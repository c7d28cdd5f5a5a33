import { expect, test } from 'vitest';
import { hintsFor } from '../../../src/pipeline/jobs/hints.js';
import { inPhase, phaseOf, withPhase } from '../../../src/pipeline/jobs/phase.js';
import { hintText } from '../../../src/cli/output/hint-text.js';
import { CasparianError, type ErrorCode } from '../../../src/platform/index.js';

const JOB = { jobId: 'job-1', parser: 'sales', path: '/in/a.csv' };

test.each([
  ['INTERPRETER_NOT_FOUND', 'Environment'],
  ['INPUT_NOT_FOUND', 'Input'],
  ['INPUT_UNREADABLE', 'Input'],
  ['INPUT_CHANGED', 'Input'],
  ['INPUT_NOT_A_TABLE', 'Input'],
  ['CONTRACT_INVALID', 'Contract'],
  ['COLUMNS_MISMATCH', 'Contract'],
  ['OUTPUT_UNDECLARED', 'Contract'],
  ['QUARANTINE_LIMIT', 'Contract'],
  ['OUTPUT_UNWRITABLE', 'Output'],
  ['PARSER_EXCEPTION', 'Execution'],
  ['PARSER_TIMEOUT', 'Execution'],
] as const)('%s belongs to the phase %s', (code, phase) => {
  expect(phaseOf(new CasparianError(code, 'no'))).toBe(phase);
});

test('a step gives its result, and its failures say which step it was', async () => {
  expect(await inPhase('Input', () => Promise.resolve(7))).toBe(7);
  const failing = (error: Error) => inPhase('Input', () => Promise.reject(error));
  await expect(failing(new CasparianError('PARSER_TIMEOUT', 'late'))).rejects.toMatchObject({ phase: 'Input' });
  const inside = new CasparianError('PARSER_TIMEOUT', 'late', { phase: 'Execution' });
  await expect(failing(inside)).rejects.toMatchObject({ phase: 'Execution' });
  const bug = new Error('a bug');
  await expect(failing(bug)).rejects.toBe(bug);
});

test('an error keeps what is known of it, unless more is known now', () => {
  const cause = new Error('cause');
  const details = { why: 'why', next: ['next'], retryable: true, retryAfterMs: 5, detail: 'detail', cause };
  const error = new CasparianError('PARSER_EXCEPTION', 'what', details);
  expect(withPhase(error, 'Output')).toMatchObject({ message: 'what', code: error.code, ...details, phase: 'Output' });
  const more = { message: 'other', why: 'because', next: ['do'], detail: 'words' };
  expect(withPhase(error, 'Output', more)).toMatchObject({ ...more, retryable: true, cause });
});

test('only a bug of ours keeps our own stack', () => {
  const bug = new CasparianError('INTERNAL', 'a bug');
  expect(withPhase(bug, 'Input').detail).toBe(bug.stack);
  expect(withPhase(new CasparianError('PARSER_TIMEOUT', 'late'), 'Input').detail).toBe('');
});

test.each([
  ['PARSER_EXCEPTION', ['casparian job logs job-1', 'casparian backfill sales']],
  ['PARSER_MODULE_MISSING', ['uv lock', 'register it again']],
  ['PARSER_TIMEOUT', ["Raise parser_timeout_seconds, if needed only for 'sales'"]],
  ['PARSER_CPU_LIMIT', ["Raise parser_cpu_seconds, if needed only for 'sales'"]],
  ['PARSER_OUT_OF_MEMORY', ['Yield batches', "raise parser_memory_bytes, if needed only for 'sales'"]],
  [
    'QUARANTINE_LIMIT',
    [
      'casparian quarantine list --job job-1',
      'casparian backfill sales --failed --execute',
      'quarantine_threshold and max_quarantine_rows',
    ],
  ],
  ['PARSER_NOT_CONNECTED', ['casparian job logs job-1']],
  ['OUTPUT_UNWRITABLE', ['the disk of the home is not full']],
] as const satisfies [ErrorCode, string[]][])('%s has the hints of a server', (code, parts) => {
  const hints = hintsFor(new CasparianError(code, 'no', { next: ['by hand'] }), JOB).map(hintText);
  expect(hints).toEqual(parts.map((part) => expect.stringContaining(part) as string));
});

test('another error keeps its own hints, and a missing program is installed on the worker', () => {
  expect(hintsFor(new CasparianError('INPUT_NOT_FOUND', 'no', { next: ['by hand'] }), JOB)).toEqual(['by hand']);
  const missing = new CasparianError('PARSER_BINARY_MISSING', 'no', { next: ['apt install x'] });
  expect(hintsFor(missing, JOB)).toEqual(['Install it on the worker, then retry the job.', 'apt install x']);
});
