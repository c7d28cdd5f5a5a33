import { describe, expect, test } from 'vitest';
import { addRule, listRules, removeRules } from '../../../src/pipeline/routing/rules.js';
import { pathMatcher, topicsByRules } from '../../../src/pipeline/routing/topics-of-file.js';
import { STORES } from '../../cli/store.js';
import { useRouting } from './routing.js';
import { rowsOfTenant } from '../staging/tenant.js';

describe.each(STORES)('rules, on %s', (kind) => {
  const routing = useRouting(kind);
  const revision = async (): Promise<number> =>
    (await routing.engine.database.query<{ revision: number }>('SELECT revision FROM cf_routing'))[0]!.revision;

  test('are added once, and planned anew only when something changed', async () => {
    const database = rowsOfTenant(routing.engine);
    const before = await revision();
    expect(await addRule(database, '*.inv.csv', 'invoices')).toBe(true);
    expect(await addRule(database, '*.inv.csv', 'invoices')).toBe(false);
    expect(await addRule(database, '*.inv.csv', 'audit')).toBe(true);
    expect(await revision()).toBe(before + 2);
    expect((await listRules(database)).map(({ pattern, topic }) => `${pattern} ${topic}`)).toEqual([
      '*.inv.csv audit',
      '*.inv.csv invoices',
    ]);
  });

  test('are listed by their pattern, then by their topic', async () => {
    const database = rowsOfTenant(routing.engine);
    await addRule(database, 'b', 'a');
    for (const topic of ['z', 'y']) await addRule(database, 'a', topic);
    const rules = await listRules(database);
    expect(rules.map(({ pattern, topic }) => `${pattern} ${topic}`)).toEqual(['a y', 'a z', 'b a']);
    expect(rules[0]?.created_at).toBeGreaterThan(1);
  });

  test('that were removed are missed by name, and lead to planning anew', async () => {
    const database = rowsOfTenant(routing.engine);
    await expect(removeRules(database, '*.csv')).rejects.toThrow(/^There is no rule '\*\.csv'$/);
    await expect(removeRules(database, '*.csv', 'a')).rejects.toThrow("no rule '*.csv' with the topic 'a'");
    await addRule(database, '*.csv', 'a');
    const before = await revision();
    await removeRules(database, '*.csv');
    expect(await revision()).toBe(before + 1);
    await removeRules(database, '*.csv').catch(() => undefined);
    expect(await revision()).toBe(before + 1);
  });

  test('are removed by their pattern, or one of them by its topic', async () => {
    const database = rowsOfTenant(routing.engine);
    for (const topic of ['a', 'b', 'c']) await addRule(database, '*.csv', topic);
    expect(await removeRules(database, '*.csv', 'b')).toMatchObject([{ topic: 'b' }]);
    await expect(removeRules(database, '*.csv', 'b')).rejects.toMatchObject({ code: 'RULE_NOT_FOUND' });
    await addRule(database, '*.txt', 'a');
    expect(await removeRules(database, '*.csv')).toHaveLength(2);
    expect(await listRules(database)).toMatchObject([{ pattern: '*.txt', topic: 'a' }]);
    await expect(removeRules(database, '*.csv')).rejects.toMatchObject({ code: 'RULE_NOT_FOUND' });
    await expect(addRule(database, '*\0', 'a')).rejects.toMatchObject({ code: 'OPTION_INVALID' });
    await expect(addRule(database, ' ', 'a')).rejects.toMatchObject({ code: 'OPTION_INVALID' });
    await expect(addRule(database, '*', 'two words')).rejects.toMatchObject({ code: 'OPTION_INVALID' });
  });
});

test.each([
  ['*.csv', '/data/a.csv', true],
  ['*.csv', '/data/a.txt', false],
  ['*.csv', '/data/.hidden.csv', true],
  ['in/*.csv', '/data/in/a.csv', true],
  ['in/*.csv', '/in/a.csv', true],
  ['in/*.csv', '/data/in/deep/a.csv', false],
  ['in/**/*.csv', '/data/in/deep/a.csv', true],
  ['/data/**', '/data/in/a.csv', true],
  ['/in/*.csv', '/data/in/a.csv', false],
  ['/data/**', '/data/new\nline.csv', true],
  ['*.csv', '/data/new\nline.csv', true],
])('the pattern %s and the file %s: %s', (pattern, path, matches) => {
  expect(pathMatcher(pattern)(path)).toBe(matches);
});

test('a file has the topics of its tags and of the rules that match it, each once', () => {
  const rules = ['invoices', 'sales'].map((topic) => ({ pattern: '*.csv', topic, created_at: 0 }));
  expect(topicsByRules(rules)({ path: '/in/a.csv', tags: '["sales","x"]' })).toEqual(['sales', 'x', 'invoices']);
  expect(topicsByRules(rules)({ path: '/in/a.txt', tags: '["x"]' })).toEqual(['x']);
});
