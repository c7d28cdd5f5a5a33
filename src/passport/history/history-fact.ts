import { cjsonBytes, sha256Hex } from '../../platform/index.js';
import type { BatteryFact } from '../batteries/battery-facts.js';

export const HISTORY_FACT = { factType: 'History', factKey: 'statements' } as const;

/**
 * The length and the last hash of a history, as a fact of the version that was made from it. It is signed with the version, so a statement that
 * is removed later is missed.
 */
export function historyFact(count: number, head: string): BatteryFact {
  const payloadCanonical = cjsonBytes({ count, head });
  return { ...HISTORY_FACT, payloadCanonical, payloadHash: sha256Hex(payloadCanonical) };
}

export function historyFactHash(count: number, head: string): string {
  return historyFact(count, head).payloadHash;
}
