import type { InferredFiles } from './infer-files.js';
import type { ReaderRun } from './run-reader.js';

// The texts of contracts for datasets. The contract code is loaded on demand: planning does not need it.

/** The contract that a run inferred, for later files. */
export async function savedContract({ reading: { table, format } }: ReaderRun): Promise<string> {
  if (table === null) throw new Error('a run with a contract infers none');
  const { contractOfTable } = await import('./inspect-table.js');
  const { contractFileText, STRICT_DRIFT } = await loadContractFile();
  // Detection cannot always find the header, so its position is saved; delimiters and encodings may change.
  const dialect = format.kind === 'delimited' ? { header_lines: format.dialect.headerLines } : null;
  return contractFileText({ contract: contractOfTable(table), dialect, drift: STRICT_DRIFT });
}

/** The common contract of files. Of the dialect, it saves the header only: the rest may change. */
export async function commonContract(found: InferredFiles): Promise<string> {
  const { contractFileOf } = await import('./compare-tables.js');
  const { contractFileText } = await loadContractFile();
  const { dialect, ...file } = contractFileOf(found);
  const { header_lines } = dialect ?? {};
  return contractFileText({ ...file, dialect: header_lines === undefined ? null : { header_lines } });
}

/** Checks a contract file and returns its normalized text. Throws CONTRACT_INVALID. */
export async function checkedContract(path: string): Promise<string> {
  const { contractFileText, readContractFile } = await loadContractFile();
  return contractFileText(await readContractFile(path));
}

function loadContractFile() {
  return import('../../contract/declare/contract-file.js');
}
