import { type Data, type Time, type Timestamp, TimeUnit, Type } from 'apache-arrow';
import {
  type ArrowColumn,
  arrowType,
  type Cell,
  cellAt,
  cellText,
  type IncomingColumn,
  presentOf,
  typeText,
  type VariableBytes,
  variableBytesOf,
} from '../../../contract/index.js';
import { classify } from './classify.js';
import { hashOf } from './classify-word.js';
import { keptByFloat } from './classify-number.js';
import { shapeRunsOf } from './runs/shape-runs.js';
import { type Family, KEPT_BY_FLOAT, type Shape, shapeOf } from './shape.js';
import { textAt } from './text-at.js';
import { createTally, noteCompactDate, noteDigits, noteText, type Tally } from './tally.js';

/** A summary of the values of a column, over all rows so far. */
export interface ColumnProfile {
  readonly tallies: ReadonlyMap<Shape, Tally>;
  readonly nulls: number;
  /** The number of rows with a value, null words included. */
  readonly values: number;
  /** The type that the file declares (Parquet); null when it has to be inferred. */
  readonly givenType: string | null;
  /** Whether the file has times that are finer than microseconds. */
  readonly isTooFine: boolean;
  /** Whether the file declares every value as text (JSON): then its digits are not numbers. */
  readonly isQuotedText: boolean;
  /** `faulty` has a 1 for every row that is a fault and does not count. */
  add(column: IncomingColumn, rowCount: number, rowsBefore: number, faulty: Uint8Array | null): void;
}

const NUMBERS: ReadonlySet<Family> = new Set([
  ...(['int', 'compactDate', 'longInt', 'bigInt', 'hugeInt', 'decimal', 'longDecimal', 'hugeDecimal'] as const),
  ...(['styled', 'padded', 'plus', 'exponent', 'bareExponent'] as const),
]);
const TEXTS: ReadonlySet<Family> = new Set(['word', 'code', 'text', 'currency', 'percent', 'bracketed', 'brokenJson']);
const LONG_DECIMAL = shapeOf('longDecimal');
const HUGE_DECIMAL = shapeOf('hugeDecimal');
const CLOSELY_LOOKED_AT = 10_000;
const SAMPLED_ONE_IN = 64;
/** Where values have other shapes one after the other, looking for runs costs more than it saves. */
const SHORT_RUN = 4;
const LONGEST_PAUSE = 64;
const encoder = new TextEncoder();

export function createColumnProfile(): ColumnProfile {
  const tallies = new Map<Shape, Tally>();
  let nulls = 0;
  let givenType: string | null = null;
  let tooFine = false;
  let values = 0;
  let texts = 0;
  let others = 0;
  let last = createTally(-1, 0, '');
  let isNumber = false;
  let isText = false;
  let longDecimals = 0;

  /**
   * Reading and printing a double takes ten times as long as everything else: after the first 10,000, one in 64 is
   * checked.
   */
  const classifyClosely = (bytes: Uint8Array, start: number, end: number): Shape => {
    const shape = classify(bytes, start, end);
    if (shape !== LONG_DECIMAL && shape !== HUGE_DECIMAL) return shape;
    longDecimals += 1;
    const isSampled = longDecimals <= CLOSELY_LOOKED_AT || longDecimals % SAMPLED_ONE_IN === 0;
    return shape | (isSampled ? keptByFloat(bytes, start, end) : KEPT_BY_FLOAT);
  };
  const note = (shape: Shape, bytes: Uint8Array, start: number, end: number, row: number): void => {
    if (shape !== last.shape) {
      last = tallies.get(shape) ?? firstTally(shape, bytes, start, end, row);
      isNumber = NUMBERS.has(last.family);
      isText = TEXTS.has(last.family);
    }
    last.count += 1;
    values += 1;
    if (isNumber) {
      noteDigits(last);
      if (last.family === 'compactDate') noteCompactDate(last);
    } else if (isText && last.distinct !== null) {
      noteText(last, hashOf(bytes, start, end));
    }
  };
  const firstTally = (shape: Shape, bytes: Uint8Array, start: number, end: number, row: number): Tally => {
    const tally = createTally(shape, row, textAt(bytes, start, end, 'utf8'));
    tallies.set(shape, tally);
    return tally;
  };
  const addTexts = (
    text: VariableBytes,
    present: Uint8Array | null,
    rowCount: number,
    rowsBefore: number,
    faulty: Uint8Array | null,
  ): void => {
    const { offsets, bytes } = text;
    const runs = faulty === null ? shapeRunsOf(text, rowCount) : null;
    let pause = 0;
    let nextRunAt = 0;
    let valuesEnd = 0;
    for (let row = 0; row < rowCount; row += 1) {
      if (faulty !== null && faulty[row] === 1) continue;
      if (present !== null && present[row] === 0) {
        nulls += 1;
        continue;
      }
      if (runs !== null && row >= nextRunAt) {
        if (row >= valuesEnd) valuesEnd = endOfValues(present, row, rowCount);
        const end = runs.count(last, tallies, row, valuesEnd);
        pause = end - row < SHORT_RUN ? Math.min(2 * pause + 1, LONGEST_PAUSE) : 0;
        nextRunAt = end + 1 + pause;
        if (end > row) {
          values += end - row;
          row = end - 1;
          continue;
        }
      }
      const start = offsets[row] ?? 0;
      const end = offsets[row + 1] ?? 0;
      note(classifyClosely(bytes, start, end), bytes, start, end, rowsBefore + row + 1);
    }
  };
  const addCell = (cell: Cell, row: number): void => {
    if (cell === null) {
      nulls += 1;
      return;
    }
    if (typeof cell === 'string') texts += 1;
    else others += 1;
    const isNested = typeof cell === 'object' && 'kind' in cell && cell.kind === 'nested';
    const bytes = cell instanceof Uint8Array ? cell : encoder.encode(cellText(cell));
    note(isNested ? shapeOf('json') : classifyClosely(bytes, 0, bytes.length), bytes, 0, bytes.length, row);
  };
  const addCells = (column: IncomingColumn, rowCount: number, rowsBefore: number, faulty: Uint8Array | null): void => {
    for (let row = 0; row < rowCount; row += 1) {
      if (faulty?.[row] !== 1) addCell(cellAt(column, row), rowsBefore + row + 1);
    }
  };

  return {
    tallies,
    get nulls() {
      return nulls;
    },
    get values() {
      return values;
    },
    get givenType() {
      return givenType;
    },
    get isTooFine() {
      return tooFine;
    },
    get isQuotedText() {
      return texts > 0 && others === 0;
    },
    add(column, rowCount, rowsBefore, faulty) {
      const bytes = column.form === 'arrow' && isUtf8(column) ? variableBytesOf(column.data) : null;
      if (column.form === 'arrow' && bytes !== null) {
        addTexts(bytes, presentOf(column.data), rowCount, rowsBefore, faulty);
      } else if (column.form === 'arrow' && column.data.typeId !== Type.Dictionary) {
        givenType = typeText(arrowType(column.data.type), null);
        tooFine ||= isTooFine(column.data);
        nulls += column.data.nullCount;
        values += column.data.length - column.data.nullCount;
      } else {
        addCells(column, rowCount, rowsBefore, faulty);
      }
    },
  };
}

/** The row after the values that begin at a row. */
function endOfValues(present: Uint8Array | null, row: number, rowCount: number): number {
  const end = present === null ? -1 : present.indexOf(0, row);
  return end === -1 ? rowCount : end;
}

function isUtf8({ data }: ArrowColumn): boolean {
  return data.typeId === Type.Utf8 || data.typeId === Type.LargeUtf8;
}

const NANOSECONDS_PER_MICROSECOND = 1_000n;

/** Whether a column has times finer than microseconds, which is the precision of our times. */
export function isTooFine(data: Data): boolean {
  if (data.typeId !== Type.Timestamp && data.typeId !== Type.Time) return false;
  if ((data.type as Time | Timestamp).unit !== TimeUnit.NANOSECOND) return false;
  const values = data.values as unknown as BigInt64Array;
  return values.some((value, row) => value % NANOSECONDS_PER_MICROSECOND !== 0n && data.getValid(row));
}
