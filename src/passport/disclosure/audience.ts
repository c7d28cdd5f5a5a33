import { CasparianError } from '../../platform/index.js';
import type { Access } from '../attributes/attribute.js';
import { attributeAt } from '../attributes/attributes.js';

/** For whom an excerpt of a passport is made (Art. 77(2)). */
export const AUDIENCES = ['public', 'legitimate_interest', 'commission', 'authorities'] as const;
export type Audience = (typeof AUDIENCES)[number];

/** Annex XIII: everybody sees part 1; persons with a legitimate interest parts 2 and 4; Commission and authorities parts 2 and 3. */
const TIERS: Readonly<Record<Audience, readonly Access[]>> = {
  public: ['public'],
  legitimate_interest: ['public', 'legitimate_interest', 'legitimate_interest_and_commission'],
  commission: ['public', 'legitimate_interest_and_commission', 'authorities'],
  authorities: ['public', 'legitimate_interest_and_commission', 'authorities'],
};

/** Results of checks name no value. */
const PUBLIC_GROUPS = ['plausibility.', 'obligation.'];

/** Whether an audience may see a field. Fields that the table does not know are shown to no audience: their tier is unknown. */
export function maySee(audience: Audience, path: string): boolean {
  if (PUBLIC_GROUPS.some((group) => path.startsWith(group))) return true;
  const access = attributeAt(path)?.access;
  return access !== undefined && TIERS[audience].includes(access);
}

export function requireAudience(name: string): Audience {
  const audience = AUDIENCES.find((one) => one === name.toLowerCase().replaceAll('-', '_'));
  if (audience !== undefined) return audience;
  throw new CasparianError('VALIDATION_ERROR', `'${name}' is not an audience`, {
    why: `The audiences are ${AUDIENCES.join(', ')}.`,
  });
}
