import { expect, test } from 'vitest';
import { follow } from './staging/follow.js';
import { blocksOf } from './staging/page.js';

test('the commands of the tasks guide work and give the results that it describes', { timeout: 180_000 }, async () => {
  const { said, about } = await follow(await blocksOf('docs/guides/tasks.md'));
  expect(about('task run -- echo hello')).toMatch(/^hello\n.*\n.*No worker is running, so this process/s);
  expect(about('task logs')).toMatch(/status +completed\n.* working\n.* done\n/s);
  expect(about('task helper')).toContain('"total": 7,');
  expect(about('task helper')).toContain('{"ok": true, "result": {"total": 7, "currency": "EUR"}}');
  expect(about('exit 3')).toMatch(/failed\n.*on attempt 2\./s);
  expect(about('triage')).toContain('1 job would be retried.\n1 job cancelled.');
  expect(about('nightly')).toMatch(
    /Already submitted as task .*, which is pending\.\n.*Already submitted as task .*, which is completed\./s,
  );
  expect(about('task replay')).toContain('Same outcome');
  expect(about('run.json --wait --json')).toContain('"result":{"total":30,"currency":"EUR"}');
  expect(about('API_TOKEN')).toContain('eu: ***');
  expect(about('--allow')).toMatch(/"queues":\["reports"\].*"status":"completed"/s);
  expect(about('echo counting')).toMatch(/^2\n/m);
  expect(said.join('')).not.toContain('swordfish');
});
