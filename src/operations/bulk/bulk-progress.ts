import type { JobRecord } from '../../engine/index.js';
import { CasparianError } from '../../platform/index.js';
import type { TenantScope } from '../tenant-scope.js';
import { type BulkState, bulkState } from './bulk-state.js';

/** How far a bulk operation is. */
export interface BulkProgress {
  readonly job: JobRecord;
  readonly state: BulkState;
}

/** A bulk operation of the tenant. */
export async function bulkProgress({ engine, database }: TenantScope, id: string): Promise<BulkProgress> {
  const state = await bulkState(database, id.toLowerCase());
  if (state) return { job: await engine.job(id), state };
  throw new CasparianError('JOB_NOT_FOUND', `No bulk operation has the id ${id}`);
}
