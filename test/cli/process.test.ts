import { describe, expect, test } from 'vitest';
import { createPipeline, type Pipeline } from '../pipeline/staging/pipeline.js';
import { waitUntil } from '../services/wait-until.js';
import { COMMAND_STORES } from './store.js';

const PARSER = `import time

class Parser:
    name = 'numbers'
    version = '1.0.0'
    topics = ['numbers']
    outputs = {'id': 'int!'}

    def parse(self, ctx):
        with open(ctx.input_path) as file:
            lines = file.read().split()
        if lines[0] == 'slow':
            time.sleep(60)
        if lines[0] == 'bad':
            raise ValueError('no such luck')
        yield [{'id': line} for line in lines]
`;

async function withFiles(kind: (typeof COMMAND_STORES)[number], files: Record<string, string>): Promise<Pipeline> {
  const pipeline = await createPipeline(kind);
  for (const [name, content] of Object.entries(files)) await pipeline.file(name, content);
  await pipeline.registerAndScan(PARSER, 'numbers');
  return pipeline;
}

describe.each(COMMAND_STORES)('process on %s', (kind) => {
  test('says that there is nothing to do, without a count of no files', async () => {
    const pipeline = await createPipeline(kind);
    const { code, stdout } = await pipeline.run(['process']);
    expect([code, stdout]).toEqual([0, 'Nothing to do\n']);
  });

  test('says what it did and why the rest failed, and exits with 1 if any did', async () => {
    const pipeline = await withFiles(kind, { 'a.txt': '1 2', 'b.txt': '3 x 4', 'c.txt': 'bad', 'd.txt': 'bad 2' });
    const { code, stdout, stderr } = await pipeline.run(['process', '--jobs', '2']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Processing 4 jobs\.\.\.$[\s\S]*^\[=+\] 100% \(4\/4\)$[\s\S]*^Done\.$/m);
    expect(stdout.trimEnd().split('\n')).toEqual([
      '✓ 1 completed',
      '⚠ 1 completed with warnings (rows quarantined)',
      '✗ 2 failed',
      expect.stringMatching(/^ {2}2 × PARSER_EXCEPTION: ValueError: no such luck/),
      expect.stringMatching(/^ {4}for example [cd]\.txt: casparian job show [0-9a-f-]{36}$/),
      'Rows: 4 valid, 1 quarantined',
    ]);
    const again = await pipeline.run(['process']);
    expect([again.code, again.stdout]).toEqual([0, 'Already processed: 2 files, nothing to do\n']);
    expect(again.stderr).toContain('2 files failed earlier: casparian jobs --status failed');
  });

  test('counts the bad rows of files that failed because of them', async () => {
    const files = { 'a.txt': '1 2', 'b.txt': `${'x '.repeat(20)}3 4 5` };
    const pipeline = await withFiles(kind, files);
    const { code, stdout } = await pipeline.run(['process']);
    expect(code).toBe(1);
    expect(stdout).toContain('Rows: 2 valid, 20 quarantined\n  20 of the quarantined rows are in failed files');
    const [counted] = await pipeline.json<{ rows: number }[]>([
      'query',
      "select count(*) as rows from quarantine where status = 'evidence'",
      '--json',
    ]);
    expect(counted).toEqual({ rows: 20 });
  });
});

test('Ctrl-C returns what runs after the grace, reports what was done, and exits with 130', async () => {
  const pipeline = await withFiles('sqlite', { 'a.txt': '1', 'b.txt': 'slow' });
  const env = { CASPARIAN_STOP_GRACE_SECONDS: '0.1' };
  const running = pipeline.start(['process', '--json', '--jobs', '1'], { env });
  const [slow] = await pipeline.engine.jobs({ limit: 1 });
  await waitUntil(async () => (await pipeline.engine.job(slow!.id)).status === 'running', { for: 'the slow job' });
  running.process.kill('SIGINT');
  const { code, stdout } = await running.ended;
  expect(code).toBe(130);
  expect(JSON.parse(stdout)).toEqual({
    ...{ completed: 1, completed_with_warnings: 0, failed: 0, already_processed: 0 },
    ...{ rows_valid: 1, rows_quarantined: 0, returned: 1 },
  });
  expect(await pipeline.engine.job(slow!.id)).toMatchObject({ status: 'pending', attempts: 0 });
});
