import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type OutcomeComparison, replayTask, sameOutcome, taskOf, type TaskRecord } from '../../../src/tasks/index.js';
import { STORES } from '../../engine/staging/stage.js';
import { jobEnds } from '../../engine/staging/workers.js';
import { aSpec, sh } from './staging/a-spec.js';
import { useTaskStage } from './staging/task-stage.js';

describe.each(STORES)('replaying tasks on %s', (storeName) => {
  const stage = useTaskStage(storeName, { working: true });

  async function replayed(recorded: TaskRecord): Promise<OutcomeComparison> {
    const { id } = await replayTask(stage.engine, recorded);
    const now = taskOf(await jobEnds(stage.engine, id));
    expect(now).toMatchObject({ specHash: recorded.specHash, replayOf: recorded.id });
    return sameOutcome(recorded, now);
  }

  test('the same result, or the same failure, is the same outcome', async () => {
    const success = await stage.outcomeOf(sh(`echo '{"ok": true, "result": {"b": 2.0, "a": [1]}}'`), { queue: 'q' });
    expect(await replayed(success)).toEqual({ same: true, differences: [], sameStdout: true });
    const failure = await stage.outcomeOf(sh('date +%N; exit 3'));
    expect(await replayed(failure)).toEqual({ same: true, differences: [], sameStdout: false });
    expect(await replayed(await stage.outcomeOf(aSpec(['/bin/true'])))).toMatchObject({ same: true, sameStdout: true });
  });

  test('another result, exit code or end is told', async () => {
    const flag = join(stage.logs, `flag-${storeName}`);
    const spec = sh(
      `if test -e ${flag}; then echo '{"ok": true, "result": 1}'; else echo '{"ok": true, "result": 2}'; fi`,
    );
    const first = await stage.outcomeOf(spec);
    const ends = await stage.outcomeOf(sh(`test ! -e ${flag} || exit 3`));
    await writeFile(flag, '');
    const second = await replayed(first);
    expect(second).toEqual({ same: false, differences: ['result: 2 then, 1 now'], sameStdout: false });
    const { same, differences } = await replayed(ends);
    expect(same).toBe(false);
    expect(differences.slice(0, 2)).toEqual(['status: "completed" then, "failed" now', 'exit code: 0 then, 3 now']);
    await rm(flag);
  });
});
