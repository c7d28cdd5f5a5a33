import type { ContractFile } from '../../contract/index.js';
import type { TenantDatabase } from '../../database/index.js';
import { CasparianError } from '../../platform/index.js';
import type { Effects, FileTrial, FileTrialResult } from '../../parse/index.js';
import { currentContract } from '../builtin/contracts.js';
import { countEntries } from '../quarantine/find-entries.js';
import { withLocalCopies } from '../spool/with-local-copies.js';
import { type DatasetFile, filesOfDataset } from './files-of-dataset.js';
import { loadTrials } from './load-trials.js';
import { type Proposals, proposeForGroups } from './propose-for-groups.js';
import type { RepairReport } from './report.js';
import { reportOf } from './report-of.js';
import { groupKey, rowClasses } from './row-classes.js';
import type { RepairedOutput, SuggestOptions } from './suggest-repairs.js';

/** Counts with the rows of all files of a dataset, read again by the built-in readers. */
export async function reportOnDataset(
  database: TenantDatabase,
  output: RepairedOutput,
  options: SuggestOptions,
): Promise<RepairReport> {
  const current = await currentContract(database, output.output);
  if (current === undefined) throw new Error(`'${output.dataset}' has rows and no contract`);
  const { parseContractFile } = await loadTrials();
  const file = parseContractFile(current.contract);
  const proposals = await proposeForGroups(database, output, file.contract.columns);
  const counted = await countInFiles(database, output.output, file, proposals, options);
  const quarantined = await countEntries(database, {
    ...{ statuses: ['quarantined'] as const, parser: output.parser, output: output.output },
  });
  return reportOf({ ...output, contractHash: current.hash, applicable: true, quarantined }, proposals, counted);
}

export interface Counted {
  readonly files: number;
  readonly rows: number;
  readonly alreadyValid: number;
  readonly unread: readonly string[];
  /** By change. */
  readonly effects: readonly Effects[];
}

async function countInFiles(
  database: TenantDatabase,
  dataset: string,
  current: ContractFile,
  { groups, changes }: Proposals,
  { spool, signal, onProgress }: SuggestOptions,
): Promise<Counted> {
  const { tryOnFile, withChange } = await loadTrials();
  const trials = changes.map((change): FileTrial => {
    const columns = withChange(current.contract.columns, change);
    return {
      file: { ...current, contract: { ...current.contract, columns } },
      column: change.after.name,
      group: change.group,
    };
  });
  const keys = new Map(groups.map(({ column, errorType }, index) => [groupKey(column, errorType), index]));
  const unread: string[] = [];
  let total: FileTrialResult = { rows: 0, alreadyValid: 0, effects: changes.map(() => NO_EFFECTS) };
  let files = 0;
  for await (const file of filesOfDataset(database, dataset)) {
    signal.throwIfAborted();
    const classes = await rowClasses(database, file.jobId, keys);
    const before = total.rows;
    let rows = 0;
    const onRows = (more: number): void => onProgress?.({ files, rows: before + (rows += more) });
    const result = await readOrExplain(
      file,
      () =>
        withLocalCopies(spool, [file.path], signal, ([path = file.path]) => {
          const input = { name: file.path, path, bytes: undefined };
          return tryOnFile({ input, current, trials, classes, signal, onRows });
        }),
      signal,
    );
    if (typeof result === 'string') unread.push(result);
    else total = sumOf(total, result);
    files += 1;
    onProgress?.({ files, rows: total.rows });
  }
  return { files, ...total, unread };
}

const NO_EFFECTS: Effects = { repairs: 0, leaves: 0, helps: 0, breaks: 0, changes: 0, conflict: null };

/** A file that is gone or has other rows now cannot be replayed, so it counts for nothing. Returns why. */
async function readOrExplain(
  { path, rows }: DatasetFile,
  read: () => Promise<FileTrialResult>,
  signal: AbortSignal,
): Promise<FileTrialResult | string> {
  try {
    const result = await read();
    if (result.rows === rows) return result;
    return `'${path}' has ${result.rows} rows now, and had ${rows}`;
  } catch (error) {
    if (signal.aborted) throw error;
    if (error instanceof CasparianError) return error.message;
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    return code === 'ENOENT' ? `There is no file '${path}'` : `'${path}' cannot be read: ${code}`;
  }
}

function sumOf(one: FileTrialResult, other: FileTrialResult): FileTrialResult {
  return {
    rows: one.rows + other.rows,
    alreadyValid: one.alreadyValid + other.alreadyValid,
    effects: one.effects.map((effects, index) => addEffects(effects, other.effects[index] ?? NO_EFFECTS)),
  };
}

function addEffects(one: Effects, other: Effects): Effects {
  return {
    repairs: one.repairs + other.repairs,
    leaves: one.leaves + other.leaves,
    helps: one.helps + other.helps,
    breaks: one.breaks + other.breaks,
    changes: one.changes + other.changes,
    conflict: one.conflict ?? other.conflict,
  };
}
