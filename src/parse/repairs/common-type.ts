import { type ColumnContract, isTypeFault, LARGEST_PRECISION, parseTypeText } from '../../contract/index.js';

type ColumnType = ColumnContract['type'];
type DecimalType = Extract<ColumnType, { kind: 'decimal' }>;

/** The digits of the largest 64-bit integer. */
const INT_DIGITS = 19;

/** A wider type for all values of a column and for values of another type. Null if there is none, or if it is the same. */
export function commonType({ type }: ColumnContract, other: string): ColumnType | null {
  const parsed = parseTypeText(other);
  if (isTypeFault(parsed)) return null;
  const found = parsed.type;
  if (type.kind === 'date' && found.kind === 'datetime' && found.zone === null) return found;
  const [one, two] = [digitsOf(type), digitsOf(found)];
  if (found.kind === 'float' && one !== null) return { kind: 'float' };
  if (one === null || two === null) return null;
  const scale = Math.max(one.scale, two.scale);
  const precision = Math.max(one.precision - one.scale, two.precision - two.scale) + scale;
  if (precision > LARGEST_PRECISION || (type.kind === 'int' && found.kind === 'int')) return null;
  const isSame = type.kind === 'decimal' && type.precision === precision && type.scale === scale;
  return isSame ? null : { kind: 'decimal', precision, scale };
}

function digitsOf(type: ColumnType): Pick<DecimalType, 'precision' | 'scale'> | null {
  if (type.kind === 'decimal') return type;
  return type.kind === 'int' ? { precision: INT_DIGITS, scale: 0 } : null;
}
