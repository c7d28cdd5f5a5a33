import { resolve } from 'node:path';
import type { Executor } from '../../../database/index.js';
import { unknownDataset } from '../../../datasets/index.js';
import { checkedContract } from '../../../parse/index.js';
import {
  contractHashes,
  currentContract,
  type DatasetContract,
  setContract,
} from '../../../pipeline/builtin/contracts.js';
import { requireDatasetName } from '../../../pipeline/builtin/dataset-name.js';
import type { Invocation } from '../../invocation.js';
import { isoTime } from '../../output/time.js';
import { withEngine } from '../../session.js';

export async function run(invocation: Invocation<{ set?: string }>): Promise<void> {
  const { args, options, output } = invocation;
  const [dataset = ''] = args;
  const contract = options.set === undefined ? undefined : await checkedContract(options.set);
  await withEngine(invocation, async ({ database }) => {
    if (contract === undefined || options.set === undefined) {
      const held = await contractOf(database, dataset);
      return output.asJson ? output.json(contractJson(held)) : output.print(held.contract.trimEnd());
    }
    requireDatasetName(dataset);
    const isNew = await setContract(database, { dataset, contract, source: resolve(options.set) });
    const held = await contractOf(database, dataset);
    if (output.asJson) return output.json({ ...contractJson(held), changed: isNew });
    output.print(
      isNew ? `Files of '${dataset}' are held to it from now on.` : `'${dataset}' had this contract already.`,
    );
    if (isNew) output.talk('To have earlier files read again: casparian backfill builtin --execute');
  });
}

async function contractOf(database: Executor, dataset: string): Promise<DatasetContract> {
  const held = await currentContract(database, dataset);
  if (held === undefined) throw unknownDataset(dataset, [...(await contractHashes(database)).keys()].sort());
  return held;
}

/** Scripts depend on these names: add, never change. */
function contractJson({ dataset, hash, origin, source, set_at, contract }: DatasetContract): object {
  return { dataset, hash, origin, source, set_at: isoTime(set_at), contract: JSON.parse(contract) as unknown };
}
