import type { Findings } from '../findings.js';
import { checkShape, type Shape } from '../shape.js';
import type { Source } from '../source.js';
import { type DocumentReader, objectsOf } from './kind.js';

const REPORT: Shape = {
  sku: { kind: 'id', required: true },
  report_url: { kind: 'text' },
  reporting_year: { kind: 'integer', min: 1900, max: 2999 },
  policy_url: { kind: 'text' },
  risks: { kind: 'list' },
  third_party_assurances: { kind: 'list' },
  supply_chain_index: { kind: 'decimal' },
};

const ASSURANCE: Shape = {
  scheme: { kind: 'text', required: true },
  certificate: { kind: 'text' },
  valid_to: { kind: 'date' },
};

/** The due-diligence report of a supply chain. */
export const DUE_DILIGENCE: DocumentReader = {
  names: ['DD', 'DUE_DILIGENCE'],
  csvShape: REPORT,

  fromJson(root, findings) {
    for (const assurance of objectsOf(root.payload['third_party_assurances'], ['third_party_assurances'], findings)) {
      checkShape(assurance, ASSURANCE, findings);
    }
    reportFact(root, findings);
  },

  fromCsv(rows, findings) {
    for (const row of rows) reportFact(row, findings);
  },
};

function reportFact(report: Source, findings: Findings): void {
  checkShape(report, REPORT, findings);
  findings.fact('DueDiligence', ['dd', report.payload['sku']], report);
}
