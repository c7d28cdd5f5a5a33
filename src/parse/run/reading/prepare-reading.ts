import { CasparianError, nearest } from '../../../platform/index.js';
import { type Contract, parseContract } from '../../contract/contract.js';
import { detectFormat } from '../../formats/detect-format.js';
import type { FileFormat } from '../../formats/file-format.js';
import { inferTable } from '../../infer/infer-table.js';
import type { TypeOverride } from '../../infer/infer-options.js';
import type { InferredTable } from '../../infer/inferred-table.js';
import type { TableReader } from '../../readers/table-reader.js';
import { openTable } from './open-table.js';
import type { ReaderRequest, Reading } from './reading.js';

export interface Prepared {
  readonly reading: Reading;
  /** What the rows are held to. */
  readonly contract: Contract;
}

/** Finds out how a file is read and what its rows have to be: by looking at all of it, unless a contract says so. */
export async function prepareReading(request: ReaderRequest): Promise<Prepared> {
  const { input, reading: options, signal } = request;
  const format = await detectFormat(input, options.format);
  const reader = await openTable(input, format);
  refuseUnknown(options.types, reader.columns);
  const table = await inferTable(reader, { signal, types: options.types, hasTypes: tellsTypes(format) });
  const contract = inOrder(parseContract(contractOf(table)), reader.columns);
  return { reading: { format, table, notes: notesOf(format, reader) }, contract };
}

function contractOf(table: InferredTable): unknown {
  return Object.fromEntries(
    table.columns.map((c) => [
      c.name,
      {
        type: c.type,
        required: !c.nullable,
        ...(c.format === null ? {} : { format: c.format }),
        ...(c.numberStyle ?? {}),
        ...(c.nulls.length > 0 ? { nulls: c.nulls } : {}),
      },
    ]),
  );
}

/** Whether a format tells texts from numbers itself. */
function tellsTypes({ kind }: FileFormat): boolean {
  return kind === 'json' || kind === 'ndjson' || kind === 'excel' || kind === 'parquet';
}

/** JavaScript puts names that are numbers, such as years, before all others; the output has the order of the file. */
function inOrder({ outputs }: Contract, columns: readonly string[]): Contract {
  const places = new Map(columns.map((name, place) => [name, place]));
  const placeOf = ({ name }: { name: string }): number => places.get(name) ?? columns.length;
  return {
    outputs: new Map(
      [...outputs].map(([key, output]) => [
        key,
        { ...output, columns: [...output.columns].sort((one, other) => placeOf(one) - placeOf(other)) },
      ]),
    ),
  };
}

function notesOf(format: FileFormat, { notes = [] }: TableReader): readonly string[] {
  return 'notes' in format ? [...format.notes, ...notes] : notes;
}

function refuseUnknown(types: ReadonlyMap<string, TypeOverride>, columns: readonly string[]): void {
  const unknown = [...types.keys()].find((name) => !columns.includes(name));
  if (unknown === undefined) return;
  const guess = nearest(unknown, columns);
  throw new CasparianError('OPTION_INVALID', `--type names a column '${unknown}', and the file has none`, {
    why: `Its columns are ${columns.map((name) => `'${name}'`).join(', ')}.`,
    next: guess === undefined ? [] : [`Did you mean '${guess}'?`],
  });
}
