import { type ReaderRun, readStaged, savedContract, typeDrift } from '../../parse/index.js';
import { CasparianError } from '../../platform/index.js';
import { requireUnchanged } from '../jobs/input-of-job.js';
import {
  discardStaged,
  type JobReader,
  type StagedRun,
  type StagedRunRequest,
  stagingPath,
} from '../jobs/job-reader.js';
import { phaseOf, withPhase } from '../jobs/phase.js';
import { BUILTIN, builtinParser, NO_CONTRACT } from './builtin-parser.js';
import { currentContract, type DatasetContract, proposeContract } from './contracts.js';
import { builtinHints } from './hints.js';
import { readingWords } from './reading-words.js';

/** The built-in readers for one dataset, held to its contract. The first of its files makes that contract. */
export function builtinReader(dataset: string): JobReader {
  return {
    name: BUILTIN,
    async stage(request) {
      try {
        return await stage(request, dataset);
      } catch (error) {
        // What was made of a file that changes meanwhile says nothing about it.
        if (!request.context.signal.aborted) await requireUnchanged(request.input);
        throw error instanceof CasparianError ? explained(error, request, dataset) : error;
      }
    },
    failure: (error, _run, request) => explained(error, request, dataset),
  };
}

async function stage(request: StagedRunRequest, dataset: string): Promise<StagedRun> {
  const { database, firstFiles } = request.runtime;
  const contract = await currentContract(database, dataset);
  if (contract !== undefined) return readBy(contract, request);
  return firstFiles.inTurn(dataset, request.context.signal, async () => {
    const meanwhile = await currentContract(database, dataset);
    return meanwhile === undefined ? readFirst(request, dataset) : readBy(meanwhile, request);
  });
}

async function readBy(contract: DatasetContract, request: StagedRunRequest): Promise<StagedRun> {
  const run = await read(request, contract.dataset, contract.contract);
  if (run.failure?.code !== 'QUARANTINE_LIMIT') return withOrigin(run, contract.dataset, contract.hash);
  // Only to explain: the failure stands without it.
  const drift = await typeDrift(inputOf(request), contract.contract, request.context.signal).catch(() => []);
  const why = [run.failure.why, ...drift.map((sentence) => `By its contract, ${sentence}.`)].filter(Boolean).join(' ');
  const failure = withPhase(run.failure, phaseOf(run.failure), { why });
  return withOrigin({ ...run, failure }, contract.dataset, contract.hash);
}

/** A contract is made of a file that was read well, as a whole, and has rows: of nothing but a header, all would be text. */
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
    const current = await request.context.transaction((tx) => proposeContract(tx, given));
    if (current.contract === given.contract) return withOrigin(run, dataset, current.hash);
    await discardStaged(run);
    return await readBy(current, request);
  } catch (error) {
    await discardStaged(run);
    throw error;
  }
}

function read(request: StagedRunRequest, dataset: string, contract: string | null): Promise<ReaderRun> {
  const { runtime, context, log, onlyRows } = request;
  return readStaged({
    input: inputOf(request),
    outputName: dataset,
    contract,
    jobId: context.job.id,
    limits: () => Promise.resolve(runtime.limits(BUILTIN).quarantine),
    signal: context.signal,
    format: runtime.format,
    pathFor: stagingPath(request),
    synced: true,
    onReading: (reading) => readingWords(reading, dataset).forEach((words) => log.write('info', words)),
    ...(onlyRows === undefined ? {} : { onlyRows }),
  });
}

function inputOf({ input: { path } }: StagedRunRequest) {
  return { name: path, path, bytes: undefined };
}

function withOrigin(run: ReaderRun, dataset: string, contractHash: string): StagedRun {
  const { name, version, sourceHash } = builtinParser(dataset, contractHash);
  return { ...run, origin: { parser: name, version, sourceHash, dataset }, notes: readingWords(run.reading, dataset) };
}

function explained(error: CasparianError, { context, input }: StagedRunRequest, dataset: string): CasparianError {
  const next = builtinHints(error, { jobId: context.job.id, path: input.path, dataset });
  return withPhase(error, phaseOf(error), { next });
}
