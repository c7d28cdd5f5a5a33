import { isoTime } from '../platform/index.js';
import type { Lineage, Origin, Standing } from './lineage/trace-rows.js';

export interface LineageJson {
  readonly rows: number;
  readonly files: number;
  readonly origins: readonly OriginJson[];
}

/** Rows that one job read from one file. */
export interface OriginJson {
  readonly source: { readonly path: string; readonly blake3: string; readonly state: Standing };
  readonly rows: number;
  readonly row_numbers: readonly number[];
  /** The lines of the source that are not rows: how many, and the first ones without headers. */
  readonly skipped: { readonly lines: number; readonly first: Origin['skipped']['first'] };
  /** Rows whose values a person has corrected. */
  readonly corrections: Origin['corrections'];
  readonly parser: { readonly name: string; readonly sha256: string | null };
  readonly job_id: string;
  readonly written_at: string | null;
  readonly output: { readonly path: string; readonly sha256: string; readonly state: Standing };
}

export function lineageJson({ rows, files, origins }: Lineage): LineageJson {
  return { rows, files, origins: origins.map(originJson) };
}

function originJson(origin: Origin): OriginJson {
  return {
    source: { path: origin.source, blake3: origin.sourceHash, state: origin.sourceState },
    rows: origin.rows,
    row_numbers: origin.rowNumbers,
    skipped: { lines: origin.skipped.count, first: origin.skipped.first },
    corrections: origin.corrections,
    parser: { name: origin.parser, sha256: origin.parserHash },
    job_id: origin.jobId,
    written_at: isoTime(origin.writtenAt),
    output: { path: origin.output, sha256: origin.outputHash, state: origin.outputState },
  };
}
