import type { StandardSchemaV1 } from '@standard-schema/spec';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import {
  createWorker,
  declareJob,
  defineJob,
  fieldsOf,
  followUp,
  handleJob,
  handleJobLazily,
  isJobDefinition,
  labelOf,
} from '../../src/engine/index.js';
import type { Engine, JobContext, JobDeclaration, JobDefinition } from '../../src/engine/index.js';

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

describe('declaring a job', () => {
  const MAIL = declareJob({
    type: 'mail',
    payload: z.object({ to: z.string(), copies: z.number().default(1) }),
    label: ({ to, copies }) => `${copies} × ${to}`,
    filterFields: ['to', 'from'],
    redact: () => 'hidden',
    retry: { baseMs: 5 },
    priority: 1,
    queue: 'post',
    maxAttempts: 2,
    timeoutMs: 100,
  });

  test('a declaration can be enqueued but not run', () => {
    expectTypeOf(MAIL).toEqualTypeOf<
      JobDeclaration<{ to: string; copies?: number | undefined }, { to: string; copies: number }>
    >();
    expect(isJobDefinition(MAIL)).toBe(false);
    const build = (engine: Engine): unknown => [
      engine.enqueue(MAIL, { to: 'ada' }),
      // @ts-expect-error a worker needs handlers
      createWorker(engine, { jobs: [MAIL] }),
    ];
    expectTypeOf(build).toBeFunction();
  });

  test('a handler makes a definition of it that keeps everything declared', () => {
    const job = handleJob(MAIL, ({ copies }) => copies + 1);
    expect(job).toMatchObject(MAIL);
    expect(job.run({ to: 'ada', copies: 2 }, {} as JobContext)).toBe(3);
    expect(isJobDefinition(job)).toBe(true);
  });

  test('the label is made from the payload as its schema returns it', () => {
    expect(labelOf(MAIL, { to: 'ada' })).toBe('1 × ada');
  });

  test.each([null, {}, { to: 5 }, 'ada', [1]])(
    'a payload that does not satisfy the schema has no label: %j',
    (payload) => {
      expect(labelOf(MAIL, payload)).toBe('');
    },
  );

  test('a schema that validates later gives no label', () => {
    const late: StandardSchemaV1<unknown, string> = {
      '~standard': { version: 1, vendor: 'test', validate: async (value) => ({ value: String(value) }) },
    };
    expect(labelOf(declareJob({ type: 'late', payload: late, label: (text) => text }), 'x')).toBe('');
  });

  test('fields are those members of the payload that are declared and hold text', () => {
    expect(fieldsOf(MAIL, { to: 'ada', from: 7, subject: 'x' })).toEqual({ to: 'ada' });
    for (const payload of [null, 'to', 3, ['ada']]) expect(fieldsOf(MAIL, payload)).toEqual({});
  });

  test('without options there is no label, no field, and the payload is shown as it is', () => {
    const bare = declareJob({ type: 'bare' });
    expect(labelOf(bare, { to: 'ada' })).toBe('');
    expect(fieldsOf(bare, { to: 'ada' })).toEqual({});
    expect(bare.redact({ to: 'ada' })).toEqual({ to: 'ada' });
    expect(MAIL.redact({})).toBe('hidden');
  });

  test.each(['', 'a b'])("'%s' cannot be declared", (type) => {
    expect(() => declareJob({ type })).toThrow(refused);
  });
});

test('a handler is loaded for its first job, once, and again after a failure', async () => {
  let loads = 0;
  const job = handleJobLazily(declareJob({ type: 'late' }), () => {
    loads++;
    return loads === 1 ? Promise.reject(new Error('not yet')) : Promise.resolve((payload) => ({ payload }));
  });
  const run = (payload: unknown): unknown => job.run(payload, {} as JobContext);
  expect(loads).toBe(0);
  await expect(run(1)).rejects.toThrow('not yet');
  expect(await run(2)).toEqual({ payload: 2 });
  expect(await run(3)).toEqual({ payload: 3 });
  expect(loads).toBe(2);
});
