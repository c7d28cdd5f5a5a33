import type { VendorReport } from './vendor-parser.js';

export interface VendorJson {
  readonly parser: string;
  readonly source_hash: string;
  readonly lockfile_hash: string | null;
  readonly output: string;
  readonly bundle: string;
  readonly platform: string;
  readonly uv: string | null;
  readonly runtime: string | null;
  readonly packages: number;
  readonly size_bytes: number;
}

export function vendorJson(report: VendorReport, folder: string): VendorJson {
  return {
    parser: report.parser,
    source_hash: report.sourceHash,
    lockfile_hash: report.lockfileHash,
    output: folder,
    bundle: report.bundle,
    platform: report.platform,
    uv: report.uv?.version ?? null,
    runtime: report.environment?.runtime ?? null,
    packages: report.environment?.packages ?? 0,
    size_bytes: report.environment?.size_bytes ?? 0,
  };
}
