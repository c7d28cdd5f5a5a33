import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { countByStatus, defineJob } from '../../src/engine/index.js';
import { startProgram } from '../engine/staging/program.js';
import { allRows } from '../engine/staging/rows.js';
import { STORES, useStage } from '../engine/staging/stage.js';

const WORKER = new URL('../engine/fixtures/poisoned-worker.ts', import.meta.url);
const work = defineJob({ type: 'work', run: () => undefined });

describe.each(STORES)('poison jobs among others on %s', (storeName) => {
  const stage = useStage(storeName);

  test('end in the dead letter queue, and no other job does or is charged', { timeout: 240_000 }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'casparian-poison-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    // Poison jobs that kill at once and after a while, and short jobs, so that some are claimed ahead.
    const payloads = Array.from({ length: 60 }, (_, number) => {
      const poison = number % 15 === 4;
      return { number, poison, afterMs: poison ? (number % 2) * 60 : 20 };
    });
    await stage.engine.enqueueMany(work, payloads, { maxAttempts: 10 });
    let deaths = 0;
    for (const over = () => isOver(stage); !(await over()); deaths++) {
      expect(deaths).toBeLessThan(60);
      // Two at a time, as under a supervisor that starts the dead again.
      const workers = await Promise.all(
        [0, 1].map((n) => startProgram(WORKER, [stage.url, `w-${deaths}-${n}`, folder])),
      );
      const ended = Promise.all(workers.map((worker) => worker.ended));
      while (!(await Promise.race([ended.then(() => true), later()])) && !(await over()));
      for (const worker of workers) worker.kill('SIGTERM');
      await ended;
    }
    const begun = new Set(await readdir(folder));
    const rows = await allRows(stage.engine.database);
    console.log(`${storeName}: ${deaths} rounds of two workers`);
    for (const row of rows) {
      const { poison } = JSON.parse(row.payload) as { poison: boolean };
      if (poison) expect(row).toMatchObject({ status: 'dead_letter', crashes: 4, attempts: 4 });
      else expect(row).toMatchObject({ status: 'completed', crashes: 0, attempts: 0, errors: null });
      expect(begun).toContain(row.id);
      const runs = (await readFile(join(folder, row.id), 'utf8')).split('begun').length - 1;
      expect(runs).toBeGreaterThan(row.crashes - 1);
    }
  });
});

async function isOver({ engine }: ReturnType<typeof useStage>): Promise<boolean> {
  const { pending = 0, running = 0 } = await countByStatus(engine.database);
  return pending + running === 0;
}

const later = () => new Promise<false>((resolve) => setTimeout(() => resolve(false), 200));
