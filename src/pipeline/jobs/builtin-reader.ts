import { type ReaderRun, stagedFileNames } from '../../parse/index.js';
import { CasparianError } from '../../platform/index.js';
import { requireUnchanged, whileUnchanged } from './input-of-job.js';
import { discardStaged, type JobReader, type StagedRun, type StagedRunRequest, stagingPath } from './job-reader.js';
import { phaseOf, withPhase } from './phase.js';
import { tenantTransaction } from '../../database/index.js';
import { BUILTIN, builtinParser, NO_CONTRACT } from '../builtin/builtin-parser.js';
import { currentContract, type DatasetContract, proposeContract } from '../builtin/contracts.js';
import { inferDataset } from '../builtin/infer-dataset.js';
import { filesOfDataset } from '../builtin/known-files.js';
import { builtinHints } from './builtin-hints.js';
import { readingNotes, renameNote } from './reading-notes.js';
import { driftOfFile, widenByFile, type Widened, type WidenRequest } from './widen-by-file.js';
import type { Turn } from '../builtin/turns.js';

/**
 * The built-in readers for one dataset, with its contract. The first job of a dataset makes the contract, from all
 * files that are known then.
 */
export function builtinReader(dataset: string, place?: Turn): JobReader {
  return {
    name: BUILTIN,
    async stage(request) {
      try {
        return await stage(request, dataset, place);
      } catch (error) {
        // If the file changed meanwhile, the result does not describe it.
        if (!request.context.signal.aborted) await requireUnchanged(request.input);
        if (error instanceof CasparianError && isSkipped(error, request.input.path)) return skippedRun(error, dataset);
        throw error instanceof CasparianError ? explained(error, request, dataset) : error;
      }
    },
    failure: (error, _run, request) => explained(error, request, dataset),
  };
}

/** Endings of text that need not be a table. A file with another ending, such as .csv, was meant to be one. */
const ANY_TEXT = /\.(?:txt|dat|prn)(?:\.(?:gz|zst))?$/i;

/** A stray notes.txt among tables is skipped, not failed. */
function isSkipped({ code }: CasparianError, path: string): boolean {
  return code === 'INPUT_NOT_A_TABLE' && ANY_TEXT.test(path);
}

function skippedRun({ message, why }: CasparianError, dataset: string): StagedRun {
  const { name, version, sourceHash } = builtinParser(dataset, NO_CONTRACT);
  return {
    ...{ parser: null, rowsIn: 0, rowsQuarantined: 0, outputs: [], quarantines: [], badRows: [], emptyTexts: [] },
    ...{ failure: null, traceback: null, durationMs: 0, notes: [], warnings: [] },
    origin: { parser: name, version, sourceHash, dataset },
    skippedLines: { count: 0, lines: [], file: null },
    skipped: why === undefined ? message : `${message}: ${why}`,
  };
}

/** Datasets of the same name in two tenants are different datasets. */
export function turnKey(tenant: string, dataset: string): string {
  return `${tenant}\0${dataset}`;
}

async function stage(request: StagedRunRequest, dataset: string, place?: Turn): Promise<StagedRun> {
  const { database, runtime } = request;
  const contract = await currentContract(database, dataset);
  if (contract !== undefined) return readBy(contract, request);
  return (place ?? runtime.firstFiles.enter(turnKey(database.tenant, dataset))).take(
    request.context.signal,
    async () => {
      const meanwhile = await currentContract(database, dataset);
      return meanwhile === undefined ? readFirst(request, dataset) : readBy(meanwhile, request);
    },
  );
}

/** A contract that a file has widened so often describes several tables. */
const MOST_WIDENINGS = 5;

/**
 * Reads a file with the contract. If it does not fit, the contract is widened and the file is read again, unless the
 * contract is frozen or only single rows are wanted.
 */
async function readBy(contract: DatasetContract, request: StagedRunRequest, notes: string[] = []): Promise<StagedRun> {
  const { dataset } = contract;
  let held = contract;
  let widenedBefore: string | null = null;
  for (let round = 0; ; round += 1) {
    const outcome = await read(request, dataset, held.contract).catch((error: unknown) => {
      if (error instanceof CasparianError) return error;
      throw error;
    });
    const drift = held.frozen === 1 || request.onlyRows !== undefined ? null : driftOfFile(outcome);
    const asked = drift === null ? null : { ...drift, held, widenedBefore };
    const widened = asked === null || round === MOST_WIDENINGS ? null : await widenInTurn(request, asked);
    if (widened === null) {
      if (outcome instanceof CasparianError) throw outcome;
      return withOrigin(outcome, dataset, held.hash, notes);
    }
    if (!(outcome instanceof CasparianError)) await discardStaged(outcome);
    held = widened.contract;
    if (!widened.byThisFile) continue;
    widenedBefore = held.hash;
    notes.push(...widened.changes.map((change) => `The contract of '${dataset}' was widened for this file: ${change}`));
  }
}

/** Within a process, files that widen a contract take turns. So the second one often needs no more than a new look. */
async function widenInTurn(request: StagedRunRequest, asked: WidenRequest): Promise<Widened | null> {
  const turn = request.runtime.firstFiles.enter(`${turnKey(request.database.tenant, asked.held.dataset)}\0widen`);
  return turn.take(request.context.signal, () => widenByFile(request, asked));
}

/**
 * Makes the contract of a dataset from all its files that are known now, then reads this file. Without a file that has
 * rows there is no contract: with only a header, all columns would be text.
 */
async function readFirst(request: StagedRunRequest, dataset: string): Promise<StagedRun> {
  const { database, runtime, context, input } = request;
  const { quarantine: _, ...limits } = runtime.limits(BUILTIN);
  const paths = await filesOfDataset(database, dataset);
  const inferred = await inferDataset({
    ...{ readers: runtime.readers, spool: runtime.spool, limits, signal: context.signal, paths },
    onProgress: (files) =>
      context.progress(files / paths.length / 2, `contract of '${dataset}': ${files} of ${paths.length} files`),
  });
  if (inferred === null) return readAlone(request, dataset);
  await requireUnchanged(input);
  const given = { ...inferred, dataset };
  const current = await context.transaction((scope) =>
    proposeContract(tenantTransaction(scope, database.tenant), given),
  );
  const notes = current.contract === given.contract ? inferred.renames.map((one) => renameNote(one, dataset)) : [];
  return readBy(current, request, notes);
}

/** A file without rows, or one that is not a table, says nothing about a contract. */
async function readAlone(request: StagedRunRequest, dataset: string): Promise<StagedRun> {
  const run = await read(request, dataset, null);
  if (run.failure !== null) return withOrigin(run, dataset, NO_CONTRACT);
  await discardStaged(run);
  return withOrigin({ ...run, outputs: [], quarantines: [] }, dataset, NO_CONTRACT);
}

/** Runs in another process: the memory a file needs is unknown, and a worker has other jobs. */
async function read(request: StagedRunRequest, dataset: string, contract: string | null): Promise<ReaderRun> {
  const { runtime, context, log, input, onlyRows, corrections } = request;
  const { format } = runtime;
  const { quarantine, ...limits } = runtime.limits(BUILTIN);
  const pathFor = stagingPath(request);
  const places = Object.fromEntries(stagedFileNames(dataset, format).map((name) => [name, pathFor(name)]));
  const wanted = onlyRows?.(dataset);
  const corrected = corrections === undefined ? {} : { corrections: [...corrections(dataset)] };
  const file = { path: input.localPath, name: input.path };
  const reading = { ...file, dataset, contract, jobId: context.job.id, limits: quarantine, format, places };
  return whileUnchanged(input, context.signal, (signal) =>
    runtime.readers.read(
      { ...reading, ...(wanted === undefined ? {} : { onlyRows: [...wanted] }), ...corrected },
      {
        limits,
        signal,
        onReading: (found) => readingNotes(found, dataset).forEach((words) => log.write('info', words)),
      },
    ),
  );
}

function withOrigin(run: ReaderRun, dataset: string, contractHash: string, notes: readonly string[] = []): StagedRun {
  const { name, version, sourceHash } = builtinParser(dataset, contractHash);
  const { warnings } = run.reading;
  const origin = { parser: name, version, sourceHash, dataset };
  return { ...run, origin, notes: [...notes, ...readingNotes(run.reading, dataset)], warnings };
}

function explained(error: CasparianError, { context, input }: StagedRunRequest, dataset: string): CasparianError {
  const next = builtinHints(error, { jobId: context.job.id, path: input.path, dataset });
  return withPhase(error, phaseOf(error), { next });
}
