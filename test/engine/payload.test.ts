import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineJob, type JobDefinition } from '../../src/engine/index.js';
import { serialize, validatePayload } from '../../src/engine/payload.js';

const jobOf = (payload: z.ZodType): JobDefinition => defineJob({ type: 'mail', payload, run: () => undefined });

describe('checking a payload', () => {
  test('the handler gets what the schema makes of it', () => {
    const job = jobOf(z.object({ to: z.string().trim(), copies: z.number().default(1) }));
    expect(validatePayload(job, { to: ' me ' })).toEqual({ to: 'me', copies: 1 });
  });

  test('without a schema everything passes', () => {
    const job = defineJob({ type: 'any', run: () => undefined });
    for (const payload of [1, null, undefined, { a: 1 }]) expect(validatePayload(job, payload)).toBe(payload);
  });

  test('a refusal names the type, the path and the reason', () => {
    const job = jobOf(z.object({ to: z.object({ email: z.string() }), tags: z.array(z.number()) }));
    expect(() => validatePayload(job, { to: {}, tags: [1, 'two'] })).toThrow(
      expect.objectContaining({
        code: 'PAYLOAD_INVALID',
        retryable: false,
        message: expect.stringMatching(/^The payload of mail is invalid: to\.email: .+; tags\.1: .+$/) as string,
      }) as Error,
    );
  });

  test('only the first five problems are listed', () => {
    const fields = Array.from({ length: 9 }, (_, index) => [`f${index}`, z.string()]);
    const job = jobOf(z.object(Object.fromEntries(fields) as Record<string, z.ZodString>));
    expect(() => validatePayload(job, {})).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('f5') as string }) as Error,
    );
  });

  test('a schema that takes its time is waited for', async () => {
    const job = jobOf(z.string().refine(async (text) => text.length > 2, { message: 'too short' }));
    await expect(validatePayload(job, 'long')).resolves.toBe('long');
    await expect(validatePayload(job, 'no')).rejects.toMatchObject({ code: 'PAYLOAD_INVALID' });
  });
});

describe('writing a payload as JSON', () => {
  test('nothing at all is null', () => {
    expect(serialize('payload', undefined, 100)).toBe('null');
  });

  test('integers that no double holds are written as they are', () => {
    expect(serialize('payload', { n: 12345678901234567890n, list: [-1n] }, 100)).toBe(
      '{"n":12345678901234567890,"list":[-1]}',
    );
  });

  test('the limit counts bytes, not characters', () => {
    expect(serialize('payload', 'x'.repeat(98), 100)).toHaveLength(100);
    expect(() => serialize('payload', 'x'.repeat(99), 100)).toThrow(
      expect.objectContaining({ code: 'PAYLOAD_TOO_LARGE' }) as Error,
    );
    expect(serialize('payload', 'é'.repeat(49), 100)).toHaveLength(51);
    expect(() => serialize('payload', 'é'.repeat(50), 100)).toThrow(
      expect.objectContaining({
        code: 'PAYLOAD_TOO_LARGE',
        message: expect.stringContaining('102 bytes') as string,
      }) as Error,
    );
  });

  test('a result has its own code', () => {
    expect(() => serialize('result', 'x'.repeat(99), 10)).toThrow(
      expect.objectContaining({ code: 'RESULT_TOO_LARGE' }) as Error,
    );
  });

  test('a nesting without end is called by its name', () => {
    expect(() => serialize('payload', bottomless(), 1_000_000)).toThrow(
      expect.objectContaining({ code: 'PAYLOAD_NOT_JSON', why: 'the value is nested too deeply' }) as Error,
    );
  });

  const cycle: { self?: unknown } = {};
  cycle.self = cycle;
  const bottomless = (): unknown => {
    let value: unknown = [];
    for (let level = 0; level < 100_000; level++) value = [value];
    return value;
  };
  test.each([
    ['a cycle', cycle],
    ['a function', () => 1],
    ['a symbol', Symbol('s')],
  ])('%s cannot be stored as JSON', (_, value) => {
    expect(() => serialize('payload', value, 1_000_000)).toThrow(
      expect.objectContaining({ code: 'PAYLOAD_NOT_JSON', why: expect.any(String) as string }) as Error,
    );
  });
});
