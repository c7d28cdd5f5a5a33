import { CasparianError } from '../../platform/index.js';
import { type Drift, type FileFormat, type InferredTable, type InputFile } from '../../tables/index.js';
import { isReadableNow, readSmallFile } from '../inputs/read-small-file.js';
import type { InspectOptions, InspectedTable, ProfiledTable } from './inspect-table.js';
import type { HeldRows } from './thread/held-rows.js';
import type { Look } from './thread/look-at-file.js';
import type { EarlyThread } from './thread/start-thread.js';
import { requireReadable } from '../inputs/require-readable.js';

export interface InferFilesRequest extends InspectOptions {
  readonly inputs: readonly InputFile[];
  /** Where to write the contract; not written if absent. */
  readonly save?: string | undefined;
  /** Called for an unreadable file, which is then left out. Without it, such a file fails the whole call. */
  readonly onUnreadable?: (input: InputFile, error: CasparianError) => void;
  /** Gives the work a local file to read: a copy, while it runs, of an input that is not on this machine. */
  readonly locally?: <T>(input: InputFile, work: (local: InputFile) => Promise<T>) => Promise<T>;
}

export interface FileInference extends InspectedTable {
  readonly input: InputFile;
  /** How it differs from the first file; null for the first. */
  readonly drift: Drift | null;
}

export interface InferredFiles {
  readonly files: readonly FileInference[];
  /** The columns over the rows of all files. */
  readonly table: InferredTable;
}

/** Infers the columns of files: one contract for all of them, and how each differs from the first. */
export async function inferFiles(request: InferFilesRequest): Promise<InferredFiles> {
  const { save } = request;
  const { inputs, inspected } = await inspectAll(request);
  const { compareTables, contractFileOf } = await import('./compare-tables.js');
  const found = compareTables(inputs, inspected, request);
  if (save !== undefined) await (await contractFiles()).writeContractFile(save, contractFileOf(found));
  return found;
}

/** One contract for all files, without deciding the types of each. `early` is a thread that looks at half of them. */
export async function inferTogether(
  request: Omit<InferFilesRequest, 'save' | 'onUnreadable' | 'locally'>,
  early: EarlyThread | null,
): Promise<{
  /** `rows` is null for files that must be read again. */
  readonly files: { readonly input: InputFile; readonly format: FileFormat; readonly rows: HeldRows | null }[];
  readonly table: InferredTable;
}> {
  const { inputs, signal, format, types, maxRows } = request;
  const wanted = { kind: 'profile' as const, format, types, ...(maxRows === undefined ? {} : { maxRows }) };
  const looks = (await import('./thread/look-ahead.js')).startLookAhead(early, inputs, wanted);
  const looked: Look<ProfiledTable>[] = [];
  try {
    for (const input of inputs) if (!isReadableNow(input)) await requireReadable(input);
    const profile = (await import('./thread/look-at-file.js')).createProfileLook({ ...wanted, signal });
    for (const [index, input] of inputs.entries()) {
      looked.push(looks?.take(index) ?? (await profile(readSmallFile(input))));
    }
  } finally {
    await looks?.close();
  }
  const { commonTable } = await import('./compare-tables.js');
  const profiled = looked.map(({ found }) => found);
  const files = inputs.map((input, index) => {
    const { found, rows } = looked[index] as Look<ProfiledTable>;
    return { input, format: found.format, rows };
  });
  return { files, table: commonTable(inputs, profiled, request) };
}

async function inspectAll(request: InferFilesRequest): Promise<{ inputs: InputFile[]; inspected: InspectedTable[] }> {
  const { onUnreadable, locally = (input, work) => work(input) } = request;
  // Without the callback, missing files are reported before the others are read.
  if (onUnreadable === undefined) for (const input of request.inputs) await requireReadable(input);
  const { inspectTable } = await import('./inspect-table.js');
  const [inputs, inspected]: [InputFile[], InspectedTable[]] = [[], []];
  for (const input of request.inputs) {
    try {
      const table = await locally(input, async (local) => {
        if (onUnreadable !== undefined) await requireReadable(local);
        return inspectTable(readSmallFile(local), request);
      });
      inspected.push(table);
      inputs.push(input);
    } catch (error) {
      if (onUnreadable === undefined || !(error instanceof CasparianError)) throw error;
      onUnreadable(input, error);
    }
  }
  return { inputs, inspected };
}

function contractFiles() {
  return import('../../contract/declare/contract-file.js');
}
