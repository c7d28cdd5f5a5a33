import type { Engine, JobRecord } from '../engine/index.js';
import { CasparianError } from '../platform/index.js';
import { UUID } from './schemas/values.js';

/** A job of another tenant does not exist for this caller. The tenant of a job never changes. */
export async function ownJob(engine: Engine, tenant: string, id: string): Promise<JobRecord> {
  const job = await engine.job(id);
  if (job.tenant === tenant) return job;
  throw new CasparianError('JOB_NOT_FOUND', `Job ${id} does not exist`, { why: 'No job of this tenant has this id.' });
}

/** PostgreSQL compares ids with nothing but UUIDs. */
export function placeId(id: string | undefined): string | undefined {
  if (id === undefined || UUID.safeParse(id).success) return id?.toLowerCase();
  throw new CasparianError('VALIDATION_ERROR', 'The cursor is not one of this list');
}
