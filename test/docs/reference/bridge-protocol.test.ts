import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { DEFAULT_BOUNDS, MAX_BATCH_ROWS } from '../../../src/bridge/protocol/bounds.js';
import { FAILURE_KINDS, LOG_LEVELS } from '../../../src/bridge/protocol/message.js';
import { decodeCell } from '../../../src/bridge/ndjson/decode-cell.js';
import { decodeHello } from '../../../src/bridge/ndjson/hello.js';

const page = await readFile(new URL('../../../docs/reference/bridge-protocol.md', import.meta.url), 'utf8');

test('the page lists the limits, log levels and failure kinds of the host', () => {
  expect(page).toContain(`LENGTH from 1 to ${DEFAULT_BOUNDS.maxFrameBytes.toLocaleString('en')}`);
  expect(page).toContain(`at most ${DEFAULT_BOUNDS.maxTextBytes / 2 ** 20} MiB of text`);
  expect(page).toContain(`A batch may have ${MAX_BATCH_ROWS.toLocaleString('en')} rows at most`);
  expect(page).toContain(`Levels: ${LOG_LEVELS.map((level, byte) => `${byte} ${level}`).join(', ')}.`);
  const [, kinds = ''] = /`kind` is one of (.*?)\./s.exec(page) ?? [];
  expect([...kinds.matchAll(/`(\w+)`/g)].map(([, kind]) => kind)).toEqual([...FAILURE_KINDS]);
});

test('the host decodes every tag of the page and refuses others', () => {
  const tags = [...page.matchAll(/^\| `(\{"\$.*?\})` \|/gm)].map(([, text]) => JSON.parse(text!) as object);
  expect(tags.length).toBe(8);
  for (const tag of tags) expect(() => decodeCell(tag)).not.toThrow();
  expect(() => decodeCell({ $duration: '1s' })).toThrow('unknown tag');
  expect(decodeCell({ $decimal: '-Infinity' })).toBe(-Infinity);
});

test('a hello requires only its api', () => {
  expect(decodeHello({ api: 'handler' })).toMatchObject({ name: null, topics: null, runtime: 'unknown' });
  expect(() => decodeHello({ name: 'x' })).toThrow('api is not one of class, function, handler');
});
