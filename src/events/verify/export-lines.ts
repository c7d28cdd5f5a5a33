import type { Database } from '../../database/index.js';
import { databaseNow } from '../../engine/index.js';
import { isoTime, parseExactJson } from '../../platform/index.js';
import { eventDetailsJson } from '../event-json.js';
import { requirePattern } from '../event-pattern.js';
import { type EventFilter, isFiltered } from '../read/event-filter.js';
import { treeHeadJson } from '../tree/head-json.js';
import { databaseSource } from './database-source.js';
import type { StoredEvent } from './event-source.js';

export const EXPORT_FORMAT = 'CASPARIAN-EVENTS-1';

/**
 * The log of a tenant as lines of JSON: a heading, the tree heads, the events in the order of chains, and the end. With a filter, events
 * between are missing on purpose, so tree heads are left out.
 */
export async function* exportEvents(
  database: Database,
  tenant: string,
  filter: EventFilter,
): AsyncGenerator<Readonly<Record<string, unknown>>> {
  // Before the heading: an export that breaks off in its middle looks like one that lost events.
  filter.types?.forEach(requirePattern);
  const source = databaseSource(database, tenant, filter);
  const heads = isFiltered(filter) ? [] : await source.heads();
  const sealed = heads.at(-1)?.treeSize ?? 0;
  yield {
    ...{ record: 'log', format: EXPORT_FORMAT, tenant, complete: source.isComplete },
    exported_at: isoTime(await databaseNow(database)),
  };
  for (const head of heads) yield { record: 'tree_head', ...treeHeadJson(head) };
  let events = 0;
  for await (const page of source.pages()) {
    for (const event of page) yield eventLine(event, sealed);
    events += page.length;
  }
  yield { record: 'end', events };
}

/** An event that was sealed after the heads were read counts as not sealed: its head is not in the export. */
function eventLine({ payload, leafIndex, ...event }: StoredEvent, sealed: number): Readonly<Record<string, unknown>> {
  const record = { ...event, payload: parseExactJson(payload) as Record<string, unknown> };
  return { record: 'event', ...eventDetailsJson(record, leafIndex !== null && leafIndex < sealed ? leafIndex : null) };
}
