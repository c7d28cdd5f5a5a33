import type { TenantExecutor } from '../../database/index.js';
import type { Intake } from '../intakes/intake.js';
import { findValuation } from '../points/valuations.js';
import type { Valuation } from '../valuation/valuation.js';
import { computeValuations } from './compute-valuations.js';

/** The stored valuation of an intake. If its job has not run yet, the value is computed from the points as they are. */
export async function currentValuation(database: TenantExecutor, intake: Intake): Promise<Valuation> {
  const stored = await findValuation(database, intake.id);
  if (stored !== undefined && intake.valuedVersion === intake.pointsVersion)
    return JSON.parse(stored.body) as Valuation;
  const computed = (await computeValuations(database, [intake])).get(intake.id);
  if (!computed) throw new Error('every intake has a valuation, if only without a value');
  return computed;
}
