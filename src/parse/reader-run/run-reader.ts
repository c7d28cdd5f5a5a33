import { CasparianError } from '../../platform/index.js';
import { createDatasets, type Datasets } from '../outputs/datasets.js';
import { finishFiles, rowsOf, withStagedFiles } from '../outputs/staged-files.js';
import {
  createSkippedCollector,
  NO_SKIPPED_LINES,
  type SkippedCollector,
  type SkippedLines,
} from '../outputs/skipped-lines.js';
import { builtinParser, outputNameOf } from '../outputs/output-name.js';
import { openTable } from './open-table.js';
import { type Prepared, prepareReading } from './prepare-reading.js';
import type { ReaderRequest } from './request.js';
import { createTypeDrift, type TypeDrift } from './type-drift.js';
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

/** Reads one file without a parser and stages its checked rows. The caller publishes the files. */
export async function runReader(request: ReaderRequest): Promise<ReaderRun> {
  const startedAt = performance.now();
  const { input, jobId = null, ...rest } = request;
  const prepared = await reportInterruption(request.signal, () => prepareReading(request));
  const { reading, contract } = prepared;
  request.onReading?.(reading);
  return withStagedFiles(request.pathFor, async (pathFor) => {
    const [fallbackName, lineageParser] = [request.outputName ?? outputNameOf(input), builtinParser(reading.format)];
    const skipped = createSkippedCollector(fallbackName, pathFor);
    const datasets = createDatasets({ ...rest, pathFor, source: input.name, jobId, fallbackName, lineageParser });
    try {
      await datasets.declare({ name: null, version: null, outputs: null }, contract);
      const types = reading.drift === null ? null : createTypeDrift(contract);
      const read = await readAll(request, prepared, datasets, types, skipped);
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

async function readAll(
  request: ReaderRequest,
  prepared: Prepared,
  datasets: Datasets,
  types: TypeDrift | null,
  skipped: SkippedCollector,
): Promise<ReadAll> {
  try {
    const reader = await openTable(request.input, prepared.reading.format, prepared.contract);
    const accounting = await reportInterruption(request.signal, () =>
      writeRows(reader, prepared, { ...request, datasets, types, skipped }),
    );
    return { accounting, failure: null, warnings: reader.warnings ?? [] };
  } catch (error) {
    if (!(error instanceof CasparianError)) throw error;
    return { accounting: null, failure: error, warnings: [] };
  }
}
