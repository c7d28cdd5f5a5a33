import {
  acceptDatasetRenames,
  datasetContract,
  datasetContractVersions,
  datasetRenames,
  freezeDatasetContract,
  setDatasetContract,
  suggestDatasetContract,
} from '../../../operations/index.js';
import { configuredHome } from '../../../app/index.js';
import { type DatasetContract, openSpool } from '../../../pipeline/index.js';
import { datasetContractJson, suggestedContractJson } from '../../../pipeline/builtin/contract-json.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { printable } from '../../output/printable.js';
import { fullTime } from '../../output/time.js';
import { withTenant } from '../../session.js';

export interface ContractOptions {
  set?: string;
  suggest?: boolean;
  freeze?: boolean;
  unfreeze?: boolean;
  history?: boolean;
  renames?: boolean;
  acceptRenames?: boolean;
}

export async function run(invocation: Invocation<ContractOptions & TenantOptions>): Promise<void> {
  const { args, options, output } = invocation;
  const [dataset = ''] = args;
  if (options.suggest) return suggest(invocation, dataset);
  if (options.freeze || options.unfreeze) return freeze(invocation, dataset, options.freeze === true);
  if (options.history) return history(invocation, dataset);
  if (options.renames || options.acceptRenames) return renames(invocation, dataset);
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
      ? `The contract of '${dataset}' is set and frozen. Later files must match it.`
      : `'${dataset}' already has this contract.`,
  );
  if (changed) output.message('To process earlier files again: casparian backfill builtin --execute');
}

async function freeze(invocation: Invocation<TenantOptions>, dataset: string, isFrozen: boolean): Promise<void> {
  const { output } = invocation;
  const { changed, contract } = await withTenant(invocation, async ({ database }) => ({
    changed: await freezeDatasetContract(database, dataset, isFrozen),
    contract: await datasetContract(database, dataset),
  }));
  if (output.asJson) return output.json({ ...datasetContractJson(contract), changed });
  const state = isFrozen
    ? 'frozen: files with other columns fail, and other values are quarantined'
    : 'not frozen: files that do not fit it widen it';
  output.print(`The contract of '${dataset}' is ${changed ? '' : 'already '}${state}.`);
}

async function history(invocation: Invocation<TenantOptions>, dataset: string): Promise<void> {
  const { output } = invocation;
  const versions = await withTenant(invocation, ({ database }) => datasetContractVersions(database, dataset));
  if (output.asJson) return output.json(versions.map(datasetContractJson));
  for (const [index, version] of versions.entries()) {
    const frozen = version.frozen === 1 ? ', frozen' : '';
    const when = fullTime(version.set_at, Date.now());
    output.print(`${index + 1}. ${version.origin}${frozen} ${when}, ${printable(version.source)}`);
    for (const change of changesOf(version)) output.print(`   ${printable(change)}`);
  }
}

function changesOf({ changes }: DatasetContract): string[] {
  return JSON.parse(changes) as string[];
}

async function renames(invocation: Invocation<ContractOptions & TenantOptions>, dataset: string): Promise<void> {
  const { output, options } = invocation;
  const found = await withTenant(invocation, ({ database }) =>
    options.acceptRenames ? acceptDatasetRenames(database, dataset) : datasetRenames(database, dataset),
  );
  if (output.asJson) return output.json(found);
  if (found.length === 0) return output.print(`No column of '${dataset}' looks renamed.`);
  for (const { from, to, evidence } of found) {
    output.print(printable(`'${from}' → '${to}' (${evidence.join(', ')})`));
  }
  output.message(
    options.acceptRenames
      ? 'They are one column each now. To process earlier files again: casparian backfill builtin --execute'
      : 'To make them one column each: --accept-renames',
  );
}

async function suggest(invocation: Invocation<TenantOptions>, dataset: string): Promise<void> {
  const { output } = invocation;
  const suggested = await withTenant(invocation, ({ database }, settings) =>
    suggestDatasetContract(database, dataset, {
      spool: openSpool(configuredHome(settings)),
      signal: new AbortController().signal,
    }),
  );
  if (output.asJson) return output.json(suggestedContractJson(dataset, suggested));
  const { contract, files, unreadable } = suggested;
  for (const message of unreadable) output.message(`Skipped: ${printable(message)}`);
  output.print(contract.trimEnd());
  output.message(`Based on all rows of ${files === 1 ? '1 file' : `${files} files`}. To use it: --set FILE`);
}
