import { describe, expect, test } from 'vitest';
import { addIntake, findIntake } from '../../../src/collect/index.js';
import { STORES, useCollectStage } from '../staging/stage.js';

describe.each(STORES)('an intake on %s', (storeName) => {
  const stage = useCollectStage(storeName);
  const add = (ref: string | null) =>
    addIntake(stage.acme, {
      ...{ ref, title: 'Morgan dollar', year: 1921, mintMark: 'D', denomination: null, series: null },
      attributes: {},
    });

  test('is found by its id, the unique beginning of its id, or its reference', async () => {
    const { id } = await add('A-1');
    expect((await findIntake(stage.acme, id.toUpperCase())).id).toBe(id);
    expect((await findIntake(stage.acme, id.slice(0, 20))).id).toBe(id);
    expect((await findIntake(stage.acme, 'A-1')).id).toBe(id);
    // Wildcards of SQL, and beginnings that are too short, name nothing.
    for (const wanted of ['%', '____', id.slice(0, 3), 'A-2']) {
      await expect(findIntake(stage.acme, wanted)).rejects.toMatchObject({ code: 'INTAKE_NOT_FOUND' });
    }
  });

  test('is found by a reference that is also the beginning of several ids', async () => {
    const first = (await add('B-1')).id;
    await add('B-2');
    const beginning = first.slice(0, 4);
    await expect(findIntake(stage.acme, beginning)).rejects.toMatchObject({ why: 'Several ids begin with it.' });
    const { id } = await add(beginning);
    expect((await findIntake(stage.acme, beginning)).id).toBe(id);
  });
});
