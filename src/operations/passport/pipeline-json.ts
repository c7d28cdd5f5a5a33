import { dataSnapshotJson, documentVersionJson } from '../../passport/index.js';
import { isoTime } from '../../platform/index.js';
import type { PassportPipeline } from './passport-pipeline.js';

export function pipelineJson({ versionId, status, documents, snapshot, steps }: PassportPipeline): object {
  return {
    passport_version_id: versionId,
    status,
    steps: steps.map(({ step, state, at, durationMs, jobId, error }) => ({
      ...{ step, state, at: isoTime(at), duration_ms: durationMs, job_id: jobId, error },
    })),
    documents: documents.map(documentVersionJson),
    snapshot: dataSnapshotJson(snapshot),
  };
}
