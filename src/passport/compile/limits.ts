import { CasparianError, parseExactJson } from '../../platform/index.js';
import type { SnapshotFact } from '../snapshot/snapshot.js';

/** The largest artefacts, in bytes. */
export interface ArtefactLimits {
  readonly payload: number;
  readonly proof: number;
  readonly receipt: number;
}

/** The limits of BPC-COMPILE-1. */
export const HARD_LIMITS: ArtefactLimits = { payload: 131_072, proof: 262_144, receipt: 16_384 };

/** Limits of a configuration. They may lower the hard limits, never raise them. */
export function artefactLimits(configured: Partial<ArtefactLimits> = {}): ArtefactLimits {
  const lower = (name: keyof ArtefactLimits): number => Math.min(HARD_LIMITS[name], configured[name] ?? Infinity);
  return { payload: lower('payload'), proof: lower('proof'), receipt: lower('receipt') };
}

const CODES = {
  payload: 'PAYLOAD_TOO_LARGE',
  proof: 'PROOF_TOO_LARGE',
  receipt: 'RECEIPT_TOO_LARGE',
} as const;

/** Whether an error says that an artefact is too large. */
export function isTooLarge(error: unknown): error is CasparianError {
  return error instanceof CasparianError && Object.values<string>(CODES).includes(error.code);
}

export function assertWithinLimit(
  artefact: keyof ArtefactLimits,
  bytes: Uint8Array,
  { limits, facts }: { readonly limits: ArtefactLimits; readonly facts: readonly SnapshotFact[] },
): void {
  const limit = limits[artefact];
  if (bytes.length <= limit) return;
  const lists = longestLists(facts);
  throw new CasparianError(
    CODES[artefact],
    `the ${artefact} of the passport has ${bytes.length} bytes, and the limit is ${limit}`,
    lists.length === 0
      ? {}
      : {
          why: `Every item of a list takes space. The longest lists are ${lists.join(', ')}.`,
          next: [
            'Shorten these lists, for example by a document that has the details and whose address is in the data.',
          ],
        },
  );
}

const MIN_ITEMS = 10;
const MAX_NAMED = 3;

function longestLists(facts: readonly SnapshotFact[]): string[] {
  const lists = facts.flatMap(({ factKey, payloadCanonical }) => {
    const payload = parseExactJson(Buffer.from(payloadCanonical).toString('utf8')) as Readonly<Record<string, unknown>>;
    return Object.entries(payload).flatMap(([name, value]) =>
      Array.isArray(value) && value.length >= MIN_ITEMS ? [{ path: `${factKey}.${name}`, items: value.length }] : [],
    );
  });
  const longest = lists.toSorted((a, b) => b.items - a.items).slice(0, MAX_NAMED);
  return longest.map(({ path, items }) => `${path} (${items} items)`);
}
