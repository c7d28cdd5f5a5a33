import { expect, test } from 'vitest';
import { createLineFeed } from '../../../src/tasks/execute/program-output.js';
import { createRedactor } from '../../../src/tasks/execute/redactor.js';

function feed(chunks: Iterable<string>, ...secrets: string[]): string[] {
  const handed: Buffer[] = [];
  const lines = createLineFeed(createRedactor(secrets), (block) => handed.push(block));
  for (const chunk of chunks) lines.push(Buffer.from(chunk));
  lines.end();
  // As text only now: what was handed over must not change later.
  return handed.map(String);
}

test('whole lines are handed on as they come, the rest at the end', () => {
  expect(feed(['a\nb\nc', 'd\n', 'e', 'f'])).toEqual(['a\nb\n', 'cd\n', 'ef']);
  expect(feed(['10 %\r20', ' %\r'])).toEqual(['10 %\r', '20 %\r']);
  expect(feed([])).toEqual([]);
});

test('a secret is struck out wherever the chunks begin', () => {
  const text = 'one secret\nsecretsecret\nsecret';
  for (let at = 0; at <= text.length; at++) {
    expect(feed([text.slice(0, at), text.slice(at)], 'secret').join('')).toBe('one ***\n***\n***');
  }
  expect(feed(text, 'secret').join('')).toBe('one ***\n***\n***');
});

test('a line without an end is handed on in parts, and no part shows half a secret', () => {
  const secret = 'correct horse battery staple';
  const filler = 'x'.repeat(1_000);
  const line = Array.from({ length: 300 }, (_, i) => filler.slice(i) + secret).join('');
  const parts = feed(line.match(/.{1,4093}/g)!, secret);
  expect(parts.length).toBeGreaterThan(1);
  expect(Math.max(...parts.map((part) => part.length))).toBeLessThan(80_000);
  expect(parts.join('')).toBe(line.replaceAll(secret, '***'));
});

test('a line is held up to 64 KiB and the longest secret, and handed on from there', () => {
  const held = 64 * 1_024 + 'secret'.length;
  expect(feed(['x'.repeat(held), '\n'], 'secret').map((part) => part.length)).toEqual([held + 1]);
  expect(feed(['x'.repeat(held + 1), '\n'], 'secret').map((part) => part.length)).toEqual([held + 1 - 5, 6]);
  expect(feed(['x'.repeat(64 * 1_024), 'y']).map((part) => part.length)).toEqual([64 * 1_024 + 1]);
});

test('the last of line feeds and carriage returns ends the part that is handed on', () => {
  expect(feed(['a\nb\rc', '\n'])).toEqual(['a\nb\r', 'c\n']);
  expect(feed(['a\rb\nc', '\n'])).toEqual(['a\rb\n', 'c\n']);
  expect(feed(['\n', 'a'])).toEqual(['\n', 'a']);
});
