import { expect, test } from 'vitest';
import { folderEvents } from '../../../src/pipeline/watch/folder-events.js';

const noneLeft = (): never => {
  throw Object.assign(new Error('System limit for number of file watchers reached'), { code: 'ENOSPC' });
};

test('a system without watches to give is said once, and asked no more', () => {
  const reasons: string[] = [];
  const listener = { changed: () => undefined, exhausted: (reason: string) => reasons.push(reason) };
  const events = folderEvents(listener, noneLeft);
  events.follow(['/a', '/a/b', '/a/c']);
  events.follow(['/a', '/a/b', '/a/c', '/a/d']);
  expect(reasons).toEqual(['System limit for number of file watchers reached']);
  events.close();
});
