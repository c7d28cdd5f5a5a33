import type { TransactionScope } from '../database/index.js';
import type { EventRecord } from './log/event.js';
import { recordEvents } from './record-events.js';

/** An attempt to do something that was not permitted. */
export interface DeniedAccess {
  /** Who tried; null if the caller could not be identified. */
  readonly actor: string | null;
  /** What would have been needed, such as `passport:sign`. */
  readonly permission: string;
  /** `RBAC`, or `Policy:<name>`. */
  readonly reason: string;
  /** What it was tried on. */
  readonly resource: string;
  readonly correlationId: string;
}

/**
 * Records a denied access, as an event of the actor. There is no change whose transaction it could join: the caller opens one.
 */
export async function recordDeniedAccess(
  tx: TransactionScope,
  tenant: string,
  { actor, permission, reason, resource, correlationId }: DeniedAccess,
): Promise<EventRecord[]> {
  const about = { aggregateType: 'actor', aggregateId: actor ?? 'unknown' };
  const payload = { permission, reason, resource, correlation_id: correlationId };
  return recordEvents(tx, tenant, [{ ...about, eventType: 'access.denied', actor, payload }]);
}
