import type { InferredFiles } from './infer-files.js';

// The texts of contracts for datasets. The contract code is loaded on demand: planning does not need it.

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

/** The same for a contract that is not in a file. */
export async function checkedContractText(text: string): Promise<string> {
  const { contractFileText, parseContractFile } = await loadContractFile();
  return contractFileText(parseContractFile(text, 'The contract'));
}

function loadContractFile() {
  return import('../../contract/declare/contract-file.js');
}
