import type { Invocation } from '../../invocation.js';
import { act, type ActOptions } from './act.js';

export async function run(invocation: Invocation<ActOptions>): Promise<void> {
  await act(invocation, { verb: 'retry', done: 'retried', apply: (engine, filter) => engine.retryTroubled(filter) });
}
