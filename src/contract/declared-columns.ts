import type { OutputColumn } from './columns/typed.js';

export type { ColumnType } from './columns/column-type.js';
export type { OutputColumn } from './columns/typed.js';

/**
 * The columns of an output's files, including lineage, from the parser's declaration. Null if the parser does not
 * declare that output. Loads the contract code on demand.
 */
export async function declaredColumns(
  outputs: unknown,
  output: { name: string; parser: string },
): Promise<readonly OutputColumn[] | null> {
  const [{ parseContract }, { withLineage }] = await Promise.all([
    import('./declare/parse-contract.js'),
    import('./outputs/lineage.js'),
  ]);
  const contract = parseContract(outputs);
  const own =
    contract.outputs.get(output.name) ?? (output.name === output.parser ? contract.outputs.get('') : undefined);
  return own === undefined ? null : withLineage(own.columns);
}

/**
 * The same for the text of a contract file. Null if it lets files keep additional columns: then each file has its own
 * columns.
 */
export async function contractColumns(text: string): Promise<readonly OutputColumn[] | null> {
  const [{ parseContractFile }, { withLineage }] = await Promise.all([
    import('./declare/contract-file.js'),
    import('./outputs/lineage.js'),
  ]);
  const { contract, drift } = parseContractFile(text);
  return drift.added === 'keep' ? null : withLineage(contract.columns);
}

/** Throws CONTRACT_INVALID if a parser's declaration is not a valid contract. Loads the checking code on demand. */
export async function checkDeclared(outputs: unknown): Promise<void> {
  const { parseContract } = await import('./declare/parse-contract.js');
  parseContract(outputs);
}
