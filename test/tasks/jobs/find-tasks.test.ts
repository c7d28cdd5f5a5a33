import { describe, expect, test } from 'vitest';
import { defineJob } from '../../../src/engine/index.js';
import type { CasparianError } from '../../../src/platform/index.js';
import { findTask, findTasks } from '../../../src/tasks/index.js';
import { updateRow } from '../../engine/staging/rows.js';
import { STORES } from '../../engine/staging/stage.js';
import { sh } from './staging/a-spec.js';
import { useTaskStage } from './staging/task-stage.js';

describe.each(STORES)('finding tasks on %s', (storeName) => {
  const stage = useTaskStage(storeName);

  test('a task is found by its id, and the newest of a spec by the beginning of its hash', async () => {
    const first = await stage.submit(sh('true'));
    const second = await stage.submit(sh('true'), { reuse: 'never' });
    const other = await stage.submit(sh('false'));
    expect(await findTask(stage.engine, first.id)).toMatchObject({ id: first.id, attempts: 0, error: null });
    expect(await findTask(stage.engine, first.specHash)).toMatchObject({ id: second.id });
    expect(await findTask(stage.engine, first.specHash.slice(0, 8).toUpperCase())).toMatchObject({ id: second.id });
    expect((await findTasks(stage.engine, { command: 'sh' })).map(({ id }) => id)).toEqual([
      ...[other.id, second.id, first.id],
    ]);
    const unfinished = findTask(stage.engine, first.specHash, { finishedOnly: true });
    await expect(unfinished).rejects.toMatchObject({ code: 'TASK_NOT_FOUND' });
  });

  test('what is no task is not found, and why is said', async () => {
    const { id } = await stage.engine.enqueue(defineJob({ type: 'other', run: () => undefined }), null);
    const whyNot = async (name: string): Promise<string> => {
      const error = (await findTask(stage.engine, name).catch((failure: unknown) => failure)) as CasparianError;
      expect(error.code).toBe('TASK_NOT_FOUND');
      return error.why ?? '';
    };
    expect(await whyNot(id)).toMatch(/of type other/);
    expect(await whyNot('01890000-0000-7000-8000-000000000000')).toMatch(/No job/);
    expect(await whyNot('0'.repeat(64))).toMatch(/begins with these digits/);
    expect(await whyNot('abc')).toMatch(/neither a task id nor/);
  });

  test('a beginning that two hashes have names neither of them', async () => {
    const [first, second] = [await stage.submit(sh('true')), await stage.submit(sh('false'))];
    await updateRow(stage.engine.database, first.id, { spec_hash: `${'a'.repeat(10)}${'0'.repeat(54)}` });
    await updateRow(stage.engine.database, second.id, { spec_hash: 'a'.repeat(64) });
    await expect(findTask(stage.engine, 'a'.repeat(10))).rejects.toMatchObject({
      why: 'Several spec hashes begin with these digits; add more digits.',
    });
    expect(await findTask(stage.engine, 'a'.repeat(11))).toMatchObject({ id: second.id });
  });
});
