import assert from 'node:assert/strict';
import type { ParserRun, StagedFile } from '../../parse/index.js';
import type { PipelineHome } from '../home.js';
import { outputAddress } from '../outputs/output-address.js';
import type { MovedOutput } from '../outputs/move-outputs.js';
import type { StagedRun } from './job-reader.js';

/** The result of a parse job. Scripts depend on these names: add, never change. */
export interface ParseResult {
  readonly rows_in: number;
  readonly rows_valid: number;
  readonly rows_quarantined: number;
  readonly outputs: readonly { output: string; path: string; rows: number; sha256: string }[];
  /** BLAKE3 of the file that was read. */
  readonly content_hash: string;
  /** Uncertain decisions about a file that was read without a parser, and how its columns differ from its contract. */
  readonly notes?: readonly string[];
  /** Why the file was skipped: it is not a table, and nothing about it says that it should be. */
  readonly skipped?: string;
  /** Another job does this work; this one wrote nothing. */
  readonly already_processed?: true;
}

export function parseResult(
  home: PipelineHome,
  { rowsIn, rowsQuarantined, notes, skipped }: StagedRun,
  outputs: readonly MovedOutput[],
  contentHash: string,
): ParseResult {
  return {
    rows_in: rowsIn,
    rows_valid: rowsIn - rowsQuarantined,
    rows_quarantined: rowsQuarantined,
    outputs: outputs.map(({ output, path, rows, sha256 }) => ({
      output,
      path: outputAddress(home, path),
      rows,
      sha256,
    })),
    content_hash: contentHash,
    ...(notes.length === 0 ? {} : { notes }),
    ...(skipped === undefined ? {} : { skipped }),
  };
}

export function alreadyProcessed(contentHash: string): ParseResult {
  return {
    ...{ rows_in: 0, rows_valid: 0, rows_quarantined: 0, outputs: [] },
    content_hash: contentHash,
    already_processed: true,
  };
}

/** Every input row must be valid or quarantined. Anything else is a bug, and must not be published. */
export function assertConserved({ rowsIn, rowsQuarantined, outputs, quarantines }: ParserRun): void {
  const written = (files: readonly StagedFile[]): number => files.reduce((sum, { rows }) => sum + rows, 0);
  assert.equal(written(quarantines), rowsQuarantined, 'quarantined rows are missing from the quarantine');
  assert.equal(written(outputs) + rowsQuarantined, rowsIn, 'rows are missing from the outputs');
}
