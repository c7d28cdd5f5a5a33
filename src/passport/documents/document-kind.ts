import { CasparianError } from '../../platform/index.js';
import type { DocumentKind } from './parse-facts.js';

export const DOCUMENT_KINDS: Readonly<Record<string, DocumentKind>> = {
  BOM: 'BOM',
  PCF: 'PCF',
  DUE_DILIGENCE: 'DUE_DILIGENCE',
  // The name in the HTTP interface of the specification.
  DD: 'DUE_DILIGENCE',
  BATTERY_DATA: 'BATTERY_DATA',
  OTHER: 'OTHER',
};

/** The kind of a document from its name, in any case. */
export function documentKind(name: string): DocumentKind {
  const kind = DOCUMENT_KINDS[name.toUpperCase()];
  if (kind !== undefined) return kind;
  throw new CasparianError('VALIDATION_ERROR', `'${name}' is not a kind of document`, {
    why: 'The kinds are BOM, PCF, DUE_DILIGENCE (or DD), BATTERY_DATA and OTHER.',
  });
}
