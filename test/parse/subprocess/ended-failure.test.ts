import { expect, test } from 'vitest';
import { endedFailure } from '../../../src/parse/subprocess/ended-failure.js';
import type { ProcessResult } from '../../../src/process/index.js';
import { neverRan } from '../../../src/process/result.js';

const READ = { input: '/in/a.csv', timeoutMs: undefined, cpuSeconds: undefined, memoryLimitBytes: undefined };

function ended(how: Partial<ProcessResult>): ProcessResult {
  return { ...neverRan('lost', null, performance.now()), ending: 'signalled', ...how };
}

test.each([
  ['the system kills', { signalName: 'SIGKILL' as const }, 'PARSER_KILLED', 'SIGKILL'],
  ['leaves', { exitCode: 7 }, 'PARSER_KILLED', 'exit code 7'],
  [
    'has no memory left',
    { signalName: 'SIGABRT' as const, stderrTail: Buffer.from('FATAL ERROR: JavaScript heap out of memory') },
    'PARSER_OUT_OF_MEMORY',
    'the default heap limit of Node',
  ],
  [
    'cannot be started',
    { startError: { code: 'EAGAIN', reason: 'Too many processes' } },
    'PARSER_NOT_CONNECTED',
    'Too many',
  ],
])('a process that %s says so, and may be tried again', (_what, how, code, why) => {
  const failure = endedFailure(ended(how), undefined, READ);
  expect(failure).toMatchObject({ code, retryable: true, why: expect.stringContaining(why) as string });
});
