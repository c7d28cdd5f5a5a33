import { randomUUID } from 'node:crypto';
import { posix } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { sweepStaleFiles } from '../../contract/index.js';
import { type TenantDatabase } from '../../database/index.js';
import { databaseIdentity } from '../../engine/index.js';
import { isMergedPath, type PipelineHome } from '../../pipeline/index.js';
import { CasparianError, VERSION } from '../../platform/index.js';
import type { Storage } from '../../storage/index.js';
import { fullName, type NamedDataset } from '../catalog/dataset-names.js';
import { placedOutputs } from '../catalog/placed-outputs.js';
import { queryFailure } from '../duckdb/failure.js';
import { openDuckDb } from '../duckdb/open-duckdb.js';
import { fileList } from '../duckdb/sql-text.js';
import type { Column, FileGroup } from '../views/column.js';
import { fileGroups } from '../views/open-dataset.js';
import { convertFile } from './convert-file.js';
import {
  columnsOfSchema,
  deltaColumn,
  type DeltaColumn,
  mergedSchema,
  protocolFor,
  schemaString,
} from './delta-schema.js';
import { DATASET_PROPERTY, requireHarmlessCommits, requireKnownFeatures, requireOwnTable } from './foreign-commits.js';
import type { Action, Add, Metadata, Remove } from './log/actions.js';
import { commitKey } from './log/log-names.js';
import { type DeltaLog, readTable } from './log/read-log.js';
import { apply, type TableState } from './log/table-state.js';
import { needsCheckpoint, writeCheckpoint } from './log/write-checkpoint.js';
import { addAction, copyPrefix, isOurs, publishedFiles, type SourceFile, sourceFiles } from './table-files.js';

export interface PublishRequest {
  readonly database: TenantDatabase;
  readonly home: PipelineHome;
  /** The folder of the dataset, where the table is. */
  readonly storage: Storage;
  /** Undo what other programs did to the table. */
  readonly overwrite?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onFiles?: ((files: number, total: number) => void) | undefined;
}

export interface Publication {
  readonly location: string;
  /** The newest version of the table. */
  readonly version: number;
  readonly filesAdded: number;
  readonly filesRemoved: number;
  /** The rows of the dataset in the table. */
  readonly rows: number;
  /** Files that other programs have added. */
  readonly foreignFiles: number;
}

type PublishedDataset = Pick<NamedDataset, 'parser' | 'output' | 'name'>;

/** Each conflict means that another writer has committed. */
const MAX_CONFLICTS = 20;

/**
 * Makes the Delta table in the folder of a dataset hold its current rows. The table is compared with the dataset, and the difference is one
 * commit. So it can be repeated after any failure, and does nothing if nothing has changed.
 */
export async function publishDelta(request: PublishRequest, dataset: PublishedDataset): Promise<Publication> {
  const { database, home, storage } = request;
  const { connection, close } = await openDuckDb();
  const log = { storage, connection, staging: home.staging };
  const appId = `casparian:${await databaseIdentity(database)}:${database.tenant}:${fullName(dataset)}`;
  try {
    await sweepStaleFiles(home.staging);
    for (let conflicts = 0; conflicts < MAX_CONFLICTS; conflicts++) {
      const published = await publishOnce(log, request, { ...dataset, appId });
      if (published !== undefined) return published;
    }
    throw tooManyWriters(storage.root);
  } catch (error) {
    throw queryFailure(error, { known: [dataset.name], allowFiles: true, folder: home });
  } finally {
    await close();
  }
}

/** Returns undefined if another writer has committed the same version. */
async function publishOnce(
  log: DeltaLog,
  request: PublishRequest,
  dataset: PublishedDataset & { appId: string },
): Promise<Publication | undefined> {
  const { storage } = log;
  const { appId } = dataset;
  const state = await readTable(log);
  request.signal?.throwIfAborted();
  requireKnownFeatures(state, storage.root);
  if (request.overwrite !== true) {
    requireOwnTable(state, appId, storage.root);
    await requireHarmlessCommits(log, state, appId);
  }
  const change = await changeOf(log, request, state, dataset);
  const now = Date.now();
  const removes = change.removed.map((add): Remove => removeAction(add, now));
  if (change.metadata !== undefined || change.adds.length + removes.length > 0) {
    const version = state.version + 1;
    const protocol = protocolFor(change.columns, state.protocol);
    const actions = [
      commitInfo(now, { adds: change.adds.length, removes: removes.length }),
      ...(protocol === undefined ? [] : [{ protocol }]),
      ...(change.metadata === undefined ? [] : [{ metaData: change.metadata }]),
      { txn: { appId, version, lastUpdated: now } },
      ...removes.map((remove): Action => ({ remove })),
      ...change.adds.map((add): Action => ({ add })),
    ];
    const content = Buffer.from(actions.map((action) => `${JSON.stringify(action)}\n`).join(''));
    if (!(await storage.writeIfAbsent(commitKey(version), content, { signal: request.signal }))) return undefined;
    for (const action of actions) apply(state, action);
    state.version = version;
  }
  if (needsCheckpoint(state)) await writeCheckpoint(log, state, now);
  return {
    ...{ location: storage.root, version: state.version, rows: change.rows },
    ...{ filesAdded: change.adds.length, filesRemoved: removes.length },
    foreignFiles: [...state.adds.keys()].filter((path) => !isOurs(path)).length,
  };
}

/** How the table differs from the dataset. */
interface Change {
  readonly adds: readonly Add[];
  readonly removed: readonly Add[];
  /** Defined if the table is new or its columns change. */
  readonly metadata: Metadata | undefined;
  readonly columns: readonly DeltaColumn[];
  readonly rows: number;
}

const EPOCH_PROPERTY = 'casparian.epoch';

async function changeOf(
  log: DeltaLog,
  request: PublishRequest,
  state: TableState,
  dataset: PublishedDataset & { appId: string },
): Promise<Change> {
  const { database, home, overwrite = false } = request;
  const place = { database, folder: home };
  const files = sourceFiles(await placedOutputs(place, dataset));
  const rows = files.reduce((sum, file) => sum + file.rows, 0);
  const before = state.metadata;
  const known = before === undefined || overwrite ? [] : columnsOfSchema(before.schemaString);
  const epochBefore = before?.configuration[EPOCH_PROPERTY] ?? '0';
  const find = publishedFiles(state.adds, epochBefore);
  let fresh = overwrite ? files : files.filter((file) => find(file) === undefined);
  let groups = await fileGroups(log.connection, place, entriesOf(fresh));
  const merged = mergedSchema(known, columnsIn(groups));
  // Files that were published with other types are written again.
  const isRetyped = known.some(
    ({ name, type }, at) =>
      merged[at]?.name !== name || deltaColumn({ name, type }).deltaType !== deltaColumn(merged[at]).deltaType,
  );
  const epoch = isRetyped ? String(Number(epochBefore) + 1) : epochBefore;
  if (isRetyped) {
    fresh = files;
    groups = await fileGroups(log.connection, place, entriesOf(files));
  }
  const columns = merged.map(deltaColumn);
  const metadata = metadataFor(before, { columns, epoch, dataset });
  const placed = await placeFiles(log, request, { state, fresh, groups, columns, epoch });
  const isFresh = new Set(fresh);
  const kept = new Set([...files.filter((file) => !isFresh.has(file)).map((file) => find(file)), ...placed.names]);
  const removed = [...state.adds.values()].filter(({ path }) => !kept.has(path) && (overwrite || isOurs(path)));
  return { adds: placed.adds, removed, metadata, columns, rows };
}

function entriesOf(files: readonly SourceFile[]): SourceFile['entries'] {
  return files.flatMap(({ entries }) => entries);
}

function columnsIn(groups: readonly FileGroup[]): Column[] {
  return groups.flatMap(({ columns }) => columns);
}

/** Finds or makes the file of the table for each output file. */
async function placeFiles(
  { connection, storage, staging }: DeltaLog,
  { database, home, signal, onFiles }: PublishRequest,
  what: {
    state: TableState;
    fresh: readonly SourceFile[];
    groups: readonly FileGroup[];
    columns: readonly DeltaColumn[];
    epoch: string;
  },
): Promise<{ adds: Add[]; names: string[] }> {
  const { state, fresh, groups, columns, epoch } = what;
  const groupOf = new Map(groups.flatMap((group) => group.files.map(({ path }) => [path, group] as const)));
  const fits = new Map(groups.map((group) => [group, isReadable(group, columns)]));
  const whole = await rowsInMerged(connection, fresh);
  const copies = publishedFiles(state.adds, epoch);
  const [adds, names]: [Add[], string[]] = [[], []];
  for (const [index, file] of fresh.entries()) {
    signal?.throwIfAborted();
    const group = groupOf.get(file.path);
    if (group === undefined) continue;
    const name = posix.basename(file.path);
    const isHere = file.entries[0]?.place === storage.addressOf(name);
    const isWhole = !isMergedPath(file.path) || whole.get(file.path) === file.rows;
    const facts = { rows: file.rows, now: file.entries[0]?.createdAt ?? Date.now() };
    if (isHere && isWhole && fits.get(group) === true) {
      names.push(name);
      if (!state.adds.has(name)) adds.push(addAction(name, { ...facts, bytes: file.entries[0]?.bytes ?? 0 }));
    } else {
      const known = copies(file);
      if (known !== undefined && known !== name) {
        names.push(known);
        continue;
      }
      const [own = group] = await fileGroups(connection, { database, folder: home }, file.entries);
      const copy = { file, group: own, columns, prefix: copyPrefix(file, epoch) };
      const made = await convertFile(connection, copy, { storage, staging });
      names.push(made.name);
      adds.push(addAction(made.name, { ...facts, bytes: made.bytes }));
      onFiles?.(index + 1, fresh.length);
    }
  }
  return { adds, names };
}

/** Whether readers of Delta get the right values from these files as they are. */
function isReadable({ columns, files }: FileGroup, table: readonly DeltaColumn[]): boolean {
  if (files[0]?.format !== 'parquet') return false;
  const types = new Map(table.map(({ name, deltaType }) => [name, deltaType]));
  return columns.every((column) => {
    const { deltaType, storedType } = deltaColumn(column);
    return storedType === column.type && types.get(column.name) === deltaType;
  });
}

/** The number of rows in merged files, superseded ones included. */
async function rowsInMerged(connection: DuckDBConnection, files: readonly SourceFile[]): Promise<Map<string, number>> {
  const merged = files.filter(({ path }) => isMergedPath(path));
  if (merged.length === 0) return new Map();
  const places = new Map(merged.map(({ path, entries }) => [entries[0]?.place ?? '', path]));
  const footers = await connection.runAndReadAll(
    `SELECT file_name, num_rows FROM parquet_file_metadata(${fileList(places.keys())})`,
  );
  return new Map(footers.getRows().map(([place, rows]) => [places.get(String(place)) ?? '', Number(rows)]));
}

/** Returns undefined if the table has these columns already. */
function metadataFor(
  before: Metadata | undefined,
  {
    columns,
    epoch,
    dataset,
  }: { columns: readonly DeltaColumn[]; epoch: string; dataset: PublishedDataset & { appId: string } },
): Metadata | undefined {
  const schema = schemaString(columns);
  const own = { [DATASET_PROPERTY]: dataset.appId, [EPOCH_PROPERTY]: epoch };
  const isSame =
    before?.schemaString === schema &&
    Object.entries(own).every(([name, value]) => before.configuration[name] === value);
  if (isSame) return undefined;
  return {
    ...{ id: before?.id ?? randomUUID(), name: dataset.name, format: { provider: 'parquet', options: {} } },
    ...{ schemaString: schema, partitionColumns: [], createdTime: before?.createdTime ?? Date.now() },
    configuration: { ...before?.configuration, ...own },
  };
}

function removeAction({ path, partitionValues, size }: Add, now: number): Remove {
  return { path, deletionTimestamp: now, dataChange: true, extendedFileMetadata: true, partitionValues, size };
}

function commitInfo(timestamp: number, { adds, removes }: { adds: number; removes: number }): Action {
  return {
    commitInfo: {
      ...{ timestamp, operation: 'WRITE', operationParameters: { mode: removes > 0 ? 'Overwrite' : 'Append' } },
      ...{ isBlindAppend: false, engineInfo: `casparian/${VERSION}`, operationMetrics: { numFiles: String(adds) } },
    },
  };
}

function tooManyWriters(location: string): CasparianError {
  return new CasparianError('DELTA_BUSY', `Other programs keep writing to the table in ${location}`, {
    why: `${MAX_CONFLICTS} times, another commit came first. Nothing was published.`,
    next: ['Try again later.'],
  });
}
