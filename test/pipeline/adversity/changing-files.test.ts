import { access, appendFile, rename, unlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { COMMAND_STORES } from '../../cli/store.js';
import { waitUntil } from '../../services/wait-until.js';
import { createPipeline, type Pipeline } from '../staging/pipeline.js';
import { visibleRows } from '../staging/visible-rows.js';

/** Reads the first line, says so, and waits to be told to go on. */
const PATIENT_PARSER = `import os
import time


class Parser:
    name = 'lines'
    version = '1.0.0'
    topics = ['lines']
    outputs = {'line': 'string!'}

    def parse(self, ctx):
        incoming, name = os.path.split(ctx.input_path)
        folder = os.path.dirname(incoming)
        with open(ctx.input_path) as file:
            yield [{'line': file.readline().strip()}]
            open(os.path.join(folder, 'reading ' + name), 'w').close()
            while not os.path.exists(os.path.join(folder, 'go on')):
                time.sleep(0.005)
            yield [{'line': line.strip()} for line in file]
`;

/** The parser and this test communicate through files that a sandbox hides. */
const UNCONFINED = { env: { CASPARIAN_SANDBOX: 'off' } };
const NAMES = ['grows.txt', 'is-replaced.txt', 'disappears.txt', 'stays.txt'];

describe.each(COMMAND_STORES)('on %s', (kind) => {
  test('files that grow, are replaced or disappear while they are read are noticed, and read again', async () => {
    const pipeline = await createPipeline(kind);
    for (const name of NAMES) await pipeline.file(name, `${name}\nsecond\n`);
    await pipeline.registerAndScan(PATIENT_PARSER, 'lines');
    const processing = pipeline.start(['process', '--jobs', String(NAMES.length), '--json'], UNCONFINED);
    await everyFileIsRead(pipeline);
    await appendFile(join(pipeline.incoming, 'grows.txt'), 'third\n');
    await writeFile(join(pipeline.folder, 'new'), 'replaced\nsecond\n');
    await rename(join(pipeline.folder, 'new'), join(pipeline.incoming, 'is-replaced.txt'));
    await unlink(join(pipeline.incoming, 'disappears.txt'));
    await writeFile(join(pipeline.folder, 'go on'), '');
    await processing.ended;

    expect(await visibleLines(pipeline)).toEqual({ 'stays.txt': ['stays.txt', 'second'] });
    const errors = await errorsOf(pipeline);
    expect(errors['grows.txt']).toBe('INPUT_CHANGED');
    expect(errors['is-replaced.txt']).toBe('INPUT_CHANGED');
    expect(['INPUT_CHANGED', 'INPUT_NOT_FOUND']).toContain(errors['disappears.txt']);

    await tryAgainAtOnce(pipeline);
    expect(await visibleLines(pipeline)).toEqual({
      'stays.txt': ['stays.txt', 'second'],
      'grows.txt': ['grows.txt', 'second', 'third'],
      'is-replaced.txt': ['replaced', 'second'],
    });
  });
});

async function everyFileIsRead({ folder }: Pipeline): Promise<void> {
  const marks = NAMES.map((name) => join(folder, `reading ${name}`));
  const ask = async () => (await Promise.all(marks.map((mark) => access(mark)))).length > 0;
  await waitUntil(ask, { for: 'all files to be read', intervalMs: 10 });
}

async function visibleLines(pipeline: Pipeline): Promise<Record<string, string[]>> {
  const lines: Record<string, string[]> = {};
  for (const row of await visibleRows(pipeline)) {
    (lines[basename(String(row['_cf_source']))] ??= []).push(String(row['line']));
  }
  return lines;
}

async function errorsOf({ engine }: Pipeline): Promise<Record<string, string | undefined>> {
  const jobs = await engine.jobs({ type: 'parse' });
  const nameOf = (payload: unknown) => basename((payload as { path: string }).path);
  return Object.fromEntries(jobs.map(({ payload, errors }) => [nameOf(payload), errors[0]?.code]));
}

/** Instead of when its time has come. */
async function tryAgainAtOnce(pipeline: Pipeline): Promise<void> {
  for (const { id, status } of await pipeline.engine.jobs({ type: 'parse' })) {
    if (status !== 'completed') await pipeline.engine.retry(id);
  }
  await pipeline.run(['process', '--json'], UNCONFINED);
}
