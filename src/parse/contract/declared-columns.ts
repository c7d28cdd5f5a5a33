import type { OutputColumn } from '../columns/typed.js';

export type { ColumnType } from '../columns/column-type.js';
export type { OutputColumn } from '../columns/typed.js';

/**
 * The columns that the files of an output have, lineage and all, by what its parser declares. Null when it declares
 * nothing of that output. Loads what reads contracts when asked.
 */
export async function declaredColumns(
  outputs: unknown,
  output: { name: string; parser: string },
): Promise<readonly OutputColumn[] | null> {
  const [{ parseContract }, { withLineage }] = await Promise.all([
    import('./contract.js'),
    import('../outputs/lineage.js'),
  ]);
  const contract = parseContract(outputs);
  const own =
    contract.outputs.get(output.name) ?? (output.name === output.parser ? contract.outputs.get('') : undefined);
  return own === undefined ? null : withLineage(own.columns);
}
