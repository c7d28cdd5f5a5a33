import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { connect } from 'amqplib';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createWorker, defineJob, RABBITMQ_DEFAULTS } from '../../src/engine/index.js';
import type { Engine } from '../../src/engine/index.js';
import { useStage } from '../engine/staging/stage.js';
import { startProxy } from '../services/proxy.js';
import { startRabbitmq } from '../services/rabbitmq.js';
import type { RabbitmqServer } from '../services/rabbitmq.js';
import { rabbitmqAvailable } from '../services/shared-rabbitmq.js';
import { waitUntil } from '../services/wait-until.js';
import { heardLogger } from '../adversity/staging/heard-logger.js';
import { startTalkativeRelay } from '../adversity/staging/talkative-relay.js';

const LONG_POLL_MS = 60_000;
// The LISTEN address does not respond, so only the broker or polling can wake the worker.
const NO_LISTEN = { url: 'postgres://nobody@127.0.0.1:1/nothing' };

// Without RabbitMQ, the global set-up warns that these tests are skipped.
describe.skipIf(!rabbitmqAvailable)('a worker with RabbitMQ as its trigger', { timeout: 90_000 }, () => {
  const stage = useStage('PostgreSQL');
  const quick = defineJob({ type: 'quick', run: () => 'done' });
  // A separate broker, because the tests stop and start it.
  let broker: RabbitmqServer;
  beforeAll(async () => {
    broker = await startRabbitmq();
  }, 120_000);
  afterAll(() => broker.remove(), 60_000);

  async function startWorker(url: string, pollEveryMs: number, job = quick) {
    const logger = heardLogger();
    const engine = await stage.openAnother({ rabbitmq: { url }, listen: NO_LISTEN, logger });
    const worker = createWorker(engine, { jobs: [job], pollEveryMs });
    stage.onCleanup(() => worker.stop({ graceMs: 0 }));
    await worker.start();
    // It looks for work once it is connected; wait until it is idle.
    await delay(200);
    const brokerWarnings = () => logger.warnings().filter(({ fields }) => fields['code'] === 'BROKER_UNAVAILABLE');
    return { engine, worker, brokerWarnings };
  }

  /** Enqueues in another engine and waits until the worker has done it. */
  async function oneJobFlows(producer: Engine, { timeoutMs = 5_000, job = quick } = {}): Promise<void> {
    const { id } = await producer.enqueue(job, null);
    await waitUntil(async () => (await stage.engine.job(id)).status === 'completed', { for: 'the job', timeoutMs });
  }

  test('is woken by it', async () => {
    const { brokerWarnings } = await startWorker(broker.url, LONG_POLL_MS);
    const producer = await stage.openAnother({ rabbitmq: { url: broker.url } });
    for (let round = 0; round < 5; round++) await oneJobFlows(producer);
    expect(brokerWarnings()).toEqual([]);
  });

  test('does not interpret messages: garbage only wakes it', async () => {
    const { brokerWarnings } = await startWorker(broker.url, LONG_POLL_MS);
    const connection = await connect(broker.url);
    onTestFinished(() => connection.close());
    const channel = await connection.createChannel();
    const garbage = [Buffer.alloc(0), Buffer.from('{"job_id":'), Buffer.from('null'), randomBytes(100_000)];
    const { id } = await stage.engine.enqueue(quick, null);
    for (const message of garbage) {
      channel.publish(RABBITMQ_DEFAULTS.exchange, RABBITMQ_DEFAULTS.routingKey, message, { headers: { 'x-odd': 1 } });
    }
    await waitUntil(async () => (await stage.engine.job(id)).status === 'completed', {
      for: 'the job',
      timeoutMs: 5_000,
    });
    const producer = await stage.openAnother({ rabbitmq: { url: broker.url } });
    await oneJobFlows(producer);
    expect(brokerWarnings()).toEqual([]);
  });

  test('survives garbage on the wire, warns, and connects again', async () => {
    const relay = await startTalkativeRelay(broker.port);
    onTestFinished(() => relay.close());
    const url = rerouted(broker.url, relay.port);
    const { brokerWarnings } = await startWorker(url, LONG_POLL_MS);
    const producer = await stage.openAnother({ rabbitmq: { url } });
    await oneJobFlows(producer);
    for (const bytes of [randomBytes(200), Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'), Buffer.alloc(64)]) {
      const warned = brokerWarnings().length;
      relay.inject(bytes);
      await waitUntil(() => brokerWarnings().length > warned, { for: 'a warning', timeoutMs: 40_000 });
      await waitUntil(() => relay.connections() > 0, { for: 'a new connection', timeoutMs: 10_000 });
      await delay(300);
      const direct = await stage.openAnother({ rabbitmq: { url: broker.url } });
      await oneJobFlows(direct);
    }
  });

  test('polls while the broker is down, and is woken again when it is back', async () => {
    const patient = defineJob({ type: 'patient', run: () => 'done' });
    const { brokerWarnings } = await startWorker(broker.url, 300);
    await startWorker(broker.url, LONG_POLL_MS, patient);
    const producer = await stage.openAnother({ rabbitmq: { url: broker.url } });
    await oneJobFlows(producer);
    await broker.stop();
    await waitUntil(() => brokerWarnings().length > 0, { for: 'a warning', timeoutMs: 10_000 });
    for (let round = 0; round < 5; round++) await oneJobFlows(producer, { timeoutMs: 3_000 });
    const { id } = await producer.enqueue(patient, null);
    await broker.start();
    // On connecting it looks for missed jobs; after that, messages reach it again.
    await waitUntil(async () => (await stage.engine.job(id)).status === 'completed', {
      for: 'the patient worker to connect again',
      timeoutMs: 30_000,
    });
    const late = await stage.openAnother({ rabbitmq: { url: broker.url } });
    await oneJobFlows(late, { job: patient });
  });

  test('that starts while the broker does not respond runs jobs immediately', async () => {
    const proxy = await startProxy({ port: broker.port });
    onTestFinished(() => proxy.close());
    proxy.pause();
    const logger = heardLogger();
    const engine = await stage.openAnother({
      rabbitmq: { url: rerouted(broker.url, proxy.port) },
      listen: NO_LISTEN,
      logger,
    });
    const worker = createWorker(engine, { jobs: [quick], pollEveryMs: 200 });
    stage.onCleanup(() => worker.stop({ graceMs: 0 }));
    void worker.start();
    await oneJobFlows(stage.engine, { timeoutMs: 3_000 });
  });

  test('does not delay enqueue and stop when the broker freezes', async () => {
    const proxy = await startProxy({ port: broker.port });
    onTestFinished(() => proxy.close());
    const url = rerouted(broker.url, proxy.port);
    const { engine, worker } = await startWorker(url, 200);
    await oneJobFlows(engine);
    proxy.pause();
    const begun = performance.now();
    for (let round = 0; round < 20; round++) await engine.enqueue(quick, null);
    await worker.stop();
    await engine.close();
    expect(performance.now() - begun).toBeLessThan(5_000);
  });

  test('does not delay an enqueue when the broker never responded', async () => {
    const proxy = await startProxy({ port: broker.port });
    onTestFinished(() => proxy.close());
    proxy.pause();
    const engine = await stage.openAnother({ rabbitmq: { url: rerouted(broker.url, proxy.port) } });
    const begun = performance.now();
    for (let round = 0; round < 20; round++) await engine.enqueue(quick, null);
    expect(performance.now() - begun).toBeLessThan(2_000);
    await engine.close();
    expect(performance.now() - begun).toBeLessThan(10_000);
  });

  test('closes its connection when the broker closes the channel', async () => {
    const relay = await startTalkativeRelay(broker.port);
    onTestFinished(() => relay.close());
    const exchange = `gone-${crypto.randomUUID()}`;
    const logger = heardLogger();
    const producer = await stage.openAnother({ rabbitmq: { url: rerouted(broker.url, relay.port), exchange }, logger });
    await producer.enqueue(quick, null);
    await waitUntil(() => relay.connections() === 1, { for: 'the producer to connect', timeoutMs: 5_000 });
    const connection = await connect(broker.url);
    onTestFinished(() => connection.close());
    const channel = await connection.createChannel();
    await delay(500);
    await channel.deleteExchange(exchange);
    // The broker closes the channel after a message to a missing exchange.
    for (let round = 0; round < 5; round++) {
      await producer.enqueue(quick, null);
      await delay(50);
    }
    await producer.close();
    await waitUntil(() => relay.connections() === 0, { for: 'every connection to be closed', timeoutMs: 5_000 });
  });
});

function rerouted(url: string, port: number): string {
  const changed = new URL(url);
  changed.port = String(port);
  return changed.href;
}
