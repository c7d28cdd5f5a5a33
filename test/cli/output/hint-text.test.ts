import { expect, test } from 'vitest';
import { hintText, withHintText } from '../../../src/cli/output/hint-text.js';
import { hint } from '../../../src/platform/index.js';

test('a sentence is printed as it is', () => {
  expect(hintText('Check the path.')).toBe('Check the path.');
});

test('an action is printed as the command that does it', () => {
  const retry = hint('Run it again', {
    action: 'job.retry',
    arguments: ['017f'],
    options: { tenant: 'a b', yes: true },
  });
  expect(hintText(retry)).toBe("Run it again: casparian job retry 017f --tenant 'a b' --yes");
});

test('an action can be in the middle of a sentence', () => {
  expect(hintText(hint('Run {} first.', { action: 'db.migrate' }))).toBe('Run casparian db migrate first.');
});

test('options alone are those of the same command', () => {
  expect(hintText(hint('Name the module', { options: { jobs: 'FILE', allow_unknown_type: true } }))).toBe(
    'Name the module: --jobs FILE --allow-unknown-type',
  );
});

test('hints in a document become text, data of users stays as it is', () => {
  const retry = hint('Run it again', { action: 'job.retry', arguments: ['017f'] });
  const payload = { next: [{ text: 'mine', action: 'mine' }] };
  expect(withHintText([{ payload, errors: [{ code: 'X', next: ['Wait.', retry] }], big: 1n }])).toEqual([
    { payload, errors: [{ code: 'X', next: ['Wait.', 'Run it again: casparian job retry 017f'] }], big: 1n },
  ]);
});
