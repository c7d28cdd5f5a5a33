import type { ColumnContract } from '../../contract/index.js';

/** The kinds of changes, from the most specific to the most general: of two that repair the same rows, the earlier is offered. */
export const CHANGE_KINDS = [
  ...(['null_word', 'alias', 'date_format', 'decimal_style', 'bool_words', 'wider_type'] as const),
] as const;

export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** A change of one column of a contract. */
export interface ContractChange {
  readonly kind: ChangeKind;
  readonly before: ColumnContract;
  readonly after: ColumnContract;
}

/** The columns of a contract with the change. */
export function withChange(columns: readonly ColumnContract[], { before, after }: ContractChange): ColumnContract[] {
  return columns.map((column) => (column.name === before.name ? after : column));
}
