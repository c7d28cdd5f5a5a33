import { shellWord } from '../../platform/index.js';
import { backfill } from '../../operations/index.js';
import { type BackfillPlan, BUILTIN } from '../../pipeline/index.js';
import { backfillJson } from '../../pipeline/routing/backfill-json.js';
import type { Invocation } from '../invocation.js';
import { formatBytes } from '../output/bytes.js';
import type { Output } from '../output/output.js';
import { printable } from '../output/printable.js';
import type { TenantOptions } from '../options/tenant.js';
import { withTenant } from '../session.js';

export async function run(invocation: Invocation<{ execute?: boolean } & TenantOptions>): Promise<void> {
  const { output, options, args } = invocation;
  const [parser = ''] = args;
  const { plan, jobsCreated } = await withTenant(invocation, (session) =>
    backfill(session, { parser, execute: options.execute === true }),
  );
  if (output.asJson) return output.json(backfillJson(plan, jobsCreated));
  printPlan(output, plan);
  if (jobsCreated !== undefined) output.print(`Created ${jobsCreated} ${jobsCreated === 1 ? 'job' : 'jobs'} (pending)`);
  else if (plan.files > 0) output.message(`To process them again: casparian backfill ${shellWord(parser)} --execute`);
}

function printPlan(output: Output, { parser, version, files, bytes, byVersion, examples }: BackfillPlan): void {
  const others = parser === BUILTIN ? 'an earlier contract' : `versions of '${parser}' other than ${version}`;
  if (files === 0) return output.print(`Nothing to do: no file was processed with ${others}.`);
  output.print(`${files} ${files === 1 ? 'file was' : 'files were'} processed with ${others} (${formatBytes(bytes)})`);
  for (const one of byVersion) output.print(`  ${versionText(one)}: ${one.files}, ${formatBytes(one.bytes)}`);
  output.print('Examples:');
  for (const path of examples) output.print(`  ${printable(path)}`);
}

function versionText({ version, dataset, sourceHash }: BackfillPlan['byVersion'][number]): string {
  const hash = sourceHash.slice(0, 12);
  if (dataset === undefined) return `${version} (${hash})`;
  return `${dataset}, ${sourceHash === '' ? 'no contract yet' : `contract ${hash}`}, v${version}`;
}
