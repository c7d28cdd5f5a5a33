import type { Invocation } from '../../invocation.js';
import { act, type ActOptions } from './act.js';

export async function run(invocation: Invocation<ActOptions>): Promise<void> {
  await act(invocation, { action: 'retry', done: 'retried' });
}
