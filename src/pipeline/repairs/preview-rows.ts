import {
  type Cell,
  cellJson,
  cellText,
  createChecker,
  type IncomingBatch,
  type OutputContract,
  typedCell,
} from '../../contract/index.js';

export interface PreviewedRow {
  readonly valid: boolean;
  /** The value of the column in the dataset, or why the row is rejected. */
  readonly text: string | null;
  /** The value as JSON text, before any cast. */
  readonly value: string | null;
}

/** Checks single rows with a contract. Null means that the record is not a row. */
export function createPreview(
  contract: OutputContract,
  column: string,
): (cells: ReadonlyMap<string, Cell> | null) => PreviewedRow {
  const index = contract.columns.findIndex(({ name }) => name === column);
  return (cells) => {
    if (cells === null) return { valid: false, text: 'The record is not a row', value: null };
    const { valid, quarantined } = createChecker(contract).check(oneRow(contract, cells));
    const cell = cells.get(column) ?? null;
    const value = cell === null ? null : cellJson(cell);
    const [bad] = quarantined;
    if (bad !== undefined) {
      const text = bad.errors.map(({ column: name, message }) => `${name}: ${message}`).join('; ');
      return { valid: false, text, value };
    }
    const typed = valid.columns[index];
    return { valid: true, text: typed === undefined ? null : storedText(typed), value };
  };
}

/** Checks single rows with a contract, and shows how the named columns would be stored. */
export function createRowCheck(
  contract: OutputContract,
  names: readonly string[],
): (cells: ReadonlyMap<string, Cell>) => CheckedRow {
  return (cells) => {
    const { valid, quarantined } = createChecker(contract).check(oneRow(contract, cells));
    const [bad] = quarantined;
    if (bad !== undefined) {
      return { valid: false, errors: bad.errors.map(({ column, message }) => ({ column, message })), values: {} };
    }
    const stored = names.map((name) => {
      const typed = valid.columns[contract.columns.findIndex((column) => column.name === name)];
      return [name, typed === undefined ? null : storedText(typed)] as const;
    });
    return { valid: true, errors: [], values: Object.fromEntries(stored) };
  };
}

export interface CheckedRow {
  readonly valid: boolean;
  readonly errors: readonly { readonly column: string | null; readonly message: string }[];
  readonly values: Readonly<Record<string, string | null>>;
}

function storedText(typed: Parameters<typeof typedCell>[0]): string | null {
  if (typed.present?.[0] === 0) return null;
  const result = typedCell(typed, 0);
  return result instanceof Uint8Array ? cellJson(result) : cellText(result);
}

/** A batch of one row, with the columns of the contract. */
export function oneRow({ columns }: OutputContract, cells: ReadonlyMap<string, Cell>): IncomingBatch {
  return {
    output: null,
    rowCount: 1,
    columns: columns.map(({ name }) => ({ form: 'cells', name, cells: [cells.get(name) ?? null] })),
  };
}
