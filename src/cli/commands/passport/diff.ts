import { diffVersions, type VersionDiff, newestVersionNamed, passportVersionNamed } from '../../../operations/index.js';
import { diffJson } from '../../../operations/passport/diff-json.js';
import { listPassportVersions, type PassportVersionRecord } from '../../../passport/index.js';
import type { TenantExecutor } from '../../../database/index.js';
import { CasparianError } from '../../../platform/index.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import type { Output } from '../../output/output.js';
import { printable } from '../../output/printable.js';
import { type Column, renderTable } from '../../output/table.js';
import { withTenant } from '../../session.js';
import { valueText } from './value-text.js';

export async function run(invocation: Invocation<TenantOptions>): Promise<void> {
  const { args, output } = invocation;
  const [name = '', later] = args;
  const diff = await withTenant(invocation, async ({ database }) => {
    if (later === undefined) return diffVersions(database, ...(await lastTwo(database, name)));
    return diffVersions(
      database,
      await passportVersionNamed(database, name),
      await passportVersionNamed(database, later),
    );
  });
  if (output.asJson) return output.json(diffJson(diff));
  print(diff, output);
}

/** The newest version and the one before it. */
async function lastTwo(
  database: TenantExecutor,
  name: string,
): Promise<[PassportVersionRecord, PassportVersionRecord]> {
  const newest = await newestVersionNamed(database, name);
  const versions = await listPassportVersions(database, { passportId: newest.passportId, limit: 1_000 });
  const before = versions.findLast(({ id }) => id < newest.id);
  if (before !== undefined) return [before, newest];
  throw new CasparianError('NOT_FOUND', `The passport of '${newest.sku}' has only one version`, {
    next: ['Compile another one, then compare them.'],
  });
}

type Change = VersionDiff['changes'][number];

function print({ from, to, fields, changes, isRulesChanged }: VersionDiff, output: Output): void {
  output.message(`${printable(to.sku)}: ${from.id} → ${to.id}`);
  if (isRulesChanged) output.message('The rules changed too.');
  if (changes.length === 0) return output.message(`None of ${fields} fields changed.`);
  const columns: Column<Change>[] = [
    { title: 'FIELD', cell: ({ path }) => path },
    { title: 'BEFORE', cell: ({ before }) => (before === null ? '–' : printable(valueText(before))) },
    { title: 'AFTER', cell: ({ after }) => (after === null ? '–' : printable(valueText(after))) },
    { title: 'BECAUSE', cell: (change) => printable(reasonOf(change)) },
  ];
  output.print(renderTable(columns, changes, output.width));
  output.message(`\n${changes.length} of ${fields} fields changed.`);
}

function reasonOf({ facts, isRuleChanged }: Change): string {
  const documents = [...new Set(facts.map(({ fact, document }) => document ?? fact))];
  return [...(isRuleChanged ? ['its rule'] : []), ...documents].join('; ');
}
