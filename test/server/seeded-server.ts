import { onTestFinished } from 'vitest';
import type { Afterwards, StoreKind } from '../cli/store.js';
import { type Example, seedExamples } from './examples.js';
import { type RunningServer, startServer } from './running-server.js';

/** A server on a store that has one of everything, and the requests for it. */
export interface SeededServer {
  readonly server: RunningServer;
  readonly examples: Record<string, Example>;
}

/**
 * It has no worker: jobs that tests or made-up requests leave behind stay in the queue, and nothing changes that the tests did not
 * change.
 */
export async function startSeededServer(
  kind: StoreKind,
  afterwards: Afterwards = onTestFinished,
): Promise<SeededServer> {
  const env = { CASPARIAN_ALLOW_PRIVATE_ADDRESSES: '1' };
  const seeded = await startServer(kind, { args: ['--with-worker'], env, afterwards });
  const examples = await seedExamples(seeded);
  seeded.running.process.kill('SIGTERM');
  await seeded.running.ended;
  return { server: await startServer(kind, { env, store: seeded, afterwards }), examples };
}
