import { tenantTransaction, type TenantTransaction } from '../../database/index.js';
import type { Engine } from '../../engine/index.js';
import { recordEvent } from '../../events/index.js';
import { CasparianError, hint } from '../../platform/index.js';
import { contractWithHash, currentContract, type DatasetContract, setContractIn } from '../builtin/contracts.js';
import { REPLAY_JOB } from '../pipeline-jobs.js';
import { replayPayloads } from '../replay/replay-payloads.js';
import type { StoredReport, Repair } from './report.js';
import { findRepair } from './stored-reports.js';

export interface AppliedRepair {
  readonly id: string;
  readonly dataset: string;
  readonly change: string;
  /** False if the contract had this change already. */
  readonly changed: boolean;
  readonly contractHash: string;
  /** The replays of its quarantined rows. */
  readonly replays: readonly string[];
}

export interface ApplyRequest {
  readonly tenant: string;
  readonly actor: string | null;
  readonly id: string;
}

/** Makes a suggestion the contract of its dataset and enqueues the replays, in one transaction. A second call changes nothing. */
export async function applyRepair(engine: Engine, { tenant, actor, id: given }: ApplyRequest): Promise<AppliedRepair> {
  const { changedContractText } = await import('./changed-contract.js');
  return engine.transaction(async (scope) => {
    const tx = tenantTransaction(scope, tenant, actor);
    const found = await findRepair(tx, given);
    if (found === undefined) throw unknownRepair(given);
    const { report, repair } = found;
    const { id } = repair;
    if (!repair.applicable) throw inCode(report, repair);
    const base = await contractWithHash(tx, report.output, report.contract_hash);
    if (base === undefined) throw outdated(report);
    const contract = await changedContractText(base.contract, repair);
    const before = await currentContract(tx, report.output);
    const isApplied = before?.contract === contract;
    if (!isApplied && before?.hash !== base.hash) throw outdated(report);
    if (!isApplied) await setContractIn(tx, { dataset: report.output, contract, source: `repair ${id}` });
    const current = (await currentContract(tx, report.output)) as DatasetContract;
    const replays = await enqueueReplays(engine, tx, report, `repair ${id} ${current.set_at}`);
    if (!isApplied) await recordApplied(tx, found, current, replays.length);
    const { dataset } = report;
    return { id, dataset, change: repair.change, changed: !isApplied, contractHash: current.hash, replays };
  });
}

/** One replay per job with quarantined rows. The key names the moment of the change, so that applying twice gives the same jobs. */
async function enqueueReplays(
  engine: Engine,
  tx: TenantTransaction,
  { parser, output }: StoredReport,
  key: string,
): Promise<string[]> {
  const payloads = await replayPayloads(tx, { parser, output });
  const entries = payloads.map(({ parser: name, path, replay_of }) => ({
    payload: { parser: name, path, replay_of },
    options: { tenant: tx.tenant, parentJobId: replay_of, idempotencyKey: `${key} ${replay_of}` },
  }));
  if (entries.length === 0) return [];
  return (await engine.enqueueEach(REPLAY_JOB, entries, tx.scope)).map(({ id }) => id);
}

async function recordApplied(
  tx: TenantTransaction,
  { report, repair }: { report: StoredReport; repair: Repair },
  { hash }: DatasetContract,
  replays: number,
): Promise<void> {
  const { id, kind, column, change, repairs } = repair;
  await recordEvent(tx, {
    ...{ eventType: 'contract.repaired', aggregateType: 'dataset', aggregateId: report.output },
    payload: { id, kind, column, change, hash, previous_hash: report.contract_hash, repairs, replays },
  });
}

export function unknownRepair(id: string): CasparianError {
  return new CasparianError('REPAIR_NOT_FOUND', `No suggestion has the id '${id}'`);
}

function outdated({ dataset }: StoredReport): CasparianError {
  return new CasparianError('REPAIR_OUTDATED', `The contract of '${dataset}' has changed since this suggestion`, {
    next: [hint('Compute the suggestions again with', { action: 'quarantine.suggest', arguments: [dataset] })],
  });
}

function inCode({ parser }: StoredReport, { column, after }: Repair): CasparianError {
  return new CasparianError('REPAIR_IN_CODE', `The contract is part of the code of '${parser}'`, {
    next: [
      `In its outputs, declare the column as "${column}": ${JSON.stringify(after)}, and raise its version.`,
      hint('Register it', { action: 'parser.register', arguments: ['FILE'] }),
      hint('Replay the rows', { action: 'quarantine.replay', options: { parser } }),
    ],
  });
}
