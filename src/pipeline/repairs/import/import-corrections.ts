import { tenantDatabase, tenantTransaction, type TenantDatabase } from '../../../database/index.js';
import type { OutputContract } from '../../../contract/index.js';
import { type Engine, isJobId } from '../../../engine/index.js';
import { CasparianError } from '../../../platform/index.js';
import type { CorrectedValues } from '../../corrections/correction.js';
import { REPLAY_JOB } from '../../pipeline-jobs.js';
import { fieldText } from '../../quarantine/export/csv-field.js';
import type { QuarantineEntry } from '../../quarantine/quarantine-entry.js';
import { rawFields } from '../../quarantine/raw-fields.js';
import { entriesWithIds } from '../../quarantine/entries-with-ids.js';
import { checkCorrection, contractOfEntry } from '../check-correction.js';
import { storeCorrection } from '../correct-row.js';
import { changedValues } from './changed-values.js';
import { type CorrectionLine, openCorrectionsFile } from './corrections-file.js';

export interface ImportRequest {
  readonly tenant: string;
  readonly actor: string | null;
  /** A CSV file on this machine. */
  readonly path: string;
  /** Check all rows, and store nothing. */
  readonly dryRun: boolean;
  readonly signal: AbortSignal;
}

export interface ImportReport {
  readonly rows: number;
  readonly unchanged: number;
  /** Rows with valid changes. */
  readonly corrected: number;
  readonly rejected: number;
  /** The first changes and problems. */
  readonly changes: readonly ImportedChange[];
  readonly problems: readonly ImportProblem[];
  /** Columns of the file that no contract has. */
  readonly unknownColumns: readonly string[];
  /** One for each job with corrected rows; empty in a dry run. */
  readonly replays: readonly string[];
}

export interface ImportedChange {
  readonly line: number;
  readonly rowId: string;
  readonly rowNumber: number;
  readonly source: string;
  readonly columns: readonly { readonly name: string; readonly old: string | null; readonly new: string | null }[];
}

export interface ImportProblem {
  readonly line: number;
  readonly rowId: string | null;
  readonly message: string;
}

const MOST_ROWS = 10_000;
const SHOWN = 50;
const BATCH = 500;

interface Change {
  readonly line: number;
  readonly entry: QuarantineEntry;
  readonly values: CorrectedValues;
}

/** Corrects quarantined rows from an edited export. Rows without valid changes are reported and left alone. */
export async function importCorrections(engine: Engine, request: ImportRequest): Promise<ImportReport> {
  const { tenant, actor, dryRun } = request;
  const database = tenantDatabase(engine.database, tenant, actor);
  const { changes, problems, ...counts } = await readChanges(database, request);
  const replays = dryRun ? [] : await storeChanges(engine, { tenant, actor }, changes);
  return {
    ...counts,
    ...{ corrected: changes.length, rejected: problems.length, replays },
    changes: changes.slice(0, SHOWN).map(shownChange),
    problems: problems.slice(0, SHOWN),
  };
}

interface ReadChanges {
  readonly rows: number;
  readonly unchanged: number;
  readonly changes: readonly Change[];
  readonly problems: readonly ImportProblem[];
  readonly unknownColumns: readonly string[];
}

async function readChanges(database: TenantDatabase, { path, signal }: ImportRequest): Promise<ReadChanges> {
  const { columns, lines } = await openCorrectionsFile(path, signal);
  const columnsOf = contractColumns(database);
  const [changes, problems, known]: [Change[], ImportProblem[], Set<string>] = [[], [], new Set()];
  let [rows, unchanged] = [0, 0];
  for await (const batch of batches(lines)) {
    rows += batch.length;
    if (rows > MOST_ROWS) throw tooMany();
    const ids = batch.flatMap(({ id }) => (id !== null && isJobId(id) ? [id.toLowerCase()] : []));
    const entries = new Map((await entriesWithIds(database, ids)).map((entry) => [entry.id, entry]));
    for (const { line, id, fields, fault } of batch) {
      const entry = entries.get(id?.toLowerCase() ?? '');
      const reject = (message: string): unknown => problems.push({ line, rowId: entry?.id ?? null, message });
      if (fault !== null) reject(fault);
      else if (entry === undefined)
        reject(id === null ? 'The field _cf_id is empty' : `No quarantined row has the id '${id}'`);
      else {
        const own = await columnsOf(entry);
        for (const name of own ?? rawFields(entry.raw).keys()) known.add(name);
        const values = changedValues(entry.raw, fields, own ?? columns);
        if (Object.keys(values).length === 0) unchanged++;
        else {
          const problem = await problemOf(database, entry, values);
          if (problem === null) changes.push({ line, entry, values });
          else reject(problem);
        }
      }
    }
  }
  return {
    rows,
    unchanged,
    changes,
    problems,
    unknownColumns: columns.filter((name) => !known.has(name) && name !== '_raw'),
  };
}

async function* batches(lines: AsyncIterable<CorrectionLine>): AsyncGenerator<CorrectionLine[]> {
  let batch: CorrectionLine[] = [];
  for await (const line of lines) {
    batch.push(line);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

/** The columns of the contract of an output, read once; null if none are declared. */
function contractColumns(database: TenantDatabase): (entry: QuarantineEntry) => Promise<readonly string[] | null> {
  const contracts = new Map<string, Promise<OutputContract | null>>();
  return async (entry) => {
    const key = `${entry.parser}.${entry.output}`;
    const contract = contracts.get(key) ?? contractOfEntry(database, entry);
    contracts.set(key, contract);
    const columns = (await contract)?.columns.map(({ name }) => name) ?? [];
    return columns.length === 0 ? null : columns;
  };
}

async function problemOf(
  database: TenantDatabase,
  entry: QuarantineEntry,
  values: CorrectedValues,
): Promise<string | null> {
  if (entry.status !== 'quarantined') return `Row ${entry.rowNumber} is ${entry.status} and cannot be corrected`;
  try {
    await checkCorrection(database, entry, values);
    return null;
  } catch (error) {
    if (error instanceof CasparianError && error.code === 'CORRECTION_INVALID') return error.message;
    throw error;
  }
}

/** Corrections of one job and its replay are one transaction: the replay must see all of them. Returns the replays. */
async function storeChanges(
  engine: Engine,
  { tenant, actor }: Pick<ImportRequest, 'tenant' | 'actor'>,
  changes: readonly Change[],
): Promise<string[]> {
  const byJob = new Map<string, Change[]>();
  for (const change of changes) byJob.set(change.entry.jobId, [...(byJob.get(change.entry.jobId) ?? []), change]);
  const replays: string[] = [];
  for (const [jobId, own] of byJob) {
    const replay = await engine.transaction(async (scope) => {
      const tx = tenantTransaction(scope, tenant, actor);
      let id: string | undefined;
      for (const { entry, values } of own) {
        await storeCorrection(tx, { row: { id: entry.id }, values }, async ({ parser, source: path }) => {
          const payload = { parser, path, replay_of: jobId };
          id ??= (await engine.enqueue(REPLAY_JOB, payload, { tenant, parentJobId: jobId, transaction: scope })).id;
          return id;
        });
      }
      return id;
    });
    if (replay !== undefined) replays.push(replay);
  }
  return replays;
}

function shownChange({ line, entry, values }: Change): ImportedChange {
  const before = rawFields(entry.raw);
  return {
    ...{ line, rowId: entry.id, rowNumber: entry.rowNumber, source: entry.source },
    columns: Object.entries(values).map(([name, value]) => ({
      name,
      old: fieldText(before.get(name)) ?? null,
      new: value,
    })),
  };
}

function tooMany(): CasparianError {
  return new CasparianError('CORRECTIONS_UNREADABLE', 'The file has too many rows', {
    why: `The limit is ${MOST_ROWS.toLocaleString('en-US')} rows.`,
    next: ['Import it in parts, or change the contract: a suggested repair corrects all rows of a group.'],
  });
}
