import { expect, test } from 'vitest';
import { jobFields, jobLabel, redactedJob } from '../../../src/operations/index.js';
import type { JobRecord } from '../../../src/engine/index.js';
import { FILE_JOBS, PIPELINE_JOBS, pipelineJobs, type PipelineRuntime } from '../../../src/pipeline/index.js';
import { readRunSpec, specJson, TASK_JOBS, taskJobs, type TaskRuntime } from '../../../src/tasks/index.js';

const job = (type: string, payload: unknown): JobRecord => ({ type, payload }) as JobRecord;
const PARSE = {
  ...{ parser: 'invoices', version: '1.2.0', source_hash: 'a', file_id: 'b', content_hash: 'c' },
  path: '/data/march.csv',
};

test('a job over a file is labelled with its parser and its file', () => {
  expect(jobLabel(job('parse', PARSE))).toBe('invoices ← march.csv');
  expect(jobLabel(job('parse.replay', { ...PARSE, replay_of: 'd' }))).toBe('invoices ← march.csv');
});

test('a task is labelled with its command, shortened in the middle', () => {
  const command = ['/usr/bin/python3', '-m', 'reports.monthly', '--month', '3'];
  const spec = specJson(readRunSpec({ command }).spec);
  expect(jobLabel(job('task', spec))).toBe('/usr/bin/python3 -m …s.monthly --month 3');
});

test('a job of an unknown type, or with a payload that is not of its type, has no label', () => {
  expect(jobLabel(job('mine', PARSE))).toBe('');
  expect(jobLabel(job('parse', { parser: 'invoices' }))).toBe('');
  expect(jobLabel(job('task', { command: 'ls' }))).toBe('');
  expect(jobLabel(job('noop', {}))).toBe('');
});

test('the parser of a job and its version are fields', () => {
  expect(jobFields(job('parse', PARSE))).toEqual({ parser: 'invoices', version: '1.2.0', path: '/data/march.csv' });
  expect(jobFields(job('parse.validate', { parser: 'new', archive: 'x' }))).toEqual({ parser: 'new' });
  expect(jobFields(job('mine', PARSE))).toEqual({});
});

test('secrets in the variables of a task are not shown', () => {
  const payload = { command: ['ls'], env: { API_TOKEN: 'x', HOME: '/' } };
  expect(redactedJob(job('task', payload)).payload).toEqual({ command: ['ls'], env: { API_TOKEN: '***', HOME: '/' } });
  expect(redactedJob(job('mine', payload)).payload).toBe(payload);
  for (const odd of [null, 'text', { env: null }, { env: 'x' }])
    expect(redactedJob(job('task', odd)).payload).toEqual(odd);
});

test('every declared type has a handler, and a worker can ask for some of them', async () => {
  const types = (jobs: readonly { type: string }[]): string[] => jobs.map(({ type }) => type);
  const runtime = {} as PipelineRuntime;
  expect(types(pipelineJobs(runtime))).toEqual(types(PIPELINE_JOBS));
  expect(types(pipelineJobs(runtime, FILE_JOBS))).toEqual(['parse', 'parse.replay']);
  expect(types(taskJobs({} as TaskRuntime))).toEqual(types(TASK_JOBS));
});
