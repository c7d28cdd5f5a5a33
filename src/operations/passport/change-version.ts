import {
  addDocument,
  addFactsToSnapshot,
  addRulePackage,
  addRuleVersion,
  createDataSnapshot,
  type DataSnapshotRecord,
  type DocumentKind,
  type DocumentVersionRecord,
  findDataSnapshot,
  findDocumentVersion,
  exportContent,
  type ExportRecord,
  findRuleVersion,
  listDocumentVersions,
  listExports,
  listTestRuns,
  type PassportVersionRecord,
  requestCompile,
  requestExport,
  requestIngest,
  requestRuleTests,
  requestSnapshotBuild,
  type RuleVersionRecord,
  type TestRunRecord,
  uploadDocument,
} from '../../passport/index.js';
import { CasparianError } from '../../platform/index.js';
import { finishVersion } from './finish-version.js';
import { type PassportScope, withPassportSession } from './passport-session.js';
import { everyRow, passportNamed, passportVersionNamed, ruleVersionNamed, snapshotNamed } from './references.js';

export interface NewDocument {
  readonly kind: DocumentKind;
  readonly externalRef: string;
  readonly mimeType: string;
  /** The bytes and where they come from, or an address that a worker fetches. */
  readonly content: { readonly bytes: Uint8Array; readonly file: string } | { readonly url: string };
}

/** Uploads a document and waits until its facts were read. The version may be rejected. */
export function addDocumentVersion(scope: PassportScope, document: NewDocument): Promise<DocumentVersionRecord> {
  const { kind, externalRef, mimeType, content } = document;
  return withPassportSession(scope, async (session) => {
    const { id: documentId } = await session.write((tx) => addDocument(tx, { kind, externalRef }));
    if ('url' in content) {
      const request = { documentId, fileUrl: content.url, mimeType };
      await session.finished(await session.write((tx) => requestIngest(tx, request)));
      const newest = (
        await everyRow(scope.database, (database, page) => listDocumentVersions(database, { ...page, documentId }))
      ).at(-1) as DocumentVersionRecord;
      return readVersion(newest.id);
    }
    const upload = { documentId, mimeType, content: content.bytes, source: { file: content.file } };
    const { version } = await session.write((tx) => uploadDocument(tx, upload));
    return readVersion(version.id);

    async function readVersion(versionId: string): Promise<DocumentVersionRecord> {
      const version = await findDocumentVersion(scope.database, versionId);
      if (version.status !== 'UPLOADED' || kind === 'OTHER') return version;
      const filter = { tenant: scope.tenant, type: 'PARSE_FACTS', fields: { document_version_id: versionId } };
      const [job] = await scope.engine.jobs(filter);
      if (job !== undefined) await session.finished(job.id);
      return findDocumentVersion(scope.database, versionId);
    }
  });
}

/** Creates a snapshot of the facts of document versions, and waits until it is ready. */
export function buildSnapshot(
  scope: PassportScope,
  {
    documentVersionIds,
    label,
  }: { readonly documentVersionIds: readonly string[]; readonly label?: string | undefined },
): Promise<DataSnapshotRecord> {
  return withPassportSession(scope, async (session) => {
    const { id, jobId } = await session.write(async (tx) => {
      const snapshot = await createDataSnapshot(tx, { label });
      await addFactsToSnapshot(tx, snapshot.id, { documentVersionIds });
      return { id: snapshot.id, jobId: await requestSnapshotBuild(tx, snapshot.id) };
    });
    await session.finished(jobId);
    return findDataSnapshot(scope.database, id);
  });
}

export interface NewRules {
  readonly name: string;
  readonly dsl: string;
  readonly tests: string;
  readonly seed: bigint;
}

/** Adds a version of rules and runs its tests, unless it was validated before. */
export function addRules(
  scope: PassportScope,
  { name, dsl, tests, seed }: NewRules,
): Promise<{ version: RuleVersionRecord; run: TestRunRecord | undefined }> {
  return withPassportSession(scope, async (session) => {
    const { version } = await session.write(async (tx) => {
      const { id } = await addRulePackage(tx, { name });
      return addRuleVersion(tx, { rulePackage: id, dsl, tests });
    });
    if (version.status === 'DRAFT') {
      const jobId = await session.write((tx) => requestRuleTests(tx, { ruleVersionId: version.id, seed }));
      await session.finished(jobId);
    }
    const runs = await everyRow(scope.database, (database, page) =>
      listTestRuns(database, { ...page, ruleVersionId: version.id }),
    );
    return { version: await findRuleVersion(scope.database, version.id), run: runs.at(-1) };
  });
}

export interface CompileOptions {
  readonly product: string;
  readonly snapshot: string;
  readonly rules: string;
  readonly signingKeyId: string;
}

/** Compiles a version and waits until it is signed and has its QR code. */
export function compileVersion(scope: PassportScope, options: CompileOptions): Promise<PassportVersionRecord> {
  const { database } = scope;
  return withPassportSession(scope, async (session) => {
    const { id: passportId } = await passportNamed(database, options.product);
    const { id: snapshotId } = await snapshotNamed(database, options.snapshot);
    const { id: ruleVersionId } = await ruleVersionNamed(database, options.rules);
    const { signingKeyId } = options;
    const requested = await session.write((tx) =>
      requestCompile(tx, { passportId, snapshotId, ruleVersionId, signingKeyId }),
    );
    await session.finished(requested.jobId);
    return finishVersion(scope, session, requested.passportVersionId, () => undefined);
  });
}

/** Waits until a version is signed and has its QR code. A job that has failed runs again. */
export function completeVersion(
  scope: PassportScope,
  { id, status }: PassportVersionRecord,
): Promise<PassportVersionRecord> {
  const type = status === 'COMPILING' ? 'SIGN_PASSPORT' : 'GENERATE_QR';
  return withPassportSession(scope, async (session) => {
    const [job] = await scope.engine.jobs({ tenant: scope.tenant, type, fields: { passport_version_id: id } });
    if (job === undefined) throw new CasparianError('NOT_FOUND', `The version ${id} has no job ${type}`);
    if (job.status === 'failed' || job.status === 'dead_letter' || job.status === 'cancelled') {
      await scope.engine.retry(job.id);
    }
    return finishVersion(scope, session, id, () => undefined);
  });
}

export interface ExportOptions {
  readonly version: string;
  readonly format: string;
  readonly audience: string;
}

/** Exports an active version, and waits for the file. */
export function exportPassportVersion(
  scope: PassportScope,
  { version, format, audience }: ExportOptions,
): Promise<{ record: ExportRecord; content: Buffer }> {
  const { database } = scope;
  return withPassportSession(scope, async (session) => {
    const { id: passportVersionId } = await passportVersionNamed(database, version);
    const jobId = await session.write((tx) => requestExport(tx, { passportVersionId, format, audience }));
    await session.finished(jobId);
    const { result } = await scope.engine.job(jobId);
    const { sha256 } = result as { sha256: string };
    const record = (await listExports(database, passportVersionId)).find(
      (one) => one.sha256 === sha256 && one.format === format,
    ) as ExportRecord;
    return { record, content: await exportContent(database, record.id) };
  });
}
