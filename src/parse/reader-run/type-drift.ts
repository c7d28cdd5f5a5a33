import { Type } from 'apache-arrow';
import {
  cellAt,
  type Contract,
  ERROR_TYPES,
  type IncomingBatch,
  type IncomingColumn,
  type QuarantinedRow,
  variableBytesOf,
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

/** Inspects the values that do not have the type of their contract: their actual type, and how many there are. */
export interface TypeDrift {
  add(batch: IncomingBatch, quarantined: readonly QuarantinedRow[]): void;
  changed(): readonly TypeChange[];
}

interface Misfits {
  readonly view: ColumnProfile;
  readonly first: { readonly row: number; readonly value: string };
  count: number;
}

/** So many misfits of a column are enough to find their type; the others are only counted. */
const LOOKED_AT = 1_000;
/** A contract may declare `007` an int. The lost zeros are reported. */
const NUMBERS: ReadonlySet<string> = new Set(['int', 'decimal', 'float']);
/** Other error types are broken constraints, by values of the right type. */
const OF_TYPE = new Set<string>(
  ERROR_TYPES.filter((type) => /^(?:invalid_|out_of_range|too_precise|zone_)/.test(type)),
);

export function createTypeDrift({ outputs }: Contract): TypeDrift {
  const columns = [...outputs.values()].flatMap((output) => output.columns);
  const numbers = new Set(columns.flatMap(({ name, type }) => (NUMBERS.has(type.kind) ? [name] : [])));
  const misfits = new Map<string, Misfits>();
  const padded = new Map<string, Omit<Misfits, 'view'>>();
  let rowsBefore = 0;

  const note = (batch: IncomingBatch, row: QuarantinedRow, name: string, type: string): void => {
    if (!OF_TYPE.has(type)) return;
    const counted = misfits.get(name);
    if (counted !== undefined && counted.count >= LOOKED_AT) {
      counted.count += 1;
      return;
    }
    const column = batch.columns.find((one) => one.name === name);
    if (column === undefined) return;
    const cell = cellAt(column, row.rowNumber - rowsBefore - 1);
    const known = counted ?? {
      view: createColumnProfile(),
      first: { row: row.rowNumber, value: typeof cell === 'string' ? cell : messageOf(row, name) },
      count: 0,
    };
    misfits.set(name, known);
    known.count += 1;
    known.view.add({ form: 'cells', name, cells: [cell] }, 1, row.rowNumber - 1, null);
  };
  const noteZeros = ({ columns: given, rowCount }: IncomingBatch): void => {
    for (const column of given.filter(({ name }) => numbers.has(name))) {
      const zeros = leadingZeros(column, rowCount);
      if (zeros === null) continue;
      const first = { row: rowsBefore + zeros.row + 1, value: zeros.text };
      const known = padded.get(column.name) ?? { first, count: 0 };
      padded.set(column.name, { ...known, count: known.count + zeros.count });
    }
  };
  return {
    add(batch, quarantined) {
      for (const row of quarantined) row.eachType((name, type) => note(batch, row, name, type));
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

export interface LeadingZeros {
  readonly count: number;
  /** The index of the first in the batch, and its text. */
  readonly row: number;
  readonly text: string;
}

const ZERO = 0x30;
const MINUS = 0x2d;

/** The texts of a column whose leading zeros a number would lose: `007`. Null without such texts. */
function leadingZeros(column: IncomingColumn, rowCount: number): LeadingZeros | null {
  if (column.form !== 'arrow' || column.data.typeId !== Type.Utf8) return null;
  const texts = variableBytesOf(column.data);
  if (texts === null) return null;
  const { offsets, bytes } = texts;
  let count = 0;
  let first = -1;
  for (let row = 0; row < rowCount; row += 1) {
    const start = offsets[row] ?? 0;
    const at = bytes[start] === MINUS ? start + 1 : start;
    if (bytes[at] !== ZERO || at + 1 >= (offsets[row + 1] ?? 0) || !isDigit(bytes[at + 1])) continue;
    if (count === 0) first = row;
    count += 1;
  }
  if (count === 0) return null;
  const text = Buffer.from(bytes.subarray(offsets[first] ?? 0, offsets[first + 1] ?? 0)).toString('utf8');
  return { count, row: first, text };
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= ZERO && byte <= ZERO + 9;
}
