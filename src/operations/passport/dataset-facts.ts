import type { TenantDatabase, TenantTransaction } from '../../database/index.js';
import { datasetNamed, type NamedDataset, namedDatasets, type OutputsFolder } from '../../datasets/index.js';
import { type DocumentVersionRecord, type GivenFact, readJsonText, recordFacts } from '../../passport/index.js';
import { outputFiles } from '../../pipeline/index.js';
import { canonicalJson, CasparianError, nearest } from '../../platform/index.js';
import { columnsOf, type FactMapping, type MappedMember, readFactMapping } from './fact-mapping.js';

export interface DatasetFactsRequest {
  readonly database: TenantDatabase;
  /** Runs the write, and wakes workers. */
  readonly write: <T>(work: (tx: TenantTransaction) => Promise<T>) => Promise<T>;
  /** The home that has the outputs, or its `output` folder. */
  readonly outputs: OutputsFolder;
  /** The mapping and its name in messages. */
  readonly mapping: { readonly content: string; readonly path: string; readonly name: string };
  readonly signal?: AbortSignal | undefined;
}

/** As many rows as the CSV reader of documents accepts. */
const MAX_FACTS = 200_000;
const MAX_PROBLEMS = 20;

/**
 * Makes one fact from each row of a dataset. Each keeps the file, its hash, the row and the job. The same mapping and files again give
 * the existing document version. One bad row stops all: a passport is a legal record.
 */
export async function mapDatasetFacts(
  request: DatasetFactsRequest,
): Promise<{ readonly version: DocumentVersionRecord; readonly isNew: boolean }> {
  const { database, write, mapping: given } = request;
  const mapping = await readFactMapping(given.content, given.path);
  const dataset = datasetNamed(await namedDatasets(database), mapping.dataset);
  const files = await outputFiles(database, { parser: dataset.parser, output: dataset.output });
  const inputs = files.map(({ contentHash, sourceHash }) => ({ content_hash: contentHash, parser_hash: sourceHash }));
  const hashes = new Map(files.map(({ jobId, contentHash }) => [jobId, contentHash]));
  const rows = await readDatasetRows(request, dataset);
  const facts = factsOf(rows, mapping, (job) => hashes.get(job) ?? '');
  const content = {
    ...{ mapping: given.content, dataset: dataset.name },
    inputs: inputs.map((input) => canonicalJson(input)).sort(),
  };
  return write((tx) =>
    recordFacts(tx, {
      externalRef: `dataset:${dataset.name}:${given.name}`,
      mimeType: 'application/vnd.casparian.fact-mapping+json',
      content: Buffer.from(canonicalJson(content)),
      source: { dataset: dataset.name, file: given.path },
      facts,
    }),
  );
}

type Row = Readonly<Record<string, unknown>>;

/** In the order of files and rows, whatever the order of the outputs. Numbers keep their digits. */
export async function readDatasetRows(
  request: Omit<DatasetFactsRequest, 'write' | 'mapping'>,
  dataset: NamedDataset,
): Promise<Row[]> {
  // Imported here: DuckDB takes a tenth of a second to load.
  const { selectDataset, textOfRows, withQuery } = await import('../../datasets/sql.js');
  const sql = `SELECT * FROM (${selectDataset(dataset)}) ORDER BY _cf_source, _cf_row`;
  const { database, outputs: folder, signal } = request;
  return withQuery({ sql, database, folder, signal }, async (query) => {
    const rows: Row[] = [];
    let rest = '';
    for await (const piece of textOfRows(await query.rows(MAX_FACTS + 1), 'ndjson')) {
      const lines = `${rest}${piece}`.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) rows.push(readJsonText(line).value as Row);
    }
    if (rows.length > MAX_FACTS) {
      throw new CasparianError('VALIDATION_ERROR', `The dataset ${dataset.name} has more than ${MAX_FACTS} rows`);
    }
    return rows;
  });
}

const LINEAGE = new Set(['_cf_source', '_cf_row', '_cf_job_id', '_cf_parser']);

function factsOf(rows: readonly Row[], mapping: FactMapping, hashOfJob: (job: string) => string): GivenFact[] {
  const columns = Object.keys(rows[0] ?? {}).filter((name) => !LINEAGE.has(name));
  if (rows.length === 0) throw new CasparianError('VALIDATION_ERROR', `The dataset ${mapping.dataset} has no rows`);
  const members = mapping.members ?? columns.map((column) => ({ name: column, column, required: false }));
  requireColumns([...columnsOf(mapping.key), ...members.map(({ column }) => column)], columns, mapping.dataset);
  const problems: string[] = [];
  const places = new Map<string, string>();
  const facts = rows.map((row) => {
    const place = `${String(row['_cf_source'])}, row ${String(row['_cf_row'])}`;
    const complain = (message: string): void => void problems.push(`${place}: ${message}`);
    const factKey = keyOf(row, mapping.key, complain);
    const before = places.get(factKey);
    if (before !== undefined) complain(`the key ${factKey} is also that of ${before}`);
    places.set(factKey, place);
    const job = String(row['_cf_job_id']);
    return {
      ...{ factType: mapping.factType, factKey, payload: payloadOf(row, members, complain) },
      source: {
        ...{ dataset: mapping.dataset, file: row['_cf_source'], content_hash: hashOfJob(job) },
        ...{ row: row['_cf_row'], job_id: job },
      },
    };
  });
  if (problems.length > 0) throw badRows(mapping.dataset, problems);
  return facts;
}

export function keyOf(row: Row, key: string, complain: (message: string) => void): string {
  return key.replaceAll(/\{([^{}]+)\}/g, (_, column: string) => {
    const value = row[column];
    const text = ['string', 'number', 'bigint', 'boolean'].includes(typeof value) ? String(value) : '';
    if (text === '') complain(`${column} is empty, and the key needs it`);
    if (text.includes(':')) complain(`${column} contains a colon, which separates the parts of a key`);
    return text;
  });
}

function payloadOf(row: Row, members: readonly MappedMember[], complain: (message: string) => void): Row {
  const present = members.flatMap(({ name, column, required }) => {
    const value = row[column] ?? null;
    if (value !== null) return [[name, value] as const];
    if (required) complain(`${column} is empty`);
    return [];
  });
  return Object.fromEntries(present);
}

export function requireColumns(wanted: readonly string[], columns: readonly string[], dataset: string): void {
  const missing = wanted.find((column) => !columns.includes(column));
  if (missing === undefined) return;
  const guess = nearest(missing, columns);
  throw new CasparianError('FACT_MAPPING_INVALID', `The dataset ${dataset} has no column '${missing}'`, {
    why: `It has: ${columns.join(', ')}.`,
    next: guess === undefined ? [] : [`Did you mean ${guess}?`],
  });
}

export function badRows(dataset: string, problems: readonly string[]): CasparianError {
  const shown = problems.slice(0, MAX_PROBLEMS);
  const more = problems.length > shown.length ? [`… and ${problems.length - shown.length} more`] : [];
  return new CasparianError('VALIDATION_ERROR', `The rows of ${dataset} cannot become facts`, {
    why: [...shown, ...more].join('\n        '),
    next: ['Correct the file and process it again, or change the mapping.'],
  });
}
