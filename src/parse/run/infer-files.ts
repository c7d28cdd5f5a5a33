import type { ContractFile } from '../infer/contract-file.js';
import type { Drift } from '../infer/drift.js';
import type { InferredTable } from '../infer/inferred-table.js';
import { type InputFile, requireReadable } from './inputs.js';
import { readAtOnce } from './read-at-once.js';
import type { LookOptions, TableLook } from './reading/look-at-table.js';

export interface InferFilesRequest extends LookOptions {
  readonly inputs: readonly InputFile[];
  /** Where to write the contract; nowhere when absent. */
  readonly save?: string | undefined;
}

export interface FileInference extends TableLook {
  readonly input: InputFile;
  /** How it differs from the first file; null for the first. */
  readonly drift: Drift | null;
}

export interface InferredFiles {
  readonly files: readonly FileInference[];
  /** What the columns are, over the rows of all files. */
  readonly table: InferredTable;
}

/** Finds out what files have in their columns: one contract for all of them, and how each differs from the first. */
export async function inferFiles(request: InferFilesRequest): Promise<InferredFiles> {
  const { inputs, save } = request;
  for (const input of inputs) await requireReadable(input);
  const { lookAtTable } = await import('./reading/look-at-table.js');
  const looks: TableLook[] = [];
  for (const input of inputs) looks.push(await lookAtTable(readAtOnce(input), request));
  const { compareTables, contractFileOf } = await import('./reading/compare-tables.js');
  const found = compareTables(inputs, looks, request);
  if (save !== undefined) await writeContract(save, contractFileOf(found.table, looks[0]?.format));
  return found;
}

async function writeContract(path: string, contract: ContractFile): Promise<void> {
  await (await import('../infer/contract-file.js')).writeContractFile(path, contract);
}
