import type { ExtractedPage } from '../extract/extract-page.js';
import type { Intake } from '../intakes/intake.js';
import { matchRow } from '../match-row.js';
import type { NewPoint } from '../points/price-point.js';
import type { BrokenRow } from '../points/quarantine.js';
import type { Source } from '../sources/source.js';

export interface FoundRows {
  readonly points: readonly NewPoint[];
  readonly broken: readonly BrokenRow[];
}

/** The rows of pages as prices of an intake, and those that break the contract. */
export function foundRows(
  extracted: readonly { readonly responseId: string; readonly page: ExtractedPage }[],
  { source, intake }: { source: Source; intake: Intake },
): FoundRows {
  const points: NewPoint[] = [];
  const broken: BrokenRow[] = [];
  for (const { responseId, page } of extracted) {
    for (const row of page.rows) {
      const { attributes: details, ...matched } = matchRow(row, intake, source.options.keepParameters);
      points.push({ ...matched, details, responseId });
    }
    for (const { rowNumber, errors, rawJson } of page.rejected) {
      const [first] = errors;
      broken.push({
        ...{ responseId, rowNumber, field: first?.column ?? null, errorType: first?.type ?? 'contract' },
        ...{ message: errors.map(({ message }) => message).join('; '), raw: JSON.parse(rawJson) as unknown },
      });
    }
  }
  return { points, broken };
}
