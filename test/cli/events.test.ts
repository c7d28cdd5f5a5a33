import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { casparian, casparianJson, start } from './casparian.js';
import { freshStore, COMMAND_STORES, temporaryFolder } from './store.js';

interface Event {
  event_id: string;
  event_type: string;
  actor: string | null;
}

const ann = { env: { CASPARIAN_ACTOR: 'ann' } };

describe.each(COMMAND_STORES)('casparian events on %s', (kind) => {
  test('lists, shows and verifies what a person did', async () => {
    const { flags } = await freshStore(kind);
    await casparianJson(['queue', 'pause', 'mail', '--reason', 'a test', ...flags], ann);
    await casparianJson(['queue', 'resume', 'mail', ...flags], ann);
    const { json: events } = await casparianJson<Event[]>(['events', 'list', ...flags]);
    expect(events.map(({ event_type, actor }) => [event_type, actor])).toEqual([
      ['queue.resumed', 'ann'],
      ['queue.paused', 'ann'],
    ]);
    expect(Object.keys(events[0]!)).toEqual([
      ...['event_id', 'event_type', 'aggregate_type', 'aggregate_id', 'aggregate_version', 'occurred_at', 'actor'],
      ...['tenant', 'payload', 'event_hash', 'prev_event_hash'],
    ]);
    expect(
      (await casparianJson<Event[]>(['events', 'list', '--type', '*.paused', '--since', '1h', ...flags])).json,
    ).toHaveLength(1);
    expect((await casparianJson<Event[]>(['events', 'list', '--tenant', 'other', ...flags])).json).toEqual([]);
    const { json: shown } = await casparianJson<Event>(['events', 'show', events[0]!.event_id, ...flags]);
    expect(shown).toMatchObject({ ...events[0], leaf_index: null });
    expect((await casparianJson(['events', 'show', 'nothing', ...flags])).code).toBe(3);
    const verified = await casparianJson(['events', 'verify', ...flags]);
    expect(verified).toMatchObject({ code: 0, json: { ok: true, chains: 1, events: 2, broken: [] } });
  });

  test('finds a changed and a removed event, in the database and against a saved head', async () => {
    const { flags, engine } = await freshStore(kind);
    const folder = await temporaryFolder();
    for (const queue of ['a', 'b']) await casparianJson(['queue', 'pause', queue, ...flags]);
    const { json: head } = await casparianJson(['events', 'seal', ...flags]);
    await writeFile(join(folder, 'head.json'), JSON.stringify(head));
    await engine.database.query(`DELETE FROM cf_events WHERE aggregate_id = 'b'`);
    const removed = await casparianJson<{ broken: object[] }>(['events', 'verify', ...flags]);
    expect(removed).toMatchObject({ code: 1, json: { ok: false, broken: [{ aggregate_type: 'tree_head' }] } });
    await engine.database.query('DELETE FROM cf_event_heads');
    const saved = await casparianJson(['events', 'verify', '--head', join(folder, 'head.json'), ...flags]);
    expect(saved).toMatchObject({ code: 1, json: { ok: false } });
    await engine.database.query(`UPDATE cf_events SET actor = 'eve'`);
    const changed = await casparianJson(['events', 'verify', ...flags]);
    const link = { aggregate_type: 'queue', aggregate_id: 'a', aggregate_version: 1 };
    expect(changed).toMatchObject({ code: 1, json: { ok: false, broken: [link, {}] } });
  });

  test('exports a file that verifies without the database', async () => {
    const { flags } = await freshStore(kind);
    const file = join(await temporaryFolder(), 'events.ndjson');
    await casparianJson(['queue', 'pause', 'mail', ...flags]);
    await casparianJson(['events', 'seal', ...flags]);
    expect((await casparianJson(['events', 'export', '--output', file, ...flags])).json).toEqual({
      events: 1,
      path: file,
    });
    const elsewhere = ['--db', 'postgres://nobody@127.0.0.1:1/nothing', '--home', '/nonexistent'];
    expect(await casparianJson(['events', 'verify', file, ...elsewhere])).toMatchObject({
      code: 0,
      json: { ok: true, events: 1 },
    });
    await writeFile(file, (await readFile(file, 'utf8')).replace('"reason":null', '"reason":"x"'));
    expect(await casparianJson(['events', 'verify', file, ...elsewhere])).toMatchObject({
      code: 1,
      json: { ok: false },
    });
  });

  test('follows events until it is interrupted', async () => {
    const { flags } = await freshStore(kind);
    const following = start(['events', 'follow', ...flags]);
    await following.line('stderr', /Waiting for events/);
    // What is committed before the first look is not new, so one event may be needed to see that it looks.
    for (let queue = 0; queue < 3; queue++) await casparianJson(['queue', 'pause', `q${queue}`, ...flags], ann);
    expect(await following.line('stdout', /queue\/q2/)).toMatch(/queue\.paused {2}queue\/q2 v1 {2}by ann/);
    following.process.kill('SIGINT');
    expect((await following.ended).code).toBe(0);
  });
});

test('the key of an installation is created when it is first needed, and used again', async () => {
  const { flags } = await freshStore('sqlite');
  await casparian(['queue', 'pause', 'mail', ...flags]);
  const first = await casparianJson<{ public_key: string }>(['events', 'seal', ...flags]);
  await casparian(['queue', 'resume', 'mail', ...flags]);
  const second = await casparianJson<{ public_key: string; tree_size: number }>(['events', 'seal', ...flags]);
  expect(second.json).toMatchObject({ public_key: first.json.public_key, tree_size: 2 });
});
