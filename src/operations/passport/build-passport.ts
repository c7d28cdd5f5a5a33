import type { OutputsFolder } from '../../datasets/index.js';
import type { TenantDatabase } from '../../database/index.js';
import {
  activatePassportVersion,
  addFactsToSnapshot,
  addProduct,
  createDataSnapshot,
  createPassport,
  findDataSnapshot,
  findPassportVersion,
  listPassportVersions,
  type PassportRecord,
  type PassportVersionRecord,
  requestCompile,
  requestSnapshotBuild,
  sealDataSnapshot,
} from '../../passport/index.js';
import { canonicalJson, sha256Hex } from '../../platform/index.js';
import { mapDatasetFacts } from './dataset-facts.js';
import { finishVersion, pendingCompile } from './finish-version.js';
import { publishFolderRules } from './folder-rules.js';
import { uploadFolderDocuments } from './folder-documents.js';
import type { PassportFolder } from './passport-folder.js';
import { requireFittingFolder } from './require-fitting-folder.js';
import { type PassportScope, type PassportSession, withPassportSession } from './passport-session.js';

export type BuildStep = 'documents' | 'rules' | 'snapshot' | 'compile' | 'sign' | 'qr' | 'done';

export interface BuildRequest {
  readonly folder: PassportFolder;
  /** The home's `output` folder, for facts from datasets. */
  readonly outputs: OutputsFolder;
  /** The key that will sign. It is part of the receipt. */
  readonly signingKeyId: string;
  /** Whether to make the version the active one of its passport. */
  readonly activate: boolean;
  readonly onStep: (step: BuildStep) => void;
}

export interface BuiltPassport {
  readonly passport: PassportRecord;
  readonly version: PassportVersionRecord;
  /** False if the same input was built before: then this is that version. */
  readonly isNew: boolean;
}

/** Builds the passport of a folder: documents, facts, rules, snapshot, compilation, signature and QR code. */
export function buildPassport(scope: PassportScope, request: BuildRequest): Promise<BuiltPassport> {
  return withPassportSession(scope, async (session) => {
    const { folder, onStep } = request;
    onStep('documents');
    await requireFittingFolder(folder);
    const passport = await session.write(async (tx) => {
      const { id } = await addProduct(tx, { sku: folder.sku, name: folder.name });
      return createPassport(tx, id);
    });
    const documentVersionIds = await uploadFolderDocuments(scope, session, folder);
    documentVersionIds.push(...(await mappedFacts(scope, session, request)));
    onStep('rules');
    const ruleVersionId = await publishFolderRules(scope.database, session, folder);
    const input = { passport, documentVersionIds, ruleVersionId, signingKeyId: request.signingKeyId };
    const { versionId, isNew } = await compiledVersion(scope, session, input, onStep);
    const version = await finishVersion(scope, session, versionId, onStep);
    const mustActivate = request.activate && version.status === 'SIGNED';
    const final = mustActivate ? await session.write((tx) => activatePassportVersion(tx, version.id)) : version;
    onStep('done');
    return { passport, version: final, isNew };
  });
}

/** Facts of the datasets that the folder maps. Returns the ids of the document versions. */
export async function mappedFacts(
  { database, signal }: PassportScope,
  { write }: PassportSession,
  { folder, outputs }: Pick<BuildRequest, 'folder' | 'outputs'>,
): Promise<string[]> {
  const ids: string[] = [];
  for (const { name, path, content } of folder.mappings) {
    const mapping = { content: content.toString('utf8'), path, name };
    const { version } = await mapDatasetFacts({ database, write, outputs, mapping, signal });
    ids.push(version.id);
  }
  return ids;
}

interface BuildInput {
  readonly passport: PassportRecord;
  readonly documentVersionIds: readonly string[];
  readonly ruleVersionId: string;
  readonly signingKeyId: string;
}

/** The version that this input gave before, one that is being compiled, or a new one. */
async function compiledVersion(
  scope: PassportScope,
  session: PassportSession,
  input: BuildInput,
  onStep: (step: BuildStep) => void,
): Promise<{ versionId: string; isNew: boolean }> {
  const { database } = scope;
  const label = snapshotLabel(input);
  const earlier = await earlierVersion(database, input, label);
  if (earlier !== undefined) return { versionId: earlier.id, isNew: false };
  const pending = await pendingCompile(scope, input, label);
  if (pending !== undefined) {
    onStep('compile');
    await session.finished(pending.jobId);
    return { versionId: pending.passportVersionId, isNew: true };
  }
  onStep('snapshot');
  const { snapshotId, buildJobId } = await session.write(async (tx) => {
    const { id } = await createDataSnapshot(tx, { label });
    await addFactsToSnapshot(tx, id, { documentVersionIds: input.documentVersionIds });
    return { snapshotId: id, buildJobId: await requestSnapshotBuild(tx, id) };
  });
  await session.finished(buildJobId);
  onStep('compile');
  const { passport, ruleVersionId, signingKeyId } = input;
  const requested = await session.write(async (tx) => {
    await sealDataSnapshot(tx, snapshotId);
    return requestCompile(tx, { passportId: passport.id, snapshotId, ruleVersionId, signingKeyId });
  });
  await session.finished(requested.jobId);
  return { versionId: requested.passportVersionId, isNew: true };
}

/** Names a snapshot after what is in it, so that the same input is recognized. */
function snapshotLabel({ passport, documentVersionIds }: BuildInput): string {
  const hash = sha256Hex(canonicalJson([...documentVersionIds].sort()));
  return `build of ${passport.sku} from ${hash.slice(0, 32)}`;
}

const PAGE = 1_000;

/** The newest signed version of the same facts, rules and key. A revoked one does not count. */
async function earlierVersion(
  database: TenantDatabase,
  { passport, ruleVersionId, signingKeyId }: BuildInput,
  label: string,
): Promise<PassportVersionRecord | undefined> {
  let newest: PassportVersionRecord | undefined;
  for (let after: string | undefined; ;) {
    const page = await listPassportVersions(database, { passportId: passport.id, limit: PAGE, after });
    for (const version of page) {
      const isUsable = version.status === 'SIGNED' || version.status === 'ACTIVE';
      if (!isUsable || version.ruleVersionId !== ruleVersionId || version.signingKeyId !== signingKeyId) continue;
      const snapshot = await findDataSnapshot(database, version.snapshotId);
      if (snapshot.label === label) newest = await findPassportVersion(database, version.id);
    }
    after = page.at(-1)?.id;
    if (page.length < PAGE) return newest;
  }
}
