import type { Generated } from 'kysely';
/**
 * The tables of the pipeline as Kysely sees them, the same in both databases. Times are milliseconds. Every row belongs to one
 * tenant, and every query names it.
 */
export interface PipelineSchema {
  cf_parsers: ParsersTable;
  cf_parser_topics: ParserTopicsTable;
  cf_rules: RulesTable;
  cf_routing: RoutingTable;
  cf_files: FilesTable;
  cf_file_parses: FileParsesTable;
  cf_outputs: OutputsTable;
  cf_quarantine: QuarantineTable;
  cf_contracts: ContractsTable;
  cf_skipped: SkippedTable;
  cf_repair_reports: RepairReportsTable;
  cf_corrections: CorrectionsTable;
}

export interface ParsersTable {
  id: string;
  tenant: string;
  name: string;
  version: string;
  language: 'python' | 'node';
  /** The file to run, relative to the bundle's root. */
  entrypoint: string;
  /** The canonical ZIP. */
  source_archive: Uint8Array;
  /** SHA-256 of the archive. */
  source_hash: string;
  /** SHA-256 of uv.lock or package-lock.json; null when nothing has to be installed. */
  lockfile_hash: string | null;
  /** JSON: the declared outputs, read without running the parser; `null` if that is not possible. */
  outputs: string;
  /** JSON: the modules outside the standard library that the bundle imports, for warming an interpreter. */
  imports: string;
  /** 1 if the parser declares that it uses the network. */
  network: Generated<number>;
  /** How many files the bundle has. */
  files: number;
  created_at: number;
  /** When this version was last registered: the newest version of a name is the current one. */
  registered_at: number;
  /** When it was unregistered. The bundle stays, because outputs were made with it. */
  retired_at: number | null;
}

export interface ParserTopicsTable {
  tenant: string;
  parser: string;
  topic: string;
}

export interface RulesTable {
  id: string;
  tenant: string;
  pattern: string;
  topic: string;
  created_at: number;
}

export interface RoutingTable {
  tenant: string;
  revision: number;
}

export interface FilesTable {
  id: string;
  tenant: string;
  /** Absolute; or an address in a bucket. */
  path: string;
  /** BLAKE3 of the content, in hex. */
  hash: string;
  size_bytes: number;
  /** mtime and ctime in microseconds: used only to avoid hashing again. Of an object, 48 bits of the hash of its ETag are the ctime. */
  modified_us: number;
  changed_us: number;
  /** JSON: the topics given with `scan --tag`. Topics of rules are computed when jobs are planned. */
  tags: string;
  discovered_at: number;
  scanned_at: number;
  /** Set when a scan of its folder no longer found it. */
  missing_at: number | null;
  /** The revision of `cf_routing` when its jobs were planned; 0 requests planning. */
  planned_revision: number;
}

export interface FileParsesTable {
  tenant: string;
  file_id: string;
  /** The parser's name. */
  parser: string;
  content_hash: string;
  version: string;
  source_hash: string;
  job_id: string;
  /** The dataset of the built-in readers; null for a registered parser. */
  dataset: string | null;
}

export interface OutputsTable {
  id: string;
  tenant: string;
  job_id: string;
  file_id: string;
  parser: string;
  version: string;
  source_hash: string;
  /** The hash of the file that the rows were read from. */
  content_hash: string;
  output: string;
  /** Relative to the home's `output` folder, with forward slashes; or an address in a bucket. */
  path: string;
  format: string;
  row_count: number;
  size_bytes: number;
  sha256: string;
  created_at: number;
  /** Set when later rows of the same file and parser replaced it. */
  superseded_at: number | null;
  superseded_by: string | null;
}

export type QuarantineStatus = 'quarantined' | 'recovered' | 'discarded' | 'superseded' | 'evidence';

export interface QuarantineTable {
  id: string;
  tenant: string;
  job_id: string;
  file_id: string;
  parser: string;
  output: string;
  /** The file's path. */
  source: string;
  row_number: number;
  /** The first error of the row; `errors` has all of them. */
  column_name: string | null;
  error_type: string;
  error_message: string;
  /** JSON: an array of {column, error_type, error_message}. */
  errors: string;
  /** The row from the parser, as JSON. */
  raw_data: string;
  /** `evidence`: a row of a job that failed because of its rows, kept for inspection. */
  status: QuarantineStatus;
  created_at: number;
  resolved_at: number | null;
  /** The job that recovered or superseded it; null for a discarded one. */
  resolved_by: string | null;
  /** Why it was discarded. */
  reason: string | null;
}

/** A line of a file that is not part of a row. */
export interface SkippedTable {
  id: string;
  tenant: string;
  job_id: string;
  file_id: string;
  parser: string;
  /** The file's path. */
  source: string;
  /** 1-based. */
  line: number;
  kind: string;
  reason: string;
  text: string;
  created_at: number;
  /** Set when later rows of the same file and parser replaced it. */
  superseded_at: number | null;
}

export interface ContractsTable {
  tenant: string;
  dataset: string;
  /** SHA-256 of `contract`. */
  hash: string;
  /** In the format of a contract file. */
  contract: string;
  origin: 'inferred' | 'widened' | 'renamed' | 'given';
  /** The file from which the contract was inferred or read, or which widened it. */
  source: string;
  /** 1 if no file may widen it. */
  frozen: number;
  /** What it was inferred from, as JSON; null if a person set it. */
  evidence: string | null;
  /** How it differs from the contract before it: sentences, as JSON. */
  changes: string;
  set_at: number;
  /** Null for the current one. */
  replaced_at: number | null;
}

/** The last report on suggested repairs of an output. */
export interface RepairReportsTable {
  tenant: string;
  parser: string;
  output: string;
  /** JSON, see `repairs/report.ts`. */
  report: string;
  computed_at: number;
}

/** Corrected values of quarantined rows. They belong to a row of one content of a file. */
export interface CorrectionsTable {
  id: string;
  tenant: string;
  /** The row in cf_quarantine that was corrected. It may have been pruned. */
  row_id: string;
  file_id: string;
  parser: string;
  /** The hash of the file that the row was read from. */
  content_hash: string;
  output: string;
  row_number: number;
  /** The row as it was in the file, as JSON. */
  original: string;
  /** JSON: the new text of some columns, or null. */
  corrected: string;
  actor: string | null;
  corrected_at: number;
  /** The job that put the row into the dataset last; null if it is not there. */
  used_by: string | null;
  /** When another correction replaced it. */
  ended_at: number | null;
}
