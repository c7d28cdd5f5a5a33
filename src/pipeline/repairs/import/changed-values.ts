import type { CorrectedValues } from '../../corrections/correction.js';
import { fieldText, withoutGuard } from '../../quarantine/export/csv-field.js';
import { rawFields } from '../../quarantine/raw-fields.js';

/**
 * The values that differ from what the export wrote. An empty field removes a value. Spreadsheets do not keep the difference between an empty
 * text and no value, so that difference is not a change.
 */
export function changedValues(
  raw: string,
  fields: ReadonlyMap<string, string | null>,
  columns: readonly string[],
): CorrectedValues {
  const before = rawFields(raw);
  const isWhole = before.size === 1 && before.has('_raw');
  const given = columns.filter((name) => fields.has(name));
  const changed = given.filter((name) => isChanged(fieldText(before.get(name)), fields.get(name) ?? null));
  // A record that could not be split has no values to keep, so a correction has all columns.
  const names = isWhole && changed.length > 0 ? columns : changed;
  return Object.fromEntries(names.map((name) => [name, correctedText(fields.get(name) ?? null)]));
}

function isChanged(before: string | undefined, after: string | null): boolean {
  if (after === null || after === '') return before !== undefined && before !== '';
  return after !== before && withoutGuard(after) !== before;
}

function correctedText(text: string | null): string | null {
  return text === null || text === '' ? null : withoutGuard(text);
}
