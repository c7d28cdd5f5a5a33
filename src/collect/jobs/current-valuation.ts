import type { TenantExecutor } from '../../database/index.js';
import type { Intake } from '../intakes/intake.js';
import { findPoints } from '../points/find-points.js';
import { findValuation } from '../points/valuations.js';
import type { Valuation } from '../valuation/valuation.js';
import { computeValuation } from './value-job.js';

/** The stored valuation of an intake. If its job has not run yet, the value is computed from the points as they are. */
export async function currentValuation(database: TenantExecutor, intake: Intake): Promise<Valuation> {
  const stored = await findValuation(database, intake.id);
  if (stored !== undefined && intake.valuedVersion === intake.pointsVersion)
    return JSON.parse(stored.body) as Valuation;
  return computeValuation(database, intake.id, await findPoints(database, { intakeIds: [intake.id] }));
}
