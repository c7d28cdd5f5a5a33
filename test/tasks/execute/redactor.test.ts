import { expect, test } from 'vitest';
import { createRedactor } from '../../../src/tasks/execute/redactor.js';

const bytes = (text: string): Buffer => Buffer.from(text);

test.each([
  [['secret'], 'a secret, the secret', 'a ***, the ***'],
  [['secret', 'secretive'], 'secretive secret', '*** ***'],
  [['abcd', 'cdef'], 'xabcdefx', 'x***x'],
  [['aaaa'], 'aaaaaaa', '***'],
  [['abcd', 'efgh'], 'xabcdefghx', 'x***x'],
  [['abcd', 'efgh'], 'efgh abcd', '*** ***'],
  [['abcdefgh', 'cd'], 'abcdefgh!', '***!'],
  [['日本語x'], 'ä日本語xä', 'ä***ä'],
  [['secret'], 'SECRET secre', 'SECRET secre'],
  [[], 'anything', 'anything'],
  [[''], 'anything', 'anything'],
])('%j struck out of %j', (texts, given, struck) => {
  const strikeOut = createRedactor(texts);
  expect(strikeOut.text(given)).toBe(struck);
  expect(strikeOut.bytes(bytes(given)).toString()).toBe(struck);
});

test('what holds none is not even copied', () => {
  const { bytes: strike, text } = createRedactor(['secret']);
  const garbage = Buffer.from([0, 255, 10, 128]);
  expect(strike(garbage)).toBe(garbage);
  expect(text('half \ud83d')).toBe('half \ud83d');
});

test('of a piece, what may be the beginning of a secret is kept back; a secret is never cut', () => {
  const { piece } = createRedactor(['secret']);
  const pieces = (text: string) => Object.values(piece(bytes(text))).map(String);
  expect(pieces('some text, secr')).toEqual(['some text,', ' secr']);
  expect(pieces('text secret xy')).toEqual(['text ***', ' xy']);
  expect(pieces('text secret')).toEqual(['text ***', '']);
  expect(pieces('ab')).toEqual(['', 'ab']);
});

test('what is kept back of a piece is one byte less than the longest secret', () => {
  const { piece, longest } = createRedactor(['ab', 'secret']);
  expect(longest).toBe(6);
  expect(Object.values(piece(bytes('12345678'))).map(String)).toEqual(['123', '45678']);
  expect(Object.values(piece(bytes('1secret8'))).map(String)).toEqual(['1***', '8']);
  const none = createRedactor([]);
  expect(none.longest).toBe(0);
  expect(Object.values(none.piece(bytes('all'))).map(String)).toEqual(['all', '']);
});

test('of an end, what may be the second half of a secret is left out', () => {
  const { end } = createRedactor(['secret']);
  expect(end(bytes('ecret and secret')).toString()).toBe(' and ***');
  expect(end(bytes('secret and more')).toString()).toBe(' and more');
  expect(end(bytes('cre')).toString()).toBe('');
  expect(createRedactor([]).end(bytes('all')).toString()).toBe('all');
});
