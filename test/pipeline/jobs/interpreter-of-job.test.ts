import { expect, test } from 'vitest';
import { interpreterOfJob, isBuilt } from '../../../src/pipeline/jobs/interpreter-of-job.js';
import type { ReadyParser } from '../../../src/pipeline/jobs/parser-of-job.js';
import { createPromiseCache } from '../../../src/pipeline/jobs/promise-cache.js';
import type { PipelineRuntime } from '../../../src/pipeline/jobs/runtime.js';

function parser(language: 'python' | 'node', lockfileHash: string | null): ReadyParser {
  return { directory: '/bundle', registered: { name: 'sales', language, lockfileHash } } as ReadyParser;
}

test.each([
  ['python', 'lock', undefined, true],
  ['python', 'lock', '/usr/bin/python3', false],
  ['python', null, undefined, false],
  ['node', 'lock', undefined, true],
  ['node', 'lock', '/usr/bin/python3', true],
  ['node', null, undefined, false],
] as const)('a %s parser with lockfile %s and the given Python %s is built: %s', (language, lock, python, built) => {
  expect(isBuilt({ python } as PipelineRuntime, parser(language, lock))).toBe(built);
});

test('an interpreter of the machine is looked for once for each language', async () => {
  const runtime = { python: undefined, interpreters: createPromiseCache() } as unknown as PipelineRuntime;
  const found = { path: '/usr/bin/python3' } as never;
  await runtime.interpreters.get('python', () => Promise.resolve(found));
  expect(await interpreterOfJob(runtime, parser('python', null), {})).toBe(found);
});
