import type { Database } from '../../database/index.js';
import type { DatabaseCheck, Finding } from '../../engine/index.js';
import { brokenChains, databaseSource, eventTenants, verifyEvents } from '../../events/index.js';

const MAX_EXAMPLES = 5;

/** Whether the chains of events have no gaps; with `full`, whether every hash and tree head is right. */
export function eventChecks(database: Database, { full }: { full: boolean }): DatabaseCheck[] {
  return [{ name: 'events', run: () => (full ? brokenLogs(database) : gaps(database)) }];
}

async function gaps(database: Database): Promise<Finding[]> {
  const { count, examples } = await brokenChains(database, MAX_EXAMPLES);
  if (count === 0) return [];
  return [finding(`${count} events are not linked to the one before`, count, examples)];
}

async function brokenLogs(database: Database): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const tenant of await eventTenants(database)) {
    const { ok, broken } = await verifyEvents(databaseSource(database, tenant), { trustedKeys: [] });
    if (ok) continue;
    const examples = broken
      .slice(0, MAX_EXAMPLES)
      .map((link) => `${link.aggregateType}/${link.aggregateId} v${link.aggregateVersion}: ${link.reason}`);
    findings.push(finding(`The event log of tenant '${tenant}' is broken`, broken.length, examples));
  }
  return findings;
}

function finding(message: string, count: number, examples: string[]): Finding {
  return { check: 'events', severity: 'damage', message, count, examples };
}
