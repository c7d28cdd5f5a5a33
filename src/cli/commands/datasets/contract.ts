import { resolve } from 'node:path';
import { unknownDataset } from '../../../datasets/index.js';
import { checkedContract } from '../../../parse/index.js';
import {
  contractHashes,
  currentContract,
  type DatasetContract,
  requireDatasetName,
  setContract,
  suggestContract,
  type TenantExecutor,
} from '../../../pipeline/index.js';
import { datasetContractJson, suggestedContractJson } from '../../../pipeline/builtin/contract-json.js';
import type { Invocation } from '../../invocation.js';
import { printable } from '../../output/printable.js';
import type { TenantOptions } from '../../options/tenant.js';
import { withTenant } from '../../session.js';

export async function run(invocation: Invocation<{ set?: string; suggest?: boolean } & TenantOptions>): Promise<void> {
  const { args, options, output } = invocation;
  const [dataset = ''] = args;
  if (options.suggest) return suggest(invocation, dataset);
  const contract = options.set === undefined ? undefined : await checkedContract(options.set);
  await withTenant(invocation, async ({ database }) => {
    if (contract === undefined || options.set === undefined) {
      const held = await contractOf(database, dataset);
      return output.asJson ? output.json(datasetContractJson(held)) : output.print(held.contract.trimEnd());
    }
    requireDatasetName(dataset);
    const isNew = await setContract(database, { dataset, contract, source: resolve(options.set) });
    const held = await contractOf(database, dataset);
    if (output.asJson) return output.json({ ...datasetContractJson(held), changed: isNew });
    output.print(
      isNew ? `Files of '${dataset}' are held to it from now on.` : `'${dataset}' had this contract already.`,
    );
    if (isNew) output.talk('To have earlier files read again: casparian backfill builtin --execute');
  });
}

async function suggest(invocation: Invocation<TenantOptions>, dataset: string): Promise<void> {
  const { output } = invocation;
  await withTenant(invocation, async ({ database }) => {
    await contractOf(database, dataset);
    const suggested = await suggestContract(database, dataset, new AbortController().signal);
    if (output.asJson) return output.json(suggestedContractJson(dataset, suggested));
    const { contract, files, unreadable } = suggested;
    for (const message of unreadable) output.talk(`Left out: ${printable(message)}`);
    output.print(contract.trimEnd());
    output.talk(
      `All rows of ${files === 1 ? '1 file' : `${files} files`} were looked at. To hold the dataset to it: --set FILE`,
    );
  });
}

async function contractOf(database: TenantExecutor, dataset: string): Promise<DatasetContract> {
  const held = await currentContract(database, dataset);
  if (held === undefined) throw unknownDataset(dataset, [...(await contractHashes(database)).keys()].sort());
  return held;
}
