import type { JobRecord } from '../../engine/index.js';
import {
  type CompilePassportPayload,
  findDataSnapshot,
  findPassportVersion,
  type PassportVersionRecord,
} from '../../passport/index.js';
import type { PassportScope, PassportSession } from './passport-session.js';

type Scope = Pick<PassportScope, 'engine' | 'tenant' | 'database'>;

/** Waits until a compiled version is signed and has its QR code. */
export async function finishVersion(
  scope: Scope,
  session: PassportSession,
  versionId: string,
  onStep: (step: 'sign' | 'qr') => void,
): Promise<PassportVersionRecord> {
  const version = await findPassportVersion(scope.database, versionId);
  if (version.status === 'COMPILING') {
    onStep('sign');
    await finishJob(scope, session, 'SIGN_PASSPORT', versionId);
  }
  if (version.qrPayload === null) {
    onStep('qr');
    await finishJob(scope, session, 'GENERATE_QR', versionId);
  }
  return findPassportVersion(scope.database, versionId);
}

/** The job exists: it was enqueued in the transaction that ended its predecessor. */
async function finishJob(scope: Scope, session: PassportSession, type: string, versionId: string): Promise<void> {
  const [job] = await jobsOf(scope, type, { passport_version_id: versionId });
  if (job !== undefined) await session.finished(job.id);
}

/** A compilation of the same input that has not ended, such as one of a build that was killed. */
export async function pendingCompile(
  scope: Scope,
  wanted: { passport: { id: string }; ruleVersionId: string; signingKeyId: string },
  snapshotLabel: string,
): Promise<{ jobId: string; passportVersionId: string } | undefined> {
  const jobs = await jobsOf(scope, 'COMPILE_PASSPORT', { passport_id: wanted.passport.id }, ['pending', 'running']);
  for (const { id, payload } of jobs) {
    const { snapshot_id, rule_package_version_id, passport_version_id, signing_key_id } =
      payload as CompilePassportPayload;
    if (rule_package_version_id !== wanted.ruleVersionId || signing_key_id !== wanted.signingKeyId) continue;
    const { label } = await findDataSnapshot(scope.database, snapshot_id);
    if (label === snapshotLabel) return { jobId: id, passportVersionId: passport_version_id ?? id };
  }
  return undefined;
}

function jobsOf(
  { engine, tenant }: Scope,
  type: string,
  fields: Readonly<Record<string, string>>,
  statuses?: readonly JobRecord['status'][],
): Promise<JobRecord[]> {
  return engine.jobs({ tenant, type, fields, statuses });
}
