import type { TenantExecutor } from '../../database/index.js';
import { CasparianError } from '../../platform/index.js';
import { requireCategory } from '../attributes/require-category.js';
import { type BatteryCheck, checkBattery } from '../check/check-battery.js';
import { factLookup } from '../snapshot/fact-lookup.js';
import { findPassportVersion } from './passport-version.js';
import { loadSealedSnapshot } from './seal-snapshot.js';

/** Checks the facts of a passport version by the default rules, whichever rules it was compiled with. */
export async function checkPassportVersion(
  database: TenantExecutor,
  id: string,
  category?: string,
): Promise<BatteryCheck> {
  const version = await findPassportVersion(database, id);
  const facts = factLookup(await loadSealedSnapshot(database, version.snapshotId));
  const stated = category ?? facts.find('Model', 'identification')?.payload['category'];
  if (typeof stated === 'string') return checkBattery(requireCategory(stated), facts);
  throw new CasparianError('VALIDATION_ERROR', `The facts of the version ${version.id} do not state a category`, {
    why: 'What the law demands depends on the category. Documents of the kind BATTERY_DATA state it.',
    next: ['Give the category: ev, lmt, industrial or stationary.'],
  });
}
