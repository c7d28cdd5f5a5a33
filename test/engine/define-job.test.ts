import type { StandardSchemaV1 } from '@standard-schema/spec';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { createWorker, defineJob, followUp, isJobDefinition } from '../../src/engine/index.js';
import type { Engine, JobContext, JobDefinition } from '../../src/engine/index.js';

const refused = expect.objectContaining({ code: 'OPTION_INVALID' }) as Error;

describe('defining a job', () => {
  test('the payload of a handler has the type its schema gives', () => {
    defineJob({
      type: 'mail',
      payload: z.object({ to: z.string(), copies: z.number().default(1) }),
      run: (payload, context) => {
        expectTypeOf(payload).toEqualTypeOf<{ to: string; copies: number }>();
        expectTypeOf(context).toEqualTypeOf<JobContext>();
      },
    });
  });

  test('what is enqueued has the type the schema takes, not the one it gives', () => {
    const job = defineJob({
      type: 'mail',
      payload: z.object({ at: z.string().transform((text) => new Date(text)), copies: z.number().default(1) }),
      run: ({ at }) => {
        expectTypeOf(at).toEqualTypeOf<Date>();
      },
    });
    type Payload = Parameters<typeof job.run>[0];
    expectTypeOf<Payload>().toEqualTypeOf<{ at: Date; copies: number }>();
    type Enqueued = typeof job extends JobDefinition<infer Input, infer _Output> ? Input : never;
    expectTypeOf<Enqueued>().toEqualTypeOf<{ at: string; copies?: number | undefined }>();
    const enqueue = (engine: Engine): unknown => [
      engine.enqueue(job, { at: '2030-01-01' }),
      // @ts-expect-error a Date is what the handler gets, a string is what the caller gives
      engine.enqueue(job, { at: new Date() }),
      // @ts-expect-error the time is missing
      engine.enqueue(job, {}),
      // @ts-expect-error priorities are 0 to 3
      engine.enqueue(job, { at: '' }, { priority: 4 }),
    ];
    expectTypeOf(enqueue).toBeFunction();
    const follow = (): unknown => [
      followUp(job, { at: '2030-01-01' }),
      // @ts-expect-error a follow-up is typed as an enqueue is
      followUp(job, { at: 5 }),
    ];
    expectTypeOf(follow).toBeFunction();
  });

  test('without a schema the payload is unknown', () => {
    const job = defineJob({
      type: 'any',
      run: (payload) => {
        expectTypeOf(payload).toBeUnknown();
      },
    });
    expectTypeOf(job).toEqualTypeOf<JobDefinition>();
  });

  test('any Standard Schema will do', () => {
    const schema: StandardSchemaV1<string, number> = {
      '~standard': { version: 1, vendor: 'test', validate: (value) => ({ value: Number(value) }) },
    };
    const job = defineJob({ type: 'number', payload: schema, run: (n) => n + 1 });
    expectTypeOf(job).toEqualTypeOf<JobDefinition<string, number>>();
  });

  test('jobs of different payloads fit into one worker', () => {
    const jobs = [
      defineJob({ type: 'a', payload: z.object({ a: z.string() }), run: () => undefined }),
      defineJob({ type: 'b', payload: z.coerce.date(), run: () => undefined }),
      defineJob({ type: 'c', run: () => undefined }),
    ];
    const build = (engine: Engine): unknown => createWorker(engine, { jobs });
    expectTypeOf(build).toBeFunction();
  });

  test('the retry policy is completed with the defaults', () => {
    expect(defineJob({ type: 'x', retry: { baseMs: 5 }, run: () => 1 }).retry).toEqual({
      ...{ kind: 'exponential', baseMs: 5, capMs: 1_024_000, jitter: 0.1 },
    });
  });

  test.each(['', ' ', 'a b', '-a', '.a', 'ä', 'a\n', 'a\0', 'x'.repeat(201)])("'%s' is not a type", (type) => {
    expect(() => defineJob({ type, run: () => 1 })).toThrow(refused);
  });

  test.each(['a', 'A1', 'mail.send', 'parse:csv', 'tasks/run-it', 'a_b', 'x'.repeat(200)])('%s is a type', (type) => {
    expect(defineJob({ type, run: () => 1 }).type).toBe(type);
  });

  test.each([0, -1, NaN, Infinity, 2 ** 31])('a timeout of %d ms is refused: no timer can keep it', (timeoutMs) => {
    expect(() => defineJob({ type: 'x', timeoutMs, run: () => 1 })).toThrow(refused);
  });

  test('a definition is told from other things', () => {
    expect(isJobDefinition(defineJob({ type: 'x', run: () => 1 }))).toBe(true);
    for (const other of [null, undefined, {}, { type: 'x' }, () => 1, 'x']) expect(isJobDefinition(other)).toBe(false);
  });
});
