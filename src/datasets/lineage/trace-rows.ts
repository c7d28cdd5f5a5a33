import type { NamedDataset } from '../catalog/dataset-names.js';
import { type CorrectionJson, correctionsUsedBy, type SkippedOfJob, skippedOfJob } from '../../pipeline/index.js';
import { type DatasetPlace, type PlacedOutput, placedOutputs } from '../catalog/placed-outputs.js';
import { selectDataset } from '../query/select-dataset.js';
import { withQuery } from '../query/open-query.js';
import { textOfRows } from '../values/write-rows.js';
import { damageOf } from '../verify/verify-outputs.js';
import { fileState, type FileState } from './file-state.js';

export type { FileState as Standing } from './file-state.js';

export interface LineageRequest extends DatasetPlace {
  readonly dataset: NamedDataset;
  /** A condition in SQL; all rows without it. */
  readonly where?: string | undefined;
  /** The maximum number of origins to inspect. */
  readonly limit: number;
  readonly signal?: AbortSignal | undefined;
}

/** Rows that one job read from one file, and whether the source and the output are unchanged. */
export interface Origin {
  readonly source: string;
  /** BLAKE3 of the file when it was read. */
  readonly sourceHash: string;
  readonly sourceState: FileState;
  readonly rows: number;
  /** The first row numbers in the source file. */
  readonly rowNumbers: readonly number[];
  /** The parser as named in the rows. */
  /** The lines of the file that are not rows: titles, remarks, other tables. */
  readonly skipped: SkippedOfJob;
  /** Rows with corrected values: the original and new ones, by whom and when. */
  readonly corrections: readonly CorrectionJson[];
  readonly parser: string;
  /** SHA-256 of a registered parser's bundle, or of the contract of a built-in reader. */
  readonly parserHash: string | null;
  readonly jobId: string;
  readonly writtenAt: number;
  readonly output: string;
  readonly outputHash: string;
  readonly outputState: FileState;
}

export interface Lineage {
  readonly rows: number;
  /** Sources and origins of all rows, including those beyond the limit. */
  readonly files: number;
  readonly originCount: number;
  readonly origins: readonly Origin[];
}

interface Traced {
  readonly job: string;
  readonly source: string;
  readonly parser: string;
  readonly rows: number;
  readonly numbers: readonly number[];
}

const SHOWN_NUMBERS = 20;
const SHOWN_LINES = 5;

/** Traces the rows of a dataset back to the files they were read from. */
export async function traceRows(request: LineageRequest): Promise<Lineage> {
  const traced = await originsOf(request);
  const outputs = new Map((await placedOutputs(request, request.dataset)).map((output) => [output.jobId, output]));
  const origins: Origin[] = [];
  const outputStateOf = createOutputStates(request);
  for (const one of traced.slice(0, request.limit)) {
    const output = outputs.get(one.job);
    // Superseded since the query. Another call reports the new output.
    if (output !== undefined) origins.push(await originOf(one, output, outputStateOf, request));
  }
  const rows = traced.reduce((sum, one) => sum + one.rows, 0);
  return { rows, files: new Set(traced.map(({ source }) => source)).size, originCount: traced.length, origins };
}

async function originsOf({ database, folder, dataset, where, signal }: LineageRequest): Promise<Traced[]> {
  const condition = where === undefined ? '' : `WHERE (${where}\n)`;
  const sql = `SELECT _cf_job_id AS job, min(_cf_source) AS source, min(_cf_parser) AS parser, count(*) AS rows,
    list(_cf_row ORDER BY _cf_row)[1:${SHOWN_NUMBERS}] AS numbers
    FROM (${selectDataset(dataset)}) ${condition} GROUP BY _cf_job_id ORDER BY source, job`;
  return withQuery({ sql, database, folder, signal }, async (query) => {
    let text = '';
    for await (const piece of textOfRows(await query.rows(), 'json')) text += piece;
    return JSON.parse(text) as Traced[];
  });
}

async function originOf(
  { job: jobId, source, parser, rows, numbers }: Traced,
  output: PlacedOutput,
  outputStateOf: (output: PlacedOutput) => Promise<FileState>,
  { database, signal, folder }: LineageRequest,
): Promise<Origin> {
  return {
    ...{ source, sourceHash: output.contentHash, rows, rowNumbers: numbers, parser, jobId },
    sourceState: await fileState(source, output.contentHash, signal, folder),
    skipped: await skippedOfJob(database, jobId, SHOWN_LINES),
    corrections: await correctionsUsedBy(database, jobId, {
      // With more rows than numbers, the corrections of the whole job are shown.
      rowNumbers: rows > numbers.length ? undefined : numbers,
      limit: SHOWN_NUMBERS,
    }),
    parserHash: output.sourceHash === '' ? null : output.sourceHash,
    writtenAt: output.createdAt,
    output: output.place,
    outputHash: output.sha256,
    outputState: await outputStateOf(output),
  };
}

/** A merged file contains the rows of many origins, and is read once. */
function createOutputStates({ signal, folder }: LineageRequest): (output: PlacedOutput) => Promise<FileState> {
  const known = new Map<string, FileState>();
  return async (output) => {
    const before = known.get(output.place);
    if (before !== undefined) return before;
    const damage = await damageOf(output, signal, folder);
    const state = damage === 'size' || damage === 'content' ? 'changed' : (damage ?? 'unchanged');
    known.set(output.place, state);
    return state;
  };
}
