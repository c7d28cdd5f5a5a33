import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { SqliteDatabase } from '../../../src/database/index.js';
import { GroupedTransactions } from '../../../src/engine/stores/sqlite/grouped-transactions.js';
import { temporaryFolder } from '../../cli/store.js';

async function openGroup() {
  const database = await SqliteDatabase.open(join(await temporaryFolder(), 'group.db'));
  onTestFinished(() => database.close());
  await database.script('CREATE TABLE written (name TEXT PRIMARY KEY)');
  const transactions = new GroupedTransactions(database);
  const write = (name: string, then: () => boolean = () => true): Promise<boolean> =>
    transactions.add(async (tx) => {
      await tx.query('INSERT INTO written (name) VALUES (?)', [name]);
      return then();
    });
  const names = async () =>
    (await database.query<{ name: string }>('SELECT name FROM written')).map(({ name }) => name);
  return { database, transactions, write, names };
}

test('works share a commit, and one that fails takes back its own writes alone', async () => {
  const { write, names } = await openGroup();
  const seenBefore: string[][] = [];
  const works = [
    write('first'),
    write('second', () => {
      throw new Error('no');
    }),
    write('third', () => false),
    write('fourth').then(async () => seenBefore.push(await names())),
  ];
  const answers = await Promise.allSettled(works);
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  expect(answers[0]).toMatchObject({ value: true });
  expect(answers[2]).toMatchObject({ value: false });
  expect(await names()).toEqual(['first', 'third', 'fourth']);
  expect(seenBefore).toEqual([['first', 'third', 'fourth']]);
});

test('repeatable works share a commit; if one fails, all are run again and the others are written', async () => {
  const { database, transactions, names } = await openGroup();
  const runs: string[] = [];
  const write = (name: string): Promise<void> =>
    transactions.add(
      async (tx) => {
        runs.push(name);
        await tx.query('INSERT INTO written (name) VALUES (?)', [name]);
        if (name === 'bad') throw new Error('no');
      },
      { isRepeatable: true },
    );
  await Promise.all([write('one'), write('two')]);
  expect(runs).toEqual(['one', 'two']);
  const answers = await Promise.allSettled([write('three'), write('bad'), write('four')]);
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(runs.slice(2)).toEqual(['three', 'bad', 'three', 'bad', 'four']);
  const transaction = vi.spyOn(database, 'transaction');
  await expect(write('bad')).rejects.toThrow('no');
  expect(transaction).toHaveBeenCalledTimes(1);
  expect(await names()).toEqual(['one', 'two', 'three', 'four']);
});

test('one work that must not be repeated keeps all of its group from being repeated', async () => {
  const { transactions, write, names } = await openGroup();
  let runs = 0;
  const once = transactions.add(async () => void runs++);
  const failing = transactions.add(() => Promise.reject(new Error('no')), { isRepeatable: true });
  await Promise.allSettled([once, failing, write('kept')]);
  expect(runs).toBe(1);
  expect(await names()).toEqual(['kept']);
});

test('works that arrive a few promises apart share a commit', async () => {
  const { database, write } = await openGroup();
  const transaction = vi.spyOn(database, 'transaction');
  const late = async (): Promise<boolean> => {
    for (let promise = 0; promise < 20; promise++) await Promise.resolve();
    return write('late');
  };
  await Promise.all([write('early'), late()]);
  expect(transaction).toHaveBeenCalledTimes(1);
});

test('after a work that failed alone, the next one begins anew', async () => {
  const { write, names } = await openGroup();
  const failing = write('lost', () => {
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await write('kept')).toBe(true);
  expect(await names()).toEqual(['kept']);
});

test('when SQLite rolls back everything by itself, every work of the group is told', async () => {
  const { write, names, transactions } = await openGroup();
  const rollsBack = transactions.add(async (tx) => {
    await tx.script('ROLLBACK');
    throw new Error('the disk is full');
  });
  const answers = await Promise.allSettled([write('first'), rollsBack, write('third')]);
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(await write('kept')).toBe(true);
  expect(await names()).toEqual(['kept']);
});

test('a lone work whose commit fails is told', async () => {
  const { write, names, transactions } = await openGroup();
  const lone = transactions.add(async (tx) => {
    await tx.script('ROLLBACK');
    throw new Error('the disk is full');
  });
  await expect(lone).rejects.toThrow('the disk is full');
  expect(await write('kept')).toBe(true);
  expect(await names()).toEqual(['kept']);
});

test('when the writer cannot be had, all that wait are told, and the next one begins anew', async () => {
  const { database, write, names } = await openGroup();
  vi.spyOn(database, 'transaction').mockRejectedValueOnce(new Error('busy'));
  const answers = await Promise.allSettled([write('first'), write('second')]);
  expect(answers).toMatchObject([
    { status: 'rejected', reason: { message: 'busy' } },
    { status: 'rejected', reason: { message: 'busy' } },
  ]);
  expect(await write('kept')).toBe(true);
  expect(await names()).toEqual(['kept']);
});

test.each([
  [1, 1],
  [2, 1],
  [50, 1],
  [51, 2],
])('%i works that come together take %i commits', async (works, commits) => {
  const { database, write, names } = await openGroup();
  const transaction = vi.spyOn(database, 'transaction');
  const answers = await Promise.all(Array.from({ length: works }, (_, index) => write(`work ${index}`)));
  expect(answers).toEqual(Array(works).fill(true));
  expect(transaction).toHaveBeenCalledTimes(commits);
  expect(await names()).toHaveLength(works);
});
