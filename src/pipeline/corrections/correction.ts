import type { Selectable } from 'kysely';
import { isoTime } from '../../platform/index.js';
import { rawFields } from '../quarantine/raw-fields.js';
import type { CorrectionsTable } from '../schema/tables.js';

/** New texts of some columns; null removes a value. */
export type CorrectedValues = Readonly<Record<string, string | null>>;

/** A correction as it is stored. */
export type Correction = Selectable<CorrectionsTable>;

/** A correction for scripts and the API: add members, never rename. */
export interface CorrectionJson {
  readonly id: string;
  /** The quarantined row that was corrected. */
  readonly row_id: string;
  readonly output: string;
  readonly row_number: number;
  /** The corrected columns with the values of the file, as JSON texts, and the new ones. */
  readonly columns: readonly { readonly name: string; readonly old: string | null; readonly new: string | null }[];
  readonly actor: string | null;
  readonly corrected_at: string | null;
  /** The job that put the row into the dataset; null if it is not there. */
  readonly used_by: string | null;
}

export function correctionJson(correction: Correction): CorrectionJson {
  const { id, row_id, output, row_number, actor, used_by } = correction;
  const original = rawFields(correction.original);
  return {
    ...{ id, row_id, output, row_number },
    columns: Object.entries(valuesOf(correction)).map(([name, value]) => ({
      ...{ name, old: original.get(name) ?? null, new: value },
    })),
    ...{ actor, corrected_at: isoTime(correction.corrected_at), used_by },
  };
}

export function valuesOf({ corrected }: Pick<Correction, 'corrected'>): CorrectedValues {
  return JSON.parse(corrected) as CorrectedValues;
}
