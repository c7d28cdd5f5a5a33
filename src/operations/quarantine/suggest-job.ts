import type { StandardSchemaV1 } from '@standard-schema/spec';
import { tenantDatabase } from '../../database/index.js';
import { declareJob, type Engine, handleJob, type JobDefinition } from '../../engine/index.js';
import { openSpool, type PipelineHome } from '../../pipeline/index.js';
import { type Actor, recordOf } from '../jobs/change-by-hand.js';
import { suggestForDatasets } from './suggest-repairs.js';

interface SuggestPayload {
  /** Absent: every dataset with quarantined rows. */
  readonly dataset?: string | undefined;
}

/** Computes suggested repairs on a worker: it reads all files of a dataset, which is too much for a request. */
export const SUGGEST_JOB = declareJob({
  type: 'quarantine.suggest',
  payload: suggestPayload(),
  label: ({ dataset }) => dataset ?? 'all datasets',
  filterFields: ['dataset'],
});

export function suggestJobs(engine: Engine, home: PipelineHome): JobDefinition[] {
  const spool = openSpool(home);
  const suggest = handleJob(SUGGEST_JOB, async ({ dataset }, { job, signal, progress }) => {
    const scope = { engine, tenant: job.tenant, database: tenantDatabase(engine.database, job.tenant) };
    const reports = await suggestForDatasets(scope, dataset, {
      ...{ spool, signal },
      onProgress: ({ files, rows }) => progress(0, `${rows} rows of ${files} files checked`),
    });
    return { datasets: reports.map((report) => report.dataset) };
  });
  return [suggest];
}

export interface SuggestRequest {
  readonly tenant: string;
  readonly actor: Actor;
  readonly dataset: string | undefined;
  readonly idempotencyKey?: string | undefined;
}

/** Enqueues the computation, and records who asked for it. Returns the id of the job. */
export async function startSuggesting(engine: Engine, request: SuggestRequest): Promise<string> {
  const { tenant, actor, dataset, idempotencyKey } = request;
  return engine.transaction(async (tx) => {
    const options = { tenant, idempotencyKey, transaction: tx };
    const { id, deduplicated } = await engine.enqueue(SUGGEST_JOB, { dataset }, options);
    if (!deduplicated) await recordOf('job.enqueued', actor)(tx, [{ id, tenant, type: SUGGEST_JOB.type }]);
    return id;
  });
}

function suggestPayload(): StandardSchemaV1<SuggestPayload> {
  return {
    '~standard': {
      version: 1,
      vendor: 'casparian',
      validate: (value) => {
        const { dataset } = (value ?? {}) as { dataset?: unknown };
        if (dataset === undefined || typeof dataset === 'string') return { value: { dataset } };
        return { issues: [{ message: 'expected text', path: ['dataset'] }] };
      },
    },
  };
}
