import { describe, expect, test } from 'vitest';
import { specHash } from '../../src/engine/index.js';

describe('the hash of a run spec', () => {
  test.each([
    // sha256 of {"payload":{"a":1},"type":"t"} and so on: any other program can check them.
    [{ type: 't', payload: { a: 1 } }, '{"payload":{"a":1},"type":"t"}'],
    [{ type: 't', payload: null }, '{"payload":null,"type":"t"}'],
    [
      { type: 't', payload: [1], codeHash: 'c', environmentHash: 'e', inputHash: 'i' },
      '{"code_hash":"c","environment_hash":"e","input_hash":"i","payload":[1],"type":"t"}',
    ],
  ])('of %j is the SHA-256 of %s', async (spec, canonical) => {
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(canonical));
    expect(specHash(spec)).toBe(Buffer.from(digest).toString('hex'));
  });

  test('there is none of a payload without end', () => {
    const payload: unknown = JSON.parse('['.repeat(4_000) + ']'.repeat(4_000));
    expect(() => specHash({ type: 't', payload })).toThrow(
      expect.objectContaining({ code: 'PAYLOAD_NOT_JSON', why: 'the value is nested deeper than 500 levels' }) as Error,
    );
  });

  test('integers that a double would make the same differ', () => {
    expect(specHash({ type: 't', payload: 9007199254740993n })).not.toBe(specHash({ type: 't', payload: 2 ** 53 }));
  });

  test('is a fixed value for a fixed spec', () => {
    expect(specHash({ type: 'parse', payload: { file: 'a.csv' }, codeHash: 'abc' })).toBe(
      '42d14653b5deff2e935567d87e4c3f6a73ecc9d75788f6ad849eabb9abc6be0e',
    );
  });

  test('does not depend on the order of keys, nor on parts that are absent', () => {
    const one = specHash({ type: 't', payload: { a: 1, b: 2 } });
    expect(specHash({ payload: { b: 2, a: 1 }, type: 't', codeHash: undefined })).toBe(one);
  });

  test('differs when anything that determines the result differs', () => {
    const base = { type: 't', payload: { a: 1 }, codeHash: 'c', environmentHash: 'e', inputHash: 'i' };
    const others = [
      { ...base, type: 'u' },
      { ...base, payload: { a: 2 } },
      { ...base, payload: { a: '1' } },
      { ...base, codeHash: 'd' },
      { ...base, environmentHash: 'f' },
      { ...base, inputHash: undefined },
      { ...base, codeHash: 'e', environmentHash: 'c' },
    ];
    expect(new Set([base, ...others].map(specHash)).size).toBe(others.length + 1);
  });
});
