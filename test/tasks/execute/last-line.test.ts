import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLastLineFinder } from '../../../src/tasks/execute/last-line.js';

function lastLineOf(chunks: readonly (string | Buffer)[], maxBytes = 100) {
  const finder = createLastLineFinder(maxBytes);
  for (const chunk of chunks) finder.push(Buffer.from(chunk as string));
  return finder.read();
}

test.each([
  [['a\nb\n'], 'b'],
  [['a\nb'], 'b'],
  [['a\nb\n\n \t\r\n\n'], 'b'],
  [['a\n', '\n', 'b', 'c', '\n', ' ', '\n'], 'bc'],
  [['a', '\n\n\n'], 'a'],
  [['\n\n', 'a\n  \n'], 'a'],
  [['  b  \r\n'], '  b  \r'],
  [['x'.repeat(500), '\nshort\n'], 'short'],
  [['x\n\0\n'], '\0'],
])('%j ends in %j', (chunks, text) => {
  expect(lastLineOf(chunks)).toEqual({ text, isCut: false });
});

test('nothing was said', () => {
  for (const chunks of [[], [''], ['\n\n', '  ', '\r\n']]) expect(lastLineOf(chunks)).toBeUndefined();
});

test('of a line that is too long the beginning is kept, wherever it stands', () => {
  const cut = { text: '0123', isCut: true };
  for (const chunks of [['0123456789'], ['a\n0123456789\n'], ['0', '123', '456\n'], ['0123456', '789', '\n\n']]) {
    expect(lastLineOf(chunks, 4)).toEqual(cut);
  }
  expect(lastLineOf(['01', '23\n'], 4)).toEqual({ text: '0123', isCut: false });
});

test('it does not matter where chunks begin, not even inside a character', () => {
  const pieces = fc.array(fc.constantFrom('\n', '\r\n', ' ', 'a', '日', '🦜', '{"ok"'), { maxLength: 12 });
  fc.assert(
    fc.property(pieces, fc.infiniteStream(fc.integer({ min: 1, max: 5 })), (parts, sizes) => {
      const bytes = Buffer.from(parts.join(''));
      const chunks: Buffer[] = [];
      for (let at = 0; at < bytes.length; at += chunks.at(-1)!.length) {
        chunks.push(bytes.subarray(at, at + (sizes.next().value as number)));
      }
      const expected = parts
        .join('')
        .split('\n')
        .filter((line) => line.trim() !== '')
        .at(-1);
      expect(lastLineOf(chunks)?.text).toBe(expected);
    }),
  );
});

test('bytes that come one by one, and megabytes of line breaks, take no time to speak of', () => {
  const byte = Buffer.from('x');
  const finder = createLastLineFinder(1_000_000);
  const begun = performance.now();
  for (let i = 0; i < 500_000; i++) finder.push(byte);
  const breaks = Buffer.alloc(65_536, '\n');
  for (let i = 0; i < 160; i++) finder.push(breaks);
  expect(finder.read()?.text.length).toBe(500_000);
  expect(performance.now() - begun).toBeLessThan(10_000);
});
