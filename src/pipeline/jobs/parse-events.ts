import type { TenantEvent } from '../../events/index.js';
import type { MovedOutput } from '../outputs/move-outputs.js';
import type { ParseCommit } from './commit.js';

/**
 * What the commit of a file job does, as events of the file: one job at a time works on a file, so jobs of one dataset do not wait for
 * each other. Counts and hashes, no rows.
 */
export function parseEvents(commit: ParseCommit, superseded: readonly string[]): TenantEvent[] {
  const { jobId, source, parser, version, sourceHash, contentHash, quarantines } = commit;
  const about = { aggregateType: 'file', aggregateId: commit.fileId };
  const by = { job_id: jobId, source, parser, version, source_hash: sourceHash, content_hash: contentHash };
  const rejected = quarantines.filter(({ rows }) => rows > 0).map(({ output, rows }) => ({ output, rows }));
  return [
    ...(superseded.length === 0
      ? []
      : [{ ...about, eventType: 'dataset.superseded', payload: { ...by, superseded_jobs: [...superseded] } }]),
    { ...about, eventType: 'dataset.written', payload: { ...by, outputs: outputFacts(commit.outputs) } },
    ...(rejected.length === 0
      ? []
      : [{ ...about, eventType: 'quarantine.created', payload: { ...by, quarantined: rejected } }]),
  ];
}

/** Failed jobs that a later one made obsolete. */
export function failureEvents(jobs: readonly string[], by: string): TenantEvent[] {
  return jobs.map((id) => ({
    ...{ aggregateType: 'job', aggregateId: id, eventType: 'job.superseded' },
    payload: { superseded_by: by },
  }));
}

/** What identifies the files of an output. */
export function outputFacts(outputs: readonly MovedOutput[]) {
  return outputs.map(({ output, rows, bytes, path, sha256 }) => ({ output, rows, bytes, path, sha256 }));
}
