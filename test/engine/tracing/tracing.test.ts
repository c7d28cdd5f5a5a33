import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createWorker,
  defineJob,
  enqueueWithin,
  followUp,
  complete,
  type JobDefinition,
} from '../../../src/engine/index.js';
import { parseTraceparent } from '../../../src/engine/tracing/traceparent.js';
import { loadTracing } from '../../../src/engine/tracing/tracing.js';
import { STORES, useStage } from '../staging/stage.js';

const GIVEN = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

describe.each(STORES)('the traceparent of a job on %s, without OpenTelemetry', (storeName) => {
  const stage = useStage(storeName);
  const noop = defineJob({ type: 'noop', run: () => undefined });

  test('is kept as it was given, for one job and for many', async () => {
    const { id } = await stage.engine.enqueue(noop, {}, { traceparent: GIVEN });
    expect(await stage.engine.job(id)).toMatchObject({ traceparent: GIVEN });
    const many = await stage.engine.enqueueMany(noop, [{}, {}], { traceparent: GIVEN, queue: 'bulk' });
    for (const receipt of many) expect(await stage.engine.job(receipt.id)).toMatchObject({ traceparent: GIVEN });
    const keyed = await stage.engine.enqueue(noop, {}, { traceparent: GIVEN, idempotencyKey: 'a' });
    expect(await stage.engine.job(keyed.id)).toMatchObject({ traceparent: GIVEN });
  });

  test('is absent when none or an invalid one was given', async () => {
    for (const traceparent of [undefined, 'nonsense', GIVEN.replace('00-', 'ff-')]) {
      const { id } = await stage.engine.enqueue(noop, {}, { traceparent });
      expect(await stage.engine.job(id)).toMatchObject({ traceparent: null });
    }
  });

  test('is passed on to the handler and to follow-up jobs', async () => {
    const seen: (string | null)[] = [];
    const child = defineJob({ type: 'child', run: (_payload, { job }) => void seen.push(job.traceparent) });
    const parent = defineJob({ type: 'parent', run: () => complete(null, { enqueue: [followUp(child, {})] }) });
    await stage.engine.enqueue(parent, {}, { traceparent: GIVEN });
    await runAll([parent, child], 2);
    expect(seen).toEqual([GIVEN]);
  });

  function runAll(jobs: JobDefinition[], count: number): Promise<void> {
    let ended = 0;
    return new Promise((resolve) => {
      const worker = createWorker(stage.engine, {
        jobs,
        observer: { ended: () => (++ended === count ? resolve() : undefined) },
      });
      stage.onCleanup(() => worker.stop());
      void worker.start();
    });
  }
});

describe('with an OpenTelemetry SDK', () => {
  const stage = useStage('SQLite');
  const exporter = new InMemorySpanExporter();
  const noop = defineJob({ type: 'noop', run: () => undefined });
  const broken = defineJob({
    type: 'broken',
    maxAttempts: 1,
    run: () => Promise.reject(Object.assign(new Error('no'), { code: 'ECONNREFUSED' })),
  });

  beforeAll(async () => {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
    await loadTracing();
  });
  beforeEach(() => exporter.reset());
  afterAll(() => {
    trace.disable();
    context.disable();
    propagation.disable();
  });

  async function runAll(count: number): Promise<void> {
    let ended = 0;
    await new Promise<void>((resolve) => {
      const worker = createWorker(stage.engine, {
        jobs: [noop, broken],
        observer: { ended: () => (++ended === count ? resolve() : undefined) },
      });
      stage.onCleanup(() => worker.stop());
      void worker.start();
    });
  }
  const spans = (name: string) => exporter.getFinishedSpans().filter((span) => span.name === name);

  test('an enqueue is a producer span in the trace of the caller, and the attempt links to it from its own trace', async () => {
    const outer = trace.getTracer('test').startSpan('request');
    const { id } = await context.with(trace.setSpan(context.active(), outer), () =>
      stage.engine.enqueue(noop, {}, { queue: 'mail' }),
    );
    await runAll(1);
    const [send] = spans('send mail');
    const [process] = spans('process mail');
    expect(send!.spanContext().traceId).toBe(outer.spanContext().traceId);
    expect(send!.parentSpanContext?.spanId).toBe(outer.spanContext().spanId);
    const stored = parseTraceparent((await stage.engine.job(id)).traceparent ?? undefined);
    expect(stored).toMatchObject({ spanId: send!.spanContext().spanId });
    expect(process!.spanContext().traceId).not.toBe(send!.spanContext().traceId);
    expect(process!.links.map((link) => link.context.spanId)).toEqual([send!.spanContext().spanId]);
    expect(process!.attributes).toMatchObject({
      'messaging.system': 'casparian',
      'messaging.destination.name': 'mail',
      'messaging.message.id': id,
      'casparian.job.attempt': 1,
      'casparian.job.status': 'completed',
    });
  });

  test('a given traceparent is the parent of the producer span', async () => {
    await stage.engine.enqueue(noop, {}, { traceparent: GIVEN });
    const [send] = spans('send default');
    expect(send!.spanContext().traceId).toBe(parseTraceparent(GIVEN)!.traceId);
    expect(send!.parentSpanContext?.spanId).toBe(parseTraceparent(GIVEN)!.spanId);
  });

  test('a claim that found jobs and the commit of their endings are spans of their own', async () => {
    await stage.engine.enqueueMany(noop, [{}, {}], { queue: 'mail' });
    await runAll(2);
    const [send] = spans('send mail');
    const [receive] = spans('receive mail');
    expect(receive!.attributes).toMatchObject({
      'messaging.operation.type': 'receive',
      'messaging.destination.name': 'mail',
      'messaging.batch.message_count': 2,
    });
    expect(receive!.links.map((link) => link.context.spanId)).toEqual([
      send!.spanContext().spanId,
      send!.spanContext().spanId,
    ]);
    expect(spans('receive')).toEqual([]);
    const settled = spans('settle').map((span) => Number(span.attributes['messaging.batch.message_count']));
    expect(settled.reduce((sum, count) => sum + count, 0)).toBe(2);
  });

  test('a failed attempt has its error code', async () => {
    await stage.engine.enqueue(broken, {});
    await runAll(1);
    expect(spans('process default')[0]!.attributes).toMatchObject({ 'casparian.job.status': 'dead_letter' });
    expect(spans('process default')[0]!.attributes['error.type']).toEqual(expect.any(String));
    expect(spans('process default')[0]!.status.code).toBe(2);
  });

  test('code that enqueues in its own transaction passes the active span on', async () => {
    const outer = trace.getTracer('test').startSpan('job');
    const receipts = await context.with(trace.setSpan(context.active(), outer), () =>
      stage.engine.transaction((tx) => enqueueWithin(tx, noop, [{ payload: {}, options: {} }])),
    );
    const { traceparent } = await stage.engine.job(receipts[0]!.id);
    expect(parseTraceparent(traceparent ?? undefined)?.spanId).toBe(outer.spanContext().spanId);
  });
});

test.each([
  ['a future version with more fields', '01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-what', true],
  ['version 00 with more fields', `${GIVEN}-more`, false],
  ['a trace id of zeros', '00-00000000000000000000000000000000-b7ad6b7169203331-01', false],
  ['a span id of zeros', '00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01', false],
  ['capitals', GIVEN.toUpperCase(), false],
  ['version ff', GIVEN.replace('00-', 'ff-'), false],
])('traceparent: %s', (_, text, isValid) => {
  expect(parseTraceparent(text) !== undefined).toBe(isValid);
});
