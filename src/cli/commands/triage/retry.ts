import { retryTroubled } from '../../../engine/index.js';
import type { Invocation } from '../../invocation.js';
import { act, type ActOptions } from './act.js';

export async function run(invocation: Invocation<ActOptions>): Promise<void> {
  await act(invocation, {
    verb: 'retry',
    done: 'retried',
    apply: ({ database }, filter) => retryTroubled(database, filter),
  });
}
