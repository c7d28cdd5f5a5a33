import { readdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { BUILTIN } from '../../../src/pipeline/builtin/builtin-parser.js';
import { createTurns } from '../../../src/pipeline/builtin/turns.js';
import { type ParsePayload, pipelineHome } from '../../../src/pipeline/index.js';
import {
  discardStaged,
  type StagedRun,
  type StagedRunRequest,
  stagingPath,
} from '../../../src/pipeline/jobs/job-reader.js';
import type { ReadyParser } from '../../../src/pipeline/jobs/parser-of-job.js';
import { parserReader } from '../../../src/pipeline/jobs/parser-reader.js';
import { placeOfJob, readerOfJob, readerOfOutput } from '../../../src/pipeline/jobs/reader-of-job.js';
import type { PipelineRuntime } from '../../../src/pipeline/jobs/runtime.js';
import { CasparianError } from '../../../src/platform/index.js';
import { temporaryFolder } from '../../cli/store.js';
import type { TenantExecutor } from '../../../src/database/index.js';
import { hintText } from '../../../src/cli/output/hint-text.js';

const BUNDLE = join(process.cwd(), 'home/bundles/abc');
const PARSER = { directory: BUNDLE, registered: { name: 'sales', version: '1', sourceHash: 's' } } as ReadyParser;
const REQUEST = { context: { job: { id: 'job-1' }, fence: 3 }, input: { path: '/in/a.csv' } } as StagedRunRequest;

test('a run stages its files in the home, under the job and the attempt', () => {
  const home = pipelineHome('/home');
  const path = stagingPath({ ...REQUEST, runtime: { home } as PipelineRuntime })('orders.csv');
  expect(dirname(path)).toBe('/home/staging');
  expect(basename(path)).toMatch(/-job-1-3-orders\.csv\.partial$/);
});

test('all that a run has staged is discarded, whatever of it is there', async () => {
  const folder = await temporaryFolder();
  for (const name of ['output', 'quarantine', 'other']) await writeFile(join(folder, name), '');
  const staged = (...names: string[]) => names.map((name) => ({ path: join(folder, name) })) as never;
  await discardStaged({ outputs: staged('gone', 'output'), quarantines: staged('quarantine') });
  expect(await readdir(folder)).toEqual(['other']);
});

test('a failure of a parser names the files of its bundle as the parser knows them', () => {
  const error = new CasparianError('PARSER_EXCEPTION', `File "${BUNDLE}/parser.py", home/bundles/abc/more.py`);
  const reader = parserReader(PARSER);
  const run = { traceback: `in ${BUNDLE}/parser.py` } as StagedRun;
  expect(reader.name).toBe('sales');
  const failure = reader.failure(error, run, REQUEST);
  expect(failure).toMatchObject({ message: 'File "parser.py", more.py', detail: 'in parser.py', phase: 'Execution' });
  expect(hintText(failure.next[0]!)).toContain('job-1');
});

test('a failure without a traceback has no detail', () => {
  const error = new CasparianError('PARSER_TIMEOUT', 'late');
  expect(parserReader(PARSER).failure(error, { traceback: null } as StagedRun, REQUEST).detail).toBe('');
});

const DATABASE = { tenant: 'acme' } as TenantExecutor;

const payload = (more: Partial<ParsePayload>) => ({ path: '/in/sales-2024.csv', ...more }) as ParsePayload;

test('only jobs of the built-in readers have a place, in the line of their dataset', () => {
  const turns = createTurns();
  const enter = vi.fn((key: string) => turns.enter(key));
  const runtime = { firstFiles: { enter } } as unknown as PipelineRuntime;
  expect(placeOfJob(runtime, DATABASE, payload({ parser: 'sales', dataset: 'orders' }))).toBeUndefined();
  expect(enter).not.toHaveBeenCalled();
  expect(placeOfJob(runtime, DATABASE, payload({ parser: BUILTIN, dataset: 'orders' }))).toBeDefined();
  expect(placeOfJob(runtime, DATABASE, payload({ parser: BUILTIN }))).toBeDefined();
  expect(enter.mock.calls).toEqual([['acme\0orders'], ['acme\0sales']]);
});

test('the built-in readers read what was planned for them', async () => {
  const runtime = {} as PipelineRuntime;
  expect((await readerOfJob(runtime, DATABASE, payload({ parser: BUILTIN }))).name).toBe(BUILTIN);
  expect((await readerOfOutput(runtime, DATABASE, { parser: BUILTIN, output: 'orders' })).name).toBe(BUILTIN);
});
