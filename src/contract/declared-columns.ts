import type { OutputColumn } from './columns/typed.js';

export type { ColumnType } from './columns/column-type.js';
export type { OutputColumn } from './columns/typed.js';

/**
 * The columns that the files of an output have, lineage and all, by what its parser declares. Null when it declares
 * nothing of that output. Loads what reads contracts when asked.
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
 * The same by the text of a contract file. Null when it lets files keep columns of their own: then each file says itself
 * what it has.
 */
export async function contractColumns(text: string): Promise<readonly OutputColumn[] | null> {
  const [{ parseContractFile }, { withLineage }] = await Promise.all([
    import('./declare/contract-file.js'),
    import('./outputs/lineage.js'),
  ]);
  const { contract, drift } = parseContractFile(text);
  return drift.added === 'keep' ? null : withLineage(contract.columns);
}

/** Throws CONTRACT_INVALID when no contract can be made of what a parser declares. Loads what checks it when asked. */
export async function checkDeclared(outputs: unknown): Promise<void> {
  const { parseContract } = await import('./declare/parse-contract.js');
  parseContract(outputs);
}
