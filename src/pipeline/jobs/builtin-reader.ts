import { type ReaderRun, savedContract, stagedFileNames } from '../../parse/index.js';
import { CasparianError } from '../../platform/index.js';
import { requireUnchanged, whileUnchanged } from './input-of-job.js';
import { discardStaged, type JobReader, type StagedRun, type StagedRunRequest, stagingPath } from './job-reader.js';
import { phaseOf, withPhase } from './phase.js';
import { tenantTransaction } from '../../database/index.js';
import { BUILTIN, builtinParser, NO_CONTRACT } from '../builtin/builtin-parser.js';
import { currentContract, type DatasetContract, proposeContract } from '../builtin/contracts.js';
import { builtinHints } from './builtin-hints.js';
import { readingNotes } from './reading-notes.js';
import type { Turn } from '../builtin/turns.js';

/**
 * The built-in readers for one dataset, with its contract. The first file of a dataset makes the contract: the file
 * whose job is first in the queue.
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
        throw error instanceof CasparianError ? explained(error, request, dataset) : error;
      }
    },
    failure: (error, _run, request) => explained(error, request, dataset),
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

async function readBy({ dataset, contract, hash }: DatasetContract, request: StagedRunRequest): Promise<StagedRun> {
  return withOrigin(await read(request, dataset, contract), dataset, hash);
}

/**
 * A contract is only made from a file that was read completely and has rows: with only a header, all columns would be
 * text.
 */
async function readFirst(request: StagedRunRequest, dataset: string): Promise<StagedRun> {
  const run = await read(request, dataset, null);
  if (run.failure !== null) return withOrigin(run, dataset, NO_CONTRACT);
  try {
    await requireUnchanged(request.input);
    if (run.rowsIn === 0) {
      await discardStaged(run);
      return withOrigin({ ...run, outputs: [], quarantines: [] }, dataset, NO_CONTRACT);
    }
    const given = { dataset, contract: await savedContract(run), source: request.input.path };
    const current = await request.context.transaction((scope) =>
      proposeContract(tenantTransaction(scope, request.database.tenant), given),
    );
    if (current.contract === given.contract) return withOrigin(run, dataset, current.hash);
    await discardStaged(run);
    return await readBy(current, request);
  } catch (error) {
    await discardStaged(run);
    throw error;
  }
}

/** Runs in another process: the memory a file needs is unknown, and a worker has other jobs. */
async function read(request: StagedRunRequest, dataset: string, contract: string | null): Promise<ReaderRun> {
  const { runtime, context, log, input, onlyRows } = request;
  const { format } = runtime;
  const { quarantine, ...limits } = runtime.limits(BUILTIN);
  const pathFor = stagingPath(request);
  const places = Object.fromEntries(stagedFileNames(dataset, format).map((name) => [name, pathFor(name)]));
  const wanted = onlyRows?.(dataset);
  const reading = { path: input.path, dataset, contract, jobId: context.job.id, limits: quarantine, format, places };
  return whileUnchanged(input, context.signal, (signal) =>
    runtime.readers.read(
      { ...reading, ...(wanted === undefined ? {} : { onlyRows: [...wanted] }) },
      {
        limits,
        signal,
        onReading: (found) => readingNotes(found, dataset).forEach((words) => log.write('info', words)),
      },
    ),
  );
}

function withOrigin(run: ReaderRun, dataset: string, contractHash: string): StagedRun {
  const { name, version, sourceHash } = builtinParser(dataset, contractHash);
  const { warnings } = run.reading;
  const origin = { parser: name, version, sourceHash, dataset };
  return { ...run, origin, notes: readingNotes(run.reading, dataset), warnings };
}

function explained(error: CasparianError, { context, input }: StagedRunRequest, dataset: string): CasparianError {
  const next = builtinHints(error, { jobId: context.job.id, path: input.path, dataset });
  return withPhase(error, phaseOf(error), { next });
}
