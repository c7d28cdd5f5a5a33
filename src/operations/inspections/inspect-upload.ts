import { createWriteStream } from 'node:fs';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { makeTemporaryFolder } from '../../process/index.js';
import type { InspectedFile } from '../../parse/index.js';
import { CasparianError } from '../../platform/index.js';
import type { FormatOptions, TypeOverride } from '../../tables/index.js';
import { createStorages } from '../../storage/index.js';
import { type RawLines, readRawLines } from '../files/raw-lines.js';
import { withTimeLimit } from '../datasets/time-limit.js';
import type { HeldFile } from './inspection-store.js';

/** How the person wants the file to be read. What is absent is detected. */
export interface InspectionAnswers {
  readonly format: FormatOptions;
  readonly types: ReadonlyMap<string, TypeOverride>;
}

export interface Inspection extends InspectedFile {
  readonly file: HeldFile;
  /** How many bytes of a large file were read; null if all. */
  readonly sampledBytes: number | null;
  /** The first lines as they are; null if the file is not text. */
  readonly lines: RawLines | null;
  /** How a line with special letters reads in other encodings. */
  readonly encodings: readonly { readonly name: string; readonly sample: string }[];
}

/** Beyond it, only the beginning of a text file is read: a person waits for the response. */
const MOST_BYTES = 16_777_216;
const MOST_BINARY_BYTES = 67_108_864;
const TIME_LIMIT_MS = 60_000;
const SHOWN_LINES = 40;
const ENCODINGS = ['utf-8', 'cp1252', 'cp1250', 'iso-8859-15', 'cp437', 'mac-roman'];

/** Reads a held file as a job would, without creating anything. */
export async function inspectHeld(
  file: HeldFile,
  answers: InspectionAnswers,
  signal: AbortSignal,
): Promise<Inspection> {
  const folder = makeTemporaryFolder('inspect-');
  try {
    const lines = await firstLines(file.path, answers.format.encoding, signal);
    const read = await readablePart(file, lines !== null, folder);
    const { inspectFile } = await import('../../parse/reader-run/inspect-file.js');
    const input = { name: file.name, path: read.path, bytes: undefined };
    const inspected = await withTimeLimit(
      signal,
      (ended) => inspectFile({ input, ...answers, folder: join(folder), signal: ended }),
      TIME_LIMIT_MS,
    );
    return {
      ...inspected,
      file,
      lines,
      sampledBytes: read.sampledBytes,
      encodings: await otherEncodings(file.path, lines, signal),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function firstLines(path: string, encoding: string | undefined, signal: AbortSignal): Promise<RawLines | null> {
  try {
    return await readRawLines(createStorages().locate(path), { first: 1, count: SHOWN_LINES, encoding, signal });
  } catch (error) {
    if (error instanceof CasparianError && error.code === 'INPUT_NOT_A_TABLE') return null;
    throw error;
  }
}

async function readablePart(
  file: HeldFile,
  isText: boolean,
  folder: string,
): Promise<{ path: string; sampledBytes: number | null }> {
  if (file.bytes <= (isText ? MOST_BYTES : MOST_BINARY_BYTES)) return { path: file.path, sampledBytes: null };
  if (!isText) {
    throw new CasparianError('REQUEST_TOO_LARGE', 'The file is too large to be looked at here', {
      why: `The limit for binary formats is ${MOST_BINARY_BYTES / 1_048_576} MiB.`,
      next: ['Upload it as a dataset, or scan its folder.'],
    });
  }
  const path = join(folder, file.name);
  await pipeline(createReadStream(file.path, { end: MOST_BYTES - 1 }), createWriteStream(path));
  // The last line may be cut, so it is counted as a bad row at most.
  return { path, sampledBytes: (await stat(path)).size };
}

/** Only if a line has letters beyond ASCII: otherwise all encodings read the same. */
async function otherEncodings(
  path: string,
  lines: RawLines | null,
  signal: AbortSignal,
): Promise<Inspection['encodings']> {
  // oxlint-disable-next-line no-control-regex
  const at = lines?.lines.findIndex(({ text }) => /[^\x00-\x7f]/.test(text)) ?? -1;
  if (at === -1) return [];
  const samples: { name: string; sample: string }[] = [];
  for (const name of ENCODINGS) {
    const { lines: read } = await readRawLines(createStorages().locate(path), {
      first: at + 1,
      count: 1,
      encoding: name,
      signal,
    });
    samples.push({ name, sample: read[0]?.text.slice(0, 120) ?? '' });
  }
  return samples;
}
