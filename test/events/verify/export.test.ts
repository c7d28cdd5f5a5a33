import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  type EventFilter,
  exportEvents,
  openExport,
  recordEvents,
  sealEvents,
  verifyEvents,
  type VerifyReport,
} from '../../../src/events/index.js';
import { exactJson } from '../../../src/platform/index.js';
import { readSigningKey } from '../../../src/platform/signing/signing-key.js';
import { eventOf } from '../staging/events.js';
import { STORES, useEventStage } from '../staging/stage.js';

const key = readSigningKey(randomBytes(32).toString('base64'));

describe.each(STORES)('an export from %s', (storeName) => {
  const stage = useEventStage(storeName);

  /** Seven events, five of them sealed, in a file. */
  async function exported(filter: EventFilter = {}): Promise<string> {
    const { database } = stage.engine;
    for (const id of ['b', 'a', 'a', '😀', 'ﬁ', 'a', 'c']) {
      await database.transaction((tx) =>
        recordEvents(tx, 'acme', [eventOf(id, { payload: { big: 2n ** 60n + 1n, text: 'é"\n\u0000\u2028\r' } })]),
      );
      if (id === 'ﬁ') await sealEvents(database, 'acme', key);
    }
    let text = '';
    for await (const record of exportEvents(database, 'acme', filter)) text += `${exactJson(record)}\n`;
    const path = join(await mkdtemp(join(tmpdir(), 'casparian-test-')), 'events.ndjson');
    await writeFile(path, text);
    return path;
  }

  const verify = async (path: string): Promise<VerifyReport> =>
    verifyEvents(await openExport(path), { trustedKeys: [key.publicKey] });

  async function withLines(path: string, change: (lines: string[]) => string[]): Promise<string> {
    const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
    await writeFile(path, `${change(lines).join('\n')}\n`);
    return path;
  }

  test('is verified without the database', async () => {
    expect(await verify(await exported())).toMatchObject({
      ...{ ok: true, chains: 5, events: 7, heads: 1, unsealed: 2, isComplete: true },
    });
  });

  test('with a filter is verified in part, and says so', async () => {
    const report = await verify(await exported({ aggregateType: 'thing', aggregateId: 'a' }));
    expect(report).toMatchObject({ ok: true, chains: 1, events: 3, heads: 0, isComplete: false });
  });

  test('shows changed events', async () => {
    const path = await withLines(await exported(), (lines) => lines.map((line) => line.replace('é', 'e')));
    expect(await verify(path)).toMatchObject({ ok: false, brokenChains: 5 });
  });

  test('shows swapped events', async () => {
    const path = await withLines(await exported(), (lines) => {
      const [first, second] = lines.filter((line) => line.includes('"aggregate_id":"a"'));
      return lines.map((line) => (line === first ? second! : line === second ? first! : line));
    });
    expect((await verify(path)).broken).toMatchObject([{ aggregateId: 'a', aggregateVersion: 2 }]);
  });

  test.each([
    ['is cut off', (lines: string[]) => lines.slice(0, -2)],
    ['has lost an event', (lines: string[]) => lines.filter((_, index) => index !== 4)],
    [
      'has a line that is not JSON',
      (lines: string[]) => lines.map((line, index) => (index === 3 ? line.slice(1) : line)),
    ],
    ['has no heading', (lines: string[]) => lines.slice(1)],
    ['is empty', () => []],
  ])('that %s is refused', async (_, change) => {
    const path = await withLines(await exported(), change);
    await expect(verify(path)).rejects.toMatchObject({ code: 'EVENTS_FILE_INVALID' });
  });

  test('whose end was adapted to a removed event still shows it, by the tree head', async () => {
    const path = await withLines(await exported(), (lines) => [
      ...lines.slice(0, -1).filter((line) => !line.includes('"aggregate_id":"b"')),
      '{"record":"end","events":6}',
    ]);
    expect(await verify(path)).toMatchObject({ ok: false, broken: [{ aggregateType: 'tree_head' }] });
  });
});
