import { eventJson } from '../../../events/event-json.js';
import { findEvents } from '../../../events/index.js';
import type { Invocation } from '../../invocation.js';
import { limitOf } from '../../options/limit.js';
import { withTenant } from '../../session.js';
import { eventTable } from './event-text.js';
import { type FilterOptions, filterOf } from './filter.js';

export interface ListOptions extends FilterOptions {
  limit?: number;
}

export async function run(invocation: Invocation<ListOptions>): Promise<void> {
  const { options, output } = invocation;
  const limit = limitOf(options, output);
  const found = await withTenant(invocation, async ({ engine: { database }, tenant }) =>
    findEvents(database, tenant, { ...(await filterOf(options, database, tenant)), limit: limit + 1 }),
  );
  const events = found.slice(0, limit);
  if (found.length > limit) output.warning(`Showing the newest ${limit}; use --limit for more.`);
  if (output.asJson) return output.json(events.map(eventJson));
  if (events.length > 0) output.print(eventTable(events, output));
  if (events.length === 0) output.message('No event matches.');
}
