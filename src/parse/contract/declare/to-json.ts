import type { ColumnContract, OutputContract } from '../contract.js';
import { typeText } from './type-text.js';

/** The contract as a parser declares it: `{"id": "int!"}`. Reading the answer gives the same contract again. */
export function contractToJson(contract: OutputContract): Record<string, unknown> {
  return Object.fromEntries(contract.columns.map((column) => [column.name, declarationOf(column)]));
}

function declarationOf(column: ColumnContract): unknown {
  const { format, min, max, pattern, unique } = column;
  const type = typeText(column.type, column.localZone);
  const said = { format, min, max, pattern, enum: column.enum, unique: unique || null };
  const members = Object.entries(said).filter(([, value]) => value !== null);
  if (members.length === 0) return column.required ? `${type}!` : type;
  return { type, ...(column.required ? { required: true } : {}), ...Object.fromEntries(members) };
}
