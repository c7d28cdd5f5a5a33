import type { InferOptions, InferredColumn, InferredTable } from '../../../src/tables/infer/inferred-table.js';
import { decideTable, profileRows } from '../../../src/tables/infer/infer-table.js';
import type { ReadBatch, TableReader } from '../../../src/tables/table/table-reader.js';
import type { IncomingBatch, RowFault } from '../../../src/contract/columns/incoming.js';
import { arrowBatch, utf8 } from '../../contract/batches.js';

export type Texts = readonly (string | null)[];

/** A reader of batches that are already there. */
export function readerOf(
  columns: readonly string[],
  batches: readonly IncomingBatch[],
  faults: readonly RowFault[] = [],
): TableReader {
  return {
    columns,
    async *batches(): AsyncIterable<ReadBatch> {
      for (const [index, batch] of batches.entries()) {
        yield { batch, lines: new Float64Array(batch.rowCount + 1), faults: index === 0 ? faults : [] };
      }
    },
    accounting: { lines: 0, header: 0, preamble: 0, rows: 0, skipped: { blank: 0, comment: 0, footer: 0 } },
  };
}

export function textReader(columns: Record<string, Texts>, batchRows = Infinity): TableReader {
  const entries = Object.entries(columns);
  const rows = entries[0]?.[1].length ?? 0;
  const batches: IncomingBatch[] = [];
  for (let from = 0; from < rows; from += batchRows) {
    batches.push(
      arrowBatch(Object.fromEntries(entries.map(([name, texts]) => [name, utf8(texts.slice(from, from + batchRows))]))),
    );
    if (batchRows === Infinity) break;
  }
  return readerOf(
    entries.map(([name]) => name),
    batches,
  );
}

/** Infers the types of all columns in one pass over all rows. */
export async function inferTable(reader: TableReader, options: InferOptions = {}): Promise<InferredTable> {
  return decideTable(await profileRows(reader, options), options);
}

export async function inferColumn(texts: Texts, name = 'x', options: InferOptions = {}): Promise<InferredColumn> {
  const { columns } = await inferTable(textReader({ [name]: texts }), options);
  return columns[0]!;
}

/** The column as one line: `date %d/%m/%Y`, `decimal(18,2) 1.234,56 nulls NA`, `int -3`. */
export function summary({ type, format, numberStyle, nulls, misfits, alternatives }: InferredColumn): string {
  return [
    type,
    ...(format === null ? [] : [format]),
    ...(numberStyle === null ? [] : [`1${numberStyle.thousands}234${numberStyle.decimal}56`]),
    ...(nulls.length === 0 ? [] : [`nulls ${nulls.join('|')}`]),
    ...(misfits.count === 0 ? [] : [`-${misfits.count}`]),
    ...(alternatives.length === 0
      ? []
      : [`? ${alternatives.map(({ type: other, format: as }) => `${other} ${as ?? ''}`.trim()).join(' | ')}`]),
  ].join(' ');
}
