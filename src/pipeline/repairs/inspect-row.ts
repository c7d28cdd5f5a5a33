import { declarationOf, type OutputContract } from '../../contract/index.js';
import type { TenantExecutor } from '../../database/index.js';
import type { CorrectedValues, CorrectionJson } from '../corrections/correction.js';
import type { QuarantineEntry } from '../quarantine/quarantine-entry.js';
import { correctionsOfRow } from '../corrections/corrections-of-row.js';
import { entriesWithIds } from '../quarantine/entries-with-ids.js';
import { contractOfEntry, correctedCells } from './check-correction.js';
import { unknownRow } from './correct-row.js';

/** A quarantined row with what a person needs to correct it. */
export interface InspectedRow {
  readonly entry: QuarantineEntry;
  /** What the contract demands of each column now; empty if it is not declared. */
  readonly columns: readonly { readonly name: string; readonly declaration: unknown; readonly required: boolean }[];
  readonly corrections: readonly CorrectionJson[];
}

export async function inspectRow(database: TenantExecutor, id: string): Promise<InspectedRow> {
  const entry = await entryWithId(database, id);
  // The parser may be unregistered since; the row can still be read.
  const contract = await contractOfEntry(database, entry).catch(() => null);
  return { entry, columns: demandsOf(contract), corrections: await correctionsOfRow(database, id) };
}

/** How corrected values would be stored. */
export interface TriedCorrection {
  readonly valid: boolean;
  readonly errors: readonly { readonly column: string | null; readonly message: string }[];
  /** The given columns as they would be in the dataset; null is no value. Absent if the row is not valid. */
  readonly values: Readonly<Record<string, string | null>>;
}

/** Checks corrected values without storing them. */
export async function tryCorrection(
  database: TenantExecutor,
  id: string,
  values: CorrectedValues,
): Promise<TriedCorrection> {
  const entry = await entryWithId(database, id);
  const contract = await contractOfEntry(database, entry);
  const cells = correctedCells(contract, entry, values);
  if (contract === null || cells === null) return { valid: true, errors: [], values };
  const { createRowCheck } = await import('./preview-rows.js');
  return createRowCheck(contract, Object.keys(values))(cells);
}

async function entryWithId(database: TenantExecutor, id: string): Promise<QuarantineEntry> {
  const [entry] = await entriesWithIds(database, [id]);
  if (entry === undefined) throw unknownRow({ id });
  return entry;
}

function demandsOf(contract: OutputContract | null): InspectedRow['columns'] {
  return (contract?.columns ?? []).map((column) => ({
    name: column.name,
    declaration: declarationOf(column),
    required: column.required,
  }));
}
