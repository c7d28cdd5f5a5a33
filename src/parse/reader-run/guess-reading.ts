import { detectFormat, decideTable, openReader, profileRows, type TableProfile } from '../../tables/index.js';
import { contractOfTable, inferOptionsOf, notesOf, refuseUnknown } from './inspect-table.js';
import { isWorthAThread } from './open-table.js';
import { onlyOutput, type Prepared } from './prepare-reading.js';
import { asRead } from './fit-columns.js';
import type { ReaderRequest } from './request.js';
import type { EarlyThread } from './thread/start-thread.js';
import { readInThread } from './thread/read-in-thread.js';
import { isAtLeast, LARGE_FILE_BYTES } from './thread/thread-for.js';
import { contractText, watchedReader, type WatchedReader } from './thread/watched-reader.js';

/** A large file that is read with a contract inferred from its first rows, and profiled at the same time. */
export interface GuessedReading {
  readonly prepared: Prepared;
  readonly reader: WatchedReader;
  /** The reading by all rows, after the last batch; null if not all rows were profiled. */
  decided(): Prepared | null;
  /** Whether the guess was right: the rows were read as `decided` demands. */
  isConfirmedBy(decided: Prepared): boolean;
}

/** Enough for types that tolerate rare misfits. Reading them takes about a tenth of a second. */
const GUESSED_FROM_ROWS = 50_000;

/**
 * Guesses the contract of a large text file. Reading such a file twice, first for its types and then for its rows, takes
 * 1.9 times as long as once. Null for other formats.
 */
export async function guessReading(
  { input, reading, signal }: ReaderRequest,
  early: EarlyThread | null,
): Promise<GuessedReading | null> {
  const format = await detectFormat(input, reading.format);
  if (!isWorthAThread(format)) return null;
  const opened = await openReader(input, format);
  refuseUnknown(reading.types, opened.columns);
  const options = inferOptionsOf({ ...reading, signal }, format);
  const first = await profileRows(opened, { ...options, maxRows: reading.guessing?.rows ?? GUESSED_FROM_ROWS });
  if (first.isWhole) return null;
  const preparedBy = (seen: TableProfile, read: Pick<WatchedReader, 'notes' | 'warnings'>) => {
    const table = decideTable(seen, options);
    const found = { format, table, drift: null, notes: notesOf(format, read), warnings: read.warnings ?? [] };
    return { reading: found, contract: onlyOutput(contractOfTable(table)), fit: asRead, table };
  };
  const prepared = preparedBy(first, opened);
  const contract = contractText(prepared.table);
  const { types, hasTypes = false } = options;
  const guess = { contract, rows: first.rows, options: { ...(types && { types }), hasTypes } };
  const columns = [...prepared.contract.outputs.values()].flatMap((output) => output.columns);
  const again = await openReader(input, format);
  const reader = (await isAtLeast(input, LARGE_FILE_BYTES))
    ? readInThread(input, format, again, columns, { guess, early })
    : watchedReader(again, guess);
  return {
    prepared,
    reader,
    decided() {
      const seen = reader.profile();
      return seen === null ? null : preparedBy(seen, reader);
    },
    isConfirmedBy: ({ reading: { table } }) => table !== null && contractText(table) === contract,
  };
}
