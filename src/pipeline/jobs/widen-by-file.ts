import { CasparianError, lazily } from '../../platform/index.js';
import type { ReaderRun } from '../../parse/index.js';
import { LEADING_ZEROS } from '../../tables/index.js';
import { tenantTransaction } from '../../database/index.js';
import { BUILTIN } from '../builtin/builtin-parser.js';
import { contractEvidence, currentContract, type DatasetContract, replaceContract } from '../builtin/contracts.js';
import type { StagedRunRequest } from './job-reader.js';

/** How a file does not fit its contract, if a wider contract could accept it. */
export interface FileDrift {
  /** The columns with values of another type. */
  readonly misfits: readonly string[];
  /** Those of them whose values the contract accepts, but changes: leading zeros. */
  readonly changed: readonly string[];
  /** Whether the file fails with this contract. */
  readonly mustFit: boolean;
}

/** Of a file that was read, or of the error that it failed with. Null if the contract fits it. */
export function driftOfFile(outcome: ReaderRun | CasparianError): FileDrift | null {
  if (outcome instanceof CasparianError) {
    return outcome.code === 'COLUMNS_MISMATCH' ? { misfits: [], changed: [], mustFit: false } : null;
  }
  const { failure, reading } = outcome;
  if (failure !== null && failure.code !== 'QUARANTINE_LIMIT') return null;
  const drifted = reading.drift?.changed ?? [];
  const misfits = [...new Set(drifted.map(({ column }) => column))];
  const changed = drifted.filter(({ found }) => found === LEADING_ZEROS).map(({ column }) => column);
  return misfits.length === 0 ? null : { misfits, changed, mustFit: failure !== null };
}

export interface WidenRequest extends FileDrift {
  readonly held: DatasetContract;
  /** The hash of the contract that this file has widened before. */
  readonly widenedBefore: string | null;
}

export interface Widened {
  readonly contract: DatasetContract;
  /** Whether this file changed it; false if another file did. */
  readonly byThisFile: boolean;
  readonly changes: readonly string[];
}

const load = lazily(() => import('../../parse/dataset-contract/dataset-contract.js'));

/**
 * Replaces the contract by one that also accepts the file. Null if it stays as it is. Workers that widen it at the same
 * time take turns in the database: one that comes second gets the other's contract and reads its file again with it.
 */
export async function widenByFile(request: StagedRunRequest, asked: WidenRequest): Promise<Widened | null> {
  const { database, context, input, runtime } = request;
  const { held, widenedBefore, misfits, changed, mustFit } = asked;
  const meanwhile = await currentContract(database, held.dataset);
  if (meanwhile === undefined || meanwhile.frozen === 1) return null;
  if (meanwhile.hash !== held.hash) return { contract: meanwhile, byThisFile: false, changes: [] };
  const { quarantine: _, ...limits } = runtime.limits(BUILTIN);
  const headerLines = headerLinesOf(held.contract);
  const [profiled] = await runtime.readers.profile(
    { kind: 'profile', paths: [input.localPath], ...(headerLines === undefined ? {} : { headerLines }) },
    { limits, signal: context.signal },
  );
  if (!profiled?.evidence) return null;
  const evidence = await contractEvidence(database, held);
  const { contractWith } = await load();
  const made = contractWith({
    ...{ contract: held.contract, evidence, file: profiled.evidence },
    ...{ isIncluded: widenedBefore === held.hash, misfits, changed, mustFit },
  });
  if (made === null) return null;
  const next = { dataset: held.dataset, source: input.path, ...made, expected: held.hash };
  const contract = await context.transaction((scope) =>
    replaceContract(tenantTransaction(scope, database.tenant), next, 'widened'),
  );
  const byThisFile = contract.contract === made.contract;
  return { contract, byThisFile, changes: byThisFile ? made.changes : [] };
}

function headerLinesOf(contract: string): number | undefined {
  return (JSON.parse(contract) as { dialect?: { header_lines?: number } }).dialect?.header_lines;
}
