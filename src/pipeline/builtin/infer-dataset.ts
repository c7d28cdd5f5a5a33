import { lazily } from '../../platform/index.js';
import type { Spool } from '../spool/spool.js';
import { withLocalCopies } from '../spool/with-local-copies.js';
import type { MadeContract, ProfiledFile, ReaderLimits, ReaderProcesses } from '../../parse/index.js';

export interface InferDatasetRequest {
  readonly readers: ReaderProcesses;
  /** Copies of files in buckets. */
  readonly spool: Spool;
  readonly limits: ReaderLimits;
  readonly signal: AbortSignal;
  readonly paths: readonly string[];
  /** Whether columns that look renamed become one column. */
  readonly acceptRenames?: boolean;
  readonly onProgress?: (files: number) => void;
}

/** A contract, and the first file that it was inferred from. */
export interface InferredDataset extends MadeContract {
  readonly source: string;
}

/** One message for several small files costs less than one for each. */
const FILES_PER_TASK = 16;
const TASKS_AT_ONCE = 2;
/** Of one file all rows are read; of many, so many of each. A row behind them that does not fit widens the contract. */
const ROWS_PER_FILE = 10_000;

const load = lazily(() => import('../../parse/dataset-contract/dataset-contract.js'));

/** The contract that fits all files of a dataset; null if none of them has rows. */
export async function inferDataset(request: InferDatasetRequest): Promise<InferredDataset | null> {
  const { paths, acceptRenames = false } = request;
  const profiled = await profileAll(request, paths.length === 1 ? undefined : ROWS_PER_FILE);
  const { contractOfFiles } = await load();
  const made = contractOfFiles(profiled, acceptRenames);
  if (made === null) return null;
  return { ...made, source: profiled.find(({ evidence }) => evidence !== null)?.path ?? '' };
}

async function profileAll(request: InferDatasetRequest, maxRows: number | undefined): Promise<ProfiledFile[]> {
  const { paths, onProgress } = request;
  const chunks = Array.from({ length: Math.ceil(paths.length / FILES_PER_TASK) }, (_, index) =>
    paths.slice(index * FILES_PER_TASK, (index + 1) * FILES_PER_TASK),
  );
  const results: ProfiledFile[][] = [];
  let next = 0;
  let done = 0;
  const work = async (): Promise<void> => {
    for (let chunk = next++; chunk < chunks.length; chunk = next++) {
      const own = chunks[chunk] ?? [];
      results[chunk] = await profileChunk(request, own, maxRows);
      onProgress?.((done += own.length));
    }
  };
  await Promise.all(Array.from({ length: TASKS_AT_ONCE }, work));
  return results.flat();
}

/** A file that exceeds a limit ends its process. Then the others of its chunk are read one by one. */
async function profileChunk(
  { readers, spool, limits, signal }: InferDatasetRequest,
  paths: readonly string[],
  maxRows: number | undefined,
): Promise<ProfiledFile[]> {
  const task = { kind: 'profile' as const, ...(maxRows === undefined ? {} : { maxRows }) };
  const profile = (some: readonly string[]): Promise<ProfiledFile[]> =>
    withLocalCopies(spool, some, signal, async (local) => [
      ...(await readers.profile({ ...task, paths: local, names: some }, { limits, signal })),
    ]);
  const found: ProfiledFile[] = [];
  try {
    found.push(...(await profile(paths)));
  } catch (error) {
    if (signal.aborted) throw error;
    for (const path of paths) {
      const one = await profile([path]).catch((cause: unknown) => {
        if (signal.aborted) throw cause;
        return [{ path, evidence: null }];
      });
      found.push(...one);
    }
  }
  return found;
}
