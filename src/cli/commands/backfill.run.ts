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

export async function run(
  invocation: Invocation<{ execute?: boolean; failed?: boolean } & TenantOptions>,
): Promise<void> {
  const { output, options, args } = invocation;
  const [parser = ''] = args;
  const { plan, jobsCreated } = await withTenant(invocation, (session) =>
    backfill(session, { parser, execute: options.execute === true, failed: options.failed }),
  );
  if (output.asJson) return output.json(backfillJson(plan, jobsCreated));
  printPlan(output, plan, options.failed === true);
  if (jobsCreated !== undefined) output.print(`Created ${jobsCreated} ${jobsCreated === 1 ? 'job' : 'jobs'} (pending)`);
  else if (plan.files > 0)
    output.message(
      `To process them again: casparian backfill ${shellWord(parser)}${options.failed ? ' --failed' : ''} --execute`,
    );
}

function printPlan(output: Output, plan: BackfillPlan, failed: boolean): void {
  const { parser, version, files, bytes, byVersion, examples } = plan;
  const now = parser === BUILTIN ? 'the current contract' : `${parser} v${version}`;
  const others = parser === BUILTIN ? 'an earlier contract' : `versions of '${parser}' other than ${version}`;
  if (files === 0) {
    return output.print(
      failed ? 'Nothing to do: no file failed.' : `Nothing to do: no file was processed with ${others}.`,
    );
  }
  const which = failed
    ? `${files} ${files === 1 ? 'file' : 'files'} failed`
    : `${files} ${files === 1 ? 'file was' : 'files were'} processed with ${others}`;
  output.print(`${which} (${formatBytes(bytes)}); ${now} would read ${files === 1 ? 'it' : 'them'}`);
  for (const one of byVersion) output.print(`  ${versionText(one)}: ${one.files}, ${formatBytes(one.bytes)}`);
  output.print('Examples:');
  for (const path of examples) output.print(`  ${printable(path)}`);
}

function versionText({ version, dataset, sourceHash }: BackfillPlan['byVersion'][number]): string {
  const hash = sourceHash.slice(0, 12);
  if (dataset === undefined) return `${version} (${hash})`;
  return `${dataset}, ${sourceHash === '' ? 'no contract yet' : `contract ${hash}`}, v${version}`;
}
