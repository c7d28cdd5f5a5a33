import type { OutputsFolder } from '../../datasets/index.js';
import {
  addProduct,
  type BatteryBatchRecord,
  type BatteryProblem,
  createDataSnapshot,
  addFactsToSnapshot,
  findBatteryBatch,
  listBatteryProblems,
  requestBatteries,
  requestSnapshotBuild,
  sealDataSnapshot,
  sealedSnapshotLabelled,
} from '../../passport/index.js';
import { canonicalJson, sha256Hex } from '../../platform/index.js';
import { mappedFacts } from './build-passport.js';
import { uploadFolderDocuments } from './folder-documents.js';
import { publishFolderRules } from './folder-rules.js';
import type { PassportFolder } from './passport-folder.js';
import { type PassportScope, type PassportSession, withPassportSession } from './passport-session.js';

export interface BuildBatteriesRequest {
  /** The model: documents and rules that all batteries share. */
  readonly folder: PassportFolder;
  readonly outputs: OutputsFolder;
  readonly signingKeyId: string;
  readonly activate: boolean;
  /** The file with the batteries. */
  readonly batteries: { readonly path: string; readonly content: Uint8Array };
  readonly onStep: (step: 'documents' | 'rules' | 'snapshot') => void;
  readonly onProgress: (batch: BatteryBatchRecord) => void;
}

export interface BuiltBatteries {
  readonly batch: BatteryBatchRecord;
  /** False if the same batch was requested before. */
  readonly isNew: boolean;
  /** The first batteries that got no passport. */
  readonly problems: readonly BatteryProblem[];
}

const MAX_SHOWN = 20;

/**
 * Makes the passports of many batteries of one model. What is done stays done: after a crash or Ctrl-C, the same call continues with the jobs
 * that are left.
 */
export function buildBatteries(scope: PassportScope, request: BuildBatteriesRequest): Promise<BuiltBatteries> {
  return withPassportSession(scope, async (session) => {
    const { folder, onStep, signingKeyId, activate, batteries } = request;
    onStep('documents');
    const { id: product } = await session.write((tx) => addProduct(tx, { sku: folder.sku, name: folder.name }));
    const documentVersionIds = await uploadFolderDocuments(scope, session, folder);
    documentVersionIds.push(...(await mappedFacts(scope, session, request)));
    onStep('rules');
    const ruleVersionId = await publishFolderRules(scope.database, session, folder);
    onStep('snapshot');
    const snapshotId = await modelSnapshot(scope, session, folder.sku, documentVersionIds);
    const { content, path } = batteries;
    const { batch, isNew } = await session.write((tx) =>
      requestBatteries(tx, {
        ...{ product, snapshotId, ruleVersionId, signingKeyId, content, activate },
        source: { file: path },
      }),
    );
    const done = await finished(scope, session, batch.id, request.onProgress);
    return { batch: done, isNew, problems: await listBatteryProblems(scope.database, batch.id, { limit: MAX_SHOWN }) };
  });
}

/** The sealed snapshot of the model's documents, of an earlier call if there is one. */
async function modelSnapshot(
  { database }: PassportScope,
  session: PassportSession,
  sku: string,
  documentVersionIds: readonly string[],
): Promise<string> {
  const label = `model ${sku} from ${sha256Hex(canonicalJson([...documentVersionIds].sort())).slice(0, 32)}`;
  const sealed = await sealedSnapshotLabelled(database, label);
  if (sealed !== undefined) return sealed;
  const { id, jobId } = await session.write(async (tx) => {
    const snapshot = await createDataSnapshot(tx, { label });
    await addFactsToSnapshot(tx, snapshot.id, { documentVersionIds });
    return { id: snapshot.id, jobId: await requestSnapshotBuild(tx, snapshot.id) };
  });
  await session.finished(jobId);
  return (await session.write((tx) => sealDataSnapshot(tx, id))).id;
}

/** Jobs that are run again at once. */
const MAX_RETRIED = 1_000;
const REPORT_EVERY_MS = 500;

/** Waits for all jobs of a batch. Jobs that have failed run again: the file is the same, so the cause was elsewhere. */
async function finished(
  { engine, tenant, database }: PassportScope,
  session: PassportSession,
  batchId: string,
  onProgress: (batch: BatteryBatchRecord) => void,
): Promise<BatteryBatchRecord> {
  const filter = { tenant, type: 'ISSUE_BATTERIES', fields: { batch_id: batchId } };
  const ended = await engine.jobs({ ...filter, limit: MAX_RETRIED, statuses: ['failed', 'dead_letter', 'cancelled'] });
  for (const { id } of ended) await engine.retry(id);
  const report = async (): Promise<void> => onProgress(await findBatteryBatch(database, batchId));
  const timer = setInterval(() => void report().catch(() => undefined), REPORT_EVERY_MS);
  try {
    for (;;) {
      const [newest] = await engine.jobs({ ...filter, limit: 1, statuses: ['pending', 'running'] });
      if (newest === undefined) return await findBatteryBatch(database, batchId);
      await session.finished(newest.id);
    }
  } finally {
    clearInterval(timer);
  }
}
