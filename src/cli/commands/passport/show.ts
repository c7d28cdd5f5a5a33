import { passportVersionNamed, writePassportFiles } from '../../../operations/index.js';
import {
  findPassport,
  type LinkedPassport,
  passportArtefacts,
  passportJson,
  passportName,
  type PassportRecord,
  passportVersionJson,
} from '../../../passport/index.js';
import { parseExactJson } from '../../../platform/index.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { printable } from '../../output/printable.js';
import { renderProperties } from '../../output/table.js';
import { withTenant } from '../../session.js';
import { valueText } from './value-text.js';
import { versionText } from './version-text.js';

interface Payload {
  readonly battery_product: { readonly sku: string; readonly name: string };
  readonly compliance: readonly { readonly clause: string; readonly status: string; readonly evidence: string }[];
  readonly fields: Readonly<Record<string, unknown>>;
}

export async function run(invocation: Invocation<TenantOptions & { output?: string }>): Promise<void> {
  const { args, options, output } = invocation;
  const { version, payload, passport } = await withTenant(invocation, async ({ database }) => {
    const found = await passportVersionNamed(database, args[0] ?? '');
    if (options.output !== undefined) await writePassportFiles(database, found, { folder: options.output });
    const { payloadCanonical } = await passportArtefacts(database, found.id);
    return {
      version: found,
      passport: await findPassport(database, found.passportId),
      payload: parseExactJson(payloadCanonical.toString('utf8')) as Payload,
    };
  });
  if (output.asJson) return output.json({ ...passportVersionJson(version), passport: passportJson(passport), payload });
  const { battery_product: product, compliance, fields } = payload;
  const title = `${passportName(passport)}  ${product.name}`;
  output.print(`${output.paint('bold', printable(title))}\n\n${versionText(version)}\n`);
  const life = lifeRows(passport);
  if (life.length > 0) output.print(`${renderProperties(life)}\n`);
  const rows = flattened(fields);
  if (rows.length > 0) output.print(renderProperties(rows));
  for (const { clause, status, evidence } of compliance) output.print(printable(`${status}  ${clause}: ${evidence}`));
}

/** What happened to the battery, besides its versions. */
function lifeRows({
  life,
  endReason,
  successor,
  predecessor,
  operator,
  statementCount,
}: PassportRecord): [string, string][] {
  const named = (link: LinkedPassport): string => link.passportId ?? link.url ?? '';
  return [
    ...(life === 'ENDED' ? [['ended', endReason ?? ''] as [string, string]] : []),
    ...(successor === null ? [] : [['successor', printable(named(successor))] as [string, string]]),
    ...(predecessor === null ? [] : [['predecessor', printable(named(predecessor))] as [string, string]]),
    ...(operator === null
      ? []
      : [['operator', printable(`${operator.name} (${operator.identifier})`)] as [string, string]]),
    ...(statementCount === 0
      ? []
      : [['history', `${statementCount} ${statementCount === 1 ? 'statement' : 'statements'}`] as [string, string]]),
  ];
}

function flattened(fields: Readonly<Record<string, unknown>>, path = ''): [string, string][] {
  return Object.entries(fields).flatMap(([name, value]): [string, string][] => {
    const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value) && !('unit' in value);
    if (isGroup) return flattened(value as Record<string, unknown>, `${path}${name}.`);
    return [[`${path}${name}`, printable(valueText(value))]];
  });
}
