import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createPipeline } from '../pipeline/staging/pipeline.js';
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
        if ctx.input_path.endswith('slow.txt'):
            time.sleep(60)
        yield [{'id': line} for line in lines]
`;

describe.each(COMMAND_STORES)('start on %s', (kind) => {
  test('processes what is there and what comes, alone in its home', async () => {
    const pipeline = await createPipeline(kind);
    await pipeline.registerAndScan(PARSER, 'numbers');
    await pipeline.file('before.txt', '1 2 x');
    const args = ['start', '--watch', pipeline.incoming, '--tag', 'numbers', '--settle', '0.1s', '--json'];
    const daemon = pipeline.start(args);
    await daemon.line('stderr', /"Job [0-9a-f]{8} completed \(2 rows, 1 quarantined\): before\.txt"/);
    await pipeline.file('later.txt', '3');
    await daemon.line('stderr', /"New file: later\.txt → job created"/);
    await daemon.line('stderr', /completed \(1 row\): later\.txt/);

    const refused = await pipeline.run(['start', '--watch', pipeline.incoming, '--json']);
    expect(refused.code).toBe(3);
    const pid = String(daemon.process.pid);
    expect(JSON.parse(refused.stdout)).toMatchObject({
      error: { code: 'DAEMON_RUNNING', message: expect.stringContaining(`process ${pid}`) as string },
    });

    daemon.process.kill('SIGTERM');
    const { code, stdout } = await daemon.ended;
    expect(code).toBe(0);
    const [started, stopped] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(started).toMatchObject({ event: 'started', concurrency: expect.any(Number) as number });
    expect(stopped).toMatchObject({ reason: 'SIGTERM', finished: { completed: 1, completed_with_warnings: 1 } });
    const record = JSON.parse(await readFile(join(pipeline.home, 'daemon.json'), 'utf8')) as Record<string, unknown>;
    expect(record).toMatchObject({ pid: daemon.process.pid, worker_id: started!['worker_id'] });
  });
});

test('a daemon that was killed leaves its name and its jobs to the next one, which need not wait for leases', async () => {
  const pipeline = await createPipeline('sqlite');
  await pipeline.registerAndScan(PARSER, 'numbers');
  await pipeline.file('slow.txt', '1');
  const args = ['start', '--watch', pipeline.incoming, '--tag', 'numbers', '--settle', '0s'];
  const first = pipeline.start(args);
  const running = () => pipeline.engine.jobs({ statuses: ['running'] });
  const [job] = await waitUntil(async () => ((await running()).length > 0 ? running() : undefined), {
    for: 'the job to run',
  });
  const killed = once(first.process, 'exit');
  first.process.kill('SIGKILL');
  await killed;
  const second = pipeline.start(args, { env: { CASPARIAN_STOP_GRACE_SECONDS: '0' } });
  const took = await second.line('stderr', /Took the job from worker .* which stopped renewing \(crash 1\)/);
  const { worker_id: name, message } = JSON.parse(took) as { worker_id: string; message: string };
  expect(message).toContain(`worker ${name},`);
  await waitUntil(async () => (await pipeline.engine.job(job!.id)).fence === 2, { for: 'its second run' });
  second.process.kill('SIGTERM');
  await second.ended;
});

test('a daemon without a tag lists parsers with their topics, routes by rules, and says how to route other files', async () => {
  const pipeline = await createPipeline('sqlite');
  await pipeline.registerAndScan(PARSER, 'numbers');
  await pipeline.inOneProcess(['rule', 'add', '*.num', '--topic', 'numbers']);
  await pipeline.file('a.num', '1');
  await pipeline.file('b.odd', '2');
  const daemon = pipeline.start(['start', '--watch', pipeline.incoming, '--settle', '0.1s']);
  await daemon.line('stderr', /"Parser 'numbers' subscribed to topic 'numbers'"/);
  await daemon.line('stderr', /"Files that match '\*\.num' have topic 'numbers'"/);
  await daemon.line(
    'stderr',
    /b\.odd has no parser\. Route it: casparian rule add '\*\.odd' --topic numbers\. Or read it without/,
  );
  await daemon.line('stderr', /completed \(1 row\): a\.num/);
  daemon.process.kill('SIGTERM');
  await daemon.ended;
});

test('a daemon reads what no parser wants without one, if that is allowed', async () => {
  const pipeline = await createPipeline('sqlite');
  await pipeline.file('orders-1.csv', 'id\n1\n2\n');
  const daemon = pipeline.start(['start', '--watch', pipeline.incoming, '--auto', '--settle', '0.1s']);
  await daemon.line('stderr', /completed \(2 rows\): orders-1\.csv/);
  await pipeline.file('orders-2.csv', 'id\n3\n');
  await daemon.line('stderr', /completed \(1 row\): orders-2\.csv/);
  daemon.process.kill('SIGTERM');
  await daemon.ended;
  const [rule] = await pipeline.engine.database.query('SELECT pattern, topic FROM cf_rules');
  expect(rule).toEqual({ pattern: `${pipeline.incoming}/**`, topic: 'auto' });
});
