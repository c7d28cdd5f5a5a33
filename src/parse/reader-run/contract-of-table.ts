import { type OutputContract, parseContract } from '../../contract/index.js';
import { contractOf, type InferredTable } from '../../tables/index.js';

/** JavaScript puts names that are numbers, such as years, before all others; the output has the order of the file. */
export function contractOfTable(table: InferredTable): OutputContract {
  const [output] = parseContract(contractOf(table)).outputs.values();
  const byName = new Map(output?.columns.map((column) => [column.name, column]));
  return { name: null, columns: table.columns.flatMap(({ name }) => byName.get(name) ?? []), inferred: false };
}
