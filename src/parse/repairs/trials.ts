import {
  cellAt,
  cellText,
  type CheckedBatch,
  type Checker,
  createChecker,
  hasSameMeaning,
  type IncomingBatch,
  type OutputContract,
  type QuarantinedRow,
} from '../../contract/index.js';
import { ACCEPTED, SETTLED } from './row-class.js';

/** A contract with one changed column, tried on rows. */
export interface Trial {
  readonly contract: OutputContract;
  /** The name of the changed column. */
  readonly column: string;
  /** The group of rows that the change is for. */
  readonly group: number;
}

/** What a changed contract does to rows. */
export interface Effects {
  /** Quarantined rows of all groups that become valid. */
  readonly repairs: number;
  /** Rows of its own group that stay invalid. */
  readonly leaves: number;
  /** Those of them in which the changed column becomes valid: only other columns are invalid then. */
  readonly helps: number;
  /** Accepted rows that become invalid. */
  readonly breaks: number;
  /** Accepted rows that get another value. */
  readonly changes: number;
  /** The value of the first accepted row that becomes invalid or gets another value. */
  readonly conflict: string | null;
}

export interface Trials {
  /** Checks a batch with all contracts. `rows` has a class for each of its rows; `fit` gives it the columns of a contract. */
  add(rows: Int32Array, fit: (contract: number | 'current') => IncomingBatch): void;
  /** Quarantined rows that are valid with the current contract: a replay recovers them without any change. */
  readonly alreadyValid: number;
  readonly effects: readonly Effects[];
}

/** Checks rows with the current contract and with each of the changed ones, as a replay would. */
export function createTrials(current: OutputContract, trials: readonly Trial[]): Trials {
  const checker = createChecker(current);
  const tried = trials.map((trial) => createTried(trial, current));
  let alreadyValid = 0;
  return {
    get alreadyValid() {
      return alreadyValid;
    },
    get effects() {
      return tried.map(({ effects }) => effects);
    },
    add(rows, fit) {
      const before = checked(checker, fit('current'), rows.length);
      for (let row = 0; row < rows.length; row += 1)
        if ((rows[row] ?? 0) >= 0 && before.bad[row] === 0) alreadyValid += 1;
      for (const [index, one] of tried.entries()) one.add(rows, before, fit(index));
    },
  };
}

interface Checked extends CheckedBatch {
  /** 1 for every row that is quarantined. */
  readonly bad: Uint8Array;
  /** Whether a quarantined row is quarantined because of this column, or as a whole. */
  readonly isBadIn: (column: string, row: number) => boolean;
}

function checked(checker: Checker, batch: IncomingBatch, rowCount: number): Checked {
  const result = checker.check(batch);
  const bad = new Uint8Array(rowCount);
  const first = result.valid.rowsBefore + 1;
  for (const row of result.quarantined.indexes) bad[row] = 1;
  let byRow: ReadonlyMap<number, QuarantinedRow> | undefined;
  const isBadIn = (name: string, row: number): boolean => {
    byRow ??= new Map([...result.quarantined].map((one) => [one.rowNumber - first, one]));
    return byRow.get(row)?.errors.some(({ column }) => column === null || column === name) ?? false;
  };
  return { ...result, bad, isBadIn };
}

interface Tried {
  readonly effects: Effects;
  add(rows: Int32Array, before: Checked, batch: IncomingBatch): void;
}

function createTried({ contract, column, group }: Trial, current: OutputContract): Tried {
  const checker = createChecker(contract);
  const [was, is] = [current, contract].map(({ columns }) => columns.findIndex(({ name }) => name === column));
  const effects = { repairs: 0, leaves: 0, helps: 0, breaks: 0, changes: 0, conflict: null as string | null };
  return {
    effects,
    add(rows, before, batch) {
      const after = checked(checker, batch, rows.length);
      const [old, changed] = [before.valid.columns[was ?? -1], after.valid.columns[is ?? -1]];
      const cells = batch.columns.find(({ name }) => name === column);
      const note = (row: number): void => {
        const cell = cells === undefined ? null : cellAt(cells, row);
        effects.conflict ??= cell === null || cell instanceof Uint8Array ? '' : cellText(cell);
      };
      for (let row = 0; row < rows.length; row += 1) {
        const state = rows[row] ?? SETTLED;
        if (state >= 0) {
          if (after.bad[row] === 0) effects.repairs += 1;
          else if (state === group) {
            effects.leaves += 1;
            if (!after.isBadIn(column, row)) effects.helps += 1;
          }
        } else if (state === ACCEPTED && before.bad[row] === 0) {
          const isBroken = after.bad[row] === 1;
          const isOther = !isBroken && old !== undefined && changed !== undefined && !hasSameMeaning(old, changed, row);
          if (isBroken) effects.breaks += 1;
          if (isOther) effects.changes += 1;
          if (isBroken || isOther) note(row);
        }
      }
    },
  };
}
