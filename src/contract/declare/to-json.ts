import type { ColumnContract, OutputContract } from '../columns/contract.js';
import { typeText } from './type-text.js';

/** The contract in the form that a parser declares: `{"id": "int!"}`. Parsing the result gives the same contract. */
export function contractToJson(contract: OutputContract): Record<string, unknown> {
  return Object.fromEntries(contract.columns.map((column) => [column.name, declarationOf(column)]));
}

/** The text of the type, or the object form if more is declared. */
export function declarationOf(column: ColumnContract): unknown {
  const { format, min, max, pattern, unique } = column;
  const type = typeText(column.type, column.localZone);
  const written = {
    aliases: column.aliases.length > 0 ? column.aliases : null,
    format,
    decimal: column.numberStyle?.decimal ?? null,
    thousands: column.numberStyle?.thousands ?? null,
    nulls: column.nulls.length > 0 ? column.nulls : null,
  };
  const said = { ...written, min, max, pattern, enum: column.enum, unique: unique || null };
  const members = Object.entries(said).filter(([, value]) => value !== null && value !== '');
  if (members.length === 0) return column.required ? `${type}!` : type;
  return { type, ...(column.required ? { required: true } : {}), ...Object.fromEntries(members) };
}
