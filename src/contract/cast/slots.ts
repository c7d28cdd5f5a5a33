import type { ColumnType } from '../columns/column-type.js';
import { NARROW_DECIMAL_PRECISION, type TypedColumn, type VariableBytes } from '../columns/typed.js';
import { columnTooLarge, LARGEST_COLUMN_BYTES } from '../columns/arrow-buffers.js';
import type { CastValue } from './values/cast.js';

/** The buffers of one column while they are being filled from the values of casts. */
export interface Slots {
  /** Rows must come in ascending order; those left out have no value. */
  put(row: number, value: CastValue): void;
  column(present: Uint8Array | null): TypedColumn;
}

export function createSlots(type: ColumnType, rowCount: number): Slots {
  switch (type.kind) {
    case 'string':
    case 'json':
    case 'binary': {
      const bytes = createBytes(rowCount);
      return {
        put: (row, value) => bytes.put(row, value as string | Uint8Array),
        column: (present) => ({ type: { kind: type.kind }, present, ...bytes.finish() }),
      };
    }
    case 'int':
    case 'time':
    case 'datetime': {
      const values = new BigInt64Array(rowCount);
      return {
        put: (row, value) => void (values[row] = value as bigint),
        column: (present) => ({ type, present, values }) as TypedColumn,
      };
    }
    case 'float': {
      const values = new Float64Array(rowCount);
      return {
        put: (row, value) => void (values[row] = value as number),
        column: (present) => ({ type, present, values }),
      };
    }
    case 'date': {
      const values = new Int32Array(rowCount);
      return {
        put: (row, value) => void (values[row] = value as number),
        column: (present) => ({ type, present, values }),
      };
    }
    case 'bool': {
      const values = new Uint8Array(rowCount);
      return {
        put: (row, value) => void (values[row] = value === true ? 1 : 0),
        column: (present) => ({ type, present, values }),
      };
    }
    case 'decimal':
      return type.precision <= NARROW_DECIMAL_PRECISION ? narrowDecimals(type, rowCount) : wideDecimals(type, rowCount);
  }
}

type DecimalType = Extract<ColumnType, { kind: 'decimal' }>;

function narrowDecimals(type: DecimalType, rowCount: number): Slots {
  const values = new BigInt64Array(rowCount);
  return {
    put: (row, value) => void (values[row] = value as bigint),
    column: (present) => ({ type, present, values }),
  };
}

function wideDecimals(type: DecimalType, rowCount: number): Slots {
  const halves = new BigInt64Array(rowCount * 2);
  return {
    put(row, value) {
      halves[row * 2] = BigInt.asIntN(64, value as bigint);
      halves[row * 2 + 1] = (value as bigint) >> 64n;
    },
    column: (present) => ({ type, present, values: { wide: new Uint8Array(halves.buffer) } }),
  };
}

interface BytesSlots {
  put(row: number, value: string | Uint8Array): void;
  finish(): VariableBytes;
}

function createBytes(rowCount: number): BytesSlots {
  const offsets = new Int32Array(rowCount + 1);
  let bytes = Buffer.allocUnsafe(Math.max(64, rowCount * 8));
  let length = 0;
  let filled = 0;

  const reserve = (more: number): void => {
    if (length + more <= bytes.length) return;
    if (length + more > LARGEST_COLUMN_BYTES) throw columnTooLarge();
    const grown = Buffer.allocUnsafe(Math.min(LARGEST_COLUMN_BYTES, Math.max(length + more, bytes.length * 2)));
    bytes.copy(grown, 0, 0, length);
    bytes = grown;
  };
  const fillTo = (row: number): void => {
    while (filled <= row) offsets[filled++] = length;
  };

  return {
    put(row, value) {
      fillTo(row);
      if (typeof value === 'string') {
        // A UTF-16 unit takes at most three bytes.
        reserve(value.length * 3);
        length += bytes.write(value, length, 'utf8');
      } else {
        reserve(value.length);
        bytes.set(value, length);
        length += value.length;
      }
    },
    finish() {
      fillTo(rowCount);
      return { offsets, bytes: bytes.subarray(0, length) };
    },
  };
}
