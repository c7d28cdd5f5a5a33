import { expect, test } from 'vitest';
import { rowOf } from '../../staging/rows.js';
import { anEnding, claimDue, enqueueOne } from '../../staging/store-calls.js';
import type { Stage } from '../../staging/stage.js';

const DEEP = `${'['.repeat(1_000)}${']'.repeat(1_000)}`;

/** Texts that a database which reads JSON, instead of keeping it, would change or refuse. */
const TEXTS: [string, string][] = [
  ['an escaped null character', '{"a":"x\\u0000y"}'],
  ['a lone high surrogate', '{"a":"\\ud800"}'],
  ['a lone low surrogate', '{"a":"\\udfff"}'],
  ['a surrogate pair by escapes', '{"a":"\\ud83d\\ude80"}'],
  ['an integer beyond what a double holds', '{"n":12345678901234567890}'],
  ['many digits after the point', '{"n":0.1000000000000000055511151231257827}'],
  ['a huge exponent', '{"n":1e308}'],
  ['minus zero', '[-0]'],
  ['white space', '{ "a" :  [ 1 , 2 ] }'],
  ['keys in their own order', '{"b":1,"a":2}'],
  ['a key twice', '{"a":1,"a":2}'],
  ['an empty key', '{"":0}'],
  ['keys in other scripts', '{"ключ":1,"鍵":2,"🔑":3,"é":4}'],
  ['a key that is a JavaScript trap', '{"__proto__":{"x":1},"constructor":1}'],
  ['line separators', '"\u2028\u2029"'],
  ['quotes and backslashes', '"\\"\\\\\'"'],
  ['a bare null', 'null'],
  ['a bare string', '"text"'],
  ['a bare number', '3'],
  ['a bare truth', 'true'],
  ['an empty list', '[]'],
  ['a thousand levels', DEEP],
  ['half a megabyte', JSON.stringify('é'.repeat(250_000))],
];

export function jsonRules(stage: Stage): void {
  test.each(TEXTS)('%s goes through payload, result and errors unchanged', async (_, text) => {
    const id = await enqueueOne(stage.store, { payload: text });
    const [job] = await claimDue(stage.store);
    expect(job?.payload).toBe(text);
    await stage.store.finish('worker-a', [anEnding(job!, { result: text, errors: text })]);
    expect(await rowOf(stage.engine.database, id)).toMatchObject({ payload: text, result: text, errors: text });
  });

  test.each(TEXTS)('%s goes through a batch with keys unchanged', async (_, text) => {
    const id = await enqueueOne(stage.store, { payload: text, idempotencyKey: 'k' });
    expect((await rowOf(stage.engine.database, id)).payload).toBe(text);
  });

  test('jobs are found by a field of the payload among payloads that databases find hard to read', async () => {
    for (const [, text] of TEXTS) await enqueueOne(stage.store, { payload: text });
    const id = await enqueueOne(stage.store, { payload: '{"parser":"invoices"}' });
    await enqueueOne(stage.store, { payload: '{"parser":"orders"}' });
    const found = await stage.engine.jobs({ fields: { parser: 'invoices' } });
    expect(found.map((job) => job.id)).toEqual([id]);
  });
}
