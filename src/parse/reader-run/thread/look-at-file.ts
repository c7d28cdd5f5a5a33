import { createFormatDetector, type FormatOptions, type InputFile } from '../../../tables/index.js';
import { type InspectOptions, type ProfiledTable, profileReader } from '../inspect-table.js';
import { type KnownFormat, knownFormat, stateOf } from '../known-format.js';
import { openTable } from '../open-table.js';
import { createHolder, type HeldRows } from './held-rows.js';

/** What was found in a file, and its rows; null if the file must be read again. */
export interface Look<Found extends KnownFormat | ProfiledTable> {
  readonly found: Found;
  readonly rows: HeldRows | null;
}

/** Returns a function that profiles file after file. */
export function createProfileLook(options: InspectOptions): (small: InputFile) => Promise<Look<ProfiledTable>> {
  const detect = createFormatDetector();
  // Rows are needed after all files were profiled. A sample is not all of them.
  const hold = createHolder(options.maxRows === undefined ? HELD_BYTES : 0);
  return async (small) => {
    const format = await detect(small, options.format);
    const opened = await openTable(small, format);
    const held = await hold(small, format, opened);
    return { found: await profileReader(held?.reader ?? opened, format, options), rows: held?.rows ?? null };
  };
}

/** Bytes of files whose rows are held by each of two threads. The rows take up to three times as much. */
const HELD_BYTES = 16 * 1_024 * 1_024;

/** Returns a function that reads file after file; null for formats that must be detected again. */
export function createRowsLook(given: FormatOptions): (small: InputFile) => Promise<Look<KnownFormat> | null> {
  const detect = createFormatDetector();
  const hold = createHolder(Infinity);
  return async (small) => {
    const state = stateOf(small.path);
    const format = await detect(small, given);
    const found = knownFormat(state, format);
    if (found === null) return null;
    const held = await hold(small, format, await openTable(small, format));
    return { found, rows: held?.rows ?? null };
  };
}
