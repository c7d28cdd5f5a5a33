import type { EventRecord } from '../../../events/index.js';
import { exactJson } from '../../../platform/index.js';
import type { Output } from '../../output/output.js';
import { printable } from '../../output/printable.js';
import { count } from '../../output/row-counts.js';
import { renderTable } from '../../output/table.js';

/** The columns that a list of events has. The payload comes last, and is cut at the end of the line. */
export function eventTable(events: readonly EventRecord[], output: Output): string {
  return renderTable(
    [
      { title: 'TIME', cell: ({ occurredAt }) => shortTime(occurredAt), paint: (text) => output.paint('dim', text) },
      { title: 'EVENT', cell: ({ eventType }) => eventType },
      { title: 'OF', cell: aggregateText },
      { title: 'ACTOR', cell: ({ actor }) => actor ?? '–' },
      { title: 'PAYLOAD', cell: ({ payload }) => exactJson(payload) },
    ],
    events,
    output.width,
  );
}

/** One event on one line, for a stream. */
export function eventLine(event: EventRecord, output: Output): string {
  const { occurredAt, eventType, actor, payload } = event;
  const parts = [eventType, aggregateText(event), actor === null ? '' : `by ${actor}`, exactJson(payload)];
  const text = printable(parts.filter((part) => part !== '').join('  '));
  return `${output.paint('dim', shortTime(occurredAt))}  ${text}`;
}

export function eventCount(events: number): string {
  return events === 1 ? '1 event' : `${count(events)} events`;
}

export function aggregateText({ aggregateType, aggregateId, aggregateVersion }: EventRecord): string {
  return `${aggregateType}/${aggregateId} v${aggregateVersion}`;
}

/** To the second: `2026-03-01T08:00:00Z`. */
function shortTime(occurredAt: string): string {
  return `${occurredAt.slice(0, 19)}Z`;
}
