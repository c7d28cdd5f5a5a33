import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const GUARD = fileURLToPath(new URL('../../bench/guard/', import.meta.url));
const { judged } = (await import(`${GUARD}judge.mjs`)) as {
  judged: (row: object, all: number[], committed: number | undefined) => { verdict: string; ratio: number };
};

test('a row may exceed its committed ratio by its tolerance, and no more', () => {
  expect(judged({ name: 'a' }, [1, 1.3, 9], 1)).toMatchObject({ ratio: 1.3, verdict: 'ok' });
  expect(judged({ name: 'a' }, [1, 1.31, 9], 1).verdict).toBe('SLOWER');
  expect(judged({ name: 'a', tolerance: 2 }, [1.9], 1).verdict).toBe('ok');
  expect(judged({ name: 'a' }, [1], undefined).verdict).toBe('NO COMMITTED RATIO');
});

test('every row has a committed ratio, and every ratio a row', () => {
  const listed = execFileSync(process.execPath, [`${GUARD}run.mjs`, '--list'], { encoding: 'utf8' });
  const names = listed
    .trim()
    .split('\n')
    .map((line) => line.split(' ')[0]);
  const ratios = JSON.parse(readFileSync(`${GUARD}ratios.json`, 'utf8')) as object;
  expect(Object.keys(ratios).sort()).toEqual([...names].sort());
});
