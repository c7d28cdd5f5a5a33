import { CasparianError } from '../../platform/index.js';
import type { TableReader } from '../../tables/index.js';
import { createDatasets, type Datasets } from '../outputs/datasets.js';
import { finishFiles, rowsOf, withStagedFiles } from '../outputs/staged-files.js';
import {
  createSkippedCollector,
  NO_SKIPPED_LINES,
  type SkippedCollector,
  type SkippedLines,
} from '../outputs/skipped-lines.js';
import { builtinParser, outputNameOf } from '../outputs/output-name.js';
import type { GuessedReading } from './guess-reading.js';
import { openTable } from './open-table.js';
import type { EarlyThread } from './thread/start-thread.js';
import { isAtLeast, LARGE_FILE_BYTES, threadFor } from './thread/thread-for.js';
import { type Prepared, prepareReading } from './prepare-reading.js';
import type { ReaderRequest } from './request.js';
import { createTypeDrifts, type TypeDrift } from './type-drift.js';
import { reportInterruption, withChanges, writeRows } from './write-rows.js';
import type { ParserRun } from '../parser-run/run-parser.js';
import { shareFailure } from '../outputs/quarantine-limits.js';
import type { FileAccounting, Reading } from '../report/report.js';

/** The staged files of a file that was read without a parser. */
export interface ReaderRun extends ParserRun {
  readonly reading: Reading;
  /** Null if the file was not read to its end. */
  readonly accounting: FileAccounting | null;
  /** The lines that are not part of a row. Empty if the file was not read to its end. */
  readonly skippedLines: SkippedLines;
}

/**
 * Reads one file without a parser and stages its checked rows. The caller publishes the files. `started` is a thread for
 * a large file, which is closed here.
 */
export async function runReader(request: ReaderRequest, started: EarlyThread | null = null): Promise<ReaderRun> {
  const early = started ?? (await threadFor(request.input));
  try {
    return await readFile(request, early);
  } finally {
    await early?.close();
  }
}

async function readFile(request: ReaderRequest, early: EarlyThread | null): Promise<ReaderRun> {
  const startedAt = performance.now();
  const { signal, input } = request;
  const guess = await reportInterruption(signal, () => guessed(request, early));
  let prepared: Prepared | null = null;
  if (guess !== null) {
    try {
      return await stageRows(request, startedAt, guess.prepared, {
        open: () => Promise.resolve(guess.reader),
        settle: (read) => settle(guess, request, read),
      });
    } catch (error) {
      if (!(error instanceof WrongGuess)) throw error;
      prepared = error.decided;
    }
  }
  const exact = prepared ?? (await reportInterruption(signal, () => prepareReading(request)));
  request.onReading?.(exact.reading);
  const open = (): Promise<TableReader> => openTable(input, exact.reading.format, exact.contract, early);
  return stageRows(request, startedAt, exact, { open, settle: () => exact.reading });
}

async function guessed(request: ReaderRequest, early: EarlyThread | null): Promise<GuessedReading | null> {
  const { contract, guessing } = request.reading;
  if (contract !== null || !(await isAtLeast(request.input, guessing?.fileBytes ?? LARGE_FILE_BYTES))) return null;
  return (await import('./guess-reading.js')).guessReading(request, early);
}

/** Thrown when a guess was wrong: the staged rows are discarded. */
class WrongGuess extends Error {
  /** Null if the whole file has to be profiled again. */
  readonly decided: Prepared | null;

  constructor(decided: Prepared | null) {
    super('the types of the first rows are not the types of all rows');
    this.decided = decided;
  }
}

/** The reading of all rows. Throws `WrongGuess` unless their types are those of the first rows. */
function settle(guess: GuessedReading, { onReading }: ReaderRequest, { failure }: ReadAll): Reading {
  if (failure?.code === 'INTERRUPTED') return guess.prepared.reading;
  const decided = guess.decided();
  // Other types may be the reason of a failure, for example of too many bad rows.
  if (decided === null || failure !== null || !guess.isConfirmedBy(decided)) throw new WrongGuess(decided);
  onReading?.(decided.reading);
  return decided.reading;
}

interface RowSource {
  open(): Promise<TableReader>;
  /** Called after the last row; returns how the file was read. */
  settle(read: ReadAll): Reading;
}

async function stageRows(
  request: ReaderRequest,
  startedAt: number,
  prepared: Prepared,
  source: RowSource,
): Promise<ReaderRun> {
  const { input, jobId = null, ...rest } = request;
  const { format, drift } = prepared.reading;
  return withStagedFiles(request.pathFor, async (pathFor) => {
    const [fallbackName, lineageParser] = [request.outputName ?? outputNameOf(input), builtinParser(format)];
    const skipped = createSkippedCollector(fallbackName, pathFor);
    const datasets = createDatasets({ ...rest, pathFor, source: input.name, jobId, fallbackName, lineageParser });
    try {
      await datasets.declare({ name: null, version: null, outputs: null }, prepared.contract);
      const types = drift === null ? null : createTypeDrifts(prepared.contract)();
      const read = await readAll(request, source, prepared, { datasets, types, skipped });
      const reading = source.settle(read);
      const failure = read.failure ?? shareFailure(datasets.writers, await request.limits());
      const files = await finishFiles(datasets, failure);
      const kept = files.failure === null ? await skipped.finish(request.skippedInFile === true) : NO_SKIPPED_LINES;
      const { rowsIn, quarantined } = rowsOf(datasets);
      return {
        parser: null,
        reading: withChanges(reading, types, read.warnings),
        accounting: read.accounting,
        skippedLines: kept,
        rowsIn,
        rowsQuarantined: quarantined,
        ...files,
        badRows: [...datasets.writers.values()].flatMap((writer) => writer.badRows),
        emptyTexts: [],
        traceback: null,
        durationMs: Math.round(performance.now() - startedAt),
      };
    } finally {
      await skipped.close();
      await datasets.close();
    }
  });
}

interface ReadAll {
  readonly accounting: FileAccounting | null;
  readonly failure: CasparianError | null;
  readonly warnings: readonly string[];
}

interface Destination {
  readonly datasets: Datasets;
  readonly types: TypeDrift | null;
  readonly skipped: SkippedCollector;
}

async function readAll(
  request: ReaderRequest,
  source: RowSource,
  prepared: Prepared,
  destination: Destination,
): Promise<ReadAll> {
  try {
    const reader = await source.open();
    const accounting = await reportInterruption(request.signal, () =>
      writeRows(reader, prepared, { ...request, ...destination }),
    );
    return { accounting, failure: null, warnings: reader.warnings ?? [] };
  } catch (error) {
    if (!(error instanceof CasparianError)) throw error;
    return { accounting: null, failure: error, warnings: [] };
  }
}
