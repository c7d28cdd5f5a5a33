import type { DuckDBConnection } from '@duckdb/node-api';
import { LEDGER_NAMES } from '../catalog/dataset-names.js';
import { namedDatasets } from '../catalog/find-dataset.js';
import type { DatasetPlace } from '../catalog/placed-outputs.js';
import { queryFailure } from '../duckdb/failure.js';
import { keepInterrupting } from '../duckdb/interrupt.js';
import { openDuckDb } from '../duckdb/open-duckdb.js';
import { type RowBatch, rowsOf, type RowStream } from '../values/rows.js';
import { guardedStatement } from './guard.js';
import { lockIn } from './lock-in.js';
import { offer } from './offer.js';

export interface QueryRequest extends DatasetPlace {
  readonly sql: string;
  /** Let the statement read any file that this user can read. */
  readonly allowFiles?: boolean | undefined;
  /** Files that the caller will write through `run`. */
  readonly writes?: readonly string[] | undefined;
  /** Interrupts the statement. */
  readonly signal?: AbortSignal | undefined;
}

/** A checked statement with views of every dataset it mentions. */
export interface Query {
  /** Notes for the user, one sentence each. */
  readonly notes: readonly string[];
  readonly rows: (limit?: number) => Promise<RowStream>;
  /** Runs other work on the connection, such as writing the rows to a file. */
  readonly run: <T>(work: (connection: DuckDBConnection) => Promise<T>) => Promise<T>;
}

/** Opens a query while the work runs. */
export async function withQuery<T>(request: QueryRequest, work: (query: Query) => Promise<T>): Promise<T> {
  const { signal } = request;
  const { connection, close } = await openDuckDb();
  let stopInterrupting = (): void => undefined;
  const interrupt = (): void => void (stopInterrupting = keepInterrupting(connection));
  signal?.addEventListener('abort', interrupt);
  try {
    return await work(await openQuery(connection, request));
  } finally {
    signal?.removeEventListener('abort', interrupt);
    stopInterrupting();
    await close();
  }
}

async function openQuery(connection: DuckDBConnection, request: QueryRequest): Promise<Query> {
  const { sql, database, folder, allowFiles = false, writes = [], signal } = request;
  const known = await namedDatasets(database);
  const facts = { known: [...known.map(({ name }) => name), ...LEDGER_NAMES], allowFiles, folder };
  const explained = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      signal?.throwIfAborted();
      return await work();
    } catch (error) {
      throw queryFailure(signal?.aborted ? new Error('INTERRUPT') : error, facts);
    }
  };
  return explained(async () => {
    const { notes, places } = await offer(connection, request, known, sql);
    if (!allowFiles) await lockIn(connection, [...places, ...writes]);
    const statement = await guardedStatement(connection, sql);
    return {
      notes,
      rows: (limit) => explained(async () => withExplained(rowsOf(await statement.stream(), limit), explained)),
      run: (work) => explained(() => work(connection)),
    };
  });
}

/** A statement may fail at its last row. */
function withExplained(rows: RowStream, explained: <T>(work: () => Promise<T>) => Promise<T>): RowStream {
  const batches = async function* (): AsyncGenerator<RowBatch> {
    const iterator = rows.batches[Symbol.asyncIterator]();
    for (;;) {
      const next = await explained(() => iterator.next());
      if (next.done === true) return;
      yield next.value;
    }
  };
  return { ...rows, batches: batches() };
}
