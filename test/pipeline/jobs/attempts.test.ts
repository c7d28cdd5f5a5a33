import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { packBundle } from '../../../src/pipeline/bundle/pack-bundle.js';
import { createJobLogReader, declareJob } from '../../../src/engine/index.js';
import { VALIDATE_JOB } from '../../../src/pipeline/index.js';
import { jobLogs } from '../../../src/engine/index.js';
import type { RegisteredParser } from '../../../src/pipeline/registry/registered-parser.js';
import { STORES } from '../../cli/store.js';
import { jobEnds } from '../../engine/staging/workers.js';
import { NUMBERS_PARSER, useWorkplace } from './workplace.js';

describe.each(STORES)('an attempt at a file on %s', (kind) => {
  const place = useWorkplace(kind);
  let numbers: RegisteredParser;
  beforeAll(async () => {
    vi.stubEnv('CASPARIAN_TEST_SECRET', 'do not tell');
    numbers = await place.register(NUMBERS_PARSER);
  });
  afterAll(() => void vi.unstubAllEnvs());

  test('keeps what the parser prints, says and logs', async () => {
    const deeds = ["!print('to stdout')", "!print('to stderr', file=sys.stderr)", "!ctx.log('noted', 'warning')"];
    const job = await place.parse(await place.file('talks.csv', `${deeds.join('\n')}\n1,1\n`), numbers);
    expect(job.status).toBe('completed');
    const lines = await jobLogs(place.engine.database, job.id);
    expect(await createJobLogReader(place.runtime.home.logs, job.id).readNew()).toEqual([]);
    expect(lines.map(({ level, message }) => `${level}: ${message}`).sort()).toEqual([
      ...['info: to stdout', 'warn: noted', 'warn: to stderr'],
    ]);
    expect(lines[0]!.at).toBeGreaterThanOrEqual(job.startedAt!);
    expect(lines[0]!.at).toBeLessThanOrEqual(job.finishedAt! + 1_000);
  });

  test('writes the output of a longer attempt to a file while it runs', async () => {
    const deeds = ["!print('first', flush=True)", '!import time; time.sleep(0.5)', "!print('last')"];
    const job = await place.parse(await place.file('slow.csv', `${deeds.join('\n')}\n1,1\n`), numbers);
    expect(job.status).toBe('completed');
    const lines = await createJobLogReader(place.runtime.home.logs, job.id).readNew();
    expect(lines.map(({ message }) => message)).toEqual(['first', 'last']);
    expect(await jobLogs(place.engine.database, job.id)).toEqual([]);
  });

  test('keeps the output of a short attempt that failed', async () => {
    const deeds = ["!print('before')", '!raise ValueError()'];
    const job = await place.parse(await place.file('short.csv', `${deeds.join('\n')}\n1,1\n`), numbers);
    expect(job.status).toBe('failed');
    const lines = await createJobLogReader(place.runtime.home.logs, job.id).readNew();
    expect(lines.map(({ message }) => message)).toContain('before');
  });

  test('sees an environment without secrets, and its own bundle as its working folder', async () => {
    const deed = "!print(os.environ.get('CASPARIAN_TEST_SECRET'), os.path.exists('parser.py'))";
    const job = await place.parse(await place.file('spies.csv', `${deed}\n1,1\n`), numbers);
    const [line] = await jobLogs(place.engine.database, job.id);
    expect(line!.message).toBe('None True');
  });

  test('unpacks its bundle again when somebody has removed it', async () => {
    const file = await place.file('again.csv', '1,1\n');
    await place.parse(file, numbers);
    await rm(join(place.runtime.home.bundles, numbers.sourceHash), { recursive: true });
    expect(await place.parse(file, numbers)).toMatchObject({ status: 'completed', result: { rows_valid: 1 } });
  });

  test('removes what an earlier one moved and did not live to commit', async () => {
    const file = await place.file('crashed.csv', '1,1\n');
    const id = await place.engine.transaction(async (tx) => {
      const planned = await place.plan(file, numbers, tx);
      await tx.script(`UPDATE cf_jobs SET fence = 1, crashes = 1 WHERE id = '${planned}'`);
      const left = join(place.home, 'output', `numbers/numbers/${planned}-1.jsonl`);
      await mkdir(dirname(left), { recursive: true });
      await writeFile(left, 'left\n');
      return planned;
    });
    expect(await jobEnds(place.engine, id)).toMatchObject({ status: 'completed', fence: 2 });
    expect(await place.filesOf(id)).toEqual([`numbers/numbers/${id}-2.jsonl`]);
  });

  test('validates a bundle that is not registered, and keeps nothing of it', async () => {
    const validate = async (source: string) => {
      const path = join(place.home, 'unregistered', 'parser.py');
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, source);
      const { archive, sourceHash, entrypoint } = await packBundle(path);
      const payload = { parser: 'new', archive: archive.toString('base64'), source_hash: sourceHash, entrypoint };
      const { id } = await place.engine.enqueue(VALIDATE_JOB, payload);
      return { job: await jobEnds(place.engine, id), folder: join(place.runtime.home.bundles, sourceHash) };
    };
    const good = await validate(NUMBERS_PARSER.replace("'numbers'", "'new'"));
    expect(good.job).toMatchObject({ status: 'completed', result: { name: 'new', version: '1.0.0' } });
    await expect(readFile(join(good.folder, 'parser.py'))).rejects.toMatchObject({ code: 'ENOENT' });
    await expect
      .poll(async () => (await jobLogs(place.engine.database, good.job.id)).map(({ message }) => message))
      .toEqual(['Running test execution...', '✓ parser.py loads successfully']);

    const bad = await validate('import no_such_module\nclass Parser:\n    pass\n');
    expect(bad.job).toMatchObject({
      ...{ status: 'failed', attempts: 1 },
      errors: [{ code: 'PARSER_MODULE_MISSING', phase: 'Execution' }],
    });
    expect(bad.job.errors[0]!.message).toContain('  File "parser.py", line 1');
  });

  test('with an archive whose bytes were changed fails in its first phase', async () => {
    const { archive, entrypoint } = await packBundle(join(place.home, 'parsers/numbers/1.0.0/parser.py'));
    const payload = { parser: 'x', archive: archive.toString('base64'), source_hash: 'a'.repeat(64), entrypoint };
    const { id } = await place.engine.enqueue(VALIDATE_JOB, payload);
    const job = await jobEnds(place.engine, id);
    expect(job).toMatchObject({ status: 'failed', errors: [{ code: 'BUNDLE_INVALID', phase: 'Parser' }] });
  });

  test('with an invalid payload is refused, or fails at once where its enqueuer has no schema', async () => {
    const refused = place.engine.enqueue(VALIDATE_JOB, {} as never);
    await expect(refused).rejects.toMatchObject({ code: 'PAYLOAD_INVALID' });
    const { id } = await place.engine.enqueue(declareJob({ type: VALIDATE_JOB.type }), {});
    expect(await jobEnds(place.engine, id)).toMatchObject({ status: 'failed', errors: [{ code: 'PAYLOAD_INVALID' }] });
  });
});
