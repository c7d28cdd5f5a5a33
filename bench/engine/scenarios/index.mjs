import { drain } from './drain.mjs';
import { enqueueBulk } from './enqueue-bulk.mjs';
import { enqueueSingle } from './enqueue-single.mjs';
import { heldTransaction } from './held-transaction.mjs';
import { idleLatency } from './idle-latency.mjs';
import { memory } from './memory.mjs';
import { tableSize } from './table-size.mjs';

/** In the order of the report. */
export const scenarios = [drain, enqueueSingle, enqueueBulk, idleLatency, tableSize, heldTransaction, memory];

export function scenarioNamed(name) {
  const found = scenarios.find((scenario) => scenario.name === name);
  if (found === undefined)
    throw new Error(`no scenario "${name}"; there are: ${scenarios.map((one) => one.name).join(', ')}`);
  return found;
}
