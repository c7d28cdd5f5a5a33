import { CasparianError } from '../../platform/index.js';
import type { Drift, InferredTable, InputFile } from '../../tables/index.js';
import { requireReadable } from '../inputs/expand-inputs.js';
import { readAtOnce } from '../inputs/read-small-file.js';
import type { LookOptions, TableLook } from './inspect-table.js';

export interface InferFilesRequest extends LookOptions {
  readonly inputs: readonly InputFile[];
  /** Where to write the contract; nowhere when absent. */
  readonly save?: string | undefined;
  /** Called for a file that cannot be read, which is then left out. Without it, such a file fails all. */
  readonly onUnreadable?: (input: InputFile, error: CasparianError) => void;
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
  const { save } = request;
  const { inputs, looks } = await lookAtAll(request);
  const { compareTables, contractFileOf } = await import('./compare-tables.js');
  const found = compareTables(inputs, looks, request);
  if (save !== undefined) await (await contractFiles()).writeContractFile(save, contractFileOf(found));
  return found;
}

/** The contract of a dataset that these files go to. Whether there is a header cannot always be told; how they are written may change. */
export async function commonContract(found: InferredFiles): Promise<string> {
  const { contractFileOf } = await import('./compare-tables.js');
  const { dialect, ...file } = contractFileOf(found);
  const { header_lines } = dialect ?? {};
  return (await contractFiles()).contractFileText({
    ...file,
    dialect: header_lines === undefined ? null : { header_lines },
  });
}

async function lookAtAll(request: InferFilesRequest): Promise<{ inputs: InputFile[]; looks: TableLook[] }> {
  const { onUnreadable } = request;
  // Without anybody to tell, one that is missing is found before the others are read.
  if (onUnreadable === undefined) for (const input of request.inputs) await requireReadable(input);
  const { lookAtTable } = await import('./inspect-table.js');
  const [inputs, looks]: [InputFile[], TableLook[]] = [[], []];
  for (const input of request.inputs) {
    try {
      if (onUnreadable !== undefined) await requireReadable(input);
      looks.push(await lookAtTable(readAtOnce(input), request));
      inputs.push(input);
    } catch (error) {
      if (onUnreadable === undefined || !(error instanceof CasparianError)) throw error;
      onUnreadable(input, error);
    }
  }
  return { inputs, looks };
}

function contractFiles() {
  return import('../../contract/declare/contract-file.js');
}
