import { expect, test } from 'vitest';
import { createGrowingBuffer } from '../../../src/tasks/execute/growing-buffer.js';

function filled(maxBytes: number, ...pieces: string[]): string {
  const buffer = createGrowingBuffer(maxBytes);
  for (const piece of pieces) buffer.add(Buffer.from(piece));
  return buffer.bytes.toString();
}

test('keeps what comes in pieces, in order', () => {
  expect(filled(100)).toBe('');
  expect(filled(100, 'a', '', 'bc', 'd')).toBe('abcd');
});

test('keeps what it had when it grows', () => {
  const pieces = ['a'.repeat(1_000), 'b'.repeat(24), 'c', 'd'.repeat(3_000), 'e'];
  expect(filled(Infinity, ...pieces)).toBe(pieces.join(''));
});

test('keeps no more than its bound, also when a piece goes beyond it', () => {
  expect(filled(4, '01', '23')).toBe('0123');
  expect(filled(4, '01', '2345', '6')).toBe('0123');
  expect(filled(2_000, 'a'.repeat(1_500), 'b'.repeat(1_500))).toBe('a'.repeat(1_500) + 'b'.repeat(500));
});

test('begins anew when it is cleared', () => {
  const buffer = createGrowingBuffer(100);
  buffer.add(Buffer.from('first'));
  buffer.clear();
  expect(buffer.bytes).toHaveLength(0);
  buffer.add(Buffer.from('2'));
  expect(buffer.bytes.toString()).toBe('2');
});
