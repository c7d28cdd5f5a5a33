import type { TenantExecutor } from '../../database/index.js';
import type { Engine, JobRecord, JobStatus } from '../../engine/index.js';
import {
  type CompilePassportPayload,
  type DataSnapshotRecord,
  type DocumentVersionRecord,
  documentsOfSnapshot,
  findDataSnapshot,
  findPassportVersion,
  type PassportVersionRecord,
} from '../../passport/index.js';
import { CasparianError } from '../../platform/index.js';

export const PIPELINE_STEPS = ['documents', 'facts', 'snapshot', 'compiled', 'signed', 'qr', 'active'] as const;

/** `ended`: it was done, and is no longer in force. */
export type StepState = 'done' | 'running' | 'waiting' | 'failed' | 'ended';

/** One step on the way from documents to a passport that is in force. */
export interface PipelineStep {
  readonly step: (typeof PIPELINE_STEPS)[number];
  readonly state: StepState;
  readonly at: number | null;
  readonly durationMs: number | null;
  /** The job that does it, if it still exists. */
  readonly jobId: string | null;
  /** Why it failed. */
  readonly error: string | null;
}

export interface PassportPipeline {
  readonly versionId: string;
  readonly status: PassportVersionRecord['status'];
  readonly documents: readonly DocumentVersionRecord[];
  readonly snapshot: DataSnapshotRecord;
  readonly steps: readonly PipelineStep[];
}

interface Scope {
  readonly engine: Engine;
  readonly database: TenantExecutor;
}

/** How far a version has come, also one whose compilation has not ended. */
export async function passportPipeline({ engine, database }: Scope, versionId: string): Promise<PassportPipeline> {
  const id = versionId.toLowerCase();
  const jobOf = async (type: string, key: string): Promise<JobRecord | undefined> => {
    const filter = { tenant: database.tenant, type, idempotencyKey: `${key}-${id}`, limit: 1 };
    const [job] = await engine.jobs(filter).catch(ifNoJobs);
    return job;
  };
  const compile = await jobOf('COMPILE_PASSPORT', 'compile');
  const version = await findPassportVersion(database, id).catch((error: unknown) => {
    if (compile === undefined) throw error;
    return undefined;
  });
  const wanted = compile?.payload as CompilePassportPayload | undefined;
  const snapshotId = version?.snapshotId ?? wanted?.snapshot_id ?? '';
  const [snapshot, documents, sign, qr] = await Promise.all([
    findDataSnapshot(database, snapshotId),
    documentsOfSnapshot(database, snapshotId),
    jobOf('SIGN_PASSPORT', 'sign'),
    jobOf('GENERATE_QR', 'qr'),
  ]);
  const steps: PipelineStep[] = [
    { ...DONE, step: 'documents', at: newest(documents.map(({ uploadedAt }) => uploadedAt)) },
    { ...DONE, step: 'facts', at: newest(documents.map(({ parsedAt }) => parsedAt)) },
    { ...DONE, step: 'snapshot', at: snapshot.sealedAt },
    stepOf('compiled', version?.createdAt ?? null, compile),
    stepOf('signed', version?.signedAt ?? null, sign),
    stepOf('qr', version?.qrPayload == null ? null : (qr?.finishedAt ?? version.signedAt), qr),
    activation(version),
  ];
  return { versionId: id, status: version?.status ?? 'COMPILING', documents, snapshot, steps };
}

const DONE = { state: 'done', durationMs: null, jobId: null, error: null } as const;

/** A version without jobs is one whose jobs were pruned. */
function ifNoJobs(error: unknown): JobRecord[] {
  if (error instanceof CasparianError && error.code === 'TENANT_NOT_FOUND') return [];
  throw error;
}

/** The stored time decides whether a step is done; its job only says how. */
function stepOf(step: PipelineStep['step'], at: number | null, job: JobRecord | undefined): PipelineStep {
  const { startedAt = null, finishedAt = null, id: jobId = null } = job ?? {};
  const durationMs = startedAt === null || finishedAt === null ? null : finishedAt - startedAt;
  if (at !== null) return { step, state: 'done', at, durationMs, jobId, error: null };
  const state = job === undefined ? 'waiting' : stateOf(job.status);
  const error = state === 'failed' ? (job?.errors.at(-1)?.message ?? null) : null;
  return { step, state, at: null, durationMs: null, jobId, error };
}

function stateOf(status: JobStatus): StepState {
  if (status === 'running') return 'running';
  return status === 'failed' || status === 'dead_letter' || status === 'cancelled' ? 'failed' : 'waiting';
}

function activation(version: PassportVersionRecord | undefined): PipelineStep {
  const { activatedAt = null, status } = version ?? {};
  const state = activatedAt === null ? 'waiting' : status === 'ACTIVE' ? 'done' : 'ended';
  return { ...DONE, step: 'active', state: status === 'REVOKED' ? 'ended' : state, at: activatedAt };
}

function newest(times: readonly (number | null)[]): number | null {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.max(...known);
}
