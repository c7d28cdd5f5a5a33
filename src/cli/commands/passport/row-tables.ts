import {
  type DataSnapshotRecord,
  type DocumentVersionRecord,
  type FactRecord,
  passportName,
  type PassportVersionRecord,
  type ProductRecord,
  type RuleVersionRecord,
} from '../../../passport/index.js';
import { isoTime } from '../../../platform/index.js';
import type { Column } from '../../output/table.js';

export const PRODUCTS: readonly Column<ProductRecord>[] = [
  { title: 'SKU', cell: ({ sku }) => sku },
  { title: 'ID', cell: ({ id }) => id },
  { title: 'NAME', cell: ({ name }) => name },
];

export const DOCUMENTS: readonly Column<DocumentVersionRecord>[] = [
  { title: 'ID', cell: ({ id }) => id },
  { title: 'KIND', cell: ({ kind }) => kind },
  { title: 'VERSION', cell: ({ version }) => String(version), align: 'right' },
  { title: 'STATE', cell: ({ status }) => status },
  { title: 'FACTS', cell: ({ factCount }) => String(factCount ?? '–'), align: 'right' },
  { title: 'UPLOADED', cell: ({ uploadedAt }) => shortTime(uploadedAt) },
  { title: 'FILE', cell: ({ source }) => textOf(source?.['file'] ?? source?.['url']), cut: 'begin' },
];

export const FACTS: readonly Column<FactRecord>[] = [
  { title: 'TYPE', cell: ({ factType }) => factType },
  { title: 'KEY', cell: ({ factKey }) => factKey },
  { title: 'PAYLOAD', cell: ({ payloadCanonical }) => payloadCanonical.toString('utf8') },
];

export const SNAPSHOTS: readonly Column<DataSnapshotRecord>[] = [
  { title: 'ID', cell: ({ id }) => id },
  { title: 'STATE', cell: ({ status }) => status },
  { title: 'FACTS', cell: ({ factCount }) => String(factCount ?? '–'), align: 'right' },
  { title: 'CREATED', cell: ({ createdAt }) => shortTime(createdAt) },
  { title: 'LABEL', cell: ({ label }) => label ?? '–' },
];

export const RULES: readonly Column<RuleVersionRecord>[] = [
  { title: 'PACKAGE', cell: ({ packageName }) => packageName },
  { title: 'VERSION', cell: ({ version }) => String(version), align: 'right' },
  { title: 'STATE', cell: ({ status }) => status },
  { title: 'CREATED', cell: ({ createdAt }) => shortTime(createdAt) },
  { title: 'ID', cell: ({ id }) => id },
];

export const VERSIONS: readonly Column<PassportVersionRecord>[] = [
  { title: 'SKU', cell: passportName },
  { title: 'ID', cell: ({ id }) => id },
  { title: 'STATE', cell: ({ status }) => status },
  { title: 'ISSUED', cell: ({ issuedAt }) => `${issuedAt.slice(0, 19)}Z` },
  { title: 'KEY', cell: ({ signingKeyId }) => signingKeyId },
  { title: 'PAYLOAD HASH', cell: ({ payloadHash }) => payloadHash },
];

function shortTime(ms: number): string {
  return `${isoTime(ms)?.slice(0, 19) ?? ''}Z`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '–';
}
