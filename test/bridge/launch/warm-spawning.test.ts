import { expect, test } from 'vitest';
import { createWarmPlace } from './warm-place.js';

// What multiprocessing spawns runs the main module of its parent once more, which here is the fork server's.
test.runIf(process.platform === 'linux')(
  'a parser forked from a warm Python may start processes in every way that Python knows',
  async () => {
    await using place = createWarmPlace();
    const parser = await place.parser(`
import multiprocessing
def double(number):
    return number * 2
def parse(path):
    for method in ('fork', 'spawn', 'forkserver'):
        with multiprocessing.get_context(method).Pool(1) as pool:
            yield {'method': method, 'twice': pool.apply(double, (21,))}
`);
    const { rows, failure, stderr } = await place.run(parser);
    expect({ failure, stderr }).toEqual({ failure: null, stderr: '' });
    expect(rows).toMatchObject(['fork', 'spawn', 'forkserver'].map((method) => ({ method, twice: 42 })));
    expect(place.servers()).toHaveLength(1);
  },
);
