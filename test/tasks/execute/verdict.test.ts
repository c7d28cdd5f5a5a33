import { expect, test } from 'vitest';
import type { ProcessResult } from '../../../src/process/index.js';
import type { Report } from '../../../src/tasks/execute/envelope.js';
import { verdict } from '../../../src/tasks/execute/verdict.js';
import { DEFAULT_TASK_RETRY } from '../../../src/tasks/spec/run-spec.js';

const SPEC = { retry: DEFAULT_TASK_RETRY, timeoutMs: 1_500, memoryBytes: 1_000, cpuMs: 700 };
const OK: Report = { kind: 'ok', result: 7 };
const NONE: Report = { kind: 'none' };

function ended(values: Partial<ProcessResult> = {}): ProcessResult {
  return {
    ...{ ending: 'exited', exitCode: 0, signalName: null, startError: null, durationMs: 1, peakMemoryBytes: null },
    ...{ stdoutTail: Buffer.alloc(0), stderrTail: Buffer.alloc(0), stdoutBytes: 0, stderrBytes: 0 },
    ...values,
  };
}

test.each([
  ['timed_out', 'TASK_TIMEOUT', 'The program ran longer than its timeout of 1.5 s', true],
  ['out_of_memory', 'TASK_OUT_OF_MEMORY', 'The program used more memory than its limit of 1000 bytes', true],
  ['out_of_cpu', 'TASK_CPU_LIMIT', 'The program used more CPU time than its limit of 700 ms', false],
  ['aborted', 'TASK_KILLED', 'The program was stopped before its end', true],
  ['lost', 'TASK_KILLED', 'The process that started the program was killed', true],
] as const)('a program that is %s has failed, whatever it said', (ending, code, message, retryable) => {
  const { failure, result, warnings } = verdict(SPEC, ended({ ending }), OK);
  expect({ result, warnings }).toEqual({ result: null, warnings: [] });
  expect(failure).toMatchObject({ code, message, retryable });
});

test('the memory it used is reported', () => {
  const { failure } = verdict(SPEC, ended({ ending: 'out_of_memory', peakMemoryBytes: 2_048 }), NONE);
  expect(failure?.why).toBe('It and its children used 2048 bytes together.');
});

test.each([
  ['EAGAIN', true],
  ['EMFILE', true],
  ['ENFILE', true],
  ['ENOMEM', true],
  ['ETXTBSY', true],
  ['ENOENT', false],
  ['E2BIG', false],
])('a start that fails with %s is worth another try: %s', (code, retryable) => {
  const startError = { code, reason: 'because' };
  const { failure } = verdict(SPEC, ended({ ending: 'not_started', exitCode: null, startError }), NONE);
  expect(failure).toMatchObject({ code: 'TASK_NOT_STARTED', why: 'because', retryable });
  expect(failure?.next).toHaveLength(code === 'E2BIG' ? 1 : 0);
});

test('a start that failed for no known reason is not tried again', () => {
  const { failure } = verdict(SPEC, ended({ ending: 'not_started', exitCode: null }), NONE);
  expect(failure).toMatchObject({ code: 'TASK_NOT_STARTED', why: '', retryable: false });
});

test('a program that could not even be killed says so where its exit code would stand', () => {
  const { failure } = verdict(SPEC, ended({ exitCode: null }), NONE);
  expect(failure).toMatchObject({ code: 'TASK_KILLED', retryable: true });
  expect(failure?.message).toBe('The program ended with no exit code: it could not be killed');
});

test('a signal is named before an exit code', () => {
  const { warnings } = verdict(SPEC, ended({ ending: 'signalled', exitCode: null, signalName: 'SIGSEGV' }), OK);
  expect(warnings).toEqual(['The program reported success and then ended with signal SIGSEGV.']);
});

test.each([
  ['exited', 'TASK_ENVELOPE_INVALID', false],
  ['signalled', 'TASK_KILLED', true],
] as const)('half an envelope of a program that %s is %s', (ending, code, retryable) => {
  const how = ending === 'exited' ? { exitCode: 1 } : { exitCode: null, signalName: 'SIGKILL' as const };
  const { failure } = verdict(SPEC, ended({ ending, ...how }), { kind: 'invalid', why: 'It is cut off.' });
  expect(failure).toMatchObject({ code, retryable });
});

test.each([
  [0, 'any', false],
  [1, 'any', true],
  [1, [2], false],
  [2, [2], true],
  [0, [0], false],
  [75, [], true],
  [null, [], true],
] as const)('exit code %s under a policy of %j is worth another try: %s', (exitCode, exitCodes, retryable) => {
  const spec = { ...SPEC, retry: { ...DEFAULT_TASK_RETRY, exitCodes } };
  const error = { class: null, message: 'no', traceback: null, retryable: null, retryAfterMs: null };
  expect(verdict(spec, ended({ exitCode }), { kind: 'error', error }).failure?.retryable).toBe(retryable);
});
