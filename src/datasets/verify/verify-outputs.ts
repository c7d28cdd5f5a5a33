import { stat } from 'node:fs/promises';
import type { NamedDataset } from '../catalog/dataset-names.js';
import { type DatasetPlace, type PlacedOutput, placedOutputs } from '../catalog/placed-outputs.js';
import { sha256OfFile } from './sha256-of-file.js';

/** A registered file that is missing or changed. */
export interface DamagedOutput {
  readonly path: string;
  readonly dataset: string;
  /** The job that wrote it; for a merged file, one of them. */
  readonly jobId: string;
  /** The file that its rows were read from. */
  readonly source: string | null;
  readonly reason: 'missing' | 'size' | 'content' | 'unreadable';
}

export interface Verification {
  readonly checked: number;
  readonly ok: number;
  readonly missing: readonly DamagedOutput[];
  readonly changed: readonly DamagedOutput[];
}

export interface VerifyOptions extends DatasetPlace {
  readonly onProgress?: ((files: number, bytes: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** While one file is hashed, the next ones are read. */
const AT_ONCE = 4;

/** Reads every current file of the datasets and compares it with its registration. */
export async function verifyOutputs(datasets: readonly NamedDataset[], options: VerifyOptions): Promise<Verification> {
  const damaged: DamagedOutput[] = [];
  let [files, bytes] = [0, 0];
  for (const dataset of datasets) {
    const outputs = await filesOf(options, dataset);
    await eachOf(outputs, AT_ONCE, async (output) => {
      const reason = await damageOf(output, options.signal);
      if (reason !== undefined) damaged.push(damage(output, dataset, reason));
      files += 1;
      bytes += output.bytes;
      options.onProgress?.(files, bytes);
    });
  }
  const [missing, changed] = [damaged.filter(isMissing), damaged.filter((one) => !isMissing(one))];
  return { checked: files, ok: files - damaged.length, missing, changed };
}

/** A merged file is listed once per job, but read once. */
async function filesOf(place: DatasetPlace, dataset: NamedDataset): Promise<PlacedOutput[]> {
  const outputs = await placedOutputs(place, dataset);
  return [...new Map(outputs.map((output) => [output.path, output])).values()];
}

async function eachOf<T>(items: readonly T[], atOnce: number, work: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values();
  const worker = async (): Promise<void> => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** The problem with a file, if any. */
export async function damageOf(
  { place, bytes, sha256 }: Pick<PlacedOutput, 'place' | 'bytes' | 'sha256'>,
  signal: AbortSignal | undefined,
): Promise<DamagedOutput['reason'] | undefined> {
  signal?.throwIfAborted();
  try {
    const found = await stat(place);
    if (!found.isFile()) return 'missing';
    if (found.size !== bytes) return 'size';
    return (await sha256OfFile(place, signal)) === sha256 ? undefined : 'content';
  } catch (error) {
    if (signal?.aborted) throw error;
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'missing' : 'unreadable';
  }
}

function damage(output: PlacedOutput, { name }: NamedDataset, reason: DamagedOutput['reason']): DamagedOutput {
  return { path: output.place, dataset: name, jobId: output.jobId, source: output.source, reason };
}

function isMissing({ reason }: DamagedOutput): boolean {
  return reason === 'missing';
}
