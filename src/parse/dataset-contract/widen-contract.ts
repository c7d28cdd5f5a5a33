import {
  type ColumnContract,
  type ColumnType,
  confusedFormats,
  type ContractFile,
  declaredFormat,
  formatsOf,
  LARGEST_PRECISION,
  parseColumn,
} from '../../contract/index.js';
import { declaredText } from '../../tables/index.js';

export interface WidenedContract {
  readonly file: ContractFile;
  /** What changed: one sentence each. */
  readonly changes: readonly string[];
}

/**
 * The contract that accepts everything that the current one accepts and the inferred one found. Null if nothing changes.
 * No value loses anything: int becomes decimal becomes text, a date becomes a datetime, formats are added if none can
 * be confused. Only columns with misfits change their type, and those with constraints stay as the user declared them.
 * A column becomes text only if `mayBeText`: else a word among numbers would, and its row belongs in the quarantine.
 */
export function widenedContract(
  current: ContractFile,
  inferred: ContractFile,
  misfits: ReadonlySet<string>,
  mayBeText: (column: string) => boolean,
): WidenedContract | null {
  const found = new Map(
    inferred.contract.columns.filter(({ name }) => misfits.has(name)).map((column) => [column.name, column]),
  );
  const changes: string[] = [];
  const columns = current.contract.columns.map((column) => {
    const other = found.get(column.name);
    const possible = other === undefined || isConstrained(column) ? column : widerColumn(column, other);
    const wider = possible.type.kind === 'string' && !mayBeText(column.name) ? column : possible;
    const [before, after] = [declaredText(column), declaredText(wider)];
    if (before !== after) changes.push(`column '${column.name}' was ${before} and is ${after}`);
    else if (wider.nulls.length > column.nulls.length) {
      changes.push(`column '${column.name}' has other texts for null: ${wider.nulls.join(', ')}`);
    }
    return wider;
  });
  const known = new Set(columns.map(({ name }) => name));
  const added = inferred.contract.columns.filter(({ name }) => !known.has(name));
  changes.push(...added.map((column) => `column '${column.name}' was added as ${declaredText(column)}`));
  const mayMiss = inferred.drift.missing === 'null' && current.drift.missing === 'fail';
  if (mayMiss) changes.push('columns may be missing');
  if (changes.length === 0) return null;
  const drift = mayMiss ? { ...current.drift, missing: 'null' as const } : current.drift;
  const contract = { ...current.contract, columns: [...columns, ...added] };
  return { file: { ...current, contract, drift }, changes };
}

function isConstrained({ required, min, max, pattern, enum: values, unique }: ColumnContract): boolean {
  return required || min !== null || max !== null || pattern !== null || values !== null || unique;
}

function widerColumn(column: ColumnContract, found: ColumnContract): ColumnContract {
  if (column.type.kind === 'string') return column;
  const nulls = [...new Set([...column.nulls, ...found.nulls])];
  const wider = widerNumber(column, found) ?? widerTime(column, found);
  if (wider !== null) return { ...wider, nulls };
  const isSame = declaredText(column) === declaredText(found);
  return isSame ? { ...column, nulls } : textColumn(column);
}

function widerNumber(column: ColumnContract, found: ColumnContract): ColumnContract | null {
  const type = numberOf(column.type, found.type);
  if (type === null) return null;
  const [own, other] = [column.numberStyle, found.numberStyle];
  const isAlike = own?.decimal === other?.decimal && own?.thousands === other?.thousands;
  // Plain integers are read alike in every notation.
  if (isAlike || (column.type.kind === 'int' && own === null)) return { ...column, type, numberStyle: other };
  return found.type.kind === 'int' && other === null ? { ...column, type } : textColumn(column);
}

function numberOf(one: ColumnType, other: ColumnType): ColumnType | null {
  if (one.kind === 'int' && (other.kind === 'int' || other.kind === 'decimal')) return other;
  if (one.kind === 'float' && other.kind === 'float') return one;
  if (one.kind !== 'decimal') return null;
  if (other.kind === 'int') return one;
  if (other.kind !== 'decimal') return null;
  const scale = Math.max(one.scale, other.scale);
  const whole = Math.max(one.precision - one.scale, other.precision - other.scale);
  const precision = Math.max(one.precision, other.precision, whole + scale);
  if (precision <= LARGEST_PRECISION) return { ...one, precision, scale };
  // Inferred types have spare digits before the point, and the inferred one holds all values that are known.
  return other.scale >= one.scale ? other : null;
}

function widerTime(column: ColumnContract, found: ColumnContract): ColumnContract | null {
  const kinds = new Set([column.type.kind, found.type.kind]);
  const isTime = kinds.size === 1 && kinds.has('time');
  const isDate = [...kinds].every((kind) => kind === 'date' || kind === 'datetime');
  if (!isTime && !isDate) return null;
  const type = column.type.kind === 'datetime' ? column.type : found.type;
  const isZoned = (one: ColumnContract): boolean => one.type.kind === 'datetime' && one.type.zone !== null;
  if (isZoned(column) !== isZoned(found) || column.localZone !== found.localZone) return textColumn(column);
  const formats = [...formatsOf(column.format), ...formatsOf(found.format)];
  const purpose = isTime ? 'time' : type.kind === 'date' ? 'date' : 'datetime';
  if (confusedFormats(purpose, [...new Set(formats)]) !== null) return textColumn(column);
  return { ...column, type, format: declaredFormat(formats) };
}

function textColumn({ name, aliases }: ColumnContract): ColumnContract {
  return { ...parseColumn({}, name, 'string'), aliases };
}
