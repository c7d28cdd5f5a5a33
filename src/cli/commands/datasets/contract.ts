import { datasetContract, setDatasetContract, suggestDatasetContract } from '../../../operations/index.js';
import { datasetContractJson, suggestedContractJson } from '../../../pipeline/builtin/contract-json.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { printable } from '../../output/printable.js';
import { withTenant } from '../../session.js';

export async function run(invocation: Invocation<{ set?: string; suggest?: boolean } & TenantOptions>): Promise<void> {
  const { args, options, output } = invocation;
  const [dataset = ''] = args;
  if (options.suggest) return suggest(invocation, dataset);
  const { set: file } = options;
  if (file === undefined) {
    const current = await withTenant(invocation, ({ database }) => datasetContract(database, dataset));
    return output.asJson ? output.json(datasetContractJson(current)) : output.print(current.contract.trimEnd());
  }
  const { contract, changed } = await withTenant(invocation, ({ database }) =>
    setDatasetContract(database, dataset, file),
  );
  if (output.asJson) return output.json({ ...datasetContractJson(contract), changed });
  output.print(
    changed
      ? `The contract of '${dataset}' is set. Later files must match it.`
      : `'${dataset}' already has this contract.`,
  );
  if (changed) output.message('To process earlier files again: casparian backfill builtin --execute');
}

async function suggest(invocation: Invocation<TenantOptions>, dataset: string): Promise<void> {
  const { output } = invocation;
  const suggested = await withTenant(invocation, ({ database }) =>
    suggestDatasetContract(database, dataset, new AbortController().signal),
  );
  if (output.asJson) return output.json(suggestedContractJson(dataset, suggested));
  const { contract, files, unreadable } = suggested;
  for (const message of unreadable) output.message(`Skipped: ${printable(message)}`);
  output.print(contract.trimEnd());
  output.message(`Based on all rows of ${files === 1 ? '1 file' : `${files} files`}. To use it: --set FILE`);
}
