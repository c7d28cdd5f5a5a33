import type * as fs from 'node:fs';
import { expect, test, vi } from 'vitest';
import { folderEvents } from '../../../src/pipeline/watch/folder-events.js';

vi.mock('node:fs', async (original) => ({
  ...(await original<typeof fs>()),
  watch: () => {
    throw Object.assign(new Error('System limit for number of file watchers reached'), { code: 'ENOSPC' });
  },
}));

test('a system without watches to give is said once, and asked no more', () => {
  const reasons: string[] = [];
  const events = folderEvents({ changed: () => undefined, exhausted: (reason) => reasons.push(reason) });
  events.follow(['/a', '/a/b', '/a/c']);
  events.follow(['/a', '/a/b', '/a/c', '/a/d']);
  expect(reasons).toEqual(['System limit for number of file watchers reached']);
  events.close();
});
