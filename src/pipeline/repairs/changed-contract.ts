import { type ContractFile, type OutputContract, parseColumn, parseContract } from '../../contract/index.js';
import { loadTrials } from './load-trials.js';
import type { Repair } from './report.js';

/** A contract with the change of a suggestion. */
export async function changedContract(
  text: string,
  { column, after }: Pick<Repair, 'column' | 'after'>,
): Promise<ContractFile> {
  const { parseContractFile } = await loadTrials();
  const file = parseContractFile(text);
  const changed = parseColumn({}, column, after);
  const columns = file.contract.columns.map((one) => (one.name === column ? changed : one));
  return { ...file, contract: { ...file.contract, columns } };
}

export async function changedContractText(text: string, repair: Pick<Repair, 'column' | 'after'>): Promise<string> {
  const { contractFileText } = await loadTrials();
  return contractFileText(await changedContract(text, repair));
}

/** The contract of a parser's output, from its declaration. A parser that declares nothing has a contract without columns. */
export function declaredOutput(outputs: unknown, { parser, output }: ParserOutput): OutputContract {
  const declared = outputs === null ? undefined : parseContract(outputs).outputs;
  const own = declared?.get(output) ?? (output === parser ? declared?.get('') : undefined);
  return own ?? { name: output, columns: [], inferred: true };
}

interface ParserOutput {
  readonly parser: string;
  readonly output: string;
}

export function changedOutput(outputs: unknown, of: ParserOutput, { column, after }: Pick<Repair, 'column' | 'after'>) {
  const contract = declaredOutput(outputs, of);
  const changed = parseColumn({}, column, after);
  return { ...contract, columns: contract.columns.map((one) => (one.name === column ? changed : one)) };
}
