import { expect, test } from 'vitest';
import { follow } from './staging/follow.js';
import { blocksOf, typed } from './staging/page.js';

/** Blocks that are only read, and what a test cannot do: a global installation, a separate server. */
const TO_LOOK_AT = ['text', 'bash'];

test('the commands of the README work and print what it shows', { timeout: 180_000 }, async () => {
  const blocks = await blocksOf('README.md');
  expect(blocks.filter((block) => typed(block) === undefined && !TO_LOOK_AT.includes(block.language))).toEqual([]);
  const { about } = await follow(blocks);
  expect(about('quarantine replay --parser builtin')).toContain('1 row recovered, 0 rows still quarantined\n');
  expect(about('parser register people.py')).toContain('Already processed');
  expect(about('@task')).toMatch(/"total": 7\n.*Already submitted as task .*, which is completed\.\n.*"total": 7\n/s);
});
