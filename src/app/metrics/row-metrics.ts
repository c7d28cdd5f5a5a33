import { Counter, type Registry } from 'prom-client';
import type { WorkerObserver } from '../../engine/index.js';
import { attemptOutcome, factsOf, fileJobOf } from '../../operations/index.js';
import { PIPELINE_JOBS } from '../../pipeline/index.js';

/** Rows that jobs over files read. By parser, because a quarantined row may belong to none of its outputs. */
export function rowMetrics(registry: Registry): WorkerObserver {
  const rows = new Counter({
    name: 'casparian_rows_total',
    help: 'Rows of completed jobs over files: ok or quarantined',
    labelNames: ['parser', 'outcome'],
    registers: [registry],
  });
  const types = new Set(PIPELINE_JOBS.map(({ type }) => type));
  return {
    ended: (job, ending, facts) => {
      const isCompleted = ending.status === 'completed' || ending.status === 'completed_with_warnings';
      if (!types.has(job.type) || !isCompleted || attemptOutcome(ending, facts) !== 'finished') return;
      const { rowsValid, rowsQuarantined } = factsOf(ending);
      const { parser } = fileJobOf(job);
      rows.inc({ parser, outcome: 'ok' }, rowsValid);
      rows.inc({ parser, outcome: 'quarantined' }, rowsQuarantined);
    },
  };
}
