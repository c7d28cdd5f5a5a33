import type { OutputLimits } from '../columns/contract.js';
import { contractInvalid, type Place } from './declaration.js';

const KEYS = ['threshold', 'max_rows', 'min_rows'] as const;

/** Reads `"quarantine": {"threshold": 0.1, "max_rows": 100, "min_rows": 5}`; null if it is absent. */
export function declaredLimits(place: Place, declared: unknown): OutputLimits | null {
  if (declared === undefined || declared === null) return null;
  if (typeof declared !== 'object' || Array.isArray(declared)) {
    throw contractInvalid(place, `'quarantine' is an object, not ${JSON.stringify(declared)}`);
  }
  const limits = declared as Record<string, unknown>;
  const unknown = Object.keys(limits).find((key) => !(KEYS as readonly string[]).includes(key));
  if (unknown !== undefined) {
    throw contractInvalid(place, `'quarantine' has no '${unknown}'`, [`It has ${KEYS.join(', ')}.`]);
  }
  const { threshold = null, max_rows = null, min_rows = null } = limits;
  const isShare = threshold === null || (typeof threshold === 'number' && threshold >= 0 && threshold <= 1);
  if (!isShare) throw contractInvalid(place, `'quarantine.threshold' is a number from 0 to 1`);
  for (const [key, value] of [
    ['max_rows', max_rows],
    ['min_rows', min_rows],
  ] as const) {
    const isCount = value === null || (Number.isSafeInteger(value) && (value as number) >= 0);
    if (!isCount) throw contractInvalid(place, `'quarantine.${key}' is a whole number`);
  }
  return { share: threshold, rows: max_rows as number | null, minRows: min_rows as number | null };
}

/** The form that `declaredLimits` reads. */
export function limitsJson({ share, rows, minRows }: OutputLimits): Record<string, number> {
  const said = { threshold: share, max_rows: rows, min_rows: minRows };
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== null)) as Record<string, number>;
}
