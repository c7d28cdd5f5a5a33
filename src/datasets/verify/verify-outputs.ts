import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { isS3Address } from '../../storage/index.js';
import type { NamedDataset } from '../catalog/dataset-names.js';
import {
  type DatasetPlace,
  type OutputsFolder,
  type PlacedOutput,
  placedOutputs,
  storagesOf,
} from '../catalog/placed-outputs.js';
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
      const reason = await damageOf(output, options.signal, options.folder);
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
  folder?: OutputsFolder,
): Promise<DamagedOutput['reason'] | undefined> {
  signal?.throwIfAborted();
  if (isS3Address(place)) return damageOfObject({ place, bytes, sha256 }, signal, folder);
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

/** A server that cannot be reached says nothing about the file, so its errors are not findings. */
async function damageOfObject(
  { place, bytes, sha256 }: Pick<PlacedOutput, 'place' | 'bytes' | 'sha256'>,
  signal: AbortSignal | undefined,
  folder: OutputsFolder | undefined,
): Promise<DamagedOutput['reason'] | undefined> {
  const { storage, key } = storagesOf(folder).locate(place);
  const found = await storage.find(key, { signal });
  if (found === undefined) return 'missing';
  if (found.sizeBytes !== bytes) return 'size';
  const hash = createHash('sha256');
  await pipeline(await storage.read(key, { signal }), hash, { signal });
  return hash.digest('hex') === sha256 ? undefined : 'content';
}

function damage(output: PlacedOutput, { name }: NamedDataset, reason: DamagedOutput['reason']): DamagedOutput {
  return { path: output.place, dataset: name, jobId: output.jobId, source: output.source, reason };
}

function isMissing({ reason }: DamagedOutput): boolean {
  return reason === 'missing';
}
