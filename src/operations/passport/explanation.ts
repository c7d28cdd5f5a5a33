import { basename } from 'node:path';
import type { DocumentVersionRecord, FactSourceRecord } from '../../passport/index.js';

export const EXPLANATION_KINDS = [
  ...(['field', 'rule', 'fact', 'facts', 'document', 'dataset', 'file', 'row'] as const),
  // Only if the operations are wanted.
  ...(['operation', 'member', 'constant', 'check'] as const),
] as const;
type ExplanationKind = (typeof EXPLANATION_KINDS)[number];

/** One part of an explanation. `source` says where it is; `children` explain it. */
export interface ExplanationNode {
  readonly kind: ExplanationKind;
  readonly label: string;
  readonly value: unknown;
  readonly source: Readonly<Record<string, unknown>> | null;
  readonly children: readonly ExplanationNode[];
}

/** The document version that states a fact, with the place in it; or the dataset, file and row. */
export function documentNode(version: DocumentVersionRecord, place: FactSourceRecord): ExplanationNode {
  const row = place.source;
  if (row !== null && typeof row['dataset'] === 'string') return datasetNode(version, row);
  const file = version.source?.['file'];
  const name = typeof file === 'string' ? ` ${basename(file)}` : '';
  const where = place.line === null ? '' : `, line ${place.line}, column ${place.column ?? 1}`;
  return {
    kind: 'document',
    label: `${version.kind}${name} version ${version.version}${where}`,
    value: place.pointer,
    source: {
      ...{ document_version_id: version.id, document_id: version.documentId, sha256: version.sha256 },
      ...{ pointer: place.pointer, line: place.line, column: place.column },
      ...version.source,
    },
    children: [],
  };
}

function datasetNode(version: DocumentVersionRecord, row: Readonly<Record<string, unknown>>): ExplanationNode {
  const { dataset, file, content_hash, row: number, job_id } = row;
  const rowNode: ExplanationNode = {
    ...{ kind: 'row', label: `row ${String(number)}`, value: number, children: [] },
    source: { file, row: number, job_id },
  };
  const fileNode: ExplanationNode = {
    ...{ kind: 'file', label: String(file), value: content_hash, children: [rowNode] },
    source: { file, content_hash, job_id },
  };
  return {
    ...{ kind: 'dataset', label: String(dataset), value: null, children: [fileNode] },
    source: { dataset, document_version_id: version.id, mapping_sha256: version.sha256 },
  };
}
