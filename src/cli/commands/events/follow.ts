import { eventJson } from '../../../events/event-json.js';
import { followLog } from '../../../operations/index.js';
import type { Invocation } from '../../invocation.js';
import { withTenant } from '../../session.js';
import { stopOnSignals } from '../../stop-on-signals.js';
import { eventLine } from './event-text.js';
import { type FilterOptions, filterOf } from './filter.js';

export async function run(invocation: Invocation<FilterOptions>): Promise<void> {
  const { options, output } = invocation;
  const stop = stopOnSignals();
  try {
    await withTenant(invocation, async ({ engine, tenant }) => {
      const filter = await filterOf(options, engine.database, tenant);
      output.message('Waiting for events. Press Ctrl-C to stop.');
      for await (const event of followLog(engine, { ...filter, tenant, signal: stop.signal })) {
        if (output.asJson) output.jsonLine(eventJson(event));
        else output.print(eventLine(event, output));
      }
    });
  } finally {
    stop.dispose();
  }
}
