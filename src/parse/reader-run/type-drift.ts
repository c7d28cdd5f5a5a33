import {
  cellAt,
  type ColumnContract,
  type Contract,
  ERROR_TYPES,
  type ErrorType,
  type IncomingBatch,
  type QuarantinedRow,
  type QuarantinedRows,
  type WrongColumn,
} from '../../contract/index.js';
import {
  type ColumnProfile,
  createColumnProfile,
  decideColumn,
  declaredText,
  foundText,
  type InferredColumn,
  LEADING_ZEROS,
  type TypeChange,
} from '../../tables/index.js';
import { leadingZerosOf, losesZeros } from './leading-zeros.js';

/** Inspects the values that do not have the type of their contract: their actual type, and how many there are. */
export interface TypeDrift {
  add(batch: IncomingBatch, quarantined: QuarantinedRows): void;
  changed(): readonly TypeChange[];
}

interface Misfits {
  readonly view: ColumnProfile;
  readonly first: { readonly row: number; readonly value: string };
  readonly count: number;
}

/** So many misfits of a column are enough to find their type; the others are only counted. */
const LOOKED_AT = 1_000;
/** Other error types are broken constraints, by values of the right type. */
const OF_TYPE: ReadonlySet<ErrorType> = new Set(
  ERROR_TYPES.filter((type) => /^(?:invalid_|out_of_range|too_precise|zone_)/.test(type)),
);

/** Returns a function that creates an inspection for each file of a contract. */
export function createTypeDrifts({ outputs }: Contract): () => TypeDrift {
  const columns = [...outputs.values()].flatMap((output) => output.columns);
  const numbers = new Set(columns.flatMap(({ name, type }) => (losesZeros(type) ? [name] : [])));
  return () => typeDriftOf(columns, numbers);
}

function typeDriftOf(columns: readonly ColumnContract[], numbers: ReadonlySet<string>): TypeDrift {
  const misfits = new Map<string, Misfits>();
  const padded = new Map<string, Omit<Misfits, 'view'>>();
  let rowsBefore = 0;

  const note = (batch: IncomingBatch, { name, count, first }: WrongColumn): void => {
    const column = batch.columns.find((one) => one.name === name);
    if (column === undefined) return;
    let known = misfits.get(name);
    for (const row of first(LOOKED_AT - (known?.count ?? 0))) {
      const cell = cellAt(column, row.rowNumber - rowsBefore - 1);
      known ??= {
        view: createColumnProfile(),
        first: { row: row.rowNumber, value: typeof cell === 'string' ? cell : messageOf(row, name) },
        count: 0,
      };
      known.view.add({ form: 'cells', name, cells: [cell] }, 1, row.rowNumber - 1, null);
    }
    if (known !== undefined) misfits.set(name, { ...known, count: known.count + count });
  };
  const noteZeros = ({ columns: given, rowCount }: IncomingBatch): void => {
    for (const column of given.filter(({ name }) => numbers.has(name))) {
      const zeros = leadingZerosOf(column, rowCount);
      if (zeros === null) continue;
      const first = { row: rowsBefore + zeros.row + 1, value: zeros.text };
      const known = padded.get(column.name) ?? { first, count: 0 };
      padded.set(column.name, { ...known, count: known.count + zeros.count });
    }
  };
  return {
    add(batch, quarantined) {
      for (const wrong of quarantined.wrongIn(OF_TYPE)) note(batch, wrong);
      noteZeros(batch);
      rowsBefore += batch.rowCount;
    },
    changed: () =>
      columns.flatMap((column) => {
        const change = (found: string, { count, first }: Omit<Misfits, 'view'>): TypeChange => {
          return { column: column.name, declared: declaredText(column), found, misfits: count, first };
        };
        const [other, zeros] = [misfits.get(column.name), padded.get(column.name)];
        return [
          ...(other === undefined ? [] : [change(foundText(misfitColumn(column.name, other.view)), other)]),
          ...(zeros === undefined ? [] : [change(LEADING_ZEROS, zeros)]),
        ];
      }),
  };
}

function messageOf({ errors }: QuarantinedRow, name: string): string {
  return errors.find(({ column }) => column === name)?.message ?? '';
}

/** Only misfits were profiled, so the profile does not describe the other values. */
function misfitColumn(name: string, view: ColumnProfile): InferredColumn {
  const surroundings = { hasDecimalCommas: false, textsStayText: false, distinguishesNumbers: true, areNumbers: false };
  return decideColumn(name, { ...view, isQuotedText: false }, { ...surroundings, severalFiles: false });
}
