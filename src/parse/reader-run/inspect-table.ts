import { type OutputContract, parseContract } from '../../contract/index.js';
import { CasparianError, nearest } from '../../platform/index.js';
import {
  contractOf,
  decideTable,
  detectFormat,
  type FileFormat,
  type FormatDetector,
  formatOf,
  type FormatOptions,
  type InferOptions,
  type InferredTable,
  type InputFile,
  profileRows,
  type TableProfile,
  type TableReader,
  type TypeOverride,
} from '../../tables/index.js';
import { openTable } from './open-table.js';

export interface InspectOptions extends Pick<InferOptions, 'maxRows'> {
  readonly format: FormatOptions;
  readonly types: ReadonlyMap<string, TypeOverride>;
  readonly signal: AbortSignal;
}

/** The format of a file and what its columns contain. */
export interface ProfiledTable {
  readonly format: FileFormat;
  readonly seen: TableProfile;
  readonly notes: readonly string[];
  readonly warnings: readonly string[];
}

/** Also the types of its columns, decided from the profile. */
export interface InspectedTable extends ProfiledTable {
  readonly table: InferredTable;
}

export async function inspectTable(input: InputFile, options: InspectOptions): Promise<InspectedTable> {
  const profiled = await profileTable(input, options, detectFormat);
  return { ...profiled, table: decideTable(profiled.seen, inferOptionsOf(options, profiled.format)) };
}

/** Without a decision about types: many files are decided together. */
export async function profileTable(
  input: InputFile,
  options: InspectOptions,
  detect: FormatDetector,
): Promise<ProfiledTable> {
  const format = await detect(input, options.format);
  return profileReader(await openTable(input, format), format, options);
}

/** The same for a file that is open. */
export async function profileReader(
  reader: TableReader,
  format: FileFormat,
  options: InspectOptions,
): Promise<ProfiledTable> {
  refuseUnknown(options.types, reader.columns);
  const seen = await profileRows(reader, inferOptionsOf(options, format));
  const { warnings = [] } = reader;
  return { format, seen, notes: notesOf(format, reader), warnings };
}

export function inferOptionsOf({ types, maxRows, signal }: InspectOptions, format: FileFormat): InferOptions {
  return { signal, types, ...(maxRows === undefined ? {} : { maxRows }), hasTypes: formatOf(format).hasTypes };
}

export function notesOf(format: FileFormat, { notes = [] }: Pick<TableReader, 'notes'>): readonly string[] {
  // Both may mention the same columns.
  return [...new Set('notes' in format ? [...format.notes, ...notes] : notes)];
}

export function refuseUnknown(types: ReadonlyMap<string, TypeOverride>, columns: readonly string[]): void {
  const unknown = [...types.keys()].find((name) => !columns.includes(name));
  if (unknown === undefined) return;
  const guess = nearest(unknown, columns);
  throw new CasparianError('OPTION_INVALID', `A type is given for column '${unknown}', which the file does not have`, {
    why: `Its columns are ${columns.map((name) => `'${name}'`).join(', ')}.`,
    next: guess === undefined ? [] : [`Did you mean '${guess}'?`],
  });
}

/** JavaScript puts keys that are integers, such as years, before all others; the output keeps the order of the file. */
export function contractOfTable(table: InferredTable): OutputContract {
  const [output] = parseContract(contractOf(table)).outputs.values();
  const byName = new Map(output?.columns.map((column) => [column.name, column]));
  return { name: null, columns: table.columns.flatMap(({ name }) => byName.get(name) ?? []), inferred: false };
}
