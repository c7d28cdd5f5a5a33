import type { ChangeKind, Refusal } from '../../parse/index.js';

/** What is known about repairs of one dataset. Stored as JSON, printed by `--json` and returned by the API: add members, never rename. */
export interface RepairReport {
  readonly dataset: string;
  readonly parser: string;
  readonly output: string;
  /** The hash of the contract, or of the parser that contains it. */
  readonly contract_hash: string;
  /** Rows that are quarantined. */
  readonly quarantined: number;
  /** Quarantined rows that are valid with the current contract: replay them. */
  readonly already_valid: number;
  /** How much was read to count. */
  readonly files: number;
  readonly rows: number;
  /** Files that could not be read or have changed, with the reason: one sentence each. Their rows cannot be replayed. */
  readonly unread: readonly string[];
  readonly groups: readonly RepairGroup[];
}

/** Quarantined rows with the same error in the same column. */
export interface RepairGroup {
  readonly column: string | null;
  readonly error_type: string;
  readonly rows: number;
  readonly example: string | null;
  /** The best first. Empty if no change of the contract helps. */
  readonly suggestions: readonly Repair[];
  /** Changes that would repair rows, and why they are not offered. */
  readonly refused: readonly RefusedRepair[];
}

interface Change {
  readonly id: string;
  readonly kind: ChangeKind;
  /** One sentence. */
  readonly change: string;
  readonly column: string;
  /** The declaration of the column, before and after. */
  readonly before: unknown;
  readonly after: unknown;
  /** Quarantined rows of the dataset that become valid. */
  readonly repairs: number;
  /** Rows of the group that stay quarantined. */
  readonly leaves: number;
  /** Those of them whose other columns are the only wrong ones then: another change may repair them afterwards. */
  readonly helps: number;
  /** Accepted rows that would not be valid any more if their file was read again; null if unknown. */
  readonly breaks: number | null;
}

export interface Repair extends Change {
  /** False for a contract that is part of a parser's code. */
  readonly applicable: boolean;
}

export interface RefusedRepair extends Change {
  readonly reason: Refusal;
  /** Accepted rows whose value would change. */
  readonly changes: number;
  /** An accepted value that would change or become invalid. */
  readonly conflict: string | null;
}

/** A stored report. */
export interface StoredReport extends RepairReport {
  readonly computed_at: string;
}
