import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { processFiles, type ProcessOptions } from '../../../src/operations/process/process-files.js';
import { pipelineRunner } from '../../../src/app/index.js';
import { MODULE_SCHEMA_LINES } from '../../../src/operations/database/open-database.js';
import { type Engine, openEngine } from '../../../src/engine/index.js';
import { scanFolder } from '../../../src/pipeline/index.js';
import { silentLogger } from '../../../src/platform/index.js';
import { loadParserSettings, loadSettings, type SettingInputs } from '../../../src/settings/index.js';
import { COMMAND_STORES } from '../../cli/store.js';
import { BARE_PYTHON } from '../../parse/place.js';
import { NUMBERS_PARSER, useWorkplace, type Workplace } from '../../pipeline/jobs/workplace.js';
import { rowsOfTenant, TENANT } from '../../pipeline/staging/tenant.js';

async function process(
  workplace: Workplace,
  { env = {}, ...options }: Partial<ProcessOptions> & { env?: Record<string, string> } = {},
  engine: Engine = workplace.engine,
) {
  const inputs: SettingInputs = {
    flags: { home: workplace.home, python: BARE_PYTHON },
    env,
    cwd: workplace.home,
  };
  return processFiles(engine, {
    ...pipelineRunner(engine, await loadSettings(inputs), await loadParserSettings(inputs)),
    ...{ tenant: TENANT, parallel: 2, limit: undefined, parser: undefined, logger: silentLogger },
    signal: new AbortController().signal,
    onBegin: () => undefined,
    onProgress: () => undefined,
    ...options,
  });
}

/** Files of a folder of their own, which the parser is subscribed to. */
async function arrive(workplace: Workplace, files: Record<string, string>): Promise<void> {
  const root = join(workplace.home, 'arrivals');
  await mkdir(root, { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(join(root, name), text);
  const database = rowsOfTenant(workplace.engine);
  await scanFolder(database, { root, tags: ['numbers'], patterns: [], ignore: [], rehash: false });
}

async function subscribe({ engine }: Workplace): Promise<void> {
  await engine.database.script(
    `INSERT INTO cf_parser_topics (tenant, parser, topic) VALUES ('default', 'numbers', 'numbers')`,
  );
}

describe.each(COMMAND_STORES)('processing on %s', (kind) => {
  const workplace = useWorkplace(kind, { working: false });

  test('does what there is to do, says what became of it, and finds nothing to do afterwards', async () => {
    await workplace.register(NUMBERS_PARSER);
    await subscribe(workplace);
    await arrive(workplace, {
      'good.csv': '1,10\n2,20',
      'copy.csv': '1,10\n2,20',
      'warned.csv': '3,30\n4,forty\n5,50',
      'raises-1.csv': '!raise\n6,6',
      'raises-2.csv': '!raise\n7,7',
    });
    const begun: number[] = [];
    const progress: string[] = [];
    const report = await process(workplace, {
      onBegin: (jobs) => begun.push(jobs),
      onProgress: ({ done, total }) => progress.push(`${done}/${total}`),
    });
    expect(begun).toEqual([4]);
    expect(progress).toEqual(['1/4', '2/4', '3/4', '4/4']);
    expect(report).toMatchObject({
      ...{ completed: 1, completedWithWarnings: 1, failed: 2, alreadyProcessed: 1 },
      ...{ rowsValid: 4, rowsQuarantined: 1, returned: 0, done: 4 },
      failures: [{ code: 'PARSER_EXCEPTION', count: 2, message: expect.stringContaining('no such luck') as string }],
      filesFailed: 2,
      leftovers: { waiting: { count: 0 }, elsewhere: { count: 0 }, paused: 0 },
    });
    expect(await process(workplace)).toMatchObject({ done: 0, failed: 0, filesFailed: 2, alreadyProcessed: 3 });
  });

  test('reads known files without a parser from the moment on that this is allowed', async () => {
    await workplace.file('stock-1.csv', 'item,pieces\nnut,3\nbolt,4\n');
    expect(await process(workplace)).toMatchObject({ done: 0 });
    expect(await process(workplace, { auto: true })).toMatchObject({ done: 1, completed: 1, rowsValid: 2 });
    await workplace.file('stock-2.csv', 'item,pieces\nnail,5\n');
    expect(await process(workplace, { parser: 'builtin' })).toMatchObject({ done: 1, completed: 1, rowsValid: 1 });
    await workplace.engine.database.script('DELETE FROM cf_rules; UPDATE cf_routing SET revision = revision + 1');
  });

  test('takes no more jobs than it may, and those of one parser when asked to', async () => {
    const files = Object.fromEntries([1, 2, 3, 4, 5].map((id) => [`limited-${id}.csv`, `${id},${id}`]));
    await arrive(workplace, files);
    expect(await process(workplace, { limit: 2 })).toMatchObject({ done: 2, completed: 2 });
    await expect(process(workplace, { parser: 'nubmers' })).rejects.toMatchObject({ code: 'PARSER_NOT_REGISTERED' });
    await workplace.register(NUMBERS_PARSER.replace("'numbers'", "'idle'"));
    expect(await process(workplace, { parser: 'idle' })).toMatchObject({ done: 0, alreadyProcessed: 0 });
    expect(await process(workplace, { parser: 'numbers' })).toMatchObject({ done: 3, completed: 3 });
  });

  test('brings copies for other programs up to date at the end, without their delay', async () => {
    await arrive(workplace, { 'copied.csv': '101,10\n102,20' });
    const env = { CASPARIAN_DELTA_DATASETS: 'numbers', CASPARIAN_COPY_DELAY_SECONDS: '3600' };
    const begun: number[] = [];
    const report = await process(workplace, { env, onCopies: (copies) => begun.push(copies) });
    expect(report).toMatchObject({ completed: 1, copies: { completed: 1, failures: [] } });
    expect(begun).toEqual([1]);
    // A worker without the address of the destination says so.
    await arrive(workplace, { 'copied.csv': '101,10\n102,21' });
    const loads = { ...env, CASPARIAN_LOAD_DATASETS: 'numbers' };
    expect((await process(workplace, { env: loads })).copies).toMatchObject({
      completed: 1,
      failures: [{ type: 'dataset.load', dataset: 'numbers', code: 'CONFIG_INVALID', isRetried: false }],
    });
    expect((await process(workplace, { env })).copies).toEqual({ completed: 0, failures: [] });
  });

  test('two at once share the queue, and no file is processed twice', async () => {
    const { database } = workplace.engine;
    const other = await openEngine({
      database: database.dialect === 'sqlite' ? database.path : database.url,
      schemaLines: MODULE_SCHEMA_LINES,
    });
    const files = Object.fromEntries(Array.from({ length: 12 }, (_, id) => [`shared-${id}.csv`, `${id},7\n${id},8`]));
    await arrive(workplace, files);
    const reports = await Promise.all([process(workplace), process(workplace, {}, other)]);
    await other.close();
    expect(reports.reduce((sum, { completed }) => sum + completed, 0)).toBe(12);
    expect(reports.reduce((sum, { rowsValid }) => sum + rowsValid, 0)).toBe(24);
    const [row] = await workplace.rows<{ count: number }>(
      `SELECT count(*) AS count FROM cf_outputs o JOIN cf_files f ON f.id = o.file_id WHERE f.path LIKE '%shared%'`,
    );
    expect(row!.count).toBe(12);
  });

  test('told to stop, it takes no more, and what it had not done stays in the queue', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 8 }, (_, id) => [`slow-${id}.csv`, `!time.sleep(0.1)\n${id},9`]),
    );
    await arrive(workplace, files);
    const stop = new AbortController();
    const report = await process(workplace, { signal: stop.signal, onProgress: () => stop.abort() });
    expect(report.completed).toBeGreaterThan(0);
    expect(report.completed).toBeLessThan(8);
    const rest = await process(workplace);
    expect(report.completed + rest.completed).toBe(8);
  });
});
