import {
  formatOf,
  mergeProfiles,
  profileJson,
  profileOfJson,
  type TableProfile,
  type TableProfileJson,
} from '../../tables/index.js';
import type { ProfiledTable } from '../reader-run/inspect-table.js';

/** What the contract of a dataset was inferred from. It is stored with the contract, so that later files can widen it. */
export interface Evidence {
  /** The different lists of columns of its files, in the order of the files. */
  readonly headers: readonly Header[];
  /** The values of all files. */
  readonly profile: TableProfile;
  /** Whether a format distinguishes text from numbers. */
  readonly hasTypes: boolean;
  /** The number of header lines that all files share; null if they differ or have none. */
  readonly headerLines: number | null;
}

export interface Header {
  readonly columns: readonly string[];
  readonly files: number;
}

export interface EvidenceJson {
  readonly headers: readonly Header[];
  readonly profile: TableProfileJson;
  readonly has_types: boolean;
  readonly header_lines: number | null;
}

/** The evidence of one file. */
export function evidenceOf({ format, seen }: Pick<ProfiledTable, 'format' | 'seen'>): Evidence {
  return {
    headers: [{ columns: seen.columns.map(({ name }) => name), files: 1 }],
    profile: seen,
    hasTypes: formatOf(format).hasTypes,
    headerLines: format.kind === 'delimited' ? format.dialect.headerLines : null,
  };
}

/** The different headers of all, with the number of their files. */
export function mergeHeaders(all: readonly Evidence[]): Header[] {
  const headers = new Map<string, Header>();
  for (const { columns, files } of all.flatMap((one) => one.headers)) {
    const key = JSON.stringify(columns);
    headers.set(key, { columns, files: files + (headers.get(key)?.files ?? 0) });
  }
  return [...headers.values()];
}

export function mergeEvidence(all: readonly Evidence[]): Evidence {
  const lines = new Set(all.map((one) => one.headerLines));
  return {
    headers: mergeHeaders(all),
    profile: mergeProfiles(all.map(({ profile }, index) => ({ file: String(index), seen: profile }))),
    hasTypes: all.some((one) => one.hasTypes),
    headerLines: lines.size === 1 ? ([...lines][0] ?? null) : null,
  };
}

export function evidenceJson({ headers, profile, hasTypes, headerLines }: Evidence): EvidenceJson {
  return { headers, profile: profileJson(profile), has_types: hasTypes, header_lines: headerLines };
}

export function evidenceOfJson({ headers, profile, has_types, header_lines }: EvidenceJson): Evidence {
  return { headers, profile: profileOfJson(profile), hasTypes: has_types, headerLines: header_lines };
}
