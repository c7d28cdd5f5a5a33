import { eventDetailsJson } from '../../../events/event-json.js';
import { getEvent } from '../../../events/index.js';
import { exactJson } from '../../../platform/index.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { printable } from '../../output/printable.js';
import { renderProperties } from '../../output/table.js';
import { withTenant } from '../../session.js';
import { aggregateText } from './event-text.js';

export async function run(invocation: Invocation<TenantOptions>): Promise<void> {
  const { output, args } = invocation;
  const [id = ''] = args;
  const { event, leafIndex } = await withTenant(invocation, ({ engine, tenant }) =>
    getEvent(engine.database, tenant, id),
  );
  if (output.asJson) return output.json(eventDetailsJson(event, leafIndex));
  output.print(
    renderProperties([
      ['Event', event.eventId],
      ['Type', event.eventType],
      ['Of', printable(aggregateText(event))],
      ['Time', event.occurredAt],
      ['Actor', printable(event.actor ?? '–')],
      ['Tenant', printable(event.tenant)],
      ['Payload', printable(exactJson(event.payload))],
      ['Payload hash', event.payloadHash],
      ['Previous hash', event.prevEventHash ?? '– (first event)'],
      ['Event hash', event.eventHash],
      ['Leaf', leafIndex === null ? '– (no tree head covers it yet)' : String(leafIndex)],
    ]),
  );
}
