import { errorMessage, sha256Hex } from '../../platform/index.js';
import { eventHash, eventIdOf } from '../log/event-hash.js';
import type { StoredEvent } from './event-source.js';

/** The first link of a chain that is broken. */
export interface BrokenLink {
  readonly aggregateType: string;
  readonly aggregateId: string;
  readonly aggregateVersion: number;
  readonly reason: string;
}

/** Recomputes the events of one tenant, in the order of chains. Of each chain, the first broken link is reported. */
export class ChainChecker {
  chains = 0;
  events = 0;
  private last: StoredEvent | undefined;
  private isBroken = false;
  private readonly tenant: string;
  private readonly mayHaveGaps: boolean;

  constructor(tenant: string, options: { mayHaveGaps: boolean }) {
    this.tenant = tenant;
    this.mayHaveGaps = options.mayHaveGaps;
  }

  check(event: StoredEvent): BrokenLink | undefined {
    const { last } = this;
    const continues = last !== undefined && isSameChain(last, event);
    this.events++;
    if (!continues) {
      this.chains++;
      this.isBroken = false;
    }
    this.last = event;
    if (this.isBroken) return undefined;
    const reason = continues
      ? (this.linkProblem(last, event) ?? contentProblem(event))
      : (this.startProblem(last, event) ?? contentProblem(event));
    if (reason === undefined) return undefined;
    this.isBroken = true;
    const { aggregateType, aggregateId, aggregateVersion } = event;
    return { aggregateType, aggregateId, aggregateVersion, reason };
  }

  private linkProblem(last: StoredEvent, event: StoredEvent): string | undefined {
    const expected = last.aggregateVersion + 1;
    if (event.aggregateVersion !== expected) {
      if (event.aggregateVersion < expected)
        return `It follows version ${last.aggregateVersion}: the order was changed`;
      if (!this.mayHaveGaps) return missing(expected, event.aggregateVersion - 1);
      return undefined;
    }
    if (event.prevEventHash === last.eventHash) return undefined;
    return `It does not contain the hash of version ${last.aggregateVersion}: an event was changed, inserted or replaced`;
  }

  private startProblem(last: StoredEvent | undefined, event: StoredEvent): string | undefined {
    if (event.tenant !== this.tenant) return `It belongs to the tenant '${event.tenant}'`;
    if (last !== undefined && compareChains(last, event) >= 0) return 'Its chain is out of order or appears twice';
    if (event.aggregateVersion > 1) return this.mayHaveGaps ? undefined : missing(1, event.aggregateVersion - 1);
    return event.prevEventHash === null ? undefined : 'It is the first event, but contains the hash of an earlier one';
  }
}

/** What is wrong with an event by itself. */
function contentProblem(event: StoredEvent): string | undefined {
  try {
    return hashProblem(event);
  } catch (error) {
    // SQLite stores anything in any column, such as a number where there was a text.
    return `It cannot be hashed: ${errorMessage(error)}`;
  }
}

function hashProblem(event: StoredEvent): string | undefined {
  if (sha256Hex(event.payload) !== event.payloadHash) return 'The payload does not have its hash: it was changed';
  if (eventHash(event) !== event.eventHash) return 'The event does not have its hash: a member was changed';
  if (eventIdOf(event.occurredAt, event.eventHash) !== event.eventId) return 'The event id was changed';
  return undefined;
}

function missing(from: number, to: number): string {
  return from === to ? `Version ${from} is missing before it` : `Versions ${from} to ${to} are missing before it`;
}

function isSameChain(a: StoredEvent, b: StoredEvent): boolean {
  return a.aggregateId === b.aggregateId && a.aggregateType === b.aggregateType && a.tenant === b.tenant;
}

/** By bytes, as the databases sort. */
function compareChains(a: StoredEvent, b: StoredEvent): number {
  return (
    Buffer.compare(Buffer.from(a.aggregateType), Buffer.from(b.aggregateType)) ||
    Buffer.compare(Buffer.from(a.aggregateId), Buffer.from(b.aggregateId))
  );
}
