import { type OutputContract, parseContract } from '../../../contract/contract.js';
import { contractOf } from '../../../tables/infer/contract-of.js';
import type { InferredTable } from '../../../tables/infer/inferred-table.js';

/** JavaScript puts names that are numbers, such as years, before all others; the output has the order of the file. */
export function contractOfTable(table: InferredTable): OutputContract {
  const [output] = parseContract(contractOf(table)).outputs.values();
  const byName = new Map(output?.columns.map((column) => [column.name, column]));
  return { name: null, columns: table.columns.flatMap(({ name }) => byName.get(name) ?? []), inferred: false };
}
