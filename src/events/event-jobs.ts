import type { Database } from '../database/index.js';
import { declareJob, type Engine, handleJob, type JobDeclaration, type JobDefinition } from '../engine/index.js';
import { CasparianError, type SigningKey } from '../platform/index.js';
import { sealEvents, unsealedTenants } from './tree/seal-events.js';

/** Signs a tree head for every tenant with new events. */
const SIGN_TREE_HEADS_JOB = declareJob({ type: 'sign_tree_heads', priority: 3 });

export const EVENT_JOBS: readonly JobDeclaration[] = [SIGN_TREE_HEADS_JOB];

export interface EventRuntime {
  readonly database: Database;
  /** Opens the key when it is needed, and creates it if there is none. */
  readonly openKey: () => Promise<SigningKey>;
}

/** The jobs of this module with their handlers. */
export function eventJobs({ database, openKey }: EventRuntime): JobDefinition[] {
  const signTreeHeads = handleJob(SIGN_TREE_HEADS_JOB, async (_, { signal }) => {
    const tenants = await unsealedTenants(database);
    if (tenants.length === 0) return { tenants: 0 };
    const key = await openKey();
    for (const tenant of tenants) {
      signal.throwIfAborted();
      await sealEvents(database, tenant, key);
    }
    return { tenants: tenants.length };
  });
  return [signTreeHeads];
}

const SCHEDULE = { name: 'sign-tree-heads', cron: '0 0 * * *' };

/** Has tree heads signed every day at midnight (UTC). A schedule with this name, however it was changed, is left alone. */
export async function scheduleTreeHeads(engine: Engine): Promise<void> {
  try {
    await engine.schedule(SCHEDULE.name, SIGN_TREE_HEADS_JOB, null, { cron: SCHEDULE.cron });
  } catch (error) {
    if (!(error instanceof CasparianError && error.code === 'SCHEDULE_EXISTS')) throw error;
  }
}
